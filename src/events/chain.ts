/**
 * The hash chain of a stream. Each event's metadata ends with `"hash"`: SHA-256 over the previous event's hash
 * and the event's own stored bytes, so that no event can be changed, dropped or put elsewhere unnoticed.
 */
import { hash } from 'node:crypto';
import type { EventToAppend, StoredEvent } from './log/eventLog.ts';

const HASH_LENGTH = 43;
/** How metadata ends. */
const endingWith = (digest: string): string => `,"hash":"${digest}"}`;
const ENDING_LENGTH = endingWith('').length + HASH_LENGTH;

/** What the first event of a stream is chained to. */
export const chainStart = (stream: string): string => hash('sha256', stream, 'base64url');

/** Completes an event: `metadata` is a JSON object text without its hash, which is added as the last key. */
export function chained(
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

/** Whether a stored event is, to the last character, what was written after the event with `previousHash`. */
export function followsInChain(previousHash: string, { id, type, data, metadata }: EventToAppend): boolean {
  const open = metadata.slice(0, -ENDING_LENGTH);
  return metadata.endsWith(endingWith(digestOf(previousHash, id, type, data, open)));
}

/** The stored event at which a chain breaks. */
export class BrokenChain extends Error {
  readonly stream: string;
  readonly revision: number;
  readonly position: number;

  /** `previous` is the revision before it in the log, where that is not the one that should be there. */
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

/** Throws BrokenChain unless a stored event is the next one, as it was written, after a revision with that hash. */
export function requireNext(
  last: { readonly revision: number; readonly hash: string },
  stored: StoredEvent,
): void {
  if (stored.revision !== last.revision + 1) throw new BrokenChain(stored, last.revision);
  if (!followsInChain(last.hash, stored)) throw new BrokenChain(stored);
}

const digestOf = (previousHash: string, id: string, type: string, data: string, metadata: string): string =>
  hash('sha256', `${previousHash}\n${id}\n${type}\n${data}\n${metadata}`, 'base64url');
