import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../src/clock.ts';
import type { EventLog } from '../../../src/events/log/eventLog.ts';
import { openSqliteEventLog, type SqliteEventLogOptions } from '../../../src/events/log/sqlite.ts';
import type { EngineUnderTest } from '../../contract/eventLog.ts';

/** An empty folder under the system's temporary one, and how to remove it. */
export const temporaryFolder = async (): Promise<{ folder: string; remove(): Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'hansard-test-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
};

/** SQLite logs, each in a temporary folder of its own. */
export const temporaryEventLogs = (options: Partial<SqliteEventLogOptions> = {}): EngineUnderTest => ({
  async open() {
    const { folder, remove } = await temporaryFolder();
    const handles: EventLog[] = [];
    const openOne = (): EventLog => {
      const log = openSqliteEventLog({ clock: systemClock, ...options, folder });
      handles.push(log);
      return log;
    };
    const closeAll = () => Promise.all(handles.splice(0).map((log) => log.close()));
    return {
      log: openOne(),
      openAnother: async () => openOne(),
      async reopen() {
        await closeAll();
        return openOne();
      },
      async close() {
        await closeAll();
        await remove();
      },
    };
  },
});
