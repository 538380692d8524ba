/**
 * The hash chain of a stream. Each event's metadata ends with `"hash"`: SHA-256 of the previous event's hash
 * and the event's own stored bytes. Changed, missing or moved events are detected by it.
 */
import { hash } from 'node:crypto';
import { OperatorError } from '../base/errors.ts';
import type { EventToAppend, Position, StoredEvent } from './log/eventLog.ts';

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
  const digest = eventDigest(previousHash, id, type, data, open);
  return { id, type, data, metadata: open + endingWith(digest), hash: digest };
}

/** The hash that a stored event claims. */
export const hashOf = (event: Pick<StoredEvent, 'metadata'>): string =>
  event.metadata.slice(-HASH_LENGTH - 2, -2);

/** Whether a stored event is byte for byte what was written after the event with `previousHash`. */
export function followsInChain(previousHash: string, { id, type, data, metadata }: EventToAppend): boolean {
  const open = metadata.slice(0, -ENDING_LENGTH);
  return metadata.endsWith(endingWith(eventDigest(previousHash, id, type, data, open)));
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

const eventDigest = (
  previousHash: string,
  id: string,
  type: string,
  data: string,
  metadata: string,
): string => hash('sha256', `${previousHash}\n${id}\n${type}\n${data}\n${metadata}`, 'base64url');

// * An anchor of a log, to be stored elsewhere, like `125:lq3f…`: its last position and a digest of everything
// recorded up to there. A hash chain alone cannot show that its end was cut off or that all of it was
// rewritten.

export interface Anchor {
  readonly position: Position;
  readonly digest: string;
}

/** The end of a stream, or of the part that was folded: the hash of the last event covers all earlier ones. */
export interface StreamEnd {
  readonly revision: number;
  readonly hash: string;
}

/** The digest of the streams' ends, in any order. */
export function digestOf(ends: Iterable<readonly [stream: string, StreamEnd]>): string {
  const lines = Array.from(ends, ([stream, end]) => `${stream} ${end.revision} ${end.hash}\n`);
  return hash('sha256', lines.sort().join(''), 'base64url');
}

export const anchorText = ({ position, digest }: Anchor): string => `${position}:${digest}`;

/** Parses the output of `anchorText`; OperatorError if it is not one. */
export function parseAnchor(text: string): Anchor {
  const [, position, digest] = /^(\d{1,15}):([\w-]{43})$/.exec(text) ?? [];
  if (position !== undefined && digest !== undefined) return { position: Number(position), digest };
  throw new OperatorError(`'${text}' is not an anchor; \`hansard log verify\` prints one.`);
}
