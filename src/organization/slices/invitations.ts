/** Open invitations, and what happened to those that were revoked. */
import { DAY_MS } from '../../base/clock.ts';
import { emailKey } from '../../base/identity.ts';
import type { ChannelId, CredentialId, UserId } from '../../base/ids.ts';
import type { OrganizationEvents } from '../../events/catalog.ts';
import { readErasable } from '../../events/define.ts';
import type { InvitationId } from '../../events/invitations.ts';
import type { UserGroupId } from '../../events/userGroups.ts';
import type { Role } from '../../events/users.ts';
import { cell, map } from '../containers/containers.ts';
import { slice } from '../containers/define.ts';

/** An open invitation; times in UNIX milliseconds. */
export interface Invitation {
  readonly invitationId: InvitationId;
  /** Credential ID of the current link. */
  readonly credentialId: CredentialId;
  /** The invited address, '' once erased; null for a reusable link. */
  readonly email: string | null;
  readonly inviterId: UserId;
  readonly role: Role;
  readonly channelIds: readonly ChannelId[];
  readonly groupIds: readonly UserGroupId[];
  readonly withDefaultChannels: boolean;
  readonly notifiesInviter: boolean;
  /** null for the organization's own text, '' for none. */
  readonly welcomeMessage: string | null;
  /** Time at which it was created or last mailed. */
  readonly invitedAt: number;
  /** null for never. */
  readonly expiresAt: number | null;
}

export const invitationsSlice = slice({
  version: 1,
  state: () => ({
    open: map<InvitationId, Invitation>(),
    idByCredential: map<CredentialId, InvitationId>(),
    /** Revoked links and their inviters: revoking one again is answered accordingly. */
    revokedLinks: map<InvitationId, UserId>(),
    /** Times at which invitations were mailed, within a day of the last one. */
    mailedAt: cell<readonly number[]>([]),
    nextInvitationId: cell(1 as InvitationId),
  }),
  evolve: {
    InvitationSent(invitations, { email, notifiesInviter, ...terms }, { metadata }) {
      const addressee = { email: readErasable(email, ''), notifiesInviter };
      open(invitations, terms, addressee, metadata.time);
      countMail(invitations, metadata.time);
    },
    // The creator of a link is always notified of people who join by it.
    InvitationLinkCreated: (invitations, terms, { metadata }) =>
      open(invitations, terms, { email: null, notifiesInviter: true }, metadata.time),
    InvitationResent(invitations, { invitationId, credentialId, newExpiresAt }, { metadata }) {
      const before = invitations.open.get(invitationId);
      if (before) invitations.idByCredential.delete(before.credentialId);
      const resent = { credentialId, expiresAt: newExpiresAt, invitedAt: metadata.time };
      invitations.open.update(invitationId, resent);
      invitations.idByCredential.set(credentialId, invitationId);
      countMail(invitations, metadata.time);
    },
    InvitationsRevoked(invitations, { invitationIds }) {
      for (const invitationId of invitationIds) {
        const { email, inviterId } = invitations.open.get(invitationId) ?? {};
        if (email === null && inviterId) invitations.revokedLinks.set(invitationId, inviterId);
        close(invitations, invitationId);
      }
    },
    InvitationsExpired(invitations, { invitationIds }) {
      for (const invitationId of invitationIds) close(invitations, invitationId);
    },
    InvitationAccepted(invitations, { invitationId, isLink }) {
      if (!isLink) close(invitations, invitationId);
    },
  },
});
type Invitations = ReturnType<typeof invitationsSlice.state>;

function open(
  invitations: Invitations,
  { welcomeMessage, ...terms }: OrganizationEvents['InvitationLinkCreated'],
  addressee: Pick<Invitation, 'email' | 'notifiesInviter'>,
  invitedAt: number,
): void {
  const { invitationId, credentialId } = terms;
  invitations.open.set(invitationId, {
    invitationId,
    credentialId,
    inviterId: terms.inviterId,
    role: terms.role,
    channelIds: terms.channelIds,
    groupIds: terms.groupIds,
    withDefaultChannels: terms.withDefaultChannels,
    ...addressee,
    welcomeMessage: readErasable(welcomeMessage, null),
    invitedAt,
    expiresAt: terms.expiresAt,
  });
  invitations.idByCredential.set(credentialId, invitationId);
  invitations.nextInvitationId.set(
    Math.max(invitations.nextInvitationId.get(), invitationId + 1) as InvitationId,
  );
}

function close({ open, idByCredential }: Invitations, invitationId: InvitationId): void {
  const invitation = open.get(invitationId);
  if (invitation) idByCredential.delete(invitation.credentialId);
  open.delete(invitationId);
}

function countMail({ mailedAt }: Invitations, time: number): void {
  mailedAt.set([...mailedAt.get().filter((earlier) => earlier > time - DAY_MS), time]);
}

/** State with invitations. */
interface WithInvitations {
  readonly invitations: Invitations;
}

/** Whether an invitation's lifetime is over at `now` (UNIX milliseconds). */
const hasExpired = ({ expiresAt }: Invitation, now: number): boolean =>
  expiresAt !== null && expiresAt <= now;

/** Invitations that can be used at `now`, oldest first. */
export const openInvitations = ({ invitations }: WithInvitations, now: number): readonly Invitation[] =>
  [...invitations.open.values()].filter((invitation) => !hasExpired(invitation, now));

/** Invitations that are still open although their lifetime is over. */
export const expiredInvitations = ({ invitations }: WithInvitations, now: number): readonly Invitation[] =>
  [...invitations.open.values()].filter((invitation) => hasExpired(invitation, now));

/** The invitation whose link has this credential, if it can be used at `now`. */
export function invitationByCredential(
  { invitations }: WithInvitations,
  credentialId: CredentialId,
  now: number,
): Invitation | undefined {
  const invitationId = invitations.idByCredential.get(credentialId);
  const invitation = invitationId === undefined ? undefined : invitations.open.get(invitationId);
  return invitation === undefined || hasExpired(invitation, now) ? undefined : invitation;
}

/** Open invitations to an address, in any case. */
export const invitationsToEmail = ({ invitations }: WithInvitations, email: string): readonly Invitation[] =>
  [...invitations.open.values()].filter(
    (invitation) => invitation.email !== null && emailKey(invitation.email) === emailKey(email),
  );

/** Open invitations by a person. */
export const invitationsFrom = ({ invitations }: WithInvitations, inviterId: UserId): readonly Invitation[] =>
  [...invitations.open.values()].filter((invitation) => invitation.inviterId === inviterId);

/** Number of invitations mailed in the 24 hours before `now`. */
export const mailedWithinDay = ({ invitations }: WithInvitations, now: number): number =>
  invitations.mailedAt.get().filter((time) => time > now - DAY_MS).length;
