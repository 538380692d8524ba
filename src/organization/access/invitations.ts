/** Who may invite people, and who may see and revoke invitations. */
import type { CredentialId } from '../../base/ids.ts';
import { type Role, ROLES } from '../../events/users.ts';
import { Bitset } from '../containers/bitset.ts';
import { type Channel, isDefaultChannel } from '../slices/channels.ts';
import { type Invitation, invitationByCredential } from '../slices/invitations.ts';
import type { UserGroup } from '../slices/userGroups.ts';
import type { OrganizationState } from '../state.ts';
import { canSubscribeOthers, hasMetadataAccess, isUnarchived } from './channels.ts';
import { displayName } from './explanation.ts';
import {
  actorIndependent,
  allOf,
  anyOf,
  chooseRule,
  condition,
  hasPermission,
  isAdministrator,
  isMember,
  isOwner,
  mapSubject,
  permission,
  type Rule,
} from './rules.ts';
import { canAddMembers } from './userGroups.ts';

/** Inviting people by mail. */
export const canInvite = hasPermission('can_invite_users_group', 'invite people by mail');
/** Creating reusable links. */
export const canCreateInvitationLink = hasPermission(
  'create_multiuse_invite_group',
  'create invitation links',
);

const isForAnybody = actorIndependent(
  () => 'whoever may invite may invite to this role',
  () => true,
);
/** Roles that need more than the permission to invite. */
const GIVEN_BY: Readonly<Partial<Record<Role, Rule>>> = {
  [ROLES.owner]: isOwner,
  [ROLES.administrator]: isAdministrator,
  [ROLES.moderator]: isAdministrator,
};

/** Inviting somebody with a role. */
export const canInviteAs: Rule<[role: Role]> = permission(
  (role) => `invite to role ${role}`,
  chooseRule<[Role]>((role) => GIVEN_BY[role] ?? isForAnybody),
);

type Offered = Pick<Invitation, 'email' | 'role'>;
const toItsRole: Rule<[Pick<Invitation, 'role'>]> = mapSubject(
  (_organization, { role }: Pick<Invitation, 'role'>) => role,
  canInviteAs,
  'there is no role',
);
/** Offering an invitation of a kind and with a role: mailed if it has an address, otherwise a link. */
export const canOffer: Rule<[invitation: Offered]> = permission(
  () => 'make such an invitation',
  allOf<[Offered]>(
    chooseRule<[Offered]>(({ email }) => (email === null ? canCreateInvitationLink : canInvite)),
    toItsRole,
  ),
);

const isDefault = actorIndependent<[channel: Channel]>(
  ({ not }, { name }) => `#${name} is${not} a default channel`,
  (organization, { channelId }) => isDefaultChannel(organization, channelId),
);
/**
 * Subscribing invited people to a channel: a default channel, or one to which the actor may subscribe others.
 */
export const canInviteTo: Rule<[channel: Channel]> = permission(
  ({ name }) => `invite people to #${name}`,
  allOf<[channel: Channel]>(isUnarchived, hasMetadataAccess, anyOf<[Channel]>(isDefault, canSubscribeOthers)),
);

const isInUse = actorIndependent<[group: UserGroup]>(
  ({ holds }, { name }) => `group ${name} is ${holds ? 'not ' : ''}deactivated`,
  (_organization, { deactivated }) => !deactivated,
);
/** Adding invited people to a group. */
export const canInviteInto: Rule<[group: UserGroup]> = permission(
  ({ name }) => `invite people into group ${name}`,
  allOf<[group: UserGroup]>(isInUse, canAddMembers),
);

/** Writing a welcome message for invited people. */
export const canWriteWelcome = isAdministrator;

/** The role, channels and groups that an invitation grants. */
export type Offer = Pick<Invitation, 'role' | 'channelIds' | 'groupIds' | 'welcomeMessage'>;

/**
 * The grants of an invitation at present: those that its inviter could still offer. Undefined if that does not even include
 * the role: nobody can use the invitation.
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
  const canWriteOwn = canWriteWelcome(organization, inviterId);
  return { role, channelIds, groupIds, welcomeMessage: canWriteOwn ? welcomeMessage : null };
}

/**
 * The invitation behind a link, if it can be used at `now` (UNIX milliseconds), with what it grants by then.
 */
export function usableInvitation(
  organization: OrganizationState,
  credentialId: CredentialId,
  now: number,
): Invitation | undefined {
  const invitation = invitationByCredential(organization, credentialId, now);
  const offer = invitation && offerOf(organization, invitation);
  return offer && { ...invitation, ...offer };
}

type Invited = Pick<Invitation, 'inviterId'>;

const isInviter: Rule<[Invited]> = condition<[Invited]>(
  ({ organization, holds, who }, { inviterId }) =>
    holds ? `${who} is the one who invited` : `it was ${displayName(organization, inviterId)} who invited`,
  (_organization, actor, { inviterId }) => actor === inviterId,
  (_organization, { inviterId }) => Bitset.of([inviterId]),
);

/** Seeing an invitation; a hidden one is treated as absent. */
export const seesInvitation: Rule<[invitation: Invited]> = permission(
  () => 'see the invitation',
  anyOf<[Invited]>(isAdministrator, allOf<[Invited]>(isMember, isInviter)),
);

/**
 * Seeing an invitation's link: anybody who follows it gets the role, so only people who may grant the role
 * see it.
 */
export const seesInvitationLink: Rule<[invitation: Invitation]> = permission(
  () => 'see the link of the invitation',
  allOf<[Invitation]>(seesInvitation, toItsRole),
);

const isNotToOwners = actorIndependent<[Invitation]>(
  ({ holds }) => `the invitation is ${holds ? 'not ' : ''}to the role of an owner`,
  (_organization, { role }) => role !== ROLES.owner,
);
/** Revoking and resending an invitation; only owners may do so for other people's invitations to be owner. */
export const canAdministerInvitation: Rule<[invitation: Invitation]> = permission(
  () => 'administer the invitation',
  allOf<[Invitation]>(seesInvitation, anyOf<[Invitation]>(isInviter, isOwner, isNotToOwners)),
);
