import { systemClock } from '../../src/clock.ts';
import type { EventLog } from '../../src/events/log/eventLog.ts';
import { openEventStoreDbLog } from '../../src/events/log/eventstoredb.ts';
import { startEventStoreDb } from '../support/eventstoredb/server.ts';
import { describeEventLog } from './eventLog.ts';
import type { EngineUnderTest, OpenedLog } from './eventLog.ts';

/** The engine at a server that somebody else starts and ends. */
async function openAt(url: string, end: () => void = () => {}): Promise<OpenedLog> {
  const opened: EventLog[] = [];
  const open = async (): Promise<EventLog> => {
    const log = await openEventStoreDbLog({ url, clock: systemClock });
    opened.push(log);
    return log;
  };
  const closeAll = () => Promise.all(opened.splice(0).map((log) => log.close()));
  return {
    log: await open(),
    openAnother: open,
    reopen: () => closeAll().then(open),
    close: () => closeAll().then(end),
  };
}

/** The engine at a stand-in of its own per check, in one of the two ways in which a server takes appends. */
const standIn = (batchAppend: boolean): EngineUnderTest => ({
  async open() {
    const server = await startEventStoreDb({ batchAppend });
    return openAt(server.url, server.kill);
  },
});

describeEventLog('EventStoreDB (stand-in, batch appends)', standIn(true));
describeEventLog('EventStoreDB (stand-in, one call per append)', standIn(false));

const url = process.env['EVENTSTOREDB_URL'];
if (url) describeEventLog('EventStoreDB (EVENTSTOREDB_URL)', { open: () => openAt(url) });
else it('EventStoreDB (EVENTSTOREDB_URL) keeps the EventLog contract: skipped, the variable names no server');
