/**
 * Request IDs: the caller's own `X-Request-Id` where it is short and plain, else one of ours.
 */
import { randomBytes } from 'node:crypto';

/** Makes the IDs of one process: a random prefix and a count. */
export function createRequestIds(): (sent: string | readonly string[] | undefined) => string {
  const prefix = randomBytes(9).toString('base64url');
  let count = 0;
  return (sent) =>
    typeof sent === 'string' && /^[\w.:-]{1,64}$/.test(sent) ? sent : `${prefix}-${(count++).toString(36)}`;
}
