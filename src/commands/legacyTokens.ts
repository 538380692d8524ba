/** Decisions about push tokens of apps that do not encrypt. */
import { createHash } from 'node:crypto';
import { requireThat } from '../errors.ts';
import { type LegacyTokenKind, LegacyTokenRegistered, LegacyTokenRemoved } from '../events/legacyTokens.ts';
import { legacyTokensOf } from '../organization/legacyTokens.ts';
import type { OrganizationState } from '../organization/state.ts';
import type { UserId } from '../ids.ts';
import { command, nothingToDo } from './define.ts';
import { callerOf } from './topics.ts';

interface TokenInput {
  readonly kind: LegacyTokenKind;
  readonly token: string;
}

const MAX_TOKEN_LENGTH = 4_096;
/** Tokens of one person. */
const MAX_TOKENS_PER_USER = 50;

/** Registers a token; again is nothing new. */
export const registerLegacyToken = command<TokenInput, void>({
  name: 'RegisterLegacyToken',
  decide(organization, { kind, token }, context) {
    const userId = callerOf(context);
    const tokenHash = checkedHash(kind, token);
    const present = legacyTokensOf(organization, userId);
    const isKnown = present.some((each) => each.kind === kind && each.tokenHash === tokenHash);
    if (isKnown) return nothingToDo(undefined);
    requireThat(
      present.length < MAX_TOKENS_PER_USER,
      `Too many push tokens (maximum ${MAX_TOKENS_PER_USER}).`,
    );
    return { events: [LegacyTokenRegistered({ userId, kind, tokenHash })], result: undefined };
  },
});

export const removeLegacyToken = command<TokenInput, void>({
  name: 'RemoveLegacyToken',
  decide(organization, { kind, token }, context) {
    const userId = callerOf(context);
    const tokenHash = checkedHash(kind, token);
    const isKnown = legacyTokensOf(organization, userId).some(
      (each) => each.kind === kind && each.tokenHash === tokenHash,
    );
    requireThat(isKnown, 'Token does not exist');
    return { events: [LegacyTokenRemoved({ userId, kind, tokenHash })], result: undefined };
  },
});

/** Refuses a token that the person has not registered. */
export function requireLegacyToken(organization: OrganizationState, userId: UserId, token: string): void {
  const tokenHash = hashOf(token);
  const isKnown = legacyTokensOf(organization, userId).some((each) => each.tokenHash === tokenHash);
  requireThat(isKnown, 'Device not recognized', 'INVALID_PUSH_DEVICE_TOKEN');
}

function checkedHash(kind: LegacyTokenKind, token: string): string {
  const isFit = token !== '' && token.length <= MAX_TOKEN_LENGTH;
  requireThat(isFit, 'Empty or invalid length token');
  requireThat(kind !== 'apns' || /^(?:[\da-f]{2})+$/i.test(token), 'Invalid APNS token');
  return hashOf(token);
}

/** Apple's tokens are numbers, so their case means nothing. */
const hashOf = (token: string): string =>
  createHash('sha256')
    .update(/^[\da-f]+$/i.test(token) ? token.toLowerCase() : token)
    .digest('base64url');
