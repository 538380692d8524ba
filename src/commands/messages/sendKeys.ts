/** Keys under which one message is sent, however often that is asked for: by clients, or by the server itself. */
import { hash } from 'node:crypto';
import type { OrganizationId } from '../../ids.ts';
import type { SendMessageInput } from './send.ts';

/** SHA-256 of the organization and of what tells this send from every other one there, in base64url. */
export const sendKeyHash = (
  organizationId: OrganizationId,
  ...parts: readonly (string | number | null)[]
): string => hash('sha256', JSON.stringify([organizationId, ...parts]), 'base64url');

/** How the server sends by itself: what it says may differ from attempt to attempt, and what it said first stays. */
export const sentOnce = (keyHash: string): Pick<SendMessageInput, 'queueId' | 'localId' | 'idempotency'> => ({
  queueId: undefined,
  localId: undefined,
  idempotency: { keyHash, parametersHash: keyHash },
});
