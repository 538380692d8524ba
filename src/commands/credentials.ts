/** API keys of people, and what a new password must be. */
import { requireThat } from '../errors.ts';
import { ApiKeyRegenerated } from '../events/credentials.ts';
import type { CredentialId } from '../ids.ts';
import { command } from './define.ts';

/** Another API key for the caller; the one it was asked for with means nobody from then on (spec/beyond.md 6.1). */
export const regenerateApiKey = command<{ credentialId: CredentialId }, void>({
  name: 'RegenerateApiKey',
  decide(_organization, { credentialId }, { actor }) {
    if (actor === null) throw new Error('A key needs somebody whose it is.');
    return { events: [ApiKeyRegenerated({ userId: actor, credentialId })], result: undefined };
  },
});

/** Long enough to be hashed, short enough not to be a burden; in characters. */
const SHORTEST = 8;
const LONGEST = 1000;

/** The passwords that are guessed first, as far as they are long enough to get here. */
const COMMON: ReadonlySet<string> = new Set(
  `password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword 12345678 123456789
  1234567890 0123456789 0987654321 87654321 987654321 11111111 00000000 88888888 12341234 11223344 1q2w3e4r
  1q2w3e4r5t 1qaz2wsx qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 asdfghjk asdfghjkl zxcvbnm1 qazwsxedc
  abcd1234 abc12345 abcdefgh a1b2c3d4 aa123456 iloveyou iloveyou1 sunshine princess football baseball superman
  batman123 trustno1 letmein1 letmein123 welcome1 welcome123 changeme changeme1 changeme123 admin123 admin1234
  administrator root1234 default1 computer internet michelle jennifer starwars whatever dragon12 dragon123
  monkey123 shadow123 master123 charlie1 samsung1 liverpool chocolate`.split(/\s+/),
);

/** Refuses a new password that is too easily guessed, or too long to be one (spec/beyond.md 6.1, 6.2). */
export function requireStrongPassword(password: string): void {
  const length = Array.from(password.slice(0, 2 * LONGEST + 1)).length;
  const tooLong = `New password is too long (limit: ${LONGEST} characters)`;
  requireThat(length <= LONGEST, 'BAD_REQUEST', tooLong);
  const weak = length < SHORTEST || new Set(password).size < 3 || COMMON.has(password.toLowerCase());
  requireThat(!weak, 'BAD_REQUEST', 'New password is too weak!');
}
