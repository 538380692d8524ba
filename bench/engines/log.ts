/** The EventStoreDB adapter against its client, both talking to the stand-in of the tests. */
import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { systemClock } from '../../src/base/clock.ts';
import { openEventStoreDbLog } from '../../src/events/log/eventstoredb/log.ts';
import type { EventToAppend } from '../../src/events/log/eventLog.ts';
import { end, firstLine, startModule } from '../support/child.ts';
import type { Report } from '../support/report.ts';
import { interleaved, ROUND_TIME, timed } from '../support/rounds.ts';
import { Server } from '../support/server.ts';

const DATA = { senderId: 1, channelId: 1, topic: 'benchmarks', content: 'x'.repeat(160), readBySender: true };
const METADATA = {
  version: 1,
  organization: 1,
  actor: 1,
  client: 'benchmark',
  command: 'SendMessage',
  time: 1,
};

/** The appends: how many at once, and how many events each. */
const SHAPES = [
  { name: 'one append at a time', inFlight: 1, events: 1 },
  { name: '64 appends in flight', inFlight: 64, events: 1 },
  { name: 'batches of 100 events, 4 in flight', inFlight: 4, events: 100 },
] as const;

type Append = (stream: string, events: number) => Promise<unknown>;

export async function logEngine(report: Report): Promise<void> {
  const standIn = startModule('test/support/eventstoredb/serve');
  const url = await firstLine(standIn);
  const log = await openEventStoreDbLog({ url, clock: systemClock });
  const client = EventStoreDBClient.connectionString(url);
  const raw: Append = (stream, events) => client.appendToStream(stream, many(events, rawEvent));
  const adapter: Append = (stream, events) => log.append(stream, many(events, ourEvent), 'any');
  for (const { name, inFlight, events } of SHAPES) {
    const measured = await interleaved({
      raw: () => appending(raw, inFlight, events),
      ours: () => appending(adapter, inFlight, events),
    });
    report.figure(`EventStoreDB client, ${name}`, measured.raw.perSecond, 'events/s');
    report.goal('  the adapter, of that', measured.ours.perSecond / measured.raw.perSecond, { atLeast: 0.7 });
  }
  await log.close();
  await client.dispose();
  await end(standIn);
  await whileFrozen(report);
}

async function appending(append: Append, inFlight: number, events: number): Promise<{ perSecond: number }> {
  const started = performance.now();
  let appended = 0;
  const appendOn = async (): Promise<void> => {
    const stream = `benchmark-${randomUUID()}`;
    while (performance.now() - started < ROUND_TIME) {
      await append(stream, events);
      appended += events;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, appendOn));
  return { perSecond: (appended / (performance.now() - started)) * 1000 };
}

const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

const rawEvent = () => jsonEvent({ id: randomUUID(), type: 'MessageSent', data: DATA, metadata: METADATA });

const ourEvent = (): EventToAppend => ({
  id: randomUUID(),
  type: 'MessageSent',
  data: JSON.stringify(DATA),
  metadata: JSON.stringify(METADATA),
});

/** A server whose log stands still in the middle of everything: a send is answered all the same. */
async function whileFrozen(report: Report): Promise<void> {
  const standIn = startModule('test/support/eventstoredb/serve');
  const server = await Server.start({ environment: { EVENTSTOREDB_URL: await firstLine(standIn) } });
  await server.createChannel('general');
  const message = { type: 'channel', to: 'general', topic: 'frozen', content: 'Is anybody there?' };
  await server.post('/messages', message);
  standIn.kill('SIGSTOP');
  let status = 0;
  const milliseconds = await timed(
    async () => ({ status } = await server.call('POST', '/messages', message)),
  );
  standIn.kill('SIGCONT');
  report.goal(
    `a send to a frozen EventStoreDB, answered ${status} within`,
    milliseconds / 1000,
    { atMost: 5 },
    's',
  );
  await server.stop();
  await end(standIn);
}
