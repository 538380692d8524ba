/**
 * Repeated requests make one message: by `Idempotency-Key`, or in a send by `queue_id` with `local_id`. Each route has keys
 * of its own.
 */
import { hash } from 'node:crypto';
import { requireThat } from '../../base/errors.ts';
import type { OrganizationId, UserId } from '../../base/ids.ts';
import { sendKeyHash } from '../../commands/messages/send.ts';
import type { Idempotency } from '../../events/messages.ts';

const HEADER = 'Idempotency-Key';
const MAX_KEY_LENGTH = 255;

/** The header, for the reference of a route. */
export const IDEMPOTENCY_HEADER = {
  [HEADER]:
    '1 to 255 characters. The same message sent again with the same key is answered again and not sent twice; ' +
    'another message with it is IDEMPOTENCY_KEY_REUSED.',
} as const;

/** The parameters of a request as they were parsed, by their names after aliases. */
type Parameters = Readonly<Record<string, unknown>>;
type Header = (name: string) => string | undefined;

/**
 * Hashes of (organization, sender, key) and of the parameters of a send; undefined without a key. A `queue_id` without
 * `local_id`, or the reverse, is refused.
 */
export function sendIdempotency(
  organizationId: OrganizationId,
  senderId: UserId,
  header: Header,
  params: Parameters,
): Idempotency | undefined {
  const { queue_id: queueId, local_id: localId } = params;
  const paired = (queueId === undefined) === (localId === undefined);
  requireThat(paired, 'queue_id and local_id must be given together');
  const pair = queueId === undefined ? undefined : ['queue', String(queueId), String(localId)];
  const key = keyIn(header);
  const parts = key === undefined ? pair : ['header', key];
  return parts && idempotencyOf(sendKeyHash(organizationId, senderId, ...parts), params);
}

/** Hashes of (organization, author, key) and of the parameters of a message that is scheduled; undefined without a key. */
export function scheduleIdempotency(
  organizationId: OrganizationId,
  authorId: UserId,
  header: Header,
  params: Parameters,
): Idempotency | undefined {
  const key = keyIn(header);
  return key === undefined
    ? undefined
    : idempotencyOf(sendKeyHash(organizationId, authorId, 'schedule', key), params);
}

function keyIn(header: Header): string | undefined {
  const key = header(HEADER.toLowerCase());
  const fits = key === undefined || (key.length > 0 && key.length <= MAX_KEY_LENGTH);
  requireThat(fits, `${HEADER} must have 1 to ${MAX_KEY_LENGTH} characters`);
  return key;
}

/** Declared only to be refused; no message has them, so they do not distinguish sends. */
const REFUSED: ReadonlySet<string> = new Set(['sender', 'forged', 'time']);

function idempotencyOf(keyHash: string, params: Parameters): Idempotency {
  const entries = Object.entries(params)
    .filter(([name]) => !REFUSED.has(name))
    .sort();
  return { keyHash, parametersHash: hash('sha256', JSON.stringify(entries), 'base64url') };
}
