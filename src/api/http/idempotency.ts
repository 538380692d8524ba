/** Makes repeated sends one message: by `Idempotency-Key`, or `queue_id` with `local_id`. */
import { hash } from 'node:crypto';
import { sendKeyHash } from '../../commands/messages/sendKeys.ts';
import { requireThat } from '../../errors.ts';
import type { OrganizationId, UserId } from '../../ids.ts';

const MAX_KEY_LENGTH = 255;

/** The parameters of a send as they were parsed, by their names after aliases. */
type SendParameters = Readonly<Record<string, unknown>>;

/**
 * Hashes of (organization, sender, key) and of the parameters; undefined without a key. A `queue_id` without
 * `local_id`, or the reverse, is refused.
 */
export function idempotencyOf(
  organizationId: OrganizationId,
  senderId: UserId,
  header: string | undefined,
  params: SendParameters,
): { readonly keyHash: string; readonly parametersHash: string } | undefined {
  const key = keyOf(header, params);
  if (key === undefined) return undefined;
  return {
    keyHash: sendKeyHash(organizationId, senderId, ...key),
    parametersHash: hash('sha256', JSON.stringify(entriesOf(params)), 'base64url'),
  };
}

/** Declared only to be refused; no message has them, so they do not distinguish sends. */
const REFUSED: ReadonlySet<string> = new Set(['sender', 'forged', 'time']);

const entriesOf = (params: SendParameters) =>
  Object.entries(params)
    .filter(([name]) => !REFUSED.has(name))
    .sort();

function keyOf(header: string | undefined, { queue_id: queueId, local_id: localId }: SendParameters) {
  const paired = (queueId === undefined) === (localId === undefined);
  requireThat(paired, 'queue_id and local_id must be given together');
  if (header !== undefined) {
    const fits = header.length > 0 && header.length <= MAX_KEY_LENGTH;
    requireThat(fits, `Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters`);
    return ['header', header];
  }
  return queueId === undefined ? undefined : ['queue', String(queueId), String(localId)];
}
