import { type Inspection, inspectLog } from '../../audit/inspection.ts';
import { anchorText, parseAnchor } from '../../events/chain.ts';
import { ForeignEvents } from '../../events/log/eventLog.ts';
import { logForReading } from '../terminal/openStores.ts';
import { foreignLines, type Format, formatCount, pluralize, print } from '../terminal/output.ts';
import { createProgress, timedStep } from '../terminal/progress.ts';
import { reportFailure } from '../terminal/reportError.ts';
import type { CommandSession } from '../terminal/session.ts';

interface LogVerifyOptions extends Format {
  /** As printed by an earlier run. */
  readonly anchor?: string;
}

/** `log verify`: reports each break with its position and returns 1; if there is none, prints an anchor. */
export async function verifyLog(
  session: CommandSession,
  { anchor, ...format }: LogVerifyOptions,
): Promise<number> {
  const kept = anchor === undefined ? undefined : parseAnchor(anchor);
  const log = await logForReading(session, await session.config());
  const total = (await log.head()) ?? 0;
  const progress = await session.keep(createProgress());
  const show = timedStep(progress, 'log');
  const foreign = new ForeignEvents();
  const { digest, ...inspection } = await inspectLog(log, (done) => show(done, total), kept, foreign);
  await progress.close();
  const intact = inspection.breakCount === 0;
  const next = intact ? anchorText({ position: inspection.head ?? 0, digest }) : null;
  print(format, { intact, anchor: next, ...inspection, foreign: foreign.count }, linesOf);
  return intact ? 0 : reportFailure('The log is not as it was recorded.');
}

type LogVerification = Omit<Inspection, 'digest'> & {
  readonly anchor: string | null;
  readonly foreign: number;
};

function linesOf({
  events,
  streams,
  foreign,
  head,
  anchor,
  breaks,
  breakCount,
}: LogVerification): readonly string[] {
  if (anchor !== null)
    return [
      `OK: ${pluralize(events, 'event')} in ${pluralize(streams, 'stream')}, up to position ${head ?? 0}.`,
      ...foreignLines(foreign),
      `Anchor: ${anchor}   (keep it elsewhere; \`hansard log verify --anchor\` checks the log against it later)`,
    ];
  const more = breakCount > breaks.length ? [`… and ${formatCount(breakCount - breaks.length)} more.`] : [];
  return [...breaks.map(({ sentence }) => sentence), ...more, ...foreignLines(foreign)];
}
