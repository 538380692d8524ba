/**
 * IDs of client events are safe integers in the order of the log. One event of the log can have several
 * client events, and each of them several forms, so an ID is the revision times 1,024 plus an ordinal. Ordinals above `LAST_DURABLE` are for
 * events outside the log (presence, typing, heartbeats), between two revisions.
 */
import type { Restoration } from '../../organization/slices/organizations.ts';

const ORDINALS = 1024;
const LAST_DURABLE = 767;

/** The ID for an ordinal; ordinals beyond the last share its ID, and are delivered together. */
export const eventId = (revision: number, ordinal: number): number =>
  revision * ORDINALS + Math.min(ordinal, LAST_DURABLE);

/** The ID of the last possible client event of a revision. */
export const lastEventIdOf = (revision: number): number => eventId(revision, LAST_DURABLE);

/** The revision of an ID; -1 for IDs before the first event. */
export const revisionOf = (id: number): number => (id < 0 ? -1 : Math.floor(id / ORDINALS));

/**
 * An ID as clients see it: after a restore from a back-up, higher than every ID that was seen of what was lost.
 */
export function clientEventId(id: number, restorations: readonly Restoration[]): number {
  const raised = restorations.findLast(({ revision }) => revision <= revisionOf(id));
  return raised === undefined ? id : id + raised.raisedBy * ORDINALS;
}

/** The ID that a client has seen as this one; undefined for one of what was lost by a restore. */
export function logEventId(shown: number, restorations: readonly Restoration[]): number | undefined {
  const last = restorations.findLastIndex(({ raisedBy }) => revisionOf(shown) >= raisedBy);
  const { raisedBy, revision: from } = restorations[last] ?? { raisedBy: 0, revision: -1 };
  const id = shown - raisedBy * ORDINALS;
  const lostFrom = restorations[last + 1]?.revision ?? Infinity;
  return revisionOf(id) >= from && revisionOf(id) < lostFrom ? id : undefined;
}

/**
 * The next ID for an event outside the log, after `last` and everything of `revision`. When a revision has no
 * IDs left, the last one is reused: a client that has acknowledged it misses nothing.
 */
export const ephemeralEventId = (revision: number, last: number): number =>
  Math.min(Math.max(last, lastEventIdOf(revision)) + 1, revision * ORDINALS + ORDINALS - 1);
