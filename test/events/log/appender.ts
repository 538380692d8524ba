/**
 * A process that appends to the embedded log of the folder in its first argument, on messages of its parent:
 * a list of event IDs, each appended by itself, all at once. It answers with the outcome of each. When the log can
 * no longer be trusted it ends with code 3, unless a second argument says `stay`.
 */
import { systemClock } from '../../../src/base/clock.ts';
import { openSqliteEventLog } from '../../../src/events/log/sqlite/log.ts';
import { sampleEvent } from '../../support/eventLogs.ts';

const [, , folder = '', afterFatal = 'exit'] = process.argv;

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : String(error));

try {
  const log = openSqliteEventLog({
    folder,
    clock: systemClock,
    onFatal: () => afterFatal === 'exit' && process.exit(3),
  });
  process.on('message', (ids: readonly string[]) => {
    for (const id of ids)
      log.append(`organization-${id}`, [sampleEvent({ id })], 'no stream').then(
        () => process.send?.({ id, outcome: 'acknowledged' }),
        (error: unknown) => process.send?.({ id, outcome: nameOf(error) }),
      );
  });
  process.send?.({ id: '', outcome: 'open' });
} catch (error) {
  process.send?.({ id: '', outcome: nameOf(error) });
}
