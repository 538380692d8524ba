/** People who may invite, channels and groups to invite to, and the invitations that exist already. */
import type { InvitationId } from '../../src/events/invitations.ts';
import type { CredentialId } from '../../src/base/ids.ts';
import type { DomainEvent } from '../../src/events/define.ts';
import { createInvitationLink, sendInvitations } from '../../src/commands/people/invitations.ts';
import type { RequestedTerms } from '../../src/commands/people/terms.ts';
import { systemGroupId } from '../../src/organization/slices/userGroups.ts';
import { eventsOrRefusal, refused } from './eventsOrRefusal.ts';
import { example, organizationAfter } from '../support/examples.ts';

export const OWNER = 1;
export const ADMIN = 2;
export const MODERATOR = 3;
export const MEMBER = 4;
export const GUEST = 5;
/** Deactivated. */
export const GONE = 6;
export const NEXT_USER = 7;

/** A default channel, one for everybody, one that only the owner knows, one that is archived. */
export const [GENERAL, OPEN, SECRET, OLD] = [1, 2, 3, 4];
/** A group that the member manages, one of the owner, one that is deactivated. */
export const [MEMBERS_GROUP, OWNERS_GROUP, DEAD_GROUP] = [9, 10, 11];

export const credential = (name: string): CredentialId => name as CredentialId;
export const invitation = (id: number): InvitationId => id as InvitationId;
export const HOST = 'chat.example.com';
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

export const terms: RequestedTerms = {
  role: 400,
  channelIds: [],
  groupIds: [],
  withDefaultChannels: false,
  welcomeMessage: null,
  validFor: null,
};

const channel = (channelId: number, name: string, more = {}) => [
  example.channelCreated({ channelId, name, creatorId: OWNER, ...more }),
  example.usersSubscribed({ channelIds: [channelId], userIds: [OWNER] }),
];
const group = (groupId: number, creatorId: number) => {
  const { permissions } = example.userGroupCreated().data;
  const own = { directMembers: [creatorId], directSubgroups: [] };
  return example.userGroupCreated({
    groupId,
    name: `group ${groupId}`,
    creatorId,
    memberIds: [],
    directSubgroups: [],
    permissions: { ...permissions, canManage: own, canAddMembers: own },
  });
};

export const fixture = (...more: readonly DomainEvent[]) =>
  organizationAfter(
    example.userCreated({ userId: OWNER, role: 100 }),
    example.userCreated({ userId: ADMIN, role: 200 }),
    example.userCreated({ userId: MODERATOR, role: 300 }),
    example.userCreated({ userId: MEMBER }),
    example.userCreated({ userId: GUEST, role: 600 }),
    example.userCreated({ userId: GONE }),
    example.userDeactivated({ userId: GONE }),
    ...channel(GENERAL, 'general'),
    ...channel(OPEN, 'open'),
    ...channel(SECRET, 'secret', { privacy: 'private' }),
    ...channel(OLD, 'old'),
    example.defaultChannelAdded({ channelId: GENERAL, defaultChannelIds: [GENERAL] }),
    example.channelArchived({ channelId: OLD }),
    group(MEMBERS_GROUP, MEMBER),
    group(OWNERS_GROUP, OWNER),
    group(DEAD_GROUP, MEMBER),
    example.userGroupDeactivated({ groupId: DEAD_GROUP }),
    ...more,
  );

export const forbidden = refused('Insufficient permission');

const invitees = (...addresses: readonly string[]) =>
  addresses.map((address, index) => ({ address, credentialId: credential(`invitation-${index + 1}`) }));
export const inputFor = (addresses: readonly string[], requested: Partial<RequestedTerms> = {}) => ({
  invitees: invitees(...addresses),
  host: HOST,
  terms: { ...terms, ...requested },
  notifiesInviter: true,
  dailyLimit: 100,
});

export const sending = (requested: Partial<RequestedTerms>, actor = MEMBER, organization = fixture()) =>
  eventsOrRefusal(organization, sendInvitations, inputFor(['ada@example.com'], requested), actor);
export const linking = (requested: Partial<RequestedTerms>, actor = OWNER, organization = fixture()) => {
  const input = { credentialId: credential('invitation-1'), terms: { ...terms, ...requested } };
  return eventsOrRefusal(organization, createInvitationLink, input, actor);
};

export const given = (
  permission: 'can_invite_users_group' | 'create_multiuse_invite_group',
  to: 'role:nobody',
) =>
  example.organizationPermissionChanged({
    permission,
    oldValue: systemGroupId('role:members'),
    newValue: systemGroupId(to),
  });
