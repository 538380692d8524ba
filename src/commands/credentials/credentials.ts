/** Decisions about API keys and passwords, and the rules for new passwords. */
import { createHash } from 'node:crypto';
import { NotFound, requireThat } from '../../base/errors.ts';
import { emailKey } from '../../base/identity.ts';
import type { CredentialId, UserId } from '../../base/ids.ts';
import { newEvent } from '../../events/catalog.ts';
import type { LegacyTokenKind } from '../../events/credentials.ts';
import {
  credentialsOf,
  legacyTokensOf,
  mustResetPassword,
  SESSION_MS,
  sessionOf,
  sessionsOf,
} from '../../organization/slices/credentials.ts';
import { isOrganizationActive } from '../../organization/slices/organizations.ts';
import type { OrganizationState } from '../../organization/state.ts';
import {
  done,
  command,
  type DecidedEvent,
  nothingToDo,
  requireActiveOrganization,
  requireCaller,
  requireOwner,
} from '../define.ts';

// Decisions about sessions in browsers.

/** Open sessions of a person; beyond it the oldest one ends. */
export const MAX_SESSIONS_PER_USER = 50;

/** Starts a session of somebody whose password was checked; those that are too old end on the occasion. */
export const startSession = command<{ userId: UserId; credentialId: CredentialId; device: string }, void>({
  name: 'StartSession',
  decide(organization, { userId, credentialId, device }, { now }) {
    requireActiveOrganization(isOrganizationActive(organization));
    const sessions = sessionsOf(organization, userId);
    const tooMany = sessions.length - MAX_SESSIONS_PER_USER + 1;
    const outdated = sessions.filter(
      ({ startedAt }, index) => index < tooMany || now >= startedAt + SESSION_MS,
    );
    const credentialIds = outdated.map((session) => session.credentialId);
    return done(
      ...ending(userId, credentialIds),
      newEvent('SessionStarted', { userId, credentialId, device }),
    );
  },
});

/** Ends a session of the caller. */
export const endSession = command<{ credentialId: CredentialId }, void>({
  name: 'EndSession',
  decide(organization, { credentialId }, { actor, now }) {
    const session = sessionOf(organization, credentialId, now);
    if (session === undefined || session.userId !== actor) throw new NotFound('No such session');
    return done(...ending(actor, [credentialId]));
  },
});

/** Ends all sessions of a person but one: after the password has changed. */
export const endOtherSessions = (
  organization: OrganizationState,
  userId: UserId,
  kept?: CredentialId,
): readonly DecidedEvent[] =>
  ending(
    userId,
    sessionsOf(organization, userId).flatMap(({ credentialId }) =>
      credentialId === kept ? [] : credentialId,
    ),
  );

const ending = (userId: UserId, credentialIds: readonly CredentialId[]): readonly DecidedEvent[] =>
  credentialIds.length === 0
    ? []
    : [newEvent('SessionsEnded', { userId, credentialIds: [...credentialIds] })];

/** Replaces the caller's API key; the one used for the call is revoked. */
export const regenerateApiKey = command<{ credentialId: CredentialId }, void>({
  name: 'RegenerateApiKey',
  decide(_organization, { credentialId }, { actor }) {
    if (actor === null) throw new Error('A key needs somebody whose it is.');
    return done(newEvent('ApiKeyRegenerated', { userId: actor, credentialId }));
  },
});

/** Replaces the API key of a person or bot, from the operator's command line. */
export const replaceApiKey = command<{ userId: UserId; credentialId: CredentialId }, void>({
  name: 'ReplaceApiKey',
  decide(organization, { userId, credentialId }, context) {
    const hasKey = credentialsOf(organization, userId).apiKey !== undefined;
    requireThat(hasKey, 'This account has no API key');
    requireOwner(organization, context);
    return done(newEvent('ApiKeyRegenerated', { userId, credentialId }));
  },
});

/** Sets a person's password, from the operator's command line; clears a required reset and ends all sessions. */
export const setPassword = command<{ userId: UserId; credentialId: CredentialId }, void>({
  name: 'SetPassword',
  decide(organization, { userId, credentialId }, context) {
    requireLogin(organization, userId);
    requireOwner(organization, context);
    const changed = newEvent('PasswordChanged', { userId, credentialId });
    return done(changed, ...endOtherSessions(organization, userId));
  },
});

/** Logging in with the current password is refused with PASSWORD_RESET_REQUIRED until it is changed. */
export const requirePasswordReset = command<{ userId: UserId }, void>({
  name: 'RequirePasswordReset',
  decide(organization, { userId }, context) {
    requireLogin(organization, userId);
    requireOwner(organization, context);
    if (mustResetPassword(organization, userId)) return nothingToDo(undefined);
    return done(newEvent('PasswordResetRequired', { userId }));
  },
});

/** People log in; bots do not. */
function requireLogin(organization: OrganizationState, userId: UserId): void {
  const hasPassword = credentialsOf(organization, userId).password !== undefined;
  requireThat(hasPassword, 'This account has no password');
}

/** In characters; the upper limit keeps hashing cheap. */
export const PASSWORD_LENGTH = [8, 100] as const;
const [MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH] = PASSWORD_LENGTH;

/** The most common passwords that are long enough. */
const COMMON: ReadonlySet<string> = new Set(
  `password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword 12345678 123456789
  1234567890 0123456789 0987654321 87654321 987654321 11111111 00000000 88888888 12341234 11223344 1q2w3e4r
  1q2w3e4r5t 1qaz2wsx qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 asdfghjk asdfghjkl zxcvbnm1 qazwsxedc
  abcd1234 abc12345 abcdefgh a1b2c3d4 aa123456 iloveyou iloveyou1 sunshine princess football baseball superman
  batman123 trustno1 letmein1 letmein123 welcome1 welcome123 changeme changeme1 changeme123 admin123 admin1234
  administrator root1234 default1 computer internet michelle jennifer starwars whatever dragon12 dragon123
  monkey123 shadow123 master123 charlie1 samsung1 liverpool chocolate`.split(/\s+/),
);

/** Refuses a new password that is easily guessed (the e-mail address included), too short or too long. */
export function requireStrongPassword(password: string, address: string): void {
  const length = Array.from(password.slice(0, 2 * MAX_PASSWORD_LENGTH + 1)).length;
  const tooLong = `New password is too long (limit: ${MAX_PASSWORD_LENGTH} characters)`;
  requireThat(length <= MAX_PASSWORD_LENGTH, tooLong);
  const isAddress = emailKey(password.trim()) === emailKey(address.trim());
  const weak =
    length < MIN_PASSWORD_LENGTH || new Set(password).size < 3 || COMMON.has(password.toLowerCase());
  requireThat(!weak && !isAddress, 'New password is too weak!');
}

/** A required reset needs a different password. */
export function requireAnotherPassword(
  organization: OrganizationState,
  userId: UserId,
  { oldPassword, password }: { readonly oldPassword: string; readonly password: string },
): void {
  const isAnother = password !== oldPassword || !mustResetPassword(organization, userId);
  requireThat(isAnother, 'New password must not be the old one');
}

// Decisions about push tokens of apps that do not encrypt.

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
    const userId = requireCaller(context);
    const tokenHash = checkedHash(kind, token);
    const present = legacyTokensOf(organization, userId);
    const isKnown = present.some((each) => each.kind === kind && each.tokenHash === tokenHash);
    if (isKnown) return nothingToDo(undefined);
    requireThat(
      present.length < MAX_TOKENS_PER_USER,
      `Too many push tokens (maximum ${MAX_TOKENS_PER_USER}).`,
    );
    return done(newEvent('LegacyTokenRegistered', { userId, kind, tokenHash }));
  },
});

export const removeLegacyToken = command<TokenInput, void>({
  name: 'RemoveLegacyToken',
  decide(organization, { kind, token }, context) {
    const userId = requireCaller(context);
    const tokenHash = checkedHash(kind, token);
    const isKnown = legacyTokensOf(organization, userId).some(
      (each) => each.kind === kind && each.tokenHash === tokenHash,
    );
    requireThat(isKnown, 'Token does not exist');
    return done(newEvent('LegacyTokenRemoved', { userId, kind, tokenHash }));
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
