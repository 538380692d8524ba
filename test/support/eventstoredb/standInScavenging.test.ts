import { START, EventStoreDBClient, jsonEvent, StreamNotFoundError } from '@eventstore/db-client';
import type { AllStreamRecordedEvent, Position, RecordedEvent, StreamMetadata } from '@eventstore/db-client';
import { expect } from 'chai';
import { failureOf } from '../eventLogs.ts';
import { sleep } from '../waiting.ts';
import { startEventStoreDb } from './server.ts';
import type { EventStoreDbStandIn, StandInOptions } from './server.ts';

const CHUNK = 268_435_456n;

describe('The stand-in for EventStoreDB hides and scavenges as the real one', () => {
  let server: EventStoreDbStandIn;
  let client: EventStoreDBClient;

  const start = async (options: StandInOptions = {}): Promise<void> => {
    server = await startEventStoreDb(options);
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

  const everything = async (fromPosition: Position | typeof START = START) => {
    const events: AllStreamRecordedEvent[] = [];
    for await (const { event } of client.readAll({ fromPosition })) if (event) events.push(event);
    return events;
  };

  const revisions = async (stream: string): Promise<number[]> => {
    const events: RecordedEvent[] = [];
    for await (const { event } of client.readStream(stream)) if (event) events.push(event);
    return events.map(({ revision }) => Number(revision));
  };

  const revisionsInAll = async (stream: string): Promise<number[]> =>
    (await everything())
      .filter(({ streamId }) => streamId === stream)
      .map(({ revision }) => Number(revision));

  const limits: readonly (readonly [StreamMetadata, number[]])[] = [
    [{ truncateBefore: 3 }, [3, 4]],
    [{ maxCount: 1 }, [4]],
    [{ maxCount: 9 }, [0, 1, 2, 3, 4]],
    [{ maxAge: 3_600 }, [0, 1, 2, 3, 4]],
    [{ truncateBefore: 5 }, []],
  ];
  for (const [metadata, left] of limits)
    it(`hides by ${JSON.stringify(metadata)} at once in the stream, in $all by a scavenge, but for the last event`, async () => {
      await start();
      await append('a', 5);
      await client.setStreamMetadata('a', metadata);
      expect(await revisions('a')).to.deep.equal(left);
      expect(await revisionsInAll('a')).to.deep.equal([0, 1, 2, 3, 4]);
      server.store.scavenge('1');
      expect(await revisionsInAll('a')).to.deep.equal(left.length > 0 ? left : [4]);
      expect(await revisions('a')).to.deep.equal(left);
      expect((await append('a', 1)).nextExpectedRevision).to.equal(5n);
    });

  it('hides by age what has become old', async () => {
    await start();
    await append('a', 2);
    await client.setStreamMetadata('a', { maxAge: 1 });
    await sleep(1_100);
    expect(await revisions('a')).to.deep.equal([]);
    expect(await failureOf(revisions('b'))).to.be.instanceOf(StreamNotFoundError);
  });

  it('stores each metadata as an event, of which the last one counts', async () => {
    await start();
    await client.setStreamMetadata('a', { truncateBefore: 1 });
    await client.setStreamMetadata('a', { maxCount: 5 });
    await append('a', 2);
    expect(await revisions('a')).to.deep.equal([0, 1]);
    expect((await everything()).map(({ streamId }) => streamId).slice(1)).to.deep.equal([
      '$$a',
      '$$a',
      'a',
      'a',
    ]);
    server.store.scavenge('1');
    expect(await revisionsInAll('$$a')).to.deep.equal([1]);
  });

  it('goes on in the next file of the log, and adds events of its own', async () => {
    await start();
    await append('a', 2);
    server.store.scavenge('1');
    const { position } = await append('a', 1);
    expect(position!.commit / CHUNK).to.equal(1n);
    const events = await everything();
    expect(events.map(({ streamId }) => streamId).slice(1)).to.deep.equal([
      'a',
      'a',
      '$scavengePoints',
      '$scavenges-1',
      '$scavenges-1',
      'a',
    ]);
    expect(events.at(-2)?.position.commit).to.equal(CHUNK);
    server.store.scavenge('2');
    expect((await append('b', 1)).position!.commit / CHUNK).to.equal(2n);
  });

  it('reads on from where an event was, and from no place that none ever had', async () => {
    await start();
    await append('ephemeral', 10);
    const before = await everything();
    await append('wanted', 3);
    await client.setStreamMetadata('ephemeral', { truncateBefore: 10 });
    server.store.scavenge('1');
    for (const { position } of before.slice(1, -1)) {
      const remaining = (await everything(position)).filter(({ streamId }) => streamId === 'wanted');
      expect(remaining).to.have.lengthOf(3);
    }
    const [, inside] = await everything();
    const { commit } = inside!.position;
    const nowhere = { commit: commit + 1n, prepare: commit + 1n };
    expect(await failureOf(everything(nowhere))).to.include({ code: 2 });
  });

  /** How many of 20 wanted events come after the position of one that is gone. */
  const deliveredAfterGone = async (version: '23.10' | '24.10'): Promise<number> => {
    await start({ like: version });
    await append('ephemeral', 50);
    const gone = (await everything())[20]!.position;
    await append('wanted', 20);
    await client.setStreamMetadata('ephemeral', { truncateBefore: 49 });
    server.store.scavenge('1');
    const last = (await append('wanted', 1)).nextExpectedRevision;
    const filter = {
      filterOn: 'streamName' as const,
      prefixes: ['wanted', 'ephemeral'],
      checkpointInterval: 1,
    };
    let delivered = 0;
    for await (const { event } of client.subscribeToAll({ fromPosition: gone, filter })) {
      delivered += 1;
      if (event?.streamId === 'wanted' && event.revision === last) break;
    }
    return delivered;
  };

  it('skips the first one that is left when a subscription resumes after one that is gone, on 23.10', async () => {
    expect(await deliveredAfterGone('23.10')).to.equal(21);
  });

  it('skips nothing then on 24.10', async () => {
    expect(await deliveredAfterGone('24.10')).to.equal(22);
  });
});
