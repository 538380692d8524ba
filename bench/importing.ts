/** `hansard import`, compared with bare appends of the same events to a log of the same kind. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportReport } from '../src/app/imports/importer.ts';
import { systemClock } from '../src/base/clock.ts';
import type { StoredEvent } from '../src/events/log/eventLog.ts';
import { openSqliteEventLog } from '../src/events/log/sqlite/log.ts';
import { TALKS } from '../test/import/generatedExports.ts';
import { moduleFile } from './support/child.ts';
import { copyOf, temporaryFolder } from './support/folders.ts';
import { populatedFolder } from './support/growLog.ts';
import type { Benchmark } from './support/report.ts';
import { interleaved, timed } from './support/rounds.ts';

/** A third of them has markup, one of 40 a file. */
const MESSAGES = Number(process.env.BENCH_MESSAGES) || 50_000;
/** Events per append, as the import has them. */
const PER_APPEND = 250;

export const importing: Benchmark = async (report) => {
  const source = join(temporaryFolder(), 'export');
  writeFileSync(source, await TALKS.slack(MESSAGES));
  const empty = await populatedFolder({ users: 1, channels: 0 });
  let events: readonly StoredEvent[] = [];
  const { imported, bare } = await interleaved(
    {
      async imported() {
        const folder = copyOf(empty);
        const seconds = await imports(source, folder);
        events = await eventsIn(folder);
        return { rate: MESSAGES / seconds };
      },
      async bare() {
        return { rate: (MESSAGES * 1_000) / (await timed(() => appended(events))) };
      },
    },
    1,
  );
  report.figure(
    `bare appends of what ${MESSAGES.toLocaleString('en')} messages become`,
    bare.rate,
    'messages/s',
  );
  report.goal('an import', imported.rate, { atLeast: 5_000 }, 'messages/s');
  report.figure('  of the bare appends', imported.rate / bare.rate, '×');
};

/** Imports into the root organization; seconds, from the first byte that is read. */
async function imports(source: string, folder: string): Promise<number> {
  const child = spawn(process.execPath, [moduleFile('src/cli'), 'import', source, '--json'], {
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  return (JSON.parse(output) as ImportReport).seconds;
}

async function eventsIn(folder: string): Promise<readonly StoredEvent[]> {
  const log = openSqliteEventLog({ folder, clock: systemClock });
  const events: StoredEvent[] = [];
  for await (const some of log.readAll()) events.push(...some);
  await log.close();
  return events.filter(({ type }) => type === 'MessageSent');
}

async function appended(events: readonly StoredEvent[]): Promise<void> {
  const log = openSqliteEventLog({ folder: temporaryFolder(), clock: systemClock });
  for (let at = 0; at < events.length; at += PER_APPEND)
    await log.append('bare', events.slice(at, at + PER_APPEND), at === 0 ? 'no stream' : at - 1);
  await log.close();
}
