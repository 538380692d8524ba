/** Who may invite whom, and who sees and takes back invitations. */
import { type Role, ROLES } from '../../events/users.ts';
import type { CredentialId } from '../../ids.ts';
import { Bitset } from '../bitset.ts';
import { type Channel, isDefaultChannel } from '../channels.ts';
import { type Invitation, invitationBehind } from '../invitations.ts';
import type { OrganizationState } from '../state.ts';
import type { UserGroup } from '../userGroups.ts';
import { canSubscribeOthers, hasMetadataAccess, isOpen } from './channels.ts';
import { allOf, anyOf, holds, isAdministrator, isMember, isOwner, type Rule, withHolders } from './rules.ts';
import { canAddMembers } from './userGroups.ts';

/** Inviting people by mail. */
export const canInvite = holds('can_invite_users_group');
/** Making links that anybody may follow. */
export const canCreateInvitationLink = holds('create_multiuse_invite_group');

/** Roles that are not for everybody who may invite to give. */
const GIVEN_BY: Readonly<Partial<Record<Role, Rule>>> = {
  [ROLES.owner]: isOwner,
  [ROLES.administrator]: isAdministrator,
  [ROLES.moderator]: isAdministrator,
};

/** Inviting somebody to a role. */
export const canInviteAs: Rule<[role: Role]> = (organization, actor, role) =>
  GIVEN_BY[role]?.(organization, actor) ?? true;

/** Offering an invitation of a kind and to a role: by mail, where it has an address, or as a link. */
const canOffer: Rule<[invitation: Pick<Invitation, 'email' | 'role'>]> = (
  organization,
  actor,
  { email, role },
) =>
  (email === null ? canCreateInvitationLink : canInvite)(organization, actor) &&
  canInviteAs(organization, actor, role);

const isDefault: Rule<[channel: Channel]> = (organization, _actor, { channelId }) =>
  isDefaultChannel(organization, channelId);
/** Having those subscribed to a channel whom one invites: to default ones, and where one may subscribe others. */
export const canInviteTo = allOf<[channel: Channel]>(
  isOpen,
  hasMetadataAccess,
  anyOf<[Channel]>(isDefault, canSubscribeOthers),
);

const isInUse: Rule<[group: UserGroup]> = (_organization, _actor, { deactivated }) => !deactivated;
/** Having those in a group whom one invites. */
export const canInviteInto = allOf<[group: UserGroup]>(isInUse, canAddMembers);

/** Having a welcome message of one's own said to whom one invites. */
export const canWriteWelcome = isAdministrator;

/** What an invitation gives. */
export type Offer = Pick<Invitation, 'role' | 'channelIds' | 'groupIds' | 'welcomeMessage'>;

/**
 * What an invitation gives at this moment: what its inviter could offer now, be it less than was offered
 * once. undefined where that is not even the role: nobody can follow it.
 */
export function offerOf(organization: OrganizationState, invitation: Invitation): Offer | undefined {
  const { inviterId, role, welcomeMessage } = invitation;
  if (!canOffer(organization, inviterId, invitation)) return undefined;
  const { channels, userGroups } = organization;
  const channelIds = invitation.channelIds.filter((channelId) => {
    const channel = channels.byId.get(channelId);
    return channel !== undefined && canInviteTo(organization, inviterId, channel);
  });
  const groupIds = invitation.groupIds.filter((groupId) => {
    const group = userGroups.byId.get(groupId);
    return group !== undefined && canInviteInto(organization, inviterId, group);
  });
  const saysOwn = canWriteWelcome(organization, inviterId);
  return { role, channelIds, groupIds, welcomeMessage: saysOwn ? welcomeMessage : null };
}

/**
 * The invitation behind a link, as far as it can be followed at `now` (UNIX milliseconds): with what it
 * gives by then.
 */
export function followable(
  organization: OrganizationState,
  credentialId: CredentialId,
  now: number,
): Invitation | undefined {
  const invitation = invitationBehind(organization, credentialId, now);
  const offer = invitation && offerOf(organization, invitation);
  return offer && { ...invitation, ...offer };
}

type InvitationRule = Rule<[invitation: Pick<Invitation, 'inviterId'>]>;

const isInviter: InvitationRule = withHolders<[Pick<Invitation, 'inviterId'>]>(
  (_organization, actor, { inviterId }) => actor === inviterId,
  (_organization, { inviterId }) => Bitset.of([inviterId]),
);

/** Knowing of an invitation: one that is not seen is as good as absent. */
export const seesInvitation: InvitationRule = anyOf<[Pick<Invitation, 'inviterId'>]>(
  isAdministrator,
  allOf<[Pick<Invitation, 'inviterId'>]>(isMember, isInviter),
);

/** Knowing the link that an invitation is: whoever follows it has the role, so it is for those who may give that. */
export const seesInvitationLink: Rule<[invitation: Invitation]> = allOf<[Invitation]>(
  seesInvitation,
  (organization, actor, { role }) => canInviteAs(organization, actor, role),
);

/** Taking it back, and sending it again: those of others as owners are for owners. */
export const canAdministerInvitation: Rule<[invitation: Invitation]> = allOf<[Invitation]>(
  seesInvitation,
  anyOf<[Invitation]>(isInviter, isOwner, (_organization, _actor, { role }) => role !== ROLES.owner),
);
