/**
 * The hash chain of a stream. Each event's metadata ends with `"hash"`: SHA-256 of the previous event's hash
 * and the event's own stored bytes. Changed, missing or moved events are detected by it.
 */
import { hash } from 'node:crypto';
import type { EventToAppend, StoredEvent } from './log/eventLog.ts';

const HASH_LENGTH = 43;
/** The end of an event's metadata. */
const endingWith = (digest: string): string => `,"hash":"${digest}"}`;
const ENDING_LENGTH = endingWith('').length + HASH_LENGTH;

/** The hash before a stream's first event. */
export const chainStart = (stream: string): string => hash('sha256', stream, 'base64url');

/** Completes an event: appends the hash to `metadata`, a JSON object text, as its last key. */
export function chainEvent(
  previousHash: string,
  event: EventToAppend,
): EventToAppend & { readonly hash: string } {
  const { id, type, data } = event;
  const open = event.metadata.slice(0, -1);
  const digest = digestOf(previousHash, id, type, data, open);
  return { id, type, data, metadata: open + endingWith(digest), hash: digest };
}

/** The hash that a stored event claims. */
export const hashOf = (event: Pick<StoredEvent, 'metadata'>): string =>
  event.metadata.slice(-HASH_LENGTH - 2, -2);

/** Whether a stored event is byte for byte what was written after the event with `previousHash`. */
export function followsInChain(previousHash: string, { id, type, data, metadata }: EventToAppend): boolean {
  const open = metadata.slice(0, -ENDING_LENGTH);
  return metadata.endsWith(endingWith(digestOf(previousHash, id, type, data, open)));
}

/** A stored event that breaks its chain. */
export class BrokenChain extends Error {
  readonly stream: string;
  readonly revision: number;
  readonly position: number;

  /** `previous` is the revision before it in the log, if that is not the expected one. */
  constructor(event: Pick<StoredEvent, 'stream' | 'revision' | 'position'>, previous?: number) {
    const what =
      previous === undefined ? 'is not the one that was recorded' : `does not follow revision ${previous}`;
    super(`The event at position ${event.position} (revision ${event.revision} of ${event.stream}) ${what}.`);
    this.name = 'BrokenChain';
    this.stream = event.stream;
    this.revision = event.revision;
    this.position = event.position;
  }
}

/** Throws BrokenChain unless a stored event follows a revision with that hash. */
export function requireNext(
  last: { readonly revision: number; readonly hash: string },
  stored: StoredEvent,
): void {
  if (stored.revision !== last.revision + 1) throw new BrokenChain(stored, last.revision);
  if (!followsInChain(last.hash, stored)) throw new BrokenChain(stored);
}

const digestOf = (previousHash: string, id: string, type: string, data: string, metadata: string): string =>
  hash('sha256', `${previousHash}\n${id}\n${type}\n${data}\n${metadata}`, 'base64url');
