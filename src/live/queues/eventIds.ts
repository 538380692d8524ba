/**
 * IDs of client events: safe integers in the order of the log. One event of the log can be several client events, so an
 * ID is the revision times 1,024 plus an ordinal. Ordinals above `LAST_DURABLE` are for what has no place in the log
 * (presence, typing, heartbeats) and comes between two revisions.
 */

const ORDINALS = 1024;
const LAST_DURABLE = 767;

/** The ID of the client event with an ordinal; those beyond the last share its ID, and are delivered together. */
export const eventId = (revision: number, ordinal: number): number =>
  revision * ORDINALS + Math.min(ordinal, LAST_DURABLE);

/** The ID that every client event of a revision has been seen by. */
export const lastEventIdOf = (revision: number): number => eventId(revision, LAST_DURABLE);

/** The revision that an ID belongs to; -1 for IDs before the first event. */
export const revisionOf = (id: number): number => (id < 0 ? -1 : Math.floor(id / ORDINALS));

/**
 * The ID of the next event without a place in the log, behind `last` and everything of `revision`. When a revision has
 * no IDs left, the last one is given again: a client that has acknowledged it misses nothing.
 */
export const passingEventId = (revision: number, last: number): number =>
  Math.min(Math.max(last, lastEventIdOf(revision)) + 1, revision * ORDINALS + ORDINALS - 1);
