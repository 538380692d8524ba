/** Idempotency keys of sends, by clients and by the server itself. */
import { hash } from 'node:crypto';
import type { OrganizationId } from '../../ids.ts';
import type { SendMessageInput } from './send.ts';

/** SHA-256 of the organization and of what distinguishes this send from all others in it, in base64url. */
export const sendKeyHash = (
  organizationId: OrganizationId,
  ...parts: readonly (string | number | null)[]
): string => hash('sha256', JSON.stringify([organizationId, ...parts]), 'base64url');

/** For the server's own messages: the text may differ between attempts, and the first one counts. */
export const sentOnce = (keyHash: string): Pick<SendMessageInput, 'queueId' | 'localId' | 'idempotency'> => ({
  queueId: undefined,
  localId: undefined,
  idempotency: { keyHash, parametersHash: keyHash },
});
