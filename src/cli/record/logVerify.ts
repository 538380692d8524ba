import { checkFiles } from '../../app/core/fileChecks.ts';
import { type Inspection, inspectLog } from '../../audit/inspection.ts';
import { anchorText, parseAnchor } from '../../events/chain.ts';
import { ForeignEvents } from '../../events/log/eventLog.ts';
import { faultLines, type NamedFault, nameFaults } from '../backup/fileFaults.ts';
import { filesForReading, logForReading } from '../terminal/openStores.ts';
import { foreignLines, type Format, formatCount, pluralize, print } from '../terminal/output.ts';
import { createProgress, timedStep } from '../terminal/progress.ts';
import { openReadOnlyLanes } from '../terminal/readOnlyLanes.ts';
import { reportFailure } from '../terminal/reportError.ts';
import type { CommandSession } from '../terminal/session.ts';

interface LogVerifyOptions extends Format {
  /** As printed by an earlier run. */
  readonly anchor?: string;
  /** Whether to read the uploaded files that the log names, too. */
  readonly files?: boolean;
}

/**
 * `log verify`: reports each break with its position, and each missing or damaged file if asked to, and returns 1; if there
 * is no break, prints an anchor.
 */
export async function verifyLog(
  session: CommandSession,
  { anchor, files, ...format }: LogVerifyOptions,
): Promise<number> {
  const kept = anchor === undefined ? undefined : parseAnchor(anchor);
  const log = await logForReading(session, await session.config());
  const total = (await log.head()) ?? 0;
  const progress = await session.keep(createProgress());
  const show = timedStep(progress, 'log');
  const foreign = new ForeignEvents();
  const { digest, ...inspection } = await inspectLog(log, (done) => show(done, total), kept, foreign);
  const intact = inspection.breakCount === 0;
  // Only an intact log says which files there should be.
  const found = files && intact ? await verifyFiles(session, timedStep(progress, 'files')) : null;
  await progress.close();
  const next = intact ? anchorText({ position: inspection.head ?? 0, digest }) : null;
  print(format, { intact, anchor: next, ...inspection, foreign: foreign.count, files: found }, linesOf);
  if (!intact) return reportFailure('The log is not as it was recorded.');
  return found === null || found.faults.length === 0
    ? 0
    : reportFailure(`${pluralize(found.faults.length, 'file')} that the log names are missing or damaged.`);
}

interface FilesVerification {
  readonly files: number;
  readonly faults: readonly NamedFault[];
}

async function verifyFiles(
  session: CommandSession,
  onFile: (done: number, total: number) => void,
): Promise<FilesVerification> {
  const lanes = await openReadOnlyLanes(session);
  await lanes.open();
  const opened = await filesForReading(session, await session.config());
  const { files, faults } = await checkFiles(opened, lanes, Infinity, onFile);
  return { files, faults: nameFaults(faults, lanes) };
}

type LogVerification = Omit<Inspection, 'digest'> & {
  readonly anchor: string | null;
  readonly foreign: number;
  /** Null unless the files were to be read. */
  readonly files: FilesVerification | null;
};

const filesLines = ({ files, faults }: FilesVerification): readonly string[] =>
  faults.length === 0 ? [`OK: the bytes of ${pluralize(files, 'file')}.`] : faultLines(faults);

function linesOf({
  events,
  streams,
  foreign,
  head,
  anchor,
  breaks,
  breakCount,
  files,
}: LogVerification): readonly string[] {
  if (anchor !== null)
    return [
      `OK: ${pluralize(events, 'event')} in ${pluralize(streams, 'stream')}, up to position ${head ?? 0}.`,
      ...(files ? filesLines(files) : []),
      ...foreignLines(foreign),
      `Anchor: ${anchor}   (keep it elsewhere; \`hansard log verify --anchor\` checks the log against it later)`,
    ];
  const more = breakCount > breaks.length ? [`… and ${formatCount(breakCount - breaks.length)} more.`] : [];
  return [...breaks.map(({ sentence }) => sentence), ...more, ...foreignLines(foreign)];
}
