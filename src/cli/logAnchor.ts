/**
 * What somebody keeps elsewhere of a log, like `125:lq3f…`: where it ended, and a digest of all that was recorded up to
 * there. A chain alone cannot tell that its end was cut off, nor that all of it was written anew.
 */
import { hash } from 'node:crypto';
import { OperatorError } from '../errors.ts';
import type { Position } from '../events/log/eventLog.ts';

export interface Anchor {
  readonly position: Position;
  readonly digest: string;
}

/** Where a stream ends, and the hash of its last event, in which all events before it are. */
export interface Tail {
  readonly revision: number;
  readonly hash: string;
}

/** The digest of where each stream ends, whatever their order. */
export function digestOf(tails: Iterable<readonly [stream: string, Tail]>): string {
  const lines = Array.from(tails, ([stream, tail]) => `${stream} ${tail.revision} ${tail.hash}\n`);
  return hash('sha256', lines.sort().join(''), 'base64url');
}

export const anchorText = ({ position, digest }: Anchor): string => `${position}:${digest}`;

/** Reads what `anchorText` wrote; OperatorError where it is no such text. */
export function parseAnchor(text: string): Anchor {
  const [, position, digest] = /^(\d{1,15}):([\w-]{43})$/.exec(text) ?? [];
  if (position !== undefined && digest !== undefined) return { position: Number(position), digest };
  throw new OperatorError(`'${text}' is not an anchor; \`hansard log verify\` prints one.`);
}
