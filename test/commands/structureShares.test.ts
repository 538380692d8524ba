import { expect } from 'chai';
import type { ChannelId, MessageId, UserId } from '../../src/base/ids.ts';
import { updateChannel } from '../../src/commands/channels/channels.ts';
import { subscribe } from '../../src/commands/channels/subscriptions.ts';
import { createUserGroup, updateUserGroup } from '../../src/commands/groups/userGroups.ts';
import { reportMessage } from '../../src/commands/messages/typing.ts';
import { addCustomEmoji } from '../../src/commands/organization/emoji.ts';
import { writeBotStorage } from '../../src/commands/people/botStorage.ts';
import type { DomainEvent } from '../../src/events/define.ts';
import type { UserGroupId } from '../../src/events/userGroups.ts';
import { systemGroupId } from '../../src/organization/slices/userGroups.ts';
import type { OrganizationState } from '../../src/organization/state.ts';
import { example, foldOn, organizationAfter } from '../support/examples.ts';
import { plainChannels, subscribingTo } from '../support/subscribing.ts';
import { eventsOrRefusal, refused } from './eventsOrRefusal.ts';

const [OWNER, MEMBER, OTHER] = [1, 2, 3];
const DAY = 86_400_000;
const range = (count: number, from = 1): number[] =>
  Array.from({ length: count }, (_, index) => from + index);
const allowed = (verdict: unknown): void => void expect(verdict).to.be.an('array').and.not.have.lengthOf(0);

function organization(...events: readonly DomainEvent[]): OrganizationState {
  const state = organizationAfter(
    example.userCreated({ userId: OWNER, role: 100 }),
    example.userCreated({ userId: MEMBER, role: 300 }),
    example.userCreated({ userId: OTHER }),
  );
  for (const event of events) foldOn(state, event);
  return state;
}

const report = (state: OrganizationState, actor: number, now = state.time) =>
  eventsOrRefusal(
    state,
    reportMessage,
    {
      messageId: 7 as MessageId,
      senderId: OWNER as UserId,
      content: 'Buy this',
      reportType: 'spam',
      description: '',
    },
    actor,
    now,
  );

let made = 0;
const names = (count: number) => range(count).map(() => `new ${(made += 1)}`);

const create = (
  state: OrganizationState,
  count: number,
  actor: number,
  { description = '', now = state.time }: { description?: string; now?: number } = {},
) => {
  const input = subscribingTo(names(count), { newChannels: plainChannels });
  const channels = input.channels.map((channel) => ({
    ...channel,
    description,
    renderedDescription: description,
  }));
  return eventsOrRefusal(state, subscribe, { ...input, channels }, actor, now);
};

const channel = (channelId: number, more: object = {}) =>
  example.channelCreated({ channelId, creatorId: MEMBER, ...more });

describe('what one person adds to the structure of an organization', () => {
  it('is a hundred reports of messages within a day, whatever was reported, and more the day after', () => {
    const moderated = example.organizationSettingChanged({
      property: 'moderationRequestChannelId',
      oldValue: null,
      newValue: 1,
    });
    const reported = range(99).map((messageId) =>
      example.messageReported({ messageId, senderId: OWNER, reporterId: MEMBER }),
    );
    const state = organization(channel(1), moderated, ...reported);
    const firstDay = state.time;
    allowed(report(state, MEMBER));
    const full = refused('Too many reports of messages (maximum 100 a day).');
    expect(report(state, MEMBER)).to.deep.equal(full);
    const bots = [
      [10, MEMBER],
      [11, OTHER],
    ] as const;
    for (const [userId, ownerId] of bots)
      foldOn(state, example.userCreated({ userId, bot: { type: 1, ownerId, isSystem: false } }));
    expect(report(state, 10)).to.deep.equal(full);
    for (const actor of [OTHER, 11, OWNER]) allowed(report(state, actor));
    allowed(report(state, MEMBER, firstDay + DAY + 1));
  });

  it('is a tenth of the channels within a day, archived or not, and more the day after', () => {
    const state = organization(...range(999).map((id) => channel(id)));
    foldOn(state, example.channelArchived({ channelId: 1 }));
    const full = refused('Too many new channels (maximum 1000 a day).');
    allowed(create(state, 1, MEMBER));
    expect(create(state, 1, MEMBER)).to.deep.equal(full);
    allowed(create(state, 1, OTHER));
    allowed(create(state, 1, MEMBER, { now: state.time + DAY + 1 }));
  });

  it('counts what bots make to their owner, and nothing to administrators, who set an organization up', () => {
    const state = organization(...range(999).map((id) => channel(id)));
    for (const [userId, ownerId] of [
      [10, MEMBER],
      [11, OTHER],
      [12, OWNER],
    ] as const)
      foldOn(state, example.userCreated({ userId, bot: { type: 1, ownerId, isSystem: false } }));
    foldOn(state, channel(1_000, { creatorId: 10 }));
    const full = refused('Too many new channels (maximum 1000 a day).');
    for (const actor of [MEMBER, 10]) expect(create(state, 1, actor)).to.deep.equal(full);
    allowed(create(state, 1, 11));
    for (const id of range(1_001, 2_000)) foldOn(state, channel(id, { creatorId: OWNER }));
    for (const actor of [OWNER, 12]) allowed(create(state, 1, actor));
  });

  it('is a tenth of the groups and custom emoji within a day', () => {
    const state = organization();
    for (const groupId of range(200, 100))
      foldOn(state, example.userGroupCreated({ groupId, creatorId: MEMBER }));
    const group = (actor: number, now = state.time) =>
      eventsOrRefusal(
        state,
        createUserGroup,
        { name: names(1)[0]!, description: '', memberIds: [], subgroupIds: [], permissions: {} },
        actor,
        now,
      );
    expect(group(MEMBER)).to.deep.equal(refused('Too many new user groups (maximum 200 a day).'));
    allowed(group(OTHER));
    allowed(group(MEMBER, state.time + DAY + 1));
    for (const emojiId of range(500)) foldOn(state, example.customEmojiAdded({ emojiId, authorId: MEMBER }));
    const picture = { imageType: 'png', bytes: Buffer.alloc(1) } as const;
    const emoji = (actor: number, now = state.time) =>
      eventsOrRefusal(
        state,
        addCustomEmoji,
        { name: `e${(made += 1)}`, picture, emoji: { codeOf: () => undefined, namesOf: () => [] } },
        actor,
        now,
      );
    expect(emoji(MEMBER)).to.deep.equal(refused('Too many new custom emoji (maximum 500 a day).'));
    allowed(emoji(OTHER));
    allowed(emoji(MEMBER, state.time + DAY + 1));
  });

  it('is a fifth of the bytes of channels, created with a description or given one', () => {
    const html = 'x'.repeat(24_000);
    // Each is sent in two places: 96 kB with its HTML and its source.
    const texts = { description: html, renderedDescription: html };
    const { permissions } = example.channelCreated().data;
    const own = {
      ...permissions,
      canAdministerChannel: { directMembers: [MEMBER as UserId], directSubgroups: [] },
    };
    const state = organization(
      ...range(49).map((id) => channel(id, texts)),
      channel(60, { permissions: own }),
      channel(61),
    );
    const share = refused(
      'Names and descriptions of channels are too long in all (maximum 4800000 bytes of one person).',
    );
    const describe = (actor: number, length: number) =>
      eventsOrRefusal(
        state,
        updateChannel,
        {
          channelId: 60 as ChannelId,
          permissions: {},
          description: { text: `${length}`, html: 'x'.repeat(length) },
        } as never,
        actor,
      );
    expect(create(state, 2, MEMBER, { description: 'x'.repeat(24_000) })).to.include({
      refused: 'BAD_REQUEST',
    });
    expect(describe(MEMBER, 60_000)).to.deep.equal(share);
    allowed(describe(OWNER, 60_000));
    allowed(describe(MEMBER, 100));
  });

  it('is a fifth of what permissions name, whoever names more there', () => {
    const naming = (count: number) => ({ directMembers: range(count) as UserId[], directSubgroups: [] });
    const state = organization();
    for (const groupId of range(10, 100))
      foldOn(
        state,
        example.userGroupCreated({
          groupId,
          creatorId: MEMBER,
          permissions: { ...example.userGroupCreated().data.permissions, canAddMembers: naming(10_000) },
        }),
      );
    const group = (actor: number) =>
      eventsOrRefusal(
        state,
        createUserGroup,
        {
          name: names(1)[0]!,
          description: '',
          memberIds: [],
          subgroupIds: [],
          permissions: { canAddMembers: naming(2), canManage: systemGroupId('role:members') },
        },
        actor,
      );
    expect(group(MEMBER)).to.deep.equal(
      refused('Too many people and groups in permissions of what you have made (maximum 100000).'),
    );
    allowed(group(OTHER));
  });

  it('is what ten bots store, of all bots of one person', () => {
    const state = organization();
    const bot = (userId: number, ownerId: number) =>
      example.userCreated({ userId, bot: { type: 1, ownerId, isSystem: false } });
    for (const id of range(11, 10)) foldOn(state, bot(id, MEMBER));
    foldOn(state, bot(30, OTHER));
    const value = 'x'.repeat(999_999);
    for (const botId of range(10, 10))
      foldOn(state, example.botStorageWritten({ botId, entries: [['k', value]] }));
    const write = (botId: number, text: string) =>
      eventsOrRefusal(state, writeBotStorage, { entries: new Map([['k', text]]) }, botId);
    expect(write(20, 'y')).to.have.property('refused', 'BAD_REQUEST');
    allowed(write(10, 'y'));
    allowed(write(30, 'y'));
  });
});

describe('what is archived or deactivated', () => {
  it('leaves room for others, as long as it is not used again', () => {
    const state = organization();
    for (const id of range(10_000)) foldOn(state, channel(id, { creatorId: null }));
    expect(create(state, 1, OWNER)).to.deep.equal(refused('Too many channels (maximum 10000).'));
    foldOn(state, example.channelArchived({ channelId: 7 }));
    allowed(create(state, 1, OWNER));
    const unarchive = () =>
      eventsOrRefusal(
        state,
        updateChannel,
        { channelId: 7 as ChannelId, permissions: {}, isUnarchived: true } as never,
        OWNER,
      );
    expect(unarchive()).to.deep.equal(refused('Too many channels (maximum 10000).'));
    foldOn(state, example.channelArchived({ channelId: 8 }));
    allowed(unarchive());
  });

  it('is bounded as well, for clients are told of it', () => {
    const state = organization();
    for (const groupId of range(10_001, 100)) {
      foldOn(state, example.userGroupCreated({ groupId, creatorId: OTHER }));
      foldOn(state, example.userGroupDeactivated({ groupId }));
    }
    const create = () =>
      eventsOrRefusal(
        state,
        createUserGroup,
        { name: names(1)[0]!, description: '', memberIds: [], subgroupIds: [], permissions: {} },
        OWNER,
      );
    expect(create()).to.deep.equal(refused('Too many user groups that are not in use (maximum 10000).'));
    const reactivate = eventsOrRefusal(
      state,
      updateUserGroup,
      {
        groupId: 100 as UserGroupId,
        name: undefined,
        description: undefined,
        reactivate: true,
        permissions: {},
      },
      OWNER,
    );
    allowed(reactivate);
  });
});
