import { expect } from 'chai';
import type { NewChannelSettings } from '../../../src/commands/channels/create.ts';
import {
  changeSubscriptions,
  subscribe,
  type SubscribeInput,
  unsubscribe,
} from '../../../src/commands/channels/subscriptions.ts';
import { Refused } from '../../../src/base/errors.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import type { ChannelFolderId } from '../../../src/events/channels.ts';
import type { UserId } from '../../../src/base/ids.ts';
import { example, foldOn } from '../../support/examples.ts';
import { plainChannels, subscribingTo } from '../../support/subscribing.ts';
import { CHANNELS, MEMBERS, NOBODY, outcome, PEOPLE, town, type Who } from '../channelFixture.ts';
import { undisturbed } from '../../support/undisturbed.ts';

const ids = (...userIds: number[]) => ({ kind: 'ids' as const, userIds: userIds as UserId[] });

const attempt = (
  names: readonly string[],
  given: Partial<SubscribeInput> = {},
  actor: Who = 'owner',
  ...before: DomainEvent[]
) => outcome(town(...before), subscribe, subscribingTo(names, given), actor);

const decided = (...given: Parameters<typeof attempt>) => {
  const made = attempt(...given);
  if (made instanceof Refused) throw made;
  return made;
};
const refusalOrAllowed = (...given: Parameters<typeof attempt>) => {
  const made = attempt(...given);
  return made instanceof Refused ? `${made.code}: ${made.message}` : 'allowed';
};

const PROTECTED =
  'BAD_REQUEST: Unsupported parameter combination: history_public_to_subscribers, can_create_topic_group';
const INSUFFICIENT = 'BAD_REQUEST: Insufficient permission';
const permission = (name: 'can_add_subscribers_group' | 'can_set_topics_policy_group') =>
  example.organizationPermissionChanged({ permission: name, oldValue: MEMBERS, newValue: NOBODY });
const spectators = example.organizationSettingChanged({
  property: 'enableSpectatorAccess',
  oldValue: false,
  newValue: true,
});

describe('a channel that subscribing creates', () => {
  const asking = (settings: Partial<NewChannelSettings>) => ({
    newChannels: { ...plainChannels, ...settings },
  });

  it('records everything that was asked of it, and that it is to be announced', () => {
    const settings = asking({
      isDefault: true,
      topicsPolicy: 'empty_topic_only',
      messageRetentionDays: -1,
      folderId: 1 as ChannelFolderId,
      announced: true,
    });
    const { events } = decided(['one', 'two'], settings);
    expect(events.map(({ type }) => type)).to.deep.equal([
      'ChannelCreated',
      'DefaultChannelAdded',
      'ChannelCreated',
      'DefaultChannelAdded',
      'UsersSubscribed',
    ]);
    expect(events[0]?.data).to.deep.include({
      creatorId: 1,
      privacy: 'public',
      topicsPolicy: 'empty_topic_only',
      messageRetentionDays: -1,
      folderId: 1,
      announced: true,
    });
    expect(events[3]?.data).to.deep.include({ defaultChannelIds: [CHANNELS.standing, 7, 8] });
  });

  const rows: readonly (readonly [Who, Partial<NewChannelSettings>, string])[] = [
    ['admin', { messageRetentionDays: 7 }, 'UNAUTHORIZED_PRINCIPAL: Must be an organization owner'],
    ['owner', { messageRetentionDays: 7 }, 'allowed'],
    ['member', { isDefault: true }, 'BAD_REQUEST: You do not have permission to change default channels.'],
    ['admin', { isDefault: true }, 'allowed'],
    ['admin', { isDefault: true, isPrivate: true }, 'BAD_REQUEST: A default channel cannot be private.'],
    ['owner', { isPrivate: true, isWebPublic: true }, 'BAD_REQUEST: Invalid parameters'],
    ['owner', { isWebPublic: true }, 'BAD_REQUEST: Web-public channels are not enabled.'],
    ['member', { topicsPolicy: 'disable_empty_topic' }, 'allowed'],
    ['owner', { folderId: 2 as ChannelFolderId }, 'BAD_REQUEST: Invalid channel folder ID'],
    ['owner', { folderId: 7 as ChannelFolderId }, 'BAD_REQUEST: Invalid channel folder ID'],
    ['owner', { historyPublicToSubscribers: false }, 'BAD_REQUEST: Invalid parameters'],
    ['owner', { isPrivate: true, permissions: { canCreateTopic: MEMBERS } }, PROTECTED],
  ];
  for (const [who, settings, expected] of rows)
    it(`${JSON.stringify(settings)} by the ${who}: ${expected}`, () =>
      expect(refusalOrAllowed(['new'], asking(settings), who)).to.equal(expected));

  it('is web-public where server, organization and rules are for it', () => {
    const web = asking({ isWebPublic: true, serverAllowsWebPublic: true });
    expect(refusalOrAllowed(['new'], web, 'owner', spectators)).to.equal('allowed');
    expect(refusalOrAllowed(['new'], web, 'owner')).to.equal(
      'BAD_REQUEST: Web-public channels are not enabled.',
    );
    expect(refusalOrAllowed(['new'], web, 'admin', spectators)).to.equal(INSUFFICIENT);
  });

  it('has topics of its own policy where the organization lets its creator', () => {
    const policy = asking({ topicsPolicy: 'disable_empty_topic' });
    const closed = permission('can_set_topics_policy_group');
    expect(refusalOrAllowed(['new'], policy, 'member', closed)).to.equal(INSUFFICIENT);
    expect(refusalOrAllowed(['new'], policy, 'admin', closed)).to.equal('allowed');
  });

  it('is filled with others by its administrators and by whom it or the organization lets', () => {
    const others = { principals: ids(PEOPLE.moderator) };
    const closed = permission('can_add_subscribers_group');
    expect(refusalOrAllowed(['new'], others, 'member', closed)).to.equal('allowed');
    const ruled = asking({ permissions: { canAdministerChannel: NOBODY } });
    expect(refusalOrAllowed(['new'], { ...others, ...ruled }, 'member', closed)).to.equal(INSUFFICIENT);
    expect(refusalOrAllowed(['new'], { ...others, ...ruled }, 'member')).to.equal('allowed');
    expect(refusalOrAllowed(['new'], ruled, 'member', closed)).to.equal('allowed');
  });
});

describe('newcomers', () => {
  const bot = example.userCreated({ userId: 8, bot: { type: 1, ownerId: 4, isSystem: false } });

  it('are told of channels that were there, if they are other people', () => {
    const principals = ids(PEOPLE.admin, PEOPLE.member, PEOPLE.moderator, 8);
    const { events, result } = decided(['open', 'new'], { principals }, 'admin', bot);
    expect(events[1]?.data).to.deep.equal({
      channelIds: [CHANNELS.open, 7],
      userIds: [2, 4, 3, 8],
      notified: { userIds: [4, 3], channelIds: [CHANNELS.open] },
    });
    expect(result.newcomersNotified).to.equal(true);
  });

  it('are not told where nobody is to be, nor of new channels, nor of themselves', () => {
    const silent = decided(['open'], { principals: ids(PEOPLE.member), notifiesNewcomers: false });
    expect(silent.events[0]?.data).not.to.have.property('notified');
    expect(silent.result.newcomersNotified).to.equal(undefined);
    const fresh = decided(['new'], { principals: ids(PEOPLE.member) });
    expect(fresh.events[1]?.data).not.to.have.property('notified');
    expect(fresh.result.newcomersNotified).to.equal(true);
    expect(decided(['open'], {}, 'member').events[0]?.data).not.to.have.property('notified');
  });

  const crowd = (count: number) =>
    Array.from({ length: count }, (_, index) => example.userCreated({ userId: 100 + index }));

  it('are told up to a hundred at once', () => {
    const everybody = (count: number) => {
      const people = crowd(count);
      const principals = ids(PEOPLE.owner, ...people.map(({ data }) => data.userId));
      return decided(['open'], { principals }, 'owner', ...people);
    };
    const few = everybody(100);
    expect(few.result.newcomersNotified).to.equal(true);
    expect(few.events[0]?.data).to.have.property('notified').with.property('userIds').of.length(100);
    const many = everybody(101);
    expect(many.result.newcomersNotified).to.equal(false);
    expect(many.events[0]?.data).not.to.have.property('notified');
  });

  it('are ten thousand in one event, decided and folded without haste', () => {
    const people = crowd(10_000);
    const organization = town(...people);
    const principals = ids(...people.map(({ data }) => data.userId));
    const start = undisturbed();
    const made = outcome(organization, subscribe, subscribingTo(['open'], { principals }), 'owner');
    const events = (made as Exclude<typeof made, Refused>).events;
    foldOn(organization, ...events);
    expect(undisturbed() - start).to.be.below(1000);
    expect(events.map(({ type }) => type)).to.deep.equal(['UsersSubscribed']);
  });
});

describe('leaving channels', () => {
  const bot = example.userCreated({ userId: 8, bot: { type: 1, ownerId: PEOPLE.member, isSystem: false } });
  const inside = example.usersSubscribed({ channelIds: [CHANNELS.open], userIds: [8] });
  const remove = (actor: Who, ...userIds: number[]) =>
    outcome(town(bot, inside), unsubscribe, { channelNames: ['open'], principals: ids(...userIds) }, actor);

  it('takes one’s own bot along, and nobody else', () => {
    expect(remove('member', 8)).to.deep.nested.include({ 'events[0].data.userIds': [8] });
    expect(remove('insider', 8)).to.include({ message: 'Insufficient permission' });
    expect(remove('member', 8, PEOPLE.insider)).to.include({ message: 'Insufficient permission' });
  });
});

describe('subscribing and leaving at once', () => {
  const change = (added: readonly string[], removed: readonly string[], actor: Who = 'insider') =>
    outcome(
      town(),
      changeSubscriptions,
      { added: subscribingTo(added), removed: { channelNames: removed, principals: { kind: 'self' } } },
      actor,
    );

  it('records both, and answers both', () => {
    const made = change(['new'], ['open']);
    if (made instanceof Refused) throw made;
    expect(made.events.map(({ type }) => type)).to.deep.equal([
      'ChannelCreated',
      'UsersSubscribed',
      'UsersUnsubscribed',
    ]);
    expect(made.result).to.deep.include({ removed: ['open'], notRemoved: [] });
  });

  it('is refused as a whole, for nothing and for the same channel twice', () => {
    expect(change([], [])).to.have.property(
      'message',
      'Nothing to do. Specify at least one of "add" or "delete".',
    );
    expect(change([' Open'], ['open'])).to.have.property(
      'message',
      'Channel(s) (open) are both in "add" and in "delete".',
    );
    expect(change(['new'], ['nowhere'])).to.be.instanceOf(Refused);
  });
});
