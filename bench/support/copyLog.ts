/** Fills the log of one engine with what that of another one holds. */
import { type Engines, openEventLog } from '../../src/app/core/engines.ts';
import { systemClock } from '../../src/base/clock.ts';
import type { StoredEvent } from '../../src/events/log/eventLog.ts';

/** The same events in the same streams, byte for byte. */
export async function copyLog(from: Engines['log'], to: Engines['log']): Promise<void> {
  const source = await openEventLog(from, { clock: systemClock, readOnly: true });
  const target = await openEventLog(to, { clock: systemClock });
  for await (const page of source.readAll())
    for (const [stream, events] of runs(page)) await target.append(stream, events, 'any');
  await source.close();
  await target.close();
}

/** Consecutive events of one stream together. */
function runs(page: readonly StoredEvent[]): [stream: string, events: StoredEvent[]][] {
  const all: [string, StoredEvent[]][] = [];
  for (const event of page) {
    const last = all.at(-1);
    if (last?.[0] === event.stream) last[1].push(event);
    else all.push([event.stream, [event]]);
  }
  return all;
}
