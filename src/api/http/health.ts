import type { OrganizationId } from '../../ids.ts';

/** How one projection does; `lag` counts the events of the log that it has still to see. */
export interface ProjectionHealth {
  readonly name: string;
  readonly lag: number;
  /** Organizations for which it stopped, with the event that it could not apply. */
  readonly quarantined: readonly { readonly organizationId: OrganizationId; readonly event: string }[];
}

/** Whether this node can serve; `reasons` says in sentences why not and is empty when it can. */
export interface Health {
  readonly reasons: readonly string[];
  readonly projections: readonly ProjectionHealth[];
}
