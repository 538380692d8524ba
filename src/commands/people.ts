/** What a person may be called and reached by (spec/beyond.md 6.1). */
import { Refused, requireThat } from '../errors.ts';
import type { UserId } from '../ids.ts';
import { SYSTEM_BOT_DOMAIN } from '../organization/notificationBot.ts';
import { settingsOf } from '../organization/organizations.ts';
import type { OrganizationState } from '../organization/state.ts';
import { userByEmail, usersNamed } from '../organization/users.ts';

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

/** The name as somebody may take it: nobody else's, where the organization wants names to be unique. */
export function newNameFor(organization: OrganizationState, userId: UserId, fullName: string): string {
  const name = checkedFullName(fullName);
  const isFree =
    !settingsOf(organization).requireUniqueNames ||
    usersNamed(organization, name).every((other) => other === userId);
  requireThat(isFree, 'BAD_REQUEST', 'Unique names required in this organization.');
  return name;
}

const EMAIL = /^[^\s@"(),:;<>[\\\]]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i;
const MAX_EMAIL_LENGTH = 254;

/** The name as a bot may have it: that of no other account in use. */
export function newBotNameFor(organization: OrganizationState, botId: UserId, fullName: string): string {
  const name = checkedFullName(fullName);
  const isUsed = usersNamed(organization, name).some(
    (id) => id !== botId && organization.users.byId.get(id)?.active,
  );
  requireThat(!isUsed, 'BAD_REQUEST', 'Name is already in use!');
  return name;
}

/** The trimmed address; refuses what is none. Addresses compare without case. */
export function checkedEmail(email: string): string {
  const address = email.trim();
  requireThat(isAddress(address), 'BAD_REQUEST', 'Invalid email address.');
  return address;
}

export const isAddress = (text: string): boolean => text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text);

/** The address as somebody may take it: one that the organization allows, and nobody else's. */
export function newEmailFor(organization: OrganizationState, userId: UserId, email: string): string {
  const address = checkedEmail(email);
  requireThat(!isReserved(address), 'BAD_REQUEST', 'Reserved for system bots.');
  requireAllowed(organization, address);
  const holder = userByEmail(organization, address);
  const isFree = holder === undefined || holder.userId === userId;
  requireThat(isFree, 'BAD_REQUEST', `Email '${address}' already in use`);
  return address;
}

const isReserved = (address: string): boolean => address.toLowerCase().endsWith(`@${SYSTEM_BOT_DOMAIN}`);

/** An organization that restricts addresses to domains has named none yet, so that it allows none. */
function requireAllowed(organization: OrganizationState, address: string): void {
  const settings = settingsOf(organization);
  if (settings.emailsRestrictedToDomains) {
    const plus = 'Email addresses containing + are not allowed.';
    requireThat(!address.includes('+'), 'BAD_REQUEST', plus);
    throw new Refused('BAD_REQUEST', `Email '${address}' not allowed in this organization`);
  }
  const isDisposable = DISPOSABLE.has(address.slice(address.lastIndexOf('@') + 1).toLowerCase());
  const disposable = 'Disposable email addresses are not allowed in this organization';
  requireThat(!isDisposable || !settings.disallowDisposableEmailAddresses, 'BAD_REQUEST', disposable);
}

/** The best known of those who hand out addresses for ten minutes. */
const DISPOSABLE: ReadonlySet<string> = new Set(
  `10minutemail.com 33mail.com discard.email dispostable.com emailondeck.com fakeinbox.com getairmail.com getnada.com
  grr.la guerrillamail.com guerrillamail.net guerrillamail.org mailcatch.com maildrop.cc mailinator.com mailnesia.com
  mintemail.com moakt.com mohmal.com mytemp.email sharklasers.com spam4.me spamgourmet.com temp-mail.org
  tempmail.com tempmailo.com throwawaymail.com trashmail.com yopmail.com yopmail.fr`.split(/\s+/),
);
