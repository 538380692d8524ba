/**
 * An anchor of a log, to be stored elsewhere, like `125:lq3f…`: its last position and a digest of everything
 * recorded up to there. A hash chain alone cannot show that its end was cut off or that all of it was
 * rewritten.
 */
import { hash } from 'node:crypto';
import { OperatorError } from '../errors.ts';
import type { Position } from './log/eventLog.ts';

export interface Anchor {
  readonly position: Position;
  readonly digest: string;
}

/** The end of a stream, with the hash of its last event, which covers all earlier ones. */
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
