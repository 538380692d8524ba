import { expect } from 'chai';
import { type ChannelOptions, channelsVisibleTo, findChannelsById } from '../../src/projections/channels.ts';
import { EXAMPLE_START, example, examplePermissions } from '../support/examples.ts';
import { World } from '../support/memoryViews.ts';

const DAY = 86_400_000;
const DEFAULTS: ChannelOptions = {
  includePublic: true,
  includeWebPublic: false,
  includeSubscribed: true,
  includeAll: false,
  includeDefault: false,
  includeOwnerSubscribed: false,
  includeCanAccessContent: false,
  excludeArchived: true,
};

const shown = async (
  world: World,
  viewer = 1,
  options: Partial<ChannelOptions> = {},
  now = EXAMPLE_START,
) => {
  const { views, organization } = world;
  const all = await findChannelsById(views, organization, [...organization.channels.byId.keys()], now);
  const byId = new Map(all.map((channel) => [channel.channelId, channel]));
  return channelsVisibleTo(world.accessOf(viewer), organization, { ...DEFAULTS, ...options }, byId);
};

const names = async (...args: Parameters<typeof shown>) => (await shown(...args)).map(({ name }) => name);

/** An owner, a member and a guest; a public, a private and a second private channel with the guest in it. */
const people = [
  example.userCreated({ userId: 1, role: 100 }),
  example.userCreated({ userId: 2 }),
  example.userCreated({ userId: 3, role: 600 }),
];
const town = () =>
  World.after(
    ...people,
    example.channelCreated({ channelId: 1, name: 'b public' }),
    example.channelCreated({ channelId: 2, name: 'a private', privacy: 'private' }),
    example.channelCreated({ channelId: 3, name: 'C shared', privacy: 'private' }),
    example.usersSubscribed({ channelIds: [3], userIds: [2, 3] }),
  );

describe('the channels view', () => {
  it('shows every field of a channel', async () => {
    const world = await World.after(
      ...people,
      example.channelCreated({ privacy: 'web-public', creatorId: 2 }),
    );
    expect(await shown(world)).to.deep.equal([
      {
        channelId: 1,
        name: 'channel 1',
        description: 'What it is for',
        renderedDescription: '<p>What it is for</p>',
        creatorId: 2,
        privacy: 'web-public',
        historyPublicToSubscribers: true,
        topicsPolicy: 'inherit',
        messageRetentionDays: null,
        folderId: null,
        permissions: examplePermissions,
        createdAt: EXAMPLE_START + 5000,
        isArchived: false,
        isDefault: false,
        firstMessageId: null,
        isRecentlyActive: false,
        weeklyTraffic: null,
        staysUntil: EXAMPLE_START + DAY,
        subscriberCount: 0,
      },
    ]);
  });

  it('lists public and subscribed channels by name in code unit order', async () => {
    expect(await names(await town(), 2)).to.deep.equal(['C shared', 'b public']);
  });

  it('lists nothing when nothing is included', async () => {
    expect(await names(await town(), 2, { includePublic: false, includeSubscribed: false })).to.deep.equal(
      [],
    );
  });

  it('lists only subscribed channels when only they are included', async () => {
    expect(await names(await town(), 2, { includePublic: false })).to.deep.equal(['C shared']);
  });

  it('does not offer public channels to guests', async () => {
    expect(await names(await town(), 3, { includeAll: true })).to.deep.equal(['C shared']);
    expect(await names(await town(), 3)).to.deep.equal(['C shared']);
  });

  it('shows all channels to administrators who ask for all', async () => {
    const all = ['C shared', 'a private', 'b public'];
    expect(await names(await town(), 1, { includeAll: true })).to.deep.equal(all);
    expect(await names(await town(), 1)).to.deep.equal(['b public']);
  });

  it('counts active subscribers', async () => {
    const world = await town();
    await world.happen(example.userDeactivated({ userId: 3 }));
    expect((await shown(world, 2))[0]).to.include({ name: 'C shared', subscriberCount: 1 });
  });

  it('follows every change of a channel', async () => {
    const world = await World.after(...people, example.channelCreated());
    const [before] = await shown(world);
    await world.happen(
      example.channelDescribed(),
      example.channelPermissionChanged(),
      example.channelTopicsPolicyChanged(),
      example.channelRetentionChanged(),
      example.channelMovedToFolder(),
      example.defaultChannelAdded(),
      example.channelRenamed(),
      example.channelArchived(),
    );
    const after = {
      ...before,
      name: 'renamed 1',
      description: 'What it is *really* for',
      renderedDescription: '<p>What it is <em>really</em> for</p>',
      permissions: { ...examplePermissions, canAddSubscribers: { directMembers: [1], directSubgroups: [] } },
      topicsPolicy: 'disable_empty_topic',
      messageRetentionDays: 30,
      folderId: 1,
      isDefault: true,
      isArchived: true,
    };
    expect(await shown(world, 1, { excludeArchived: false })).to.deep.equal([after]);
    await world.happen(
      example.channelUnarchived(),
      example.defaultChannelRemoved(),
      example.channelPrivacyChanged(),
    );
    expect(await shown(world, 1, { includeAll: true })).to.deep.equal([
      {
        ...after,
        isArchived: false,
        isDefault: false,
        privacy: 'private',
        historyPublicToSubscribers: false,
      },
    ]);
  });

  it('lists default channels, web-public ones and those of readable content where they are asked for', async () => {
    const none = { includePublic: false, includeSubscribed: false };
    const world = await town();
    await world.happen(
      example.channelCreated({ channelId: 4, name: 'web', privacy: 'web-public' }),
      example.defaultChannelAdded({ channelId: 1 }),
    );
    expect(await names(world, 2, { ...none, includeDefault: true })).to.deep.equal(['b public']);
    expect(await names(world, 3, { ...none, includeDefault: true })).to.deep.equal([]);
    expect(await names(world, 3, { ...none, includeWebPublic: true })).to.deep.equal(['web']);
    expect(await names(world, 1, { ...none, includeCanAccessContent: true })).to.deep.equal([
      'b public',
      'web',
    ]);
  });

  it('lists to a bot the channels of its owner, as long as he is there', async () => {
    const none = { includePublic: false, includeSubscribed: false, includeOwnerSubscribed: true };
    const world = await town();
    const bot = { type: 1 as const, ownerId: 2, isSystem: false };
    await world.happen(example.userCreated({ userId: 4, bot }));
    expect(await names(world, 4, none)).to.deep.equal(['C shared']);
    expect(await names(world, 2, none)).to.deep.equal([]);
    await world.happen(example.userDeactivated({ userId: 2 }));
    expect(await names(world, 4, none)).to.deep.equal([]);
  });

  it('shows empty descriptions where they have been erased', async () => {
    const world = await World.erasedAfter(...people, example.channelCreated());
    expect((await shown(world))[0]).to.include({ description: '', renderedDescription: '' });
  });

  it('takes every event twice as once', async () => {
    const world = await town();
    await world.happen(example.messageSent(), example.messageSent());
    const once = world.views.content();
    await world.views.take(world.events);
    expect(world.views.content()).to.equal(once);
  });
});

describe('the activity of a channel', () => {
  const sentOn = async (messagesPerDay: readonly (readonly [day: number, messages: number])[]) => {
    const world = await World.after(...people, example.channelCreated());
    for (const [day, messages] of messagesPerDay) {
      world.time = EXAMPLE_START + day * DAY;
      await world.happen(...Array.from({ length: messages }, () => example.messageSent()));
    }
    return async (day: number) => (await shown(world, 1, {}, EXAMPLE_START + day * DAY))[0];
  };

  it('begins with the first message', async () => {
    const channelOn = await sentOn([[1, 3]]);
    expect(await channelOn(1)).to.include({ firstMessageId: 7, isRecentlyActive: true });
  });

  it('ends 180 days after the last message', async () => {
    const channelOn = await sentOn([[1, 1]]);
    expect(await channelOn(180.9)).to.include({ isRecentlyActive: true });
    expect(await channelOn(181.1)).to.include({ isRecentlyActive: false });
  });

  it('has no weekly traffic in the first seven days', async () => {
    const channelOn = await sentOn([[1, 5]]);
    expect(await channelOn(6.9)).to.include({ weeklyTraffic: null });
    expect(await channelOn(7.1)).to.include({ weeklyTraffic: 1 });
  });

  it('is a quarter of the messages of 28 days, to two significant digits', async () => {
    const channelOn = await sentOn([
      [1, 100],
      [20, 300],
      [40, 513],
    ]);
    expect(await channelOn(40.5)).to.include({ weeklyTraffic: 200 });
    expect(await channelOn(60)).to.include({ weeklyTraffic: 130 });
    expect(await channelOn(70)).to.include({ weeklyTraffic: 0 });
  });

  it('is at least one while there was any message', async () => {
    const channelOn = await sentOn([[10, 1]]);
    expect(await channelOn(12)).to.include({ weeklyTraffic: 1 });
  });
});
