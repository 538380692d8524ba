import { expect } from 'chai';
import { CHANNEL_PERMISSIONS, type ChannelPermissionName } from '../../../src/events/channels.ts';
import type { SystemGroupName, UserGroupId } from '../../../src/events/userGroups.ts';
import type { ChannelId, MessageId, UserId } from '../../../src/base/ids.ts';
import * as channelRules from '../../../src/organization/access/channels.ts';
import * as messageRules from '../../../src/organization/access/messages.ts';
import * as peopleRules from '../../../src/organization/access/people.ts';
import * as roleRules from '../../../src/organization/access/rules.ts';
import { forbiddenGroupIn } from '../../../src/organization/slices/userGroups.ts';
import { accessOf } from '../../../src/organization/access/access.ts';
import type { Channel } from '../../../src/organization/slices/channels.ts';
import { NO_END } from '../../../src/organization/slices/subscriptions.ts';
import { systemGroupId } from '../../../src/organization/slices/userGroups.ts';
import type { PersonalSettings } from '../../../src/events/users.ts';
import { example, examplePermissions, foldOn, organizationAfter } from '../../support/examples.ts';

const access = { ...channelRules, ...messageRules, ...peopleRules, ...roleRules, accessOf };

/** The people, each with a letter: the expectation of a rule is the string of those who may. */
const PEOPLE = { o: 1, a: 2, m: 3, u: 4, g: 5, s: 6, h: 7, k: 8, l: 9, x: 10 } as const;
const CHANNELS = { web: 1, public: 2, private: 3, protected: 4 } as const;
const everyChannel = Object.values(CHANNELS);

const only = (...letters: (keyof typeof PEOPLE)[]) => ({
  directMembers: letters.map((letter) => PEOPLE[letter]),
  directSubgroups: [],
});

/**
 * Owner, administrator, moderator, plain user, guest; s is a guest subscribed everywhere, h a member subscribed
 * everywhere; k is a member who may subscribe, l one who administers channels, x a deactivated subscriber.
 * The plain guest is named in both settings too, which gives them nothing.
 */
const permissions = {
  ...examplePermissions,
  canSubscribe: only('k', 'g'),
  canAdministerChannel: only('l', 'g'),
};
const organization = organizationAfter(
  example.userCreated({ userId: PEOPLE.o, role: 100 }),
  example.userCreated({ userId: PEOPLE.a, role: 200 }),
  example.userCreated({ userId: PEOPLE.m, role: 300 }),
  example.userCreated({ userId: PEOPLE.u }),
  example.userCreated({ userId: PEOPLE.g, role: 600 }),
  example.userCreated({ userId: PEOPLE.s, role: 600 }),
  example.userCreated({ userId: PEOPLE.h }),
  example.userCreated({ userId: PEOPLE.k }),
  example.userCreated({ userId: PEOPLE.l }),
  example.userCreated({ userId: PEOPLE.x }),
  example.channelCreated({ channelId: CHANNELS.web, privacy: 'web-public', permissions }),
  example.channelCreated({ channelId: CHANNELS.public, privacy: 'public', permissions }),
  example.channelCreated({
    channelId: CHANNELS.private,
    privacy: 'private',
    historyPublicToSubscribers: true,
    permissions,
  }),
  example.channelCreated({ channelId: CHANNELS.protected, privacy: 'private', permissions }),
  example.usersSubscribed({ channelIds: everyChannel, userIds: [PEOPLE.s, PEOPLE.h, PEOPLE.x] }),
  example.userDeactivated({ userId: PEOPLE.x }),
);

const channel = (name: keyof typeof CHANNELS): Channel =>
  organization.channels.byId.get(CHANNELS[name] as ChannelId)!;
const whoever = (may: (userId: UserId) => boolean): string =>
  Object.entries(PEOPLE)
    .filter(([, userId]) => may(userId as UserId))
    .map(([letter]) => letter)
    .join('');
const anonymous = null;

describe('who may do what in an organization (o owner, a administrator, m moderator, u user, g guest)', () => {
  const rows: readonly [string, (who: UserId) => boolean, string][] = [
    ['being an owner', (who) => access.isOwner(organization, who), 'o'],
    ['being an administrator', (who) => access.isAdministrator(organization, who), 'oa'],
    ['being a moderator', (who) => access.isModerator(organization, who), 'oam'],
    ['being a member', (who) => access.isMember(organization, who), 'oamuhkl'],
    ['being a guest', (who) => access.isGuest(organization, who), 'gs'],
    ['choosing one’s own avatar', (who) => access.canChangeOwnAvatar(organization, who), 'oamugshklx'],
    ['choosing one’s own address', (who) => access.canChangeOwnEmail(organization, who), 'oamugshklx'],
    ['choosing one’s own name', (who) => access.canChangeOwnName(organization, who), 'oamugshklx'],
    ['mentioning many', (who) => access.canMentionMany(organization, who), 'oa'],
    ['setting delete permissions', (who) => access.canSetDeleteMessagePolicy(organization, who), 'oam'],
    ['creating a public channel', (who) => access.canCreateChannel(organization, who, 'public'), 'oamuhkl'],
    ['creating a private channel', (who) => access.canCreateChannel(organization, who, 'private'), 'oamuhkl'],
    ['creating a web-public channel', (who) => access.canCreateChannel(organization, who, 'web-public'), 'o'],
  ];
  for (const [act, may, expected] of rows) {
    it(`${act}: ${expected}`, () => expect(whoever(may)).to.equal(expected));
  }

  it('nobody who is not logged in may do any of it', () => {
    expect(access.isGuest(organization, anonymous)).to.equal(false);
    expect(access.canMentionMany(organization, anonymous)).to.equal(false);
    expect(access.canCreateChannel(organization, anonymous, 'public')).to.equal(false);
  });
});

describe('who may do what in a web-public, public, private, protected channel (s, h subscribe, k may)', () => {
  const all = 'oamugshklx';
  /** Rule, then who may in a web-public, a public, a private and a protected private channel. */
  const rows: readonly [string, typeof access.hasContentAccess, readonly [string, string, string, string]][] =
    [
      ['content access', access.hasContentAccess, [all, 'oamushkl', 'shk', 'shk']],
      ['metadata access', access.hasMetadataAccess, [all, 'oamushkl', 'oashkl', 'oashkl']],
      ['administering', access.canAdministerChannel, ['oal', 'oal', 'oal', 'oal']],
      ['posting', access.canPostIn, ['oamugshkl', 'oamugshkl', 'oamugshkl', 'oamugshkl']],
      ['sending', access.canSendTo, ['oamugshkl', 'oamushkl', 'shk', 'sh']],
      ['beginning a topic', access.canCreateTopic, ['oamugshkl', 'oamugshkl', 'oamugshkl', 'oamugshkl']],
      ['subscribing oneself', access.canSubscribeSelf, ['oamuhkl', 'oamuhkl', 'hk', 'hk']],
      ['subscribing others', access.canSubscribeOthers, ['oamuhkl', 'oamuhkl', 'hk', 'hk']],
      ['unsubscribing others', access.canUnsubscribeOthers, ['oal', 'oal', 'oal', 'oal']],
    ];
  for (const [act, rule, expected] of rows) {
    it(`${act}: ${expected.join(', ')}`, () => {
      const names = ['web', 'public', 'private', 'protected'] as const;
      const actual = names.map((name) => whoever((who) => rule(organization, who, channel(name))));
      expect(actual).to.deep.equal(expected);
    });
  }

  it('somebody who is not logged in reads web-public channels only', () => {
    const names = ['web', 'public', 'private'] as const;
    expect(
      names.map((name) => access.hasContentAccess(organization, anonymous, channel(name))),
    ).to.deep.equal([true, false, false]);
    expect(access.canSendTo(organization, anonymous, channel('web'))).to.equal(false);
  });

  it('nobody sends where posting is not given him, or where the channel is archived', () => {
    const silent = {
      ...channel('public'),
      permissions: { ...channel('public').permissions, canSendMessage: systemGroupId('role:moderators') },
    };
    expect(whoever((who) => access.canSendTo(organization, who, silent))).to.equal('oam');
    const archived = { ...channel('web'), archived: true };
    expect(whoever((who) => access.canSendTo(organization, who, archived))).to.equal('');
  });

  it('the topics policy is the organization’s where the channel inherits', () => {
    expect(access.topicsPolicyOf(organization, channel('web'))).to.equal('allow_empty_topic');
    expect(
      access.topicsPolicyOf(organization, { ...channel('web'), topicsPolicy: 'empty_topic_only' }),
    ).to.equal('empty_topic_only');
  });
});

describe('a channel setting', () => {
  const groups: readonly [ChannelPermissionName, SystemGroupName, boolean][] = [
    ['canSendMessage', 'role:internet', false],
    ['canSendMessage', 'role:everyone', true],
    ['canAddSubscribers', 'role:everyone', false],
    ['canAdministerChannel', 'role:everyone', false],
    ['canSubscribe', 'role:everyone', false],
    ['canSubscribe', 'role:internet', false],
    ['canSubscribe', 'role:members', true],
  ];
  for (const [setting, group, allowed] of groups) {
    it(`${setting} ${allowed ? 'may' : 'may not'} be ${group}`, () => {
      const expected = allowed ? undefined : group;
      const kind = CHANNEL_PERMISSIONS[setting];
      expect(forbiddenGroupIn(kind, systemGroupId(group))).to.equal(expected);
      const among = {
        directMembers: [],
        directSubgroups: [systemGroupId('role:owners'), systemGroupId(group)],
      };
      expect(forbiddenGroupIn(kind, among)).to.equal(expected);
    });
  }
});

describe('a direct conversation', () => {
  const talk = (...letters: (keyof typeof PEOPLE)[]) => letters.map((letter) => PEOPLE[letter] as UserId);

  it('is open to everybody who is active, guests among them', () => {
    expect(whoever((who) => access.canInitiateDirect(organization, who, [who, 1 as UserId]))).to.equal(
      'oamugshkl',
    );
    expect(access.canSendDirect(organization, PEOPLE.g as UserId, talk('g', 'u'))).to.equal(true);
    expect(access.canSendDirect(organization, PEOPLE.x as UserId, talk('x', 'u'))).to.equal(true);
  });

  it('with oneself asks for no permission', () => {
    expect(access.canSendDirect(organization, PEOPLE.x as UserId, talk('x'))).to.equal(true);
    expect(access.canInitiateDirect(organization, PEOPLE.x as UserId, talk('x'))).to.equal(true);
  });
});

describe('e-mail addresses', () => {
  const rows: readonly [PersonalSettings['emailAddressVisibility'], string][] = [
    [1, 'oamugshklx'],
    [2, 'oamuhkl'],
    [3, 'oau'],
    [4, 'u'],
    [5, 'oamu'],
  ];
  for (const [emailAddressVisibility, expected] of rows) {
    it(`of visibility ${emailAddressVisibility} are seen by ${expected}`, () => {
      const user = { userId: PEOPLE.u as UserId, settings: { emailAddressVisibility } };
      expect(whoever((who) => access.accessOf(organization, who).seesEmailOf(user))).to.equal(expected);
    });
  }
});

describe('Access', () => {
  const of = (letter: keyof typeof PEOPLE) => access.accessOf(organization, PEOPLE[letter] as UserId);
  const id = (name: keyof typeof CHANNELS) => CHANNELS[name] as ChannelId;

  it('sees and reads the channels that the rules give', () => {
    expect(of('u').visibleChannels()).to.deep.equal([1, 2]);
    expect(of('a').visibleChannels()).to.deep.equal([1, 2, 3, 4]);
    expect(of('g').visibleChannels()).to.deep.equal([1]);
    expect(of('s').visibleChannels()).to.deep.equal([1, 2, 3, 4]);
    expect(access.accessOf(organization, null).visibleChannels()).to.deep.equal([1]);
    expect([of('a').seesChannel(id('private')), of('a').readsContent(id('private'))]).to.deep.equal([
      true,
      false,
    ]);
    expect(of('o').seesChannel(99 as ChannelId)).to.equal(false);
  });

  it('knows the channels that the viewer is subscribed to', () => {
    expect(of('s').subscribedChannels()).to.deep.equal(everyChannel);
    expect(of('u').subscribedChannels()).to.deep.equal([]);
    expect(access.accessOf(organization, null).subscribedChannels()).to.deep.equal([]);
  });

  it('reads all of a shared history and of a protected one what was sent while subscribed', () => {
    // The 17th event, of revision 16, subscribed them: the first message they can have received has ID 18.
    const received = [{ from: 18, to: NO_END }];
    expect(of('h').readableIntervals(id('private'))).to.equal('all');
    expect(of('h').readableIntervals(id('protected'))).to.deep.equal(received);
    expect(of('k').readableIntervals(id('private'))).to.equal('all');
    expect(of('k').readableIntervals(id('protected'))).to.deep.equal([]);
    expect(of('a').readableIntervals(id('private'))).to.equal('none');
    expect(of('u').readableIntervals(id('public'))).to.equal('all');
    expect(of('h').receivedIntervals(id('public'))).to.deep.equal(received);
    expect(of('u').receivedIntervals(id('public'))).to.deep.equal([]);
    expect(of('x').readableIntervals(id('private'))).to.equal('none');
  });

  it('reads a message where it is', () => {
    const at = (channelId: ChannelId, messageId: number) => ({
      channelId,
      messageId: messageId as MessageId,
    });
    expect(of('h').mayReadMessage(at(id('protected'), 17))).to.equal(false);
    expect(of('h').mayReadMessage(at(id('protected'), 18))).to.equal(true);
    expect(of('h').mayReadMessage(at(id('private'), 1))).to.equal(true);
    expect(of('o').mayReadMessage(at(id('private'), 20))).to.equal(false);
    const direct = { participantIds: [4, 5] as UserId[], messageId: 20 as MessageId };
    expect(whoever((who) => access.accessOf(organization, who).mayReadMessage(direct))).to.equal('ug');
    expect(access.accessOf(organization, null).mayReadMessage(direct)).to.equal(false);
  });

  it('loses a private channel, and keeps all that was received and is readable somewhere, when the viewer leaves', () => {
    const { h, s } = PEOPLE;
    const left = foldOn(
      organization.layer(),
      example.messageSent(),
      example.usersUnsubscribed({ channelIds: everyChannel, userIds: [h, s] }),
    );
    const member = access.accessOf(left, h as UserId);
    const there = [{ from: 18, to: 19 }];
    for (const name of ['public', 'private'] as const)
      expect(member.receivedIntervals(id(name))).to.deep.equal(there);
    expect(member.readableIntervals(id('public'))).to.equal('all');
    expect(member.readableIntervals(id('private'))).to.equal('none');
    expect(access.accessOf(left, s as UserId).receivedIntervals(id('private'))).to.deep.equal(there);
    expect(member.receivedChannels()).to.deep.equal(everyChannel);
    expect(of('h').receivedChannels()).to.deep.equal(everyChannel);
  });

  it('changes with the organization', () => {
    const layer = organization.layer();
    const moderator = access.accessOf(layer, PEOPLE.m as UserId);
    expect(moderator.seesChannel(id('private'))).to.equal(false);
    foldOn(layer, example.userRoleChanged({ userId: PEOPLE.m, oldRole: 300, newRole: 200 }));
    expect(moderator.seesChannel(id('private'))).to.equal(true);
  });
});

describe('a permission named by subgroup', () => {
  it('is held by the members of that group', () => {
    const value = {
      directMembers: [],
      directSubgroups: [systemGroupId('role:moderators'), 8 as UserGroupId],
    };
    const requested = {
      ...channel('private'),
      permissions: { ...channel('private').permissions, canAddSubscribers: value },
    };
    expect(whoever((who) => access.hasContentAccess(organization, who, requested))).to.equal('oamshk');
  });
});
