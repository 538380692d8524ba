/** Client events that nodes do not keep any more, made again from the log. */
import type { OrganizationId } from '../../ids.ts';
import type { Entry } from './entry.ts';

/** Some client events in order, and the ID up to which there are no others. */
export interface Stretch {
  readonly entries: readonly Entry[];
  readonly upTo: number;
}

export interface History {
  /** The client events of the next revisions behind one; fails with `NotReady` where the log cannot be read now. */
  after(organizationId: OrganizationId, revision: number): Promise<Stretch>;
}
