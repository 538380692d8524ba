import { systemClock } from '../clock.ts';
import { logForReading } from './engines.ts';
import { inspectLog, type Inspection } from './logInspection.ts';
import { type Format, print } from './output.ts';
import { createProgress } from './progress.ts';
import type { Session } from './session.ts';

/** `log verify`: names the place of each break and answers 1 where there is one. */
export async function verifyLog(session: Session, format: Format): Promise<number> {
  const log = await logForReading(session, await session.config());
  const total = (await log.head()) ?? 0;
  const progress = await session.keep(createProgress());
  const startedAt = systemClock.monotonic();
  const inspection = await inspectLog(log, (done) => {
    const seconds = (systemClock.monotonic() - startedAt) / 1_000;
    progress.show({ label: 'log', done, total, eta: (seconds * (total - done)) / done });
  });
  await progress.close();
  print(format, { intact: inspection.breakCount === 0, ...inspection }, linesOf);
  return inspection.breakCount === 0 ? 0 : 1;
}

function linesOf({ events, streams, head, breaks, breakCount }: Inspection): readonly string[] {
  if (breakCount === 0)
    return [`${events} events in ${streams} streams, up to position ${head ?? 0}: every chain holds.`];
  const more = breakCount > breaks.length ? [`… and ${breakCount - breaks.length} more.`] : [];
  return [...breaks.map(({ sentence }) => sentence), ...more];
}
