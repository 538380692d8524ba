/** What a person may be called and reached by (spec/beyond.md 6.1). */
import { requireThat } from '../errors.ts';

const MAX_FULL_NAME_LENGTH = 100;
const FORBIDDEN_IN_NAMES = /[*`\\>"@\p{Cc}\p{Cs}]/u;
/** `name|123` is how a mention tells two people of one name apart. */
const LOOKS_LIKE_MENTION = /\|\d+$/;

/** The trimmed name, 2 to 100 characters; refuses with the texts of spec/beyond.md 6.1. */
export function checkedFullName(fullName: string): string {
  const name = fullName.trim();
  requireThat(name.length <= MAX_FULL_NAME_LENGTH, 'BAD_REQUEST', 'Name too long!');
  requireThat(name.length >= 2, 'BAD_REQUEST', 'Name too short!');
  requireThat(!FORBIDDEN_IN_NAMES.test(name), 'BAD_REQUEST', 'Invalid characters in name!');
  requireThat(!LOOKS_LIKE_MENTION.test(name), 'BAD_REQUEST', 'Invalid format!');
  return name;
}

const EMAIL = /^[^\s@"(),:;<>[\\\]]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i;
const MAX_EMAIL_LENGTH = 254;

/** The trimmed address; refuses what is none. Addresses compare without case. */
export function checkedEmail(email: string): string {
  const address = email.trim();
  requireThat(
    address.length <= MAX_EMAIL_LENGTH && EMAIL.test(address),
    'BAD_REQUEST',
    'Invalid email address.',
  );
  return address;
}
