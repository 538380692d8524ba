import { systemClock } from '../../../src/base/clock.ts';
import type { EventLog } from '../../../src/events/log/eventLog.ts';
import { openSqliteEventLog, type SqliteEventLogOptions } from '../../../src/events/log/sqlite/log.ts';
import type { EngineUnderTest } from '../../contract/eventLog.ts';
import { temporaryFolder } from './temporaryFolder.ts';

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
