/** Request IDs: the caller's `X-Request-Id` if it is short and plain, else a new one. */
import { randomBytes } from 'node:crypto';

/** Creates the IDs of one process: a random prefix and a counter. */
export function createRequestIds(): (sent: string | readonly string[] | undefined) => string {
  const prefix = randomBytes(9).toString('base64url');
  let count = 0;
  return (sent) =>
    typeof sent === 'string' && /^[\w.:-]{1,64}$/.test(sent) ? sent : `${prefix}-${(count++).toString(36)}`;
}
