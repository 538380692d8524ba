import {
  EventStoreDBClient,
  jsonEvent,
  MaxAppendSizeExceededError,
  StreamNotFoundError,
  UnknownError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import type { AppendExpectedRevision, AppendResult } from '@eventstore/db-client';
import { expect } from 'chai';
import { failureOf } from '../eventLogs.ts';
import { startEventStoreDb } from './server.ts';
import type { EventStoreDbStandIn } from './server.ts';
import { systemEvent } from './store.ts';

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

    it('says that no events were stored, and there is no stream then', async () => {
      await client.appendToStream('empty', []);
      expect(await failureOf(client.readStream('empty').toArray())).to.be.instanceOf(StreamNotFoundError);
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

    it('answers one of several identical appends in flight, and the others when they are made again', async () => {
      const slow = await startEventStoreDb({ batchAppend, commitTime: 100 });
      const hasty = EventStoreDBClient.connectionString(slow.url);
      const events = someEvents(2);
      const repeat = () => hasty.appendToStream('a', events, { expectedRevision: 'no_stream' });
      const outcomes: unknown[] = Array.from({ length: 4 }, () => 'unanswered');
      await Promise.race(
        outcomes.map((_, index) =>
          repeat().then(
            () => (outcomes[index] = 'answered'),
            (error: Error) => {
              outcomes[index] = error instanceof UnknownError && /^(2 UNKNOWN: )?$/.test(error.message);
              return new Promise(() => {});
            },
          ),
        ),
      );
      expect(outcomes).to.have.members(['answered', true, 'unanswered', true]);
      expect((await repeat()).nextExpectedRevision).to.equal(1n);
      expect(slow.store.stream('a')).to.have.lengthOf(2);
      await hasty.dispose();
      slow.kill();
    });

    it('stores a repeat at any revision twice when 150,000 events have come between', async () => {
      const busy = await startEventStoreDb({ batchAppend });
      const late = EventStoreDBClient.connectionString(busy.url);
      const fill = (thousands: number): void => {
        for (let index = 0; index < thousands; index += 1)
          busy.store.append(
            '$stats',
            'any',
            Array.from({ length: 1_000 }, () => systemEvent('$stats')),
          );
      };
      const events = someEvents(1);
      for (const [thousands, found] of [
        [0, 1],
        [149, 1],
        [1, 2],
      ] as const) {
        fill(thousands);
        await late.appendToStream('a', events);
        expect(busy.store.stream('a')).to.have.lengthOf(found);
      }
      await late.dispose();
      busy.kill();
    });
  });
