/** Rules for people's names and e-mail addresses. */
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import { Refused, requireThat } from '../../base/errors.ts';
import { emailKey, lookalikeKey, withAsciiDomain } from '../../base/identity.ts';
import type { UserId } from '../../base/ids.ts';
import { newEvent } from '../../events/catalog.ts';
import { ROLES } from '../../events/users.ts';
import {
  NOTIFICATION_BOT_EMAIL,
  NOTIFICATION_BOT_NAME,
  notificationBotOf,
  SYSTEM_BOT_DOMAIN,
} from '../../organization/notificationBot.ts';
import { isAllowedDomain, settingsOf } from '../../organization/slices/organizations.ts';
import { userByEmail, lookalikeUserIds } from '../../organization/slices/users.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { command, nothingToDo } from '../define.ts';
import { exceeds, isPrintable } from '../text.ts';

const MAX_FULL_NAME_LENGTH = 100;
const FORBIDDEN_IN_NAMES = /[*`\\>"@\p{Cc}\p{Cs}]/u;
const EVERY_FORBIDDEN = new RegExp(FORBIDDEN_IN_NAMES, 'gu');
/** Mentions distinguish people of the same name by `name|123`. */
const LOOKS_LIKE_MENTION = /\|\d+$/;

/** The trimmed name, 2 to 100 code points; refuses others with a text for each reason. */
export function checkedFullName(fullName: string): string {
  const name = fullName.trim();
  requireThat(!exceeds(name, MAX_FULL_NAME_LENGTH), 'Name too long!');
  requireThat(exceeds(name, 1), 'Name too short!');
  const isFit = isPrintable(name) && !FORBIDDEN_IN_NAMES.test(name);
  requireThat(isFit, 'Invalid characters in name!');
  requireThat(!LOOKS_LIKE_MENTION.test(name), 'Invalid format!');
  const isReserved = comparableName(name) === comparableName(NOTIFICATION_BOT_NAME);
  requireThat(!isReserved, 'This name is reserved for the notification bot.');
  return name;
}

/** The nearest to what another system calls somebody that an account may be called. */
export function nearestFullName(given: string): string {
  const name = [...given.replaceAll(EVERY_FORBIDDEN, ' ').replace(LOOKS_LIKE_MENTION, '')]
    .slice(0, MAX_FULL_NAME_LENGTH)
    .join('')
    .trim();
  try {
    return checkedFullName(name);
  } catch {
    return checkedFullName(`Imported ${name}`.slice(0, MAX_FULL_NAME_LENGTH).trim());
  }
}

/** Name comparison as readers would do it: ignoring blanks, marks and variants of letters. */
const comparableName = (name: string): string => lookalikeKey(name).replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The name, if the user may take it: unlike all others, if the organization requires unique names. */
export function checkedNewName(organization: OrganizationState, userId: UserId, fullName: string): string {
  const name = checkedFullName(fullName);
  const isFree =
    !settingsOf(organization).requireUniqueNames ||
    lookalikeUserIds(organization, name).every((other) => other === userId);
  requireThat(isFree, 'Unique names required in this organization.');
  return name;
}

/** The name, if a bot may have it: unlike those of active accounts. */
export function checkedNewBotName(organization: OrganizationState, botId: UserId, fullName: string): string {
  const name = checkedFullName(fullName);
  const isUsed = lookalikeUserIds(organization, name).some(
    (id) => id !== botId && organization.users.byId.get(id)?.active,
  );
  requireThat(!isUsed, 'Name is already in use!');
  return name;
}

/** Not U+017F and U+212A: comparisons without case take them for s and k. */
const EMAIL =
  /^[^\s\p{Cc}\p{Cs}@"(),:;<>[\\\]\u017f\u212a]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)*$/u;
const MAX_EMAIL_LENGTH = 254;

/** Whether an existing account may have this address; earlier releases accepted more. */
export const mayBeEmail = (text: string): boolean =>
  text.length <= MAX_EMAIL_LENGTH && EMAIL.test(withAsciiDomain(text));

export const isEmail = (text: string): boolean => mayBeEmail(text) && !DECEPTIVE.test(text);

/** Invisible characters, and in domains the two above, whose ASCII form would be s and k. */
const DECEPTIVE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800\u017f\u212a]/u;

/** A chosen e-mail address. */
export interface RequestedEmail {
  readonly email: string;
  /** Host name of the organization: addresses there may already be placeholders. */
  readonly host: string;
}

/** Why an address cannot be used in an organization. */
export type EmailFault = 'invalid' | 'reserved' | 'plus' | 'outside' | 'disposable';

/**
 * The objection to an address, regardless of its owner.
 */
export function emailFault(organization: OrganizationState, chosen: RequestedEmail): EmailFault | undefined {
  const fault = faultAnywhere(chosen);
  if (fault !== undefined) return fault;
  const address = chosen.email;
  const { emailsRestrictedToDomains, disallowDisposableEmailAddresses } = settingsOf(organization);
  const { name, domain } = partsOf(address);
  if (emailsRestrictedToDomains) {
    if (name.includes('+')) return 'plus';
    return isAllowedDomain(organization, domain) ? undefined : 'outside';
  }
  return disallowDisposableEmailAddresses && DISPOSABLE.has(domain) ? 'disposable' : undefined;
}

/** Objections that apply in every organization. */
function faultAnywhere({ email: address, host }: RequestedEmail): EmailFault | undefined {
  if (!isEmail(address)) return 'invalid';
  const { name, domain } = partsOf(address);
  const isReserved = domain === SYSTEM_BOT_DOMAIN || (domain === host && STANDS_FOR_SOMEBODY.test(name));
  return isReserved ? 'reserved' : undefined;
}

function partsOf(address: string): { readonly name: string; readonly domain: string } {
  const key = emailKey(address);
  const at = key.lastIndexOf('@');
  return { name: key.slice(0, at), domain: key.slice(at + 1) };
}

/** At the organization's own host: placeholder addresses and addresses of bots. */
const STANDS_FOR_SOMEBODY = /^user\d+$|-bot$/i;

const REFUSALS: Readonly<Record<EmailFault, (address: string) => string>> = {
  invalid: () => 'Invalid email address.',
  reserved: () => 'Reserved for system bots.',
  plus: () => 'Email addresses containing + are not allowed.',
  outside: (address) => `Email '${address}' not allowed in this organization`,
  disposable: () => 'Disposable email addresses are not allowed in this organization',
};

/** The trimmed address with an ASCII domain, if the organization allows it. */
export const checkedEmail = (organization: OrganizationState, chosen: RequestedEmail): string =>
  withoutFault(chosen, (trimmed) => emailFault(organization, trimmed));

/** The trimmed address of an organization's founder; no settings apply yet. */
export const checkedFounderEmail = (chosen: RequestedEmail): string => withoutFault(chosen, faultAnywhere);

function withoutFault(
  { email, host }: RequestedEmail,
  faultOf: (chosen: RequestedEmail) => EmailFault | undefined,
): string {
  const address = email.trim();
  const fault = faultOf({ email: address, host });
  if (fault !== undefined) throw new Refused(REFUSALS[fault](address));
  return withAsciiDomain(address);
}

/** The address, if a user may take it: allowed and unused. */
export function checkedNewEmail(
  organization: OrganizationState,
  userId: UserId,
  chosen: RequestedEmail,
): string {
  const address = checkedEmail(organization, chosen);
  const holder = userByEmail(organization, address);
  const isFree = holder === undefined || holder.userId === userId;
  requireThat(isFree, `Email '${address}' already in use`);
  return address;
}

/** Domains of disposable addresses, in lower case. */
const DISPOSABLE: ReadonlySet<string> = disposableEmailBlocklistSet();

// The organization's notification bot, created with its first message.

/** Creates the notification bot unless it exists. It has no API key, so nobody else can speak in its name. */
export const ensureNotificationBot = command<void, { readonly userId: UserId }>({
  name: 'EnsureNotificationBot',
  decide(organization) {
    const known = notificationBotOf(organization);
    if (known) return nothingToDo({ userId: known.userId });
    const userId = organization.users.nextUserId.get();
    const bot = { type: 1, ownerId: null, isSystem: true } as const;
    const fullName = NOTIFICATION_BOT_NAME;
    const email = NOTIFICATION_BOT_EMAIL;
    return {
      events: [newEvent('UserCreated', { userId, email, fullName, role: ROLES.member, bot })],
      result: { userId },
    };
  },
});
