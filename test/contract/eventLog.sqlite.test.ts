import { temporaryEventLogs } from '../support/disk/temporaryEventLogs.ts';
import { describeEventLog } from './eventLog.ts';

describeEventLog('SQLite', temporaryEventLogs());
describeEventLog(
  'SQLite with gaps between positions',
  temporaryEventLogs({ nextPosition: (last) => last + 1 + ((last * 7) % 911) }),
);
