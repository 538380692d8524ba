/** Invitees: parsing and checking the addresses that an inviter types. */
import { emailKey } from '../addresses.ts';
import { Refused, requireThat } from '../errors.ts';
import { isAdministrator } from '../organization/access/rules.ts';
import { mailedWithinDay } from '../organization/invitations.ts';
import { settingsOf } from '../organization/organizations.ts';
import type { OrganizationState } from '../organization/state.ts';
import { userByEmail } from '../organization/users.ts';
import type { DecisionContext } from './define.ts';
import { isUnclaimed } from './imports.ts';
import { emailFault, type EmailFault } from './people.ts';

/** An address that was not invited, the reason, and whether its account is deactivated. */
export type UninvitedRow = readonly [address: string, reason: string, isDeactivated: boolean];

/**
 * Addresses between commas, semicolons and line breaks, each once; of `Name <address>` the part in brackets.
 * Every `@` of the text is in one of them.
 */
export function parseInvitees(text: string): readonly string[] {
  const parts = text.replaceAll(/"[^"\n]*"(?=\s*<)/g, withoutSeparators).split(/[,;\r\n]/);
  const addresses = parts.flatMap(addressesIn).filter((address) => address !== '');
  const byKey = new Map<string, string>();
  for (const address of addresses) if (!byKey.has(emailKey(address))) byKey.set(emailKey(address), address);
  return [...byKey.values()];
}

const withoutSeparators = (name: string): string => name.replaceAll(/[,;]/g, ' ');

/** A name before brackets is skipped, unless it could be an address itself. */
function addressesIn(part: string): readonly string[] {
  const bracketed = Array.from(part.matchAll(/<([^<>]*)>/g), ([, address = '']) => address.trim());
  const rest = part.replaceAll(/<[^<>]*>/g, ' ').trim();
  if (bracketed.length === 0) return [rest];
  return [...words(rest).filter((word) => word.includes('@')), ...bracketed];
}

const words = (text: string): readonly string[] => text.split(/\s+/).map((word) => word.replaceAll('"', ''));

const REASONS: Readonly<Record<EmailFault, string>> = {
  invalid: 'Invalid address.',
  outside: 'Outside your domain.',
  disposable: 'Please use your real email address.',
  plus: 'Email addresses containing + are not allowed.',
  reserved: 'Reserved for system bots.',
};

/**
 * Rows of the addresses that already have accounts of their own; they are skipped and the others invited. Refuses the
 * whole call if an address is invalid, or if nobody is left to invite. `host` is the organization's.
 */
export function refuseExistingAccount(
  organization: OrganizationState,
  addresses: readonly string[],
  host: string,
): readonly UninvitedRow[] {
  const faulty = addresses.flatMap((address): UninvitedRow[] => {
    const fault = emailFault(organization, { email: address, host });
    return fault ? [[address, REASONS[fault], false]] : [];
  });
  if (faulty.length > 0)
    throw failure("Some emails did not validate, so we didn't send any invitations.", { errors: faulty });
  const known = addresses.flatMap((address): UninvitedRow[] => {
    const user = userByEmail(organization, address);
    if (user === undefined || isUnclaimed(organization, user)) return [];
    return [
      [address, user.active ? 'Already has an account.' : 'Account has been deactivated.', !user.active],
    ];
  });
  if (known.length === addresses.length)
    throw failure("We weren't able to invite anyone.", { errors: known });
  return known;
}

/** The error for a call in which some addresses had accounts and all others were invited. */
export const partlyInvitedError = (errors: readonly UninvitedRow[]): Refused =>
  failure('Some of these addresses have accounts here already. Everybody else was invited.', {
    errors,
    sent_invitations: true,
  });

/** Refuses to mail more than the limit within 24 hours; invitations revoked since then count too. */
export function requireWithinDailyLimit(
  organization: OrganizationState,
  mails: number,
  limit: number,
  { now }: DecisionContext,
): void {
  if (mailedWithinDay(organization, now) + mails <= limit) return;
  const complaint = `This organization can send ${limit} invitations within a day. No invitations were sent.`;
  throw failure(complaint, { daily_limit_reached: true });
}

const NEWCOMER_MS = 3 * 24 * 60 * 60 * 1000;

/** In an organization that anybody may join, newcomers who administer nothing cannot send invitations. */
export function refuseNewcomers(organization: OrganizationState, { actor, now }: DecisionContext): void {
  if (settingsOf(organization).inviteRequired || isAdministrator(organization, actor)) return;
  const user = actor === null ? undefined : organization.users.byId.get(actor);
  if (user === undefined || user.createdAt + NEWCOMER_MS <= now) return;
  throw failure('Your account is too new to invite people here: ask somebody who has been here longer.');
}

/** Refuses a call without invitees. */
export const requireInvitees = (addresses: readonly string[]): void =>
  requireThat(addresses.length > 0, 'You must specify at least one email address.');

interface InvitationFailure {
  readonly errors: readonly UninvitedRow[];
  readonly sent_invitations: boolean;
  readonly daily_limit_reached: boolean;
}

/** There are no licences, so none is exhausted. */
const failure = (message: string, what: Partial<InvitationFailure> = {}): Refused =>
  new Refused(message, 'INVITATION_FAILED', {
    errors: [],
    sent_invitations: false,
    daily_limit_reached: false,
    license_limit_reached: false,
    ...what,
  });
