/** Signatures that prove sender and time to the receiver (https://www.standardwebhooks.com). */
import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/** Headers of one attempt: the ID is the same for all attempts, the time is not. In UNIX milliseconds. */
export function signatureHeaders(
  secret: string,
  id: string,
  now: number,
  body: string,
): Readonly<Record<string, string>> {
  const timestamp = Math.floor(now / 1000);
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}
