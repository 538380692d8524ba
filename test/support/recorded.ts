/** What the log of a data folder holds, read beside the server or without it. */
import { join } from 'node:path';
import { Sqlite } from '../../src/base/sqlite.ts';

/** One message as the log has it. */
export interface RecordedMessage {
  readonly id: number;
  readonly content: string;
}

/** The file of the embedded log. */
export const logFile = (folder: string): string => join(folder, 'log.sqlite');

interface Row {
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly data: string;
}

/** An event of the root organization as the log has it. */
export interface RecordedFact {
  readonly revision: number;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** All events of the root organization in log order; fails where a stream's revisions are not dense. */
export function recordedFacts(folder: string): readonly RecordedFact[] {
  const db = new Sqlite(logFile(folder), { readonly: true });
  const rows = db
    .prepare(
      'SELECT s.name AS stream, e.revision, e.type, e.data FROM events e JOIN streams s ON s.id = e.stream ORDER BY e.position',
    )
    .all() as Row[];
  db.close();
  requireDense(rows);
  return rows
    .filter(({ stream }) => stream === 'organization-1')
    .map(({ revision, type, data }) => ({ revision, type, data: JSON.parse(data) as RecordedFact['data'] }));
}

/** All messages among them. */
export const recordedMessages = (folder: string): readonly RecordedMessage[] =>
  messagesAmong(recordedFacts(folder));

/** The messages that were said in channels. */
export const recordedInChannels = (folder: string): readonly RecordedMessage[] =>
  messagesAmong(recordedFacts(folder).filter(({ data }) => data.channelId !== undefined));

const messagesAmong = (facts: readonly RecordedFact[]): readonly RecordedMessage[] =>
  facts
    .filter(({ type }) => type === 'MessageSent')
    .map(({ revision, data }) => ({ id: revision + 1, content: String(data.content) }));

function requireDense(rows: readonly Row[]): void {
  const next = new Map<string, number>();
  for (const { stream, revision } of rows) {
    const expected = next.get(stream) ?? 0;
    if (revision !== expected)
      throw new Error(`${stream} has revision ${revision} where ${expected} was to come.`);
    next.set(stream, expected + 1);
  }
}
