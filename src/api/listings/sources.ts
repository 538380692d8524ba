/** The sources of listings: the views, and which of their documents have changed. */
import type { Clock } from '../../clock.ts';
import type { OrganizationId } from '../../ids.ts';
import type { ChangeCursor, ChangedSince } from '../../projections/running/touchedDocuments.ts';
import type { Views } from '../../projections/views.ts';

export interface ListingSources {
  readonly views: Views;
  readonly clock: Clock;
  /** Throws `NotReady` if the organization's views cannot be read. */
  readonly touched: (collection: string, organizationId: OrganizationId, mark?: ChangeCursor) => ChangedSince;
}
