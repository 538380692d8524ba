/** Client events that are no longer in memory, recomputed from the log. */
import type { OrganizationId } from '../../ids.ts';
import type { BufferedEvent } from './entry.ts';

/** Consecutive client events, and the ID up to which there are no others. */
export interface EventRange {
  readonly entries: readonly BufferedEvent[];
  readonly upTo: number;
}

export interface EventHistory {
  /** The client events of the revisions that follow; fails with `NotReady` if the log cannot be read now. */
  after(organizationId: OrganizationId, revision: number): Promise<EventRange>;
}
