import { expect } from 'chai';
import type { UserId } from '../../src/base/ids.ts';
import { findUserTopics } from '../../src/projections/subscriptions.ts';
import { example } from '../support/examples.ts';
import { World } from '../support/memoryViews.ts';

const set = (topic: string, newPolicy: 'none' | 'muted' | 'unmuted' | 'followed', userIds = [1]) =>
  example.topicPolicySet({ userIds, topic, newPolicy });
const topicsOf = async (world: World, userId = 1) =>
  (await findUserTopics(world.views, world.organization, userId as UserId)).map(({ topic, policy }) => [
    topic,
    policy,
  ]);

describe('the view of topics that people have set something about', () => {
  it('shows each as it was written, with its number and when it was set', async () => {
    const world = await World.after(set('Greetings', 'muted'));
    const [topic, ...others] = await findUserTopics(world.views, world.organization, 1 as UserId);
    expect(others).to.deep.equal([]);
    expect(topic).to.include({ channelId: 1, topic: 'Greetings', policy: 1 });
    expect(topic?.setAt).to.equal(Math.floor(world.events.at(-1)!.metadata.time / 1000));
  });

  it('knows a topic in whatever case, and puts the one set last at the end', async () => {
    const world = await World.after(set('one', 'muted'), set('two', 'unmuted'), set('ONE', 'followed'));
    expect(await topicsOf(world)).to.deep.equal([
      ['two', 2],
      ['ONE', 3],
    ]);
  });

  it('forgets what is as its channel is again', async () => {
    const world = await World.after(set('one', 'muted'), set('two', 'muted'), set('one', 'none'));
    expect(await topicsOf(world)).to.deep.equal([['two', 1]]);
    await world.happen(set('two', 'none'));
    expect(await topicsOf(world)).to.deep.equal([]);
  });

  it('is personal, also where several people are meant', async () => {
    const world = await World.after(set('one', 'followed', [1, 2]), set('one', 'muted', [2]));
    expect(await topicsOf(world, 1)).to.deep.equal([['one', 3]]);
    expect(await topicsOf(world, 2)).to.deep.equal([['one', 1]]);
    expect(await topicsOf(world, 3)).to.deep.equal([]);
  });

  it('shows nothing of what has been erased', async () => {
    expect(await topicsOf(await World.erasedAfter(set('one', 'muted')))).to.deep.equal([]);
  });
});
