/** Floors of the disk: D, one durable append after the other, and G, SQLite with 64 events to a commit. */
import { randomUUID } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './folders.ts';
import { Sqlite } from '../../src/base/sqlite.ts';

const ROUND = 600;
const EVENTS_PER_COMMIT = 64;

const CONTENT =
  'The quarterly figures are in the shared folder; please look at the second sheet before the meeting, and tell me by tomorrow';
const HASH = 'h'.repeat(64);

/** A message as a log stores it: 382 bytes of data and metadata, as JSON. */
const written = (): readonly [data: string, metadata: string] => [
  JSON.stringify({ senderId: 12, channelId: 7, topic: 'figures', content: CONTENT, readBySender: true }),
  JSON.stringify({
    version: 1,
    organization: 1,
    actor: 12,
    client: 'website',
    command: 'SendMessage',
    time: 1.7e12,
    hash: HASH,
  }),
];

/** Enough streams to give the index over stream and revision a realistic cost. */
const STREAMS = Array.from({ length: 1000 }, (_, index) => `channel-${index}`);

/** D: appends of 4 KiB, each flushed with fdatasync, per second. */
export function flushedAppends(): { readonly perSecond: number } {
  const file = openSync(join(temporaryFolder(), 'appends'), 'a');
  const page = Buffer.alloc(4096, 'x');
  const perSecond = rate(() => {
    writeSync(file, page);
    fdatasyncSync(file);
    return 1;
  });
  closeSync(file);
  return { perSecond };
}

/** G: events of the size of a message that plain SQLite writes as JSON and stores per second, each commit flushed. */
export const rawSqlite = (): { readonly perSecond: number } => storedEvents(STREAMS.length, written);

/** What it would be with one stream, and if nobody had to write the events: the same two texts in each of them. */
export function rawSqliteAtItsBest(): { readonly perSecond: number } {
  const texts = written();
  return storedEvents(1, () => texts);
}

function storedEvents(
  streams: number,
  texts: () => readonly [data: string, metadata: string],
): { readonly perSecond: number } {
  const db = new Sqlite(join(temporaryFolder(), 'raw.sqlite'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(`CREATE TABLE events (position INTEGER PRIMARY KEY, stream TEXT, revision INTEGER, id TEXT, type TEXT,
    data TEXT, metadata TEXT, time INTEGER, UNIQUE (stream, revision)) STRICT`);
  const insert = db.prepare("INSERT INTO events VALUES (?, ?, ?, ?, 'MessageSent', ?, ?, ?)");
  let position = 0;
  const commit = db.transaction(() => {
    for (let event = 0; event < EVENTS_PER_COMMIT; event += 1) {
      position += 1;
      const stream = STREAMS[position % streams];
      insert.run(position, stream, Math.floor(position / streams), randomUUID(), ...texts(), position);
    }
    return EVENTS_PER_COMMIT;
  });
  const perSecond = rate(commit);
  db.close();
  return { perSecond };
}

function rate(work: () => number): number {
  const started = performance.now();
  let done = 0;
  while (performance.now() - started < ROUND) done += work();
  return (done / (performance.now() - started)) * 1000;
}
