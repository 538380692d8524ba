/** The terms that invitations of both kinds share: what they grant, and when they expire. */
import { Refused, requireThat } from '../../base/errors.ts';
import type { ChannelId, UserId } from '../../base/ids.ts';
import { type EventTypes, newEvent } from '../../events/catalog.ts';
import type { UserGroupId } from '../../events/userGroups.ts';
import { type Role, ROLES } from '../../events/users.ts';
import { hasMetadataAccess } from '../../organization/access/channels.ts';
import {
  canInviteAs,
  canInviteInto,
  canInviteTo,
  canWriteWelcome,
} from '../../organization/access/invitations.ts';
import { type Invitation, openInvitations } from '../../organization/slices/invitations.ts';
import { ascending } from '../../organization/slices/userGroups.ts';
import type { OrganizationState } from '../../organization/state.ts';
import type { DecidedEvent, DecisionContext } from '../define.ts';
import { requireActiveGroups } from '../groups/settings.ts';
import { existingUserGroup } from '../groups/userGroups.ts';

/** Requested terms of an invitation. */
export interface RequestedTerms {
  readonly role: Role;
  readonly channelIds: readonly ChannelId[];
  readonly groupIds: readonly UserGroupId[];
  readonly withDefaultChannels: boolean;
  /** null for the organization's own text; from a non-administrator anything counts as null. */
  readonly welcomeMessage: string | null;
  /** Lifetime in milliseconds; null for unlimited. */
  readonly validFor: number | null;
}

type Terms = Omit<EventTypes['InvitationLinkCreated'], 'invitationId' | 'credentialId'>;

/** The terms, if the caller may offer them; refuses others. */
export function checkedTerms(
  organization: OrganizationState,
  { channelIds, groupIds, validFor, ...requested }: RequestedTerms,
  { actor, now }: DecisionContext,
): Terms {
  if (actor === null) throw new Error('An invitation needs somebody who invites.');
  requireMayInviteAs(organization, actor, requested.role);
  requireMaySubscribe(organization, actor, channelIds);
  requireMayAdd(organization, actor, groupIds);
  return {
    inviterId: actor,
    role: requested.role,
    channelIds: ascending(channelIds),
    groupIds: ascending(groupIds),
    withDefaultChannels: requested.withDefaultChannels,
    welcomeMessage: canWriteWelcome(organization, actor) ? requested.welcomeMessage : null,
    expiresAt: validFor === null ? null : now + validFor,
  };
}

function requireMayInviteAs(organization: OrganizationState, actor: UserId, role: Role): void {
  if (canInviteAs(organization, actor, role)) return;
  if (role === ROLES.owner) throw new Refused('Must be an organization owner', 'UNAUTHORIZED_PRINCIPAL');
  throw new Refused('Must be an organization administrator');
}

/** Default channels are open to everybody invited, others only if the caller may subscribe people. */
function requireMaySubscribe(
  organization: OrganizationState,
  actor: UserId,
  channelIds: readonly ChannelId[],
): void {
  const channels = channelIds.map((channelId) => {
    const channel = organization.channels.byId.get(channelId);
    const isThere = channel?.archived === false && hasMetadataAccess(organization, actor, channel);
    requireThat(isThere, `Invalid channel ID ${channelId}. No invites were sent.`);
    return channel;
  });
  const may = channels.every((channel) => canInviteTo(organization, actor, channel));
  const complaint = 'You do not have permission to subscribe other users to channels.';
  requireThat(may, complaint);
}

function requireMayAdd(
  organization: OrganizationState,
  actor: UserId,
  groupIds: readonly UserGroupId[],
): void {
  const groups = groupIds.map((groupId) => existingUserGroup(organization, groupId));
  requireActiveGroups(organization, groupIds);
  const may = groups.every((group) => canInviteInto(organization, actor, group));
  requireThat(may, 'Insufficient permission');
}

/** The event that revokes invitations; none for an empty list. */
export const revocationEvents = (invitations: readonly Invitation[]): DecidedEvent[] =>
  invitations.length === 0
    ? []
    : [
        newEvent('InvitationsRevoked', {
          invitationIds: invitations.map(({ invitationId }) => invitationId),
        }),
      ];

/** Open at a time, for GET /invites shows all of them: links of one person, links and mailed invitations of all. */
const MAX_LINKS_PER_USER = 100;
const MAX_LINKS = 1_000;
const MAX_MAILED_INVITATIONS = 10_000;
/** Channels and groups that all open links, and all open mailed invitations, name together. */
const MAX_TARGETS = 100_000;

type InvitationTargets = Pick<Invitation, 'channelIds' | 'groupIds'>;

const namedBy = ({ channelIds, groupIds }: InvitationTargets): number => channelIds.length + groupIds.length;

/** Refuses `count` more invitations that name so much where the open ones and they would name too much. */
function requireRoomForNamed(open: readonly Invitation[], named: InvitationTargets, count: number): void {
  const before = open.reduce((sum, invitation) => sum + namedBy(invitation), 0);
  const complaint = `Open invitations name too many channels and groups (maximum ${MAX_TARGETS}).`;
  requireThat(before + namedBy(named) * count <= MAX_TARGETS, complaint);
}

/** Refuses one more link where its maker or the organization has as many open ones as there may be. */
export function refuseTooManyLinks(
  organization: OrganizationState,
  named: InvitationTargets,
  { actor, now }: DecisionContext,
): void {
  const links = openInvitations(organization, now).filter(({ email }) => email === null);
  const own = links.filter(({ inviterId }) => inviterId === actor);
  requireThat(
    own.length < MAX_LINKS_PER_USER,
    `Too many invitation links of one person (maximum ${MAX_LINKS_PER_USER}).`,
  );
  requireThat(links.length < MAX_LINKS, `Too many invitation links (maximum ${MAX_LINKS}).`);
  requireRoomForNamed(links, named, 1);
}

/** Refuses more mailed invitations than may be open in one organization. */
export function refuseTooManyMailed(
  organization: OrganizationState,
  named: InvitationTargets,
  more: number,
  { now }: DecisionContext,
): void {
  const mailed = openInvitations(organization, now).filter(({ email }) => email !== null);
  requireThat(
    mailed.length + more <= MAX_MAILED_INVITATIONS,
    `Too many open invitations (maximum ${MAX_MAILED_INVITATIONS}).`,
  );
  requireRoomForNamed(mailed, named, more);
}
