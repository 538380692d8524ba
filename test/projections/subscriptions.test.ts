import { expect } from 'chai';
import { findSubscriptions } from '../../src/projections/subscriptions.ts';
import { subscriberIdsOf } from '../../src/projections/channels.ts';
import { EXAMPLE_START, example } from '../support/examples.ts';
import { World } from '../support/memoryViews.ts';

const shown = (world: World, viewer = 1) =>
  findSubscriptions(world.views, world.accessOf(viewer), world.organization, EXAMPLE_START);

const channels = (count: number) =>
  Array.from({ length: count }, (_, index) => example.channelCreated({ channelId: index + 1 }));

const channelIds = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('the subscriptions view', () => {
  it('gives each channel the next colour of the palette that the user does not use', async () => {
    const world = await World.after(example.userCreated(), ...channels(26));
    await world.happen(example.usersSubscribed({ channelIds: channelIds(24) }));
    const colors = (await shown(world)).map(({ color }) => color);
    expect(new Set(colors).size).to.equal(24);
    for (const color of colors) expect(color).to.match(/^#[0-9a-f]{6}$/);
    await world.happen(example.usersUnsubscribed({ channelIds: [3] }));
    await world.happen(example.usersSubscribed({ channelIds: [25, 26] }));
    const later = await shown(world);
    expect(later.at(-2)).to.include({ channelId: 25, color: colors[2] });
    expect(later.at(-1)?.color).to.be.oneOf(colors);
  });

  it('takes the colour that the caller asked for', async () => {
    const world = await World.after(example.userCreated(), ...channels(2));
    const colors = [{ channelId: 2, color: '#123456' }];
    await world.happen(example.usersSubscribed({ channelIds: [1, 2], colors }));
    expect((await shown(world)).map(({ color }) => color)).to.have.property('1', '#123456');
  });

  it('no longer lists a channel that the user has left', async () => {
    const world = await World.after(example.userCreated(), ...channels(2));
    await world.happen(example.usersSubscribed({ channelIds: [1, 2] }));
    await world.happen(example.usersUnsubscribed({ channelIds: [1] }));
    expect((await shown(world)).map(({ channelId }) => channelId)).to.deep.equal([2]);
  });

  it('shows what the user has set, and what holds for all channels otherwise', async () => {
    const world = await World.after(example.userCreated(), ...channels(2));
    await world.happen(
      example.usersSubscribed({ channelIds: [1, 2] }),
      example.subscriptionSettingChanged({ channelId: 2 }),
      example.subscriptionSettingChanged({ channelId: 2, property: 'color', newValue: '#123456' }),
      example.subscriptionSettingChanged({ channelId: 2, property: 'pushNotifications' }),
    );
    const untouched = { isMuted: false, pinToTop: false, pushNotifications: null, emailNotifications: null };
    const [first, second] = await shown(world);
    expect(first).to.include(untouched);
    const changed = { isMuted: true, color: '#123456', pushNotifications: true };
    expect(second).to.include({ ...untouched, ...changed });
    await world.happen(example.usersUnsubscribed({ channelIds: [2] }));
    await world.happen(example.usersSubscribed({ channelIds: [2] }));
    expect((await shown(world))[1]).to.include(untouched);
  });

  it('names the active subscribers when asked', async () => {
    const people = [1, 2, 3].map((userId) => example.userCreated({ userId }));
    const world = await World.after(...people, ...channels(1));
    await world.happen(
      example.usersSubscribed({ userIds: [3, 1, 2] }),
      example.userDeactivated({ userId: 2 }),
    );
    const [subscription] = await shown(world);
    expect(subscription).to.deep.include({ subscriberCount: 2, name: 'channel 1' });
    expect(subscriberIdsOf(world.organization, subscription!.channelId)).to.deep.equal([1, 3]);
  });

  it('takes in ten thousand subscribers of one event, and each event twice as once', async () => {
    const world = await World.after(example.userCreated(), ...channels(1));
    const userIds = channelIds(10_000);
    await world.happen(example.usersSubscribed({ userIds }));
    await world.happen(example.usersUnsubscribed({ userIds: [7] }));
    expect(world.views.document('subscriptions', 7)).to.deep.equal({ channels: [] });
    expect(world.views.document('subscriptions', 9_999)).to.have.property('channels').with.length(1);
    const once = world.views.content();
    await world.views.take(world.events);
    expect(world.views.content()).to.equal(once);
  });
});
