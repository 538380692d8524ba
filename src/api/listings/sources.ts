/** What listings are handed: the views, and which documents of them have been touched. */
import type { Clock } from '../../clock.ts';
import type { OrganizationId } from '../../ids.ts';
import type { Mark, Touched } from '../../projections/running/touchedDocuments.ts';
import type { Views } from '../../projections/views.ts';

export interface ListingSources {
  readonly views: Views;
  readonly clock: Clock;
  /** Throws `NotReady` where the views of the organization cannot be read. */
  readonly touched: (collection: string, organizationId: OrganizationId, mark?: Mark) => Touched;
}
