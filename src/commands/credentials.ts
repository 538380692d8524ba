/** Decisions about API keys and passwords, and the rules for new passwords. */
import { emailKey } from '../addresses.ts';
import { requireThat } from '../errors.ts';
import { ApiKeyRegenerated, PasswordChanged, PasswordResetRequired } from '../events/credentials.ts';
import type { CredentialId, UserId } from '../ids.ts';
import { apiKeyOf, mustResetPassword, passwordOf } from '../organization/credentials.ts';
import type { OrganizationState } from '../organization/state.ts';
import { requireOwner } from './authority.ts';
import { command, nothingToDo } from './define.ts';
import { endOtherSessions } from './sessions.ts';

/** Replaces the caller's API key; the one used for the call is revoked. */
export const regenerateApiKey = command<{ credentialId: CredentialId }, void>({
  name: 'RegenerateApiKey',
  decide(_organization, { credentialId }, { actor }) {
    if (actor === null) throw new Error('A key needs somebody whose it is.');
    return { events: [ApiKeyRegenerated({ userId: actor, credentialId })], result: undefined };
  },
});

/** Replaces the API key of a person or bot, from the operator's command line. */
export const replaceApiKey = command<{ userId: UserId; credentialId: CredentialId }, void>({
  name: 'ReplaceApiKey',
  decide(organization, { userId, credentialId }, context) {
    const hasKey = apiKeyOf(organization, userId) !== undefined;
    requireThat(hasKey, 'This account has no API key');
    requireOwner(organization, context);
    return { events: [ApiKeyRegenerated({ userId, credentialId })], result: undefined };
  },
});

/** Sets a person's password, from the operator's command line; clears a required reset and ends all sessions. */
export const setPassword = command<{ userId: UserId; credentialId: CredentialId }, void>({
  name: 'SetPassword',
  decide(organization, { userId, credentialId }, context) {
    requireLogin(organization, userId);
    requireOwner(organization, context);
    const changed = PasswordChanged({ userId, credentialId });
    return { events: [changed, ...endOtherSessions(organization, userId)], result: undefined };
  },
});

/** Logging in with the current password is refused with PASSWORD_RESET_REQUIRED until it is changed. */
export const requirePasswordReset = command<{ userId: UserId }, void>({
  name: 'RequirePasswordReset',
  decide(organization, { userId }, context) {
    requireLogin(organization, userId);
    requireOwner(organization, context);
    if (mustResetPassword(organization, userId)) return nothingToDo(undefined);
    return { events: [PasswordResetRequired({ userId })], result: undefined };
  },
});

/** People log in; bots do not. */
function requireLogin(organization: OrganizationState, userId: UserId): void {
  const hasPassword = passwordOf(organization, userId) !== undefined;
  requireThat(hasPassword, 'This account has no password');
}

/** In characters; the upper limit keeps hashing cheap. */
export const PASSWORD_LENGTH = [8, 1000] as const;
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
