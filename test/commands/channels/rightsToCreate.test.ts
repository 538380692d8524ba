/**
 * States that need a right to be created, by every way that leads into them: without the right none of them does, with it
 * all of them do. A new way into a state is a line of this table.
 */
import { expect } from 'chai';
import { createBot } from '../../../src/commands/people/bots.ts';
import { setDefaultChannel } from '../../../src/commands/channels/channels.ts';
import { subscribe } from '../../../src/commands/channels/subscriptions.ts';
import { createUserGroup, updateUserGroup } from '../../../src/commands/groups/userGroups.ts';
import { reactivateUser } from '../../../src/commands/people/users.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import type { OrganizationPermission } from '../../../src/events/organizations.ts';
import { updateChannel } from '../../../src/commands/channels/channels.ts';
import type { OrganizationState } from '../../../src/organization/state.ts';
import { example, examplePermissions } from '../../support/examples.ts';
import { plainChannels, subscribingTo } from '../../support/subscribing.ts';
import { CHANNELS, MEMBERS, type Name, NOBODY, PEOPLE, town, updating } from '../channelFixture.ts';
import { eventsOrRefusal } from '../eventsOrRefusal.ts';

const BOT = 8;
const GROUP = 9;

/** Requests a state as the administrator of the channels, who is no administrator of the organization. */
type Way = (organization: OrganizationState) => unknown;

const changing =
  (channel: Name, given: Parameters<typeof updating>[1]): Way =>
  (organization) =>
    eventsOrRefusal(organization, updateChannel, updating(channel, given), PEOPLE.runner);

const making =
  (isPrivate: boolean, isWebPublic = false, isDefault = false): Way =>
  (organization) =>
    eventsOrRefusal(
      organization,
      subscribe,
      subscribingTo(['fresh'], {
        newChannels: {
          ...plainChannels,
          isPrivate,
          isWebPublic,
          isDefault,
          serverAllowsWebPublic: true,
        },
      }),
      PEOPLE.runner,
    );

const run = (given: object = {}) => ({
  permissions: {
    ...examplePermissions,
    canAdministerChannel: { directMembers: [PEOPLE.runner], directSubgroups: [] },
  },
  ...given,
});
/** An archived channel of a privacy, instead of the one that is archived in the town. */
const archived = (privacy: 'public' | 'private' | 'web-public') => [
  example.channelCreated(run({ channelId: 20, privacy, name: 'old' })),
  example.usersSubscribed({ channelIds: [20], userIds: [PEOPLE.runner] }),
  example.channelArchived({ channelId: 20 }),
];
const restoring =
  (given: Parameters<typeof updating>[1] = {}): Way =>
  (organization) =>
    eventsOrRefusal(
      organization,
      updateChannel,
      { ...updating('open', { isUnarchived: true, ...given }), channelId: 20 as never },
      PEOPLE.runner,
    );

interface State {
  readonly right: OrganizationPermission;
  readonly before: readonly DomainEvent[];
  readonly ways: Readonly<Record<string, Way>>;
}

const STATES: Readonly<Record<string, State>> = {
  'a public channel': {
    right: 'can_create_public_channel_group',
    before: archived('public'),
    ways: {
      'creating one': making(false),
      'opening a private one': changing('shared', { isPrivate: false }),
      'opening a private one and saying that it is not web-public': changing('protected', {
        isPrivate: false,
        isWebPublic: false,
        historyPublicToSubscribers: true,
      }),
      'closing a web-public one to the web': changing('web', { isWebPublic: false }),
      'taking one out of the archive': restoring(),
    },
  },
  'a public channel that was archived as a private one': {
    right: 'can_create_public_channel_group',
    before: archived('private'),
    ways: {
      'opening it as it comes back': restoring({ isPrivate: false }),
      'opening it in the archive': restoring({ isPrivate: false, isUnarchived: false }),
    },
  },
  'a private channel': {
    right: 'can_create_private_channel_group',
    before: archived('private'),
    ways: {
      'creating one': making(true),
      'closing a public one': changing('open', { isPrivate: true }),
      'closing a web-public one': changing('web', { isPrivate: true }),
      'taking one out of the archive': restoring(),
    },
  },
  'a web-public channel': {
    right: 'can_create_web_public_channel_group',
    before: archived('web-public'),
    ways: {
      'creating one': making(false, true),
      'opening a public one to the web': changing('open', { isWebPublic: true }),
      'opening a private one to the web': changing('shared', { isPrivate: false, isWebPublic: true }),
      'taking one out of the archive': restoring(),
    },
  },
  'a bot': {
    right: 'can_create_bots_group',
    before: [example.userDeactivated({ userId: BOT })],
    ways: {
      'creating one': (organization) =>
        eventsOrRefusal(
          organization,
          createBot,
          {
            fullName: 'Weather',
            shortName: 'weather',
            domain: 'chat.example.com',
            type: 1,
            defaults: {},
            service: null,
            apiKeyCredentialId: 'key' as never,
          },
          PEOPLE.runner,
        ),
      'reviving one’s own': (organization) =>
        eventsOrRefusal(organization, reactivateUser, { userId: BOT as never }, PEOPLE.runner),
    },
  },
  'a user group': {
    right: 'can_create_groups',
    before: [example.userGroupDeactivated({ groupId: GROUP })],
    ways: {
      'creating one': (organization) =>
        eventsOrRefusal(
          organization,
          createUserGroup,
          { name: 'writers', description: '', memberIds: [], subgroupIds: [], permissions: {} },
          PEOPLE.runner,
        ),
      'reviving one’s own': (organization) =>
        eventsOrRefusal(
          organization,
          updateUserGroup,
          {
            groupId: GROUP as never,
            name: undefined,
            description: undefined,
            reactivate: true,
            permissions: {},
          },
          PEOPLE.runner,
        ),
    },
  },
};

const own = { directMembers: [PEOPLE.runner], directSubgroups: [] };
const fixture = ({ right, before }: State, group: number) =>
  town(
    example.userCreated({ userId: BOT, bot: { type: 1, ownerId: PEOPLE.runner, isSystem: false } }),
    example.userGroupCreated({
      groupId: GROUP,
      name: 'readers',
      creatorId: PEOPLE.runner,
      memberIds: [],
      directSubgroups: [],
      permissions: { ...example.userGroupCreated().data.permissions, canManage: own },
    }),
    example.organizationSettingChanged({
      property: 'enableSpectatorAccess',
      oldValue: false,
      newValue: true,
    }),
    ...before,
    example.organizationPermissionChanged({ permission: right, oldValue: MEMBERS, newValue: group as never }),
  );

describe('what needs a right to be created', () => {
  for (const [name, state] of Object.entries(STATES))
    for (const [way, ask] of Object.entries(state.ways))
      it(`${name} is not reached by ${way} without ${state.right}`, () => {
        const refusal = { refused: 'BAD_REQUEST', message: 'Insufficient permission' };
        expect(ask(fixture(state, NOBODY))).to.deep.equal(refusal);
        expect(ask(fixture(state, MEMBERS))).to.be.an('array').that.is.not.empty;
      });

  const defaults = (isDefault: boolean): Readonly<Record<string, Way>> => ({
    ...(isDefault && { 'creating one': making(false, false, true) }),
    'changing a channel': changing(isDefault ? 'open' : 'standing', { isDefault }),
    'saying so of a channel': (organization) =>
      eventsOrRefusal(
        organization,
        setDefaultChannel,
        { channelId: CHANNELS[isDefault ? 'open' : 'standing'] as never, isDefault },
        PEOPLE.runner,
      ),
    ...(isDefault && {
      'changing one as it comes out of the archive': changing('archived', {
        isUnarchived: true,
        isDefault,
      }),
    }),
  });
  for (const isDefault of [true, false])
    for (const [way, ask] of Object.entries(defaults(isDefault)))
      it(`${isDefault ? 'a' : 'no'} default channel is reached by ${way} by administrators alone`, () => {
        const message = 'You do not have permission to change default channels.';
        expect(ask(town())).to.deep.equal({ refused: 'BAD_REQUEST', message });
        const promoted = example.userRoleChanged({ userId: PEOPLE.runner, oldRole: 400, newRole: 200 });
        expect(ask(town(promoted))).to.be.an('array').that.is.not.empty;
      });

  it('is not asked for again where the state is there already', () => {
    const publicChannel = fixture(STATES['a public channel']!, NOBODY);
    expect(changing('open', { isPrivate: false })(publicChannel)).to.deep.equal([]);
    expect(changing('open', { newName: 'opened' })(publicChannel)).to.have.length(1);
  });

  it('is no way to a web-public channel where the organization has none any more', () => {
    const closed = town(...archived('web-public'));
    const message = 'Web-public channels are not enabled.';
    expect(restoring()(closed)).to.deep.equal({ refused: 'BAD_REQUEST', message });
    expect(restoring({ isWebPublic: false })(closed)).to.have.length(2);
  });
});
