import {
  EventStoreDBClient,
  jsonEvent,
  MaxAppendSizeExceededError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import type { AppendExpectedRevision, AppendResult } from '@eventstore/db-client';
import { expect } from 'chai';
import { failureOf } from '../eventLogs.ts';
import { startEventStoreDb } from './server.ts';
import type { EventStoreDbStandIn } from './server.ts';

const someEvents = (count: number) =>
  Array.from({ length: count }, () => jsonEvent({ type: 'Said', data: { a: 1 } }));

for (const batchAppend of [true, false])
  describe(`The stand-in for EventStoreDB behaves as the real one, ${batchAppend ? 'batched' : 'unary'}`, () => {
    let server: EventStoreDbStandIn;
    let client: EventStoreDBClient;

    const append = (
      events: ReturnType<typeof someEvents>,
      expectedRevision: AppendExpectedRevision,
    ): Promise<AppendResult> => client.appendToStream('a', events, { expectedRevision });

    const stored = (): number => server.store.stream('a')?.length ?? 0;

    before(async () => {
      server = await startEventStoreDb({ batchAppend });
      client = EventStoreDBClient.connectionString(server.url);
    });

    after(async () => {
      await client.dispose();
      server.kill();
    });

    it('stores a repeat at an exact revision once, after a restart too', async () => {
      const [opening, next] = [someEvents(3), someEvents(2)];
      await append(opening, 'no_stream');
      await append(next, 2n);
      server.kill();
      await server.restart();
      client = EventStoreDBClient.connectionString(server.url);
      expect((await append(opening.slice(0, 2), 'no_stream')).nextExpectedRevision).to.equal(1n);
      expect((await append(next, 2n)).nextExpectedRevision).to.equal(4n);
      expect(stored()).to.equal(5);
    });

    it('stores a repeat at any revision once, but twice after a restart', async () => {
      const [events, before] = [someEvents(1), stored()];
      await append(events, 'any');
      await append(events, 'any');
      expect(stored()).to.equal(before + 1);
      server.kill();
      await server.restart();
      client = EventStoreDBClient.connectionString(server.url);
      await append(events, 'any');
      expect(stored()).to.equal(before + 2);
    });

    it('refuses known events that are followed by new ones, and an append that is too large', async () => {
      const known = someEvents(1);
      const at = BigInt(stored() - 1);
      await append(known, at);
      expect(await failureOf(append([...known, ...someEvents(1)], at))).to.be.instanceOf(
        WrongExpectedVersionError,
      );
      const large = jsonEvent({ type: 'Said', data: { text: 'x'.repeat(1_100_000) } });
      const failure = await failureOf(client.appendToStream('b', large));
      expect(failure).to.be.instanceOf(MaxAppendSizeExceededError);
    });

    it('gives every event a position of its own, with gaps, from which a read includes it', async () => {
      const positions = server.store.records.map(({ position }) => position);
      const third = positions[2] ?? 0n;
      const found: unknown[] = [];
      const reading = client.readAll({ fromPosition: { commit: third, prepare: third } });
      for await (const { event } of reading) found.push(event?.position.commit);
      expect(found).to.deep.equal(positions.slice(2));
      expect(third - (positions[1] ?? 0n) > 1n).to.equal(true);
    });

    it('sends a filtered subscription a checkpoint after every 32 events scanned, and none at the tail', async () => {
      const checkpoints: bigint[] = [];
      const filter = {
        filterOn: 'streamName' as const,
        prefixes: ['marker'],
        checkpointInterval: 1,
        checkpointReached: (_: unknown, position: { commit: bigint }) =>
          void checkpoints.push(position.commit),
      };
      for (let index = 0; index < 10; index += 1) await client.appendToStream('other', someEvents(10));
      await client.appendToStream('marker', someEvents(1));
      const subscription = client.subscribeToAll({ filter });
      for await (const { event } of subscription) if (event?.streamId === 'marker') break;
      const expected = server.store.records
        .filter((_, index) => index % 32 === 31)
        .map(({ position }) => position);
      expect(checkpoints).to.deep.equal(expected);
    });
  });
