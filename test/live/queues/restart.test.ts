import { expect } from 'chai';
import { example } from '../../support/examples.ts';
import { CHANNELS, PEOPLE } from '../fixture.ts';
import { QueueFixture } from './fixture.ts';

const sent = (content: string) => example.messageSent({ channelId: CHANNELS.public, content });

describe('a start of the server', () => {
  async function restarted(options: Parameters<QueueFixture['register']>[1] = {}) {
    const fixture = new QueueFixture();
    const id = fixture.register(PEOPLE.member, options);
    await fixture.clock.advance(5_000);
    fixture.restart();
    return { fixture, id };
  }
  const types = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);

  it('is told once to a queue that was made before, after what it has missed', async () => {
    const { fixture, id } = await restarted();
    fixture.happen(sent('missed'));
    const missed = await fixture.poll(id);
    expect(types(missed)).to.deep.equal(['message', 'restart']);
    const [, restart] = missed;
    expect(restart).to.include({ service_feature_level: 500, server_generation: fixture.queues.generation });
    fixture.happen(sent('later'));
    const later = await fixture.poll(id, restart!.id);
    expect(types(later)).to.deep.equal(['message']);
    expect(later[0]!.id).to.be.above(restart!.id);
  });

  it('is told again until it is acknowledged, and to each queue', async () => {
    const { fixture, id } = await restarted();
    const [first] = await fixture.poll(id);
    expect((await fixture.poll(id))[0]).to.deep.equal(first);
    expect(await fixture.poll(id, first!.id)).to.deep.equal([]);
  });

  it('ends the wait of a client, and is not told after the queue has slept', async () => {
    const { fixture, id } = await restarted();
    const [restart] = await fixture.poll(id, -1, { waits: true });
    expect(restart!.type).to.equal('restart');
    await fixture.poll(id, restart!.id);
    await fixture.clock.advance(1_300_000);
    expect(fixture.queues.ready).to.equal(0);
    expect(await fixture.poll(id, restart!.id)).to.deep.equal([]);
  });

  it('is told after each start', async () => {
    const { fixture, id } = await restarted();
    const [first] = await fixture.poll(id);
    await fixture.clock.advance(5_000);
    fixture.restart();
    const [second] = await fixture.poll(id, first!.id);
    expect(second).to.include({ type: 'restart', server_generation: fixture.queues.generation });
    expect(second!.id).to.be.above(first!.id);
  });

  it('is no news for queues that are made afterwards, and for those that ask for other events', async () => {
    const { fixture, id } = await restarted({ eventTypes: new Set(['message']) });
    expect(await fixture.poll(id)).to.deep.equal([]);
    expect(await fixture.poll(fixture.register())).to.deep.equal([]);
    fixture.happen(sent('one'));
    expect(types(await fixture.poll(id))).to.deep.equal(['message']);
  });
});
