import { describeEventLog } from './eventLog.ts';
import { openAt, standIn } from './eventStoreDbEngine.ts';

describeEventLog('EventStoreDB (stand-in, batch appends)', standIn(true));
describeEventLog('EventStoreDB (stand-in, one call per append)', standIn(false));

const url = process.env['EVENTSTOREDB_URL'];
if (url) describeEventLog('EventStoreDB (EVENTSTOREDB_URL)', { open: () => openAt(url) });
else it('EventStoreDB (EVENTSTOREDB_URL) keeps the EventLog contract: skipped, the variable names no server');
