import type { OrganizationId } from '../../ids.ts';

/** The health of a projection; `lag` counts the events that it has still to process, up to 20,000. */
export interface ProjectionHealthSummary {
  readonly name: string;
  readonly lag: number;
  /** Organizations that it has quarantined, with the event that could not be applied. */
  readonly quarantined: readonly { readonly organizationId: OrganizationId; readonly event: string }[];
}

/** Whether this node can serve; `reasons` are sentences that say why not, none if it can. */
export interface Health {
  readonly reasons: readonly string[];
  /** Sentences that say what a node that serves cannot do, such as write for one organization. */
  readonly degraded?: readonly string[];
  readonly projections: readonly ProjectionHealthSummary[];
}
