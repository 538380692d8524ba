/**
 * The floor under a send over EventStoreDB: tuned Express, one stream, one append in flight at its exact revision; whatever
 * waits meanwhile goes into the next one. It reads its own events back once, as whoever serves them has to. Given the
 * address of the server it prints its port.
 */
import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import type { JSONEventData } from '@eventstore/db-client';
import { listen, sendApp, tunedServer } from './expressFloor.ts';

const STREAM = 'bare-lane';
const METADATA = {
  version: 1,
  organization: 1,
  actor: 1,
  client: 'benchmark',
  command: 'SendMessage',
  time: 1,
};

const client = EventStoreDBClient.connectionString(process.argv[2] ?? '');

let waiting: { readonly event: JSONEventData; readonly answer: () => void }[] = [];
let isAppending = false;
let revision = -1n;

async function append(): Promise<void> {
  if (isAppending) return;
  isAppending = true;
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    const expectedRevision = revision < 0n ? 'no_stream' : revision;
    const events = batch.map(({ event }) => event);
    ({ nextExpectedRevision: revision } = await client.appendToStream(STREAM, events, { expectedRevision }));
    for (const { answer } of batch) answer();
    void readBack();
  }
  isAppending = false;
}

let isReading = false;
let next = 0n;

async function readBack(): Promise<void> {
  if (isReading) return;
  isReading = true;
  while (next <= revision)
    for await (const { event } of client.readStream(STREAM, { fromRevision: next }))
      if (event) next = event.revision + 1n;
  isReading = false;
}

const app = sendApp((response, body, content) => {
  const data = { senderId: 1, channelId: 1, topic: 'benchmarks', content, readBySender: true };
  const event = jsonEvent({ id: randomUUID(), type: 'MessageSent', data, metadata: METADATA });
  waiting.push({
    event,
    answer() {
      response.setHeader('Content-Type', 'application/json');
      response.end(body);
    },
  });
  setImmediate(() => void append()); // what has arrived in this turn goes together
});

listen(tunedServer(app));
