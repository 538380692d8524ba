import { expect } from 'chai';
import type { ChannelId } from '../../src/base/ids.ts';
import { Hansard, type Person } from '../support/hansard.ts';
import { MovedClock } from '../support/movedClock.ts';
import { until } from '../support/waiting.ts';

const DAY = 24 * 60 * 60 * 1000;

describe('a channel in which nothing is said for long', () => {
  const clock = new MovedClock();
  let hansard: Hansard;
  let owner: Person;
  let channelId: ChannelId;

  before(async () => {
    hansard = await Hansard.start({ clock });
    owner = await hansard.owner();
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'attic' }] });
    channelId = (await owner.get('/get_stream_id', { stream: 'attic' })).body.stream_id as ChannelId;
  });
  after(() => hansard.stop());

  const send = async () =>
    (await owner.post('/messages', { type: 'channel', to: 'attic', topic: 't', content: 'x' })).body.id;
  const isActive = async () => {
    const { body } = await owner.get(`/streams/${channelId}`);
    return (body.stream as { readonly is_recently_active: boolean }).is_recently_active;
  };
  /** Until it is on record that the channel is quiet. */
  const wentQuiet = async () => {
    const [lane] = hansard.app.lanes.all();
    await until(() => lane?.state.channelActivity.byChannel.get(channelId)?.isQuiet === true);
  };

  it('goes quiet on record, and awakes with the next message', async () => {
    await send();
    clock.advance(179 * DAY);
    expect(await isActive()).to.equal(true);
    clock.advance(2 * DAY);
    await wentQuiet();
    expect(await isActive()).to.equal(false);
    await send();
    expect(await isActive()).to.equal(true);
  });

  it('does so too when nothing is left of what was said', async () => {
    const messages = (
      await owner.get('/messages', {
        anchor: 'newest',
        num_before: 100,
        num_after: 0,
        narrow: [['channel', 'attic']],
      })
    ).body.messages as readonly { readonly id: number }[];
    for (const { id } of messages) await owner.delete(`/messages/${id}`);
    expect(await isActive()).to.equal(false);
    clock.advance(60_000);
    await wentQuiet();
  });
});
