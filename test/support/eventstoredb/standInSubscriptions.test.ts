import { EventStoreDBClient, jsonEvent, TimeoutError } from '@eventstore/db-client';
import type { AllStreamSubscription, Position, ReadPosition } from '@eventstore/db-client';
import { expect } from 'chai';
import { until } from '../waiting.ts';
import { startEventStoreDb } from './server.ts';
import type { EventStoreDbStandIn } from './server.ts';
import type { Version } from './ways.ts';

const text = ({ commit, prepare }: Position): string => `${commit}/${prepare}`;

describe('Subscriptions to the stand-in for EventStoreDB behave as to the real one', () => {
  let server: EventStoreDbStandIn;
  let client: EventStoreDBClient;

  const start = async (like: Version): Promise<void> => {
    server = await startEventStoreDb({ like });
    client = EventStoreDBClient.connectionString(server.url);
  };

  afterEach(async () => {
    await client.dispose();
    server.kill();
  });

  const append = (stream: string, count: number) =>
    client.appendToStream(
      stream,
      Array.from({ length: count }, () => jsonEvent({ type: 'Said', data: { a: 1 } })),
    );

  /** A filtered subscription, its checkpoints and the streams of what it was given. */
  const follow = async (fromPosition: ReadPosition, checkpointInterval: number) => {
    const checkpoints: string[] = [];
    const streams: string[] = [];
    const subscription: AllStreamSubscription = client.subscribeToAll({
      fromPosition,
      filter: {
        filterOn: 'streamName',
        prefixes: ['marker'],
        checkpointInterval,
        checkpointReached: async (_, position) => void checkpoints.push(text(position)),
      },
    });
    subscription.on('data', ({ event }) => streams.push(event?.streamId ?? ''));
    await new Promise((resolve) => subscription.once('confirmation', resolve));
    return { checkpoints, streams, subscription };
  };

  /** `(commit, 0)` of each so many-th record from one on. */
  const pageBegins = (first: number, every: number): string[] =>
    server.store.records
      .filter((_, index) => index >= first && (index - first) % every === 0)
      .map(({ position }) => `${position}/0`);

  for (const interval of [1, 3])
    it(`sends checkpoints where pages began while catching up, one per ${32 * interval} events`, async () => {
      await start('23.10');
      await append('other', 299);
      await append('marker', 1);
      const { checkpoints, streams } = await follow('start', interval);
      await until(() => streams.length === 1);
      const began = pageBegins(0, 32).filter((_, page) => page % interval === interval - 1);
      const whole = Math.floor(301 / (32 * interval));
      expect(checkpoints).to.deep.equal(began.slice(0, whole));
    });

  it('sends checkpoints at events while live, and none before the next so many', async () => {
    await start('23.10');
    const { checkpoints, streams } = await follow('end', 1);
    await until(() => server.session.subscriptions.size === 1);
    for (let index = 0; index < 69; index += 1) await append('other', 1);
    await append('marker', 1);
    await until(() => streams.length === 1);
    const considered = server.store.records.slice(-70).map(({ position }) => `${position}/${position}`);
    expect(checkpoints).to.deep.equal([considered[31], considered[63]]);
  });

  it('begins its checkpoints with the position that was asked for, and repeats one, on 24.10', async () => {
    await start('24.10');
    await append('other', 299);
    const { position } = server.store.records[5]!;
    const { checkpoints, subscription } = await follow({ commit: position, prepare: position }, 1);
    await new Promise((resolve) => subscription.once('caughtUp', resolve));
    expect(checkpoints[0]).to.equal(`${position}/0`);
    expect(checkpoints.length).to.be.above(8);
    expect(new Set(checkpoints).size).to.be.below(checkpoints.length);
    expect(checkpoints.every((checkpoint) => checkpoint.endsWith('/0'))).to.equal(true);
  });

  it('begins behind the event at the position while that is there', async () => {
    for (const version of ['23.10', '24.10'] as const) {
      await start(version);
      await append('marker', 3);
      const { position } = server.store.records[1]!;
      const { streams } = await follow({ commit: position, prepare: position }, 1);
      await until(() => streams.length >= 2);
      await append('marker', 1);
      await until(() => streams.length >= 3);
      expect(streams).to.have.lengthOf(3);
      if (version === '23.10') {
        await client.dispose();
        server.kill();
      }
    }
  });

  /** Subscriptions that are live. */
  const live = async (count: number) => {
    const all = Array.from({ length: count }, () => client.subscribeToAll({ fromPosition: 'end' }));
    await Promise.all(
      all.map((subscription) => new Promise((resolve) => subscription.once('confirmation', resolve))),
    );
    await append('warm', 1);
    await Promise.all(
      all.map((subscription) => new Promise((resolve) => subscription.once('data', resolve))),
    );
    return all;
  };

  it('are all dropped by one burst on 23.10', async () => {
    await start('23.10');
    const drops: unknown[] = [];
    for (const subscription of await live(5))
      subscription.on('data', () => {}).on('error', (error) => drops.push(error));
    await append('a', 300);
    await until(() => drops.length === 5);
    for (const error of drops) {
      expect(error).to.be.instanceOf(TimeoutError);
      expect(error).to.include({ code: 10 });
      expect(String(error)).to.match(/Consumer too slow.* resubscription required/);
    }
  });

  it('hold out against small appends one after the other', async () => {
    await start('23.10');
    const [subscription] = await live(1);
    let delivered = 0;
    subscription!.on('data', () => (delivered += 1));
    for (let index = 0; index < 100; index += 1) await append('a', 1);
    await until(() => delivered === 100);
  });

  it('fall behind by a burst and catch up by themselves on 24.10', async () => {
    await start('24.10');
    const received: string[] = [];
    const [subscription] = await live(1);
    let delivered = 0;
    subscription!.on('data', () => (delivered += 1));
    subscription!.on('fellBehind', () => received.push('fellBehind'));
    subscription!.on('caughtUp', () => received.push('caughtUp'));
    for (const burst of [300, 100]) {
      await append('a', burst);
      await until(() => received.at(-1) === 'caughtUp' && delivered >= burst);
      await append('a', 1);
    }
    await until(() => delivered === 402);
    expect(received.slice(0, 4)).to.deep.equal(['fellBehind', 'caughtUp', 'fellBehind', 'caughtUp']);
  });
});
