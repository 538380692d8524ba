import { expect } from 'chai';
import { importGroup } from '../../../src/commands/people/importedGroups.ts';
import { possiblePermissions } from '../../../src/commands/people/importedGroups.ts';
import {
  importChannel,
  importPeople,
  isUnclaimed,
  joinImportedChannel,
} from '../../../src/commands/people/imports.ts';
import { unclaimedAccount } from '../../../src/commands/people/joining.ts';
import type { UserGroupId } from '../../../src/events/userGroups.ts';
import type { UserId } from '../../../src/base/ids.ts';
import { systemGroupId } from '../../../src/organization/slices/userGroups.ts';
import { CHANNELS, PEOPLE, town } from '../../live/fixture.ts';
import { decided } from '../../support/decide.ts';
import { example, foldOn } from '../../support/examples.ts';

const BY_OPERATOR = { actor: null };

const channel = (given: object) => ({
  importKey: 'k1',
  name: 'vault',
  description: '',
  renderedDescription: '',
  system: 'Slack',
  isPrivate: false,
  isArchived: false,
  isHistoryProtected: false,
  permissions: {},
  creatorId: PEOPLE.owner as UserId,
  memberIds: [PEOPLE.owner as UserId],
  ...given,
});

describe('what is imported from elsewhere', () => {
  it('goes to the account of an address, or to a new one that only an invitation opens', () => {
    const state = town();
    const { email } = state.users.byId.get(PEOPLE.owner as UserId)!;
    const people = [
      { importKey: 'a', email: email.toUpperCase(), fullName: 'Somebody' },
      { importKey: 'b', email: 'new@example.com', fullName: '*New* @one|7' },
      { importKey: 'c', email: 'NEW@example.com', fullName: 'The same' },
      { importKey: 'd', email: 'no address', fullName: '' },
    ];
    const { result } = decided(state, importPeople, people, BY_OPERATOR);
    expect(result.map(({ isNew }) => isNew)).to.deep.equal([false, true, false, true]);
    expect([result[0]?.userId, result[2]?.userId]).to.deep.equal([PEOPLE.owner, result[1]?.userId]);
    const made = state.users.byId.get(result[1]!.userId)!;
    expect([made.active, made.fullName, isUnclaimed(state, made)]).to.deep.equal([false, 'New   one', true]);
    expect(unclaimedAccount(state, ' new@EXAMPLE.com ')?.userId).to.equal(made.userId);
    expect(unclaimedAccount(state, email)).to.equal(undefined);
    expect(state.users.byId.get(result[3]!.userId)?.email).to.match(/@imported\.invalid$/);
    expect(decided(state, importPeople, people, BY_OPERATOR).events).to.deep.equal([]);
  });

  it('hides people from guests who did not know them, once, and hands no deactivated account over', () => {
    const state = town();
    const guest = {
      importKey: 'g',
      email: 'g@example.com',
      fullName: 'Guest',
      role: 'limited guest',
    } as const;
    const gone = { importKey: 'x', email: 'x@example.com', fullName: 'Gone', isDeactivated: true };
    const { events } = decided(state, importPeople, [guest, gone], BY_OPERATOR);
    expect(events.map(({ type }) => type)).to.deep.equal([
      'UserCreated',
      'UserDeactivated',
      'UserCreated',
      'UserDeactivated',
      'OrganizationPermissionChanged',
    ]);
    expect(unclaimedAccount(state, 'g@example.com')?.role).to.equal(600);
    expect(unclaimedAccount(state, 'x@example.com')).to.equal(undefined);
    const second = { ...guest, importKey: 'h', email: 'h@example.com' };
    expect(decided(state, importPeople, [second], BY_OPERATOR).events).to.have.length(2);
  });

  it('lets people join the channel that was imported, unless they have left it, and no other', () => {
    const state = town();
    const { result } = decided(state, importChannel, channel({ memberIds: [] }), BY_OPERATOR);
    const [channelIds, userIds] = [[result.channelId], [PEOPLE.owner as UserId]];
    const join = (channelId: number) =>
      decided(state, joinImportedChannel, { channelId: channelId as never, userIds }, BY_OPERATOR).events;
    expect(join(CHANNELS.public)).to.deep.equal([]);
    expect(join(result.channelId).map(({ type }) => type)).to.deep.equal(['UsersSubscribed']);
    expect(join(result.channelId)).to.deep.equal([]);
    foldOn(state, example.usersUnsubscribed({ channelIds, userIds }));
    expect(join(result.channelId)).to.deep.equal([]);
    const again = channel({ memberIds: userIds });
    expect(decided(state, importChannel, again, BY_OPERATOR).events).to.deep.equal([]);
  });

  it('keeps the date of a channel', () => {
    const state = town();
    const { result } = decided(state, importChannel, channel({ createdAt: 1_234 }), BY_OPERATOR);
    expect(state.channels.byId.get(result.channelId)?.createdAt).to.equal(1_234);
  });

  it('continues a public channel of its name, and never a private one', () => {
    const state = town();
    const nameOf = (channelId: number) => state.channels.byId.get(channelId as never)!.name;
    const open = decided(state, importChannel, channel({ name: nameOf(CHANNELS.public) }), BY_OPERATOR);
    expect(open.result).to.deep.equal({ channelId: CHANNELS.public, isNew: false });
    expect(open.events).to.deep.equal([]);
    const name = nameOf(CHANNELS.shared);
    const isPrivate = true;
    const closed = decided(state, importChannel, channel({ importKey: 'k2', name, isPrivate }), BY_OPERATOR);
    expect(closed.result.isNew).to.equal(true);
    expect(nameOf(closed.result.channelId)).to.equal(`${name} (Slack)`);
    const again = decided(state, importChannel, channel({ importKey: 'k2', name, isPrivate }), BY_OPERATOR);
    expect(again).to.deep.equal({ events: [], result: { ...closed.result, isNew: false } });
    const other = decided(state, importChannel, channel({ importKey: 'k3', name, isPrivate }), BY_OPERATOR);
    expect(nameOf(other.result.channelId)).to.equal(`${name} (Slack 2)`);
  });

  const group = (given: object) => ({
    importKey: 'g1',
    name: 'crew',
    description: 'All hands',
    system: 'Zulip',
    isDeactivated: false,
    creatorId: PEOPLE.owner as UserId,
    memberIds: [PEOPLE.owner as UserId],
    subgroupIds: [],
    ...given,
  });

  it('makes a group of its own beside one of its name, once', () => {
    const state = town();
    const nameOf = (groupId: UserGroupId) => state.userGroups.byId.get(groupId)!.name;
    const first = decided(state, importGroup, group({}), BY_OPERATOR);
    expect([nameOf(first.result.groupId), first.result.isNew]).to.deep.equal(['crew', true]);
    expect(decided(state, importGroup, group({}), BY_OPERATOR)).to.deep.equal({
      events: [],
      result: { ...first.result, isNew: false },
    });
    const names = ['crew', 'CREW', 'role:owners', '@all', ' ', 'x'.repeat(101)].map((name, index) => {
      const { result } = decided(state, importGroup, group({ importKey: `h${index}`, name }), BY_OPERATOR);
      return nameOf(result.groupId);
    });
    expect(names).to.deep.equal([
      'crew (Zulip)',
      'CREW (Zulip 2)',
      'imported',
      'imported (Zulip)',
      'imported (Zulip 2)',
      'x'.repeat(100),
    ]);
    const gone = decided(state, importGroup, group({ importKey: 'i', isDeactivated: true }), BY_OPERATOR);
    expect(state.userGroups.byId.get(gone.result.groupId)!.deactivated).to.equal(true);
  });

  it('has the permissions in a channel that are possible here, those of people to come as well', () => {
    const state = town();
    const [stub] = decided(
      state,
      importPeople,
      [{ importKey: 'a', email: 'new@example.com', fullName: 'New' }],
      BY_OPERATOR,
    ).result;
    const gone = decided(state, importGroup, group({ isDeactivated: true }), BY_OPERATOR).result.groupId;
    const of = (groupIds: readonly UserGroupId[], userIds: readonly UserId[] = []) => ({ groupIds, userIds });
    const { possible, others } = possiblePermissions(
      state,
      new Map([
        ['can_send_message_group', of([systemGroupId('role:moderators')], [stub!.userId])],
        ['can_resolve_topics_group', of([systemGroupId('role:everyone')])],
        ['can_subscribe_group', of([])],
        ['can_administer_channel_group', of([systemGroupId('role:everyone')])],
        ['can_create_topic_group', of([systemGroupId('role:internet')])],
        ['can_remove_subscribers_group', of([gone])],
        ['can_fly_group', of([])],
      ]),
    );
    expect(possible).to.deep.equal({
      canSendMessage: { directMembers: [stub!.userId], directSubgroups: [systemGroupId('role:moderators')] },
      canResolveTopics: systemGroupId('role:everyone'),
      canSubscribe: systemGroupId('role:nobody'),
    });
    expect(others).to.deep.equal([
      'can_administer_channel_group',
      'can_create_topic_group',
      'can_remove_subscribers_group',
      'can_fly_group',
    ]);
  });
});
