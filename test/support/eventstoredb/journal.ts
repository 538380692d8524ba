/**
 * The file of a stand-in that outlives its process: one line of JSON per append, written before the append is
 * answered. A line that a kill has cut short is as if it had never been begun.
 */
import { closeSync, existsSync, openSync, readFileSync, renameSync, truncateSync, writeSync } from 'node:fs';
import type { Proposed, Recorded } from './store.ts';

/** Events of one stream that follow one another. */
export interface Entry {
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  readonly createdAt: number;
  readonly events: readonly Proposed[];
}

type Line = [stream: string, revision: number, position: string, createdAt: number, events: EventLine[]];
type EventLine = [id: string, type: string, contentType: string, data: string, metadata: string];

export class Journal {
  readonly #path: string;
  #file: number;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'a');
  }

  /** What was written until now, in order. */
  static *entries(path: string): Iterable<Entry> {
    if (!existsSync(path)) return;
    const bytes = readFileSync(path);
    const end = bytes.lastIndexOf('\n') + 1;
    truncateSync(path, end);
    for (let from = 0; from < end;) {
      const to = bytes.indexOf('\n', from);
      yield entryOf(JSON.parse(bytes.toString('utf8', from, to)) as Line);
      from = to + 1;
    }
  }

  write(entry: Entry): void {
    writeSync(this.#file, lineOf(entry));
  }

  /** Puts these in the place of all that was written. */
  rewrite(records: readonly Recorded[]): void {
    const part = `${this.#path}.part`;
    const file = openSync(part, 'w');
    for (const record of records) writeSync(file, lineOf({ ...record, events: [record] }));
    renameSync(part, this.#path);
    closeSync(this.#file);
    this.#file = file;
  }
}

function lineOf({ stream, revision, position, createdAt, events }: Entry): string {
  const eventLines = events.map((event): EventLine => [
    event.id,
    event.type,
    event.contentType,
    Buffer.from(event.data).toString('base64'),
    Buffer.from(event.metadata).toString('base64'),
  ]);
  const line: Line = [stream, revision, String(position), createdAt, eventLines];
  return `${JSON.stringify(line)}\n`;
}

function entryOf([stream, revision, position, createdAt, eventLines]: Line): Entry {
  const events = eventLines.map(([id, type, contentType, data, metadata]) => ({
    id,
    type,
    contentType,
    data: Buffer.from(data, 'base64'),
    metadata: Buffer.from(metadata, 'base64'),
  }));
  return { stream, revision, position: BigInt(position), createdAt, events };
}
