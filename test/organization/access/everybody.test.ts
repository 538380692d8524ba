import { expect } from 'chai';
import * as channelRules from '../../../src/organization/access/channels.ts';
import { seesUser } from '../../../src/organization/access/people.ts';
import * as rules from '../../../src/organization/access/rules.ts';
import type { ChannelId, UserId } from '../../../src/base/ids.ts';
import type { Channel } from '../../../src/organization/slices/channels.ts';
import { systemGroupId } from '../../../src/organization/slices/userGroups.ts';
import { example, examplePermissions, organizationAfter } from '../../support/examples.ts';

const PEOPLE = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as UserId[];
const CHANNELS = { web: 1, public: 2, shared: 3, protected: 4, archived: 5 } as const;

/** Owner 1, administrator 2, guests 5 and 6 of whom 6 follows every channel, 9 a bot, 10 deactivated. */
const organization = organizationAfter(
  example.userCreated({ userId: 1, role: 100 }),
  example.userCreated({ userId: 2, role: 200 }),
  example.userCreated({ userId: 3, role: 300 }),
  example.userCreated({ userId: 4 }),
  example.userCreated({ userId: 5, role: 600 }),
  example.userCreated({ userId: 6, role: 600 }),
  example.userCreated({ userId: 7 }),
  example.userCreated({ userId: 8 }),
  example.userCreated({ userId: 9, bot: { type: 1, ownerId: 7, isSystem: false } }),
  example.userCreated({ userId: 10 }),
  example.userGroupCreated({ groupId: 9, memberIds: [4, 5, 10] }),
  ...Object.entries(CHANNELS).map(([name, channelId]) =>
    example.channelCreated({
      channelId,
      privacy: name === 'web' ? 'web-public' : /shared|protected/.test(name) ? 'private' : 'public',
      historyPublicToSubscribers: name !== 'protected',
      permissions: {
        ...examplePermissions,
        canSubscribe: { directMembers: [5, 8, 10], directSubgroups: [9] },
        canAdministerChannel: 9,
        canSendMessage: systemGroupId('role:moderators'),
      },
    }),
  ),
  example.channelArchived({ channelId: CHANNELS.archived }),
  example.usersSubscribed({ channelIds: Object.values(CHANNELS), userIds: [6, 7, 10] }),
  example.messageSent({ senderId: 8, participantIds: [5, 8] }),
  example.userDeactivated({ userId: 10 }),
  example.organizationPermissionChanged({
    permission: 'can_access_all_users_group',
    newValue: systemGroupId('role:members'),
  }),
);
const active = PEOPLE.filter((userId) => userId !== 10);

type ChannelRule = rules.Rule<[Channel]>;

describe('everybody for whom a rule holds', () => {
  const { isActive, isMember, isModerator, isAdministrator, isOwner, isGuest } = rules;
  for (const [name, rule] of Object.entries({
    isActive,
    isMember,
    isModerator,
    isAdministrator,
    isOwner,
    isGuest,
    canCreateGroups: rules.hasPermission('can_create_groups', ''),
    canResolve: rules.hasPermission('can_resolve_topics_group', ''),
  }))
    it(`is each of whom ${name} says so`, () =>
      expect([...rule.holders(organization)]).to.deep.equal(
        active.filter((userId) => rule(organization, userId)),
      ));

  const ofChannels: Readonly<Record<string, ChannelRule>> = {
    hasMetadataAccess: channelRules.hasMetadataAccess,
    hasContentAccess: channelRules.hasContentAccess,
    mayListenIn: channelRules.mayListenIn,
    canPostIn: channelRules.canPostIn,
    canSendTo: channelRules.canSendTo,
    canSubscribeOthers: channelRules.canSubscribeOthers,
  };
  for (const [name, rule] of Object.entries(ofChannels))
    for (const [kind, channelId] of Object.entries(CHANNELS))
      it(`is each of whom ${name} says so of a channel that is ${kind}`, () => {
        const channel = organization.channels.byId.get(channelId as ChannelId)!;
        expect([...rule.holders(organization, channel)]).to.deep.equal(
          active.filter((userId) => rule(organization, userId, channel)),
        );
      });

  for (const userId of PEOPLE)
    it(`is each who knows person ${userId}, where guests do not know everybody`, () => {
      const knowing = [...seesUser.holders(organization, userId)];
      expect(knowing).to.deep.equal(active.filter((viewer) => seesUser(organization, viewer, userId)));
    });
});
