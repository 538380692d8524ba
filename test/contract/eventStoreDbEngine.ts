/** The engine for EventStoreDB, against the contract of the log. */
import { systemClock } from '../../src/base/clock.ts';
import type { EventLog } from '../../src/events/log/eventLog.ts';
import { openEventStoreDbLog } from '../../src/events/log/eventstoredb/log.ts';
import { RefusedRights } from '../../src/events/log/eventLog.ts';
import { leaveForeignEvents } from '../support/eventstoredb/foreignEvents.ts';
import { startEventStoreDb } from '../support/eventstoredb/server.ts';
import type { EngineUnderTest, OpenedLog } from './eventLog.ts';

/** On a server that somebody else starts and stops. The streams of other programs have other names than a fixture's. */
export async function openAt(url: string, end = (): void => {}, rights?: RefusedRights): Promise<OpenedLog> {
  const opened: EventLog[] = [];
  const isOwn = (stream: string): boolean => /^check[0-9a-f]{8}-/.test(stream);
  const open = async (): Promise<EventLog> => {
    const log = await openEventStoreDbLog({ url, clock: systemClock, isOwn, ...(rights && { rights }) });
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

/** At a stand-in of its own per check, in one of the two ways in which a server takes appends. */
export const standIn = (batchAppend: boolean): EngineUnderTest => ({
  hasSharedServer: true,
  async open() {
    const [denied, rights] = [new Set<string>(), new RefusedRights()];
    const server = await startEventStoreDb({ batchAppend, denied });
    const deny = (right: string) => {
      denied.add(right);
      return () => void denied.delete(right);
    };
    const sharedServer = { rights, deny, leaveForeignEvents: () => leaveForeignEvents(server.store) };
    return { ...(await openAt(server.url, server.kill, rights)), sharedServer };
  },
});
