/** Decisions about invitations: creating, resending and ending them. */
import { Refused, requireThat } from '../../base/errors.ts';
import { emailKey, withAsciiDomain } from '../../base/identity.ts';
import type { CredentialId } from '../../base/ids.ts';
import { newEvent } from '../../events/catalog.ts';
import type { InvitationId } from '../../events/invitations.ts';
import {
  canAdministerInvitation,
  canCreateInvitationLink,
  canInvite,
  offerOf,
  seesInvitation,
} from '../../organization/access/invitations.ts';
import { isAdministrator } from '../../organization/access/rules.ts';
import {
  expiredInvitations,
  type Invitation,
  mailedWithinDay,
  openInvitations,
} from '../../organization/slices/invitations.ts';
import { settingsOf } from '../../organization/slices/organizations.ts';
import { userByEmail } from '../../organization/slices/users.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { done, command, type DecidedEvent, type DecisionContext } from '../define.ts';
import { emailFault, type EmailFault } from './accounts.ts';
import { isUnclaimed } from './imports.ts';
import {
  checkedTerms,
  refuseTooManyLinks,
  refuseTooManyMailed,
  type RequestedTerms,
  revocationEvents,
} from './terms.ts';

// Invitees: parsing and checking the addresses that an inviter types.

/** An address that was not invited, the reason, and whether its account is deactivated. */
type UninvitedRow = readonly [address: string, reason: string, isDeactivated: boolean];

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
function refuseExistingAccount(
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
function requireWithinDailyLimit(
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
function refuseNewcomers(organization: OrganizationState, { actor, now }: DecisionContext): void {
  if (settingsOf(organization).inviteRequired || isAdministrator(organization, actor)) return;
  const user = actor === null ? undefined : organization.users.byId.get(actor);
  if (user === undefined || user.createdAt + NEWCOMER_MS <= now) return;
  throw failure('Your account is too new to invite people here: ask somebody who has been here longer.');
}

/** Refuses a call without invitees. */
const requireInvitees = (addresses: readonly string[]): void =>
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

interface SendInvitationsInput {
  /** Each with the credential ID of its link. */
  readonly invitees: readonly { readonly address: string; readonly credentialId: CredentialId }[];
  /** Host name of the organization. */
  readonly host: string;
  readonly terms: RequestedTerms;
  /** Whether the caller is notified of people who join. */
  readonly notifiesInviter: boolean;
  /** Mails that the organization may send within 24 hours. */
  readonly dailyLimit: number;
}

/** Invites addresses; those with accounts are skipped and returned as rows. */
export const sendInvitations = command<SendInvitationsInput, readonly UninvitedRow[]>({
  name: 'SendInvitations',
  decide(organization, { invitees, host, notifiesInviter, dailyLimit, ...input }, context) {
    requireThat(canInvite(organization, context.actor), 'Insufficient permission');
    const addresses = invitees.map(({ address }) => address);
    requireInvitees(addresses);
    const terms = checkedTerms(organization, input.terms, context);
    refuseNewcomers(organization, context);
    requireWithinDailyLimit(organization, addresses.length, dailyLimit, context);
    refuseTooManyMailed(organization, terms, addresses.length, context);
    const leftOut = refuseExistingAccount(organization, addresses, host);
    const known = new Set(leftOut.map(([address]) => address));
    const invited = invitees.filter(({ address }) => !known.has(address));
    const first = organization.invitations.nextInvitationId.get();
    const ids = invited.map((_, index) => (first + index) as InvitationId);
    const events = invited.map(({ address, credentialId }, index): DecidedEvent => {
      const email = withAsciiDomain(address);
      const isLast = index === invited.length - 1;
      const invitationId = ids[index]!;
      const batchInvitationIds = isLast && { batchInvitationIds: ids };
      return newEvent('InvitationSent', {
        ...terms,
        invitationId,
        credentialId,
        email,
        notifiesInviter,
        ...batchInvitationIds,
      });
    });
    return { events, result: leftOut };
  },
});

interface CreateInvitationLinkInput {
  readonly credentialId: CredentialId;
  readonly terms: RequestedTerms;
}

/** Creates a reusable invitation link. */
export const createInvitationLink = command<CreateInvitationLinkInput, CredentialId>({
  name: 'CreateInvitationLink',
  decide(organization, { credentialId, ...input }, context) {
    const may = canCreateInvitationLink(organization, context.actor);
    requireThat(may, 'Insufficient permission');
    const terms = checkedTerms(organization, input.terms, context);
    refuseTooManyLinks(organization, terms, context);
    const invitationId = organization.invitations.nextInvitationId.get();
    const created = newEvent('InvitationLinkCreated', { ...terms, invitationId, credentialId });
    return { events: [created], result: credentialId };
  },
});

interface ResendInvitationInput {
  readonly invitationId: InvitationId;
  /** The credential ID of the new link. */
  readonly credentialId: CredentialId;
  /** Host name of the organization. */
  readonly host: string;
  readonly dailyLimit: number;
}

/** Mails an invitation again; its lifetime starts again. */
export const resendInvitation = command<ResendInvitationInput, void>({
  name: 'ResendInvitation',
  decide(organization, { invitationId, credentialId, host, dailyLimit }, context) {
    const { email, ...invitation } = seenInvitation(organization, invitationId, context);
    if (email === null) throw noSuchInvitation();
    requireAuthority(organization, { email, ...invitation }, context);
    requireThat(canInvite(organization, context.actor), 'Insufficient permission');
    const isOffered = offerOf(organization, { email, ...invitation }) !== undefined;
    requireThat(isOffered, 'Whoever has made this invitation may not offer it any more');
    refuseNewcomers(organization, context);
    refuseExistingAccount(organization, [email], host);
    requireWithinDailyLimit(organization, 1, dailyLimit, context);
    const { invitedAt, expiresAt: oldExpiresAt } = invitation;
    const newExpiresAt = oldExpiresAt === null ? null : context.now + oldExpiresAt - invitedAt;
    const resent = { invitationId, credentialId, email, oldExpiresAt, newExpiresAt };
    return done(newEvent('InvitationResent', resent));
  },
});

interface RevokeInvitationInput {
  readonly invitationId: InvitationId;
  /** The kind of invitation. */
  readonly isLink: boolean;
}

/** Revokes an invitation: nobody can use it any more. */
export const revokeInvitation = command<RevokeInvitationInput, void>({
  name: 'RevokeInvitation',
  decide(organization, { invitationId, isLink }, context) {
    if (isLink) requireNotRevoked(organization, invitationId, context);
    const invitation = seenInvitation(organization, invitationId, context);
    if (isLink !== (invitation.email === null)) throw noSuchInvitation();
    requireAuthority(organization, invitation, context);
    return done(...revocationEvents([invitation]));
  },
});

/** Submitted periodically by the clock: ends invitations whose lifetime is over. */
export const expireInvitations = command<void, void>({
  name: 'ExpireInvitations',
  decide(organization, _input, { now }) {
    const invitationIds = expiredInvitations(organization, now).map(({ invitationId }) => invitationId);
    const events = invitationIds.length > 0 ? [newEvent('InvitationsExpired', { invitationIds })] : [];
    return done(...events);
  },
});

const noSuchInvitation = (): Refused => new Refused('No such invitation');

/** An open invitation that the caller may see; absent and hidden ones are refused alike. */
function seenInvitation(
  organization: OrganizationState,
  invitationId: InvitationId,
  { actor, now }: DecisionContext,
): Invitation {
  const invitation = openInvitations(organization, now).find((one) => one.invitationId === invitationId);
  if (invitation && seesInvitation(organization, actor, invitation)) return invitation;
  throw noSuchInvitation();
}

function requireNotRevoked(
  organization: OrganizationState,
  invitationId: InvitationId,
  { actor }: DecisionContext,
): void {
  const inviterId = organization.invitations.revokedLinks.get(invitationId);
  const isKnown = inviterId !== undefined && seesInvitation(organization, actor, { inviterId });
  requireThat(!isKnown, 'Invitation has already been revoked');
}

function requireAuthority(
  organization: OrganizationState,
  invitation: Invitation,
  { actor }: DecisionContext,
): void {
  const may = canAdministerInvitation(organization, actor, invitation);
  requireThat(may, 'Must be an organization owner', 'UNAUTHORIZED_PRINCIPAL');
}
