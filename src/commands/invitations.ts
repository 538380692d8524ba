/** Decisions about invitations: creating, resending and ending them. */
import { withAsciiDomain } from '../addresses.ts';
import { Refused, requireThat } from '../errors.ts';
import {
  type InvitationId,
  InvitationLinkCreated,
  InvitationResent,
  InvitationSent,
  InvitationsExpired,
} from '../events/invitations.ts';
import type { CredentialId } from '../ids.ts';
import {
  canAdministerInvitation,
  canCreateInvitationLink,
  canInvite,
  offerOf,
  seesInvitation,
} from '../organization/access/invitations.ts';
import { type Invitation, expiredInvitations, openInvitations } from '../organization/invitations.ts';
import type { OrganizationState } from '../organization/state.ts';
import { command, type DecidedEvent, type DecisionContext } from './define.ts';
import {
  refuseExistingAccount,
  refuseNewcomers,
  requireInvitees,
  requireWithinDailyLimit,
  type UninvitedRow,
} from './invitees.ts';
import {
  checkedTerms,
  refuseTooManyLinks,
  refuseTooManyMailed,
  revocationEvents,
  type RequestedTerms,
} from './invitationTerms.ts';

export interface SendInvitationsInput {
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
      const sentTogether = isLast && { sentTogether: ids };
      return InvitationSent({
        ...terms,
        invitationId,
        credentialId,
        email,
        notifiesInviter,
        ...sentTogether,
      });
    });
    return { events, result: leftOut };
  },
});

export interface CreateInvitationLinkInput {
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
    const created = InvitationLinkCreated({ ...terms, invitationId, credentialId });
    return { events: [created], result: credentialId };
  },
});

export interface ResendInvitationInput {
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
    return { events: [InvitationResent(resent)], result: undefined };
  },
});

export interface RevokeInvitationInput {
  readonly invitationId: InvitationId;
  /** Which of the two kinds is meant. */
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
    return { events: revocationEvents([invitation]), result: undefined };
  },
});

/** Submitted periodically by the clock: ends invitations whose lifetime is over. */
export const expireInvitations = command<void, void>({
  name: 'ExpireInvitations',
  decide(organization, _input, { now }) {
    const invitationIds = expiredInvitations(organization, now).map(({ invitationId }) => invitationId);
    const events = invitationIds.length > 0 ? [InvitationsExpired({ invitationIds })] : [];
    return { events, result: undefined };
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
