import { readFile, rename, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { referencedFiles } from '../../app/core/fileChecks.ts';
import { printError } from '../../app/operatorErrors.ts';
import type { ReferencedFiles } from '../../backup/fileCopies.ts';
import type { Manifest } from '../../backup/manifest.ts';
import {
  type BackupFollowOptions,
  type BackupOptions,
  type BackupOutcome,
  followLog,
  type Retention,
  takeBackup,
} from '../../backup/takeBackup.ts';
import { HOUR_MS, pauseUnlessAborted, systemClock } from '../../base/clock.ts';
import { makeFolder } from '../../base/durableFiles.ts';
import { isTransient, OperatorError } from '../../base/errors.ts';
import { UnknownEvent } from '../../events/catalog.ts';
import { foreignLines, type Format, formatCount, pluralize, print } from '../terminal/output.ts';
import { createProgress, timedStep } from '../terminal/progress.ts';
import { openReadOnlyLanes } from '../terminal/readOnlyLanes.ts';
import { reportFailure } from '../terminal/reportError.ts';
import { type CommandSession, lazy } from '../terminal/session.ts';
import { faultLines, type NamedFault, nameFaults } from './fileFaults.ts';
import { openBackupSources, openBackupStore } from './stores.ts';
import { printNote } from '../../base/printable.ts';

// * `last-backup.json` in the data folder: when and where the last back-up was taken, and when one was last verified. Written
// by the commands, read by what watches the server.

/** Times are ISO 8601. Fields are absent until the first back-up or verification. */
interface LastBackup {
  readonly destination?: string;
  readonly finishedAt?: string;
  readonly position?: number;
  readonly verifiedAt?: string;
  /** True if that back-up is whole. */
  readonly isVerified?: boolean;
  /** Files that the server had lost by then. */
  readonly lostFiles?: number;
}

const FILE = 'last-backup.json';

/** Notes a back-up. */
const noteBackup = (
  folder: string,
  destination: string,
  { manifest, lostFiles }: BackupOutcome,
): Promise<void> =>
  note(folder, {
    destination,
    finishedAt: manifest.finishedAt,
    position: manifest.position,
    lostFiles: lostFiles.length,
  });

/** Notes the outcome of a verification. */
export const noteVerification = (folder: string, verifiedAt: string, isVerified: boolean): Promise<void> =>
  note(folder, { verifiedAt, isVerified });

let noted: Promise<void> = Promise.resolve();

/** One at a time. */
const note = (folder: string, news: LastBackup): Promise<void> =>
  (noted = noted.then(() => write(join(folder, FILE), news)));

/** The note is a convenience: a folder that cannot be written to does not spoil a back-up. */
async function write(path: string, news: LastBackup): Promise<void> {
  const unfinished = `${path}.${process.pid}`;
  try {
    makeFolder(dirname(path));
    const before = JSON.parse(await readFile(path, 'utf8').catch(() => '{}')) as LastBackup;
    await writeFile(unfinished, `${JSON.stringify({ ...before, ...news })}\n`, { mode: 0o600 });
    await rename(unfinished, path);
  } catch (error) {
    printNote(`${path} could not be written: ${(error as Error).message}.\n`);
  }
}

interface BackUpOptions extends Format {
  /** A folder or a bucket. */
  readonly destination: string;
  /** Milliseconds between the beginnings of two back-ups; one only if absent. */
  readonly every?: number;
  readonly keep?: Retention;
  readonly follow?: boolean;
}

/** Milliseconds until the log is followed again after a failure. */
const RETRY_MS = 5_000;

/** The running server goes first: lower than this is for idle times only. */
const NICE = 10;

/** `backup`: takes one back-up, one after the other, or follows the log. Returns 1 if files are lost. */
export async function backUp(session: CommandSession, options: BackUpOptions): Promise<number> {
  const { destination, every, follow, keep: retention } = options;
  setPriority(NICE);
  const config = await session.config();
  requireOutside(config.DATA_DIR, destination);
  const store = await openBackupStore(session, destination);
  const originals = await openBackupSources(session, config);
  await store.lock();
  session.farewell = () => 'The next back-up continues where this one ended.';
  const lanes = lazy(() => openReadOnlyLanes(session));
  const report = async (outcome: BackupOutcome): Promise<number> => {
    await noteBackup(config.DATA_DIR, store.location, outcome);
    const foreign = originals.foreign.count;
    const lost = nameFaults(outcome.lostFiles, await lanes().catch(() => undefined));
    const lostFiles = lost.map((each, at) => ({ ...each, isKept: outcome.lostFiles[at]?.isKept ?? false }));
    const { copiedAgain } = outcome;
    const summary = {
      destination: store.location,
      ...summaryOf(outcome.manifest),
      foreign,
      lostFiles,
      copiedAgain,
    };
    print(options, summary, linesOf);
    return lost.length === 0 ? 0 : reportFailure(sentenceAbout(lost.length));
  };
  const referenced: ReferencedFiles = async () => {
    try {
      const open = await lanes();
      await open.catchUp();
      return referencedFiles(open);
    } catch (error) {
      if (error instanceof UnknownEvent) return undefined;
      throw error;
    }
  };
  const parts = { originals, store, clock: systemClock, retention, referenced };
  const ending = new AbortController();
  session.onEnd(async () => ending.abort());
  if (follow) {
    const onBackup = (outcome: BackupOutcome): void => void report(outcome);
    const onExtended = (outcome: BackupOutcome): void =>
      void noteBackup(config.DATA_DIR, store.location, outcome);
    await followWithRetries({
      ...parts,
      every: every ?? HOUR_MS,
      signal: ending.signal,
      onBackup,
      onExtended,
    });
  } else if (every === undefined) return report(await once(session, parts));
  else await again(session, parts, every, ending.signal, report);
  return 0;
}

const sentenceAbout = (lost: number): string =>
  `The server has lost ${pluralize(lost, 'file')} that the log names; older back-ups are kept until it has them again.`;

/** A back-up in the data folder would be lost with it. */
function requireOutside(dataFolder: string, destination: string): void {
  if (destination.startsWith('s3://') || relative(dataFolder, destination).split(sep)[0] === '..') return;
  throw new OperatorError(
    `${destination} lies in the data folder and would be lost with it: choose another place.`,
  );
}

/** With progress on stderr. */
async function once(session: CommandSession, options: BackupOptions): Promise<BackupOutcome> {
  const progress = await session.keep(createProgress());
  const onProgress = timedStep(progress, 'back-up');
  const outcome = await takeBackup({ ...options, onProgress });
  await progress.close();
  return outcome;
}

/** Follows the log again after engines or the destination of the back-ups were unavailable. */
async function followWithRetries(options: BackupFollowOptions): Promise<void> {
  const { signal, clock } = options;
  while (!signal.aborted) {
    try {
      await followLog(options);
    } catch (error) {
      if (signal.aborted || !isTransient(error)) throw error;
      printError(error);
      await pauseUnlessAborted(signal, clock, RETRY_MS);
    }
  }
}

/** A back-up that fails is reported, and the next one is taken when it is due. */
async function again(
  session: CommandSession,
  options: BackupOptions,
  every: number,
  signal: AbortSignal,
  report: (outcome: BackupOutcome) => Promise<unknown>,
): Promise<void> {
  for (;;) {
    const began = systemClock.monotonic();
    try {
      await report(await once(session, options));
    } catch (error) {
      if (signal.aborted || error instanceof OperatorError) throw error;
      printError(error);
    }
    const left = began + every - systemClock.monotonic();
    if (await pauseUnlessAborted(signal, systemClock, Math.max(left, 0))) return;
  }
}

/** Printed lines about a back-up. */
const summaryOf = ({ logId, finishedAt, position, events, digest, vault, files }: Manifest) => ({
  logId,
  finishedAt,
  position,
  events,
  digest,
  secrets: vault.entries.reduce((sum, { lines }) => sum + lines, 0),
  files: files.count,
  absentFiles: files.absent,
});

type Summary = ReturnType<typeof summaryOf> & {
  readonly destination: string;
  readonly foreign: number;
  /** Missing or damaged files of the server; `isKept` if an earlier back-up had them, and so this one. */
  readonly lostFiles: readonly (NamedFault & { readonly isKept: boolean })[];
  readonly copiedAgain: readonly string[];
};

function linesOf(summary: Summary): readonly string[] {
  const { destination, events, position, secrets, files, absentFiles, foreign, lostFiles, copiedAgain } =
    summary;
  const absent = absentFiles > 0 ? ` (${formatCount(absentFiles)} named by the log were removed)` : '';
  const kept = lostFiles.filter(({ isKept }) => isKept).length;
  return [
    `Backed up to ${destination}: ${pluralize(events, 'event')} up to position ${position}, ` +
      `${pluralize(secrets, 'secret')}, ${pluralize(files, 'file')}${absent}.`,
    ...foreignLines(foreign),
    ...faultLines(lostFiles),
    ...(kept > 0 ? [`Of the lost files ${formatCount(kept)} are kept from earlier back-ups.`] : []),
    ...(copiedAgain.length > 0
      ? [
          `The last back-up lacked ${formatCount(copiedAgain.length)} of its objects, which were copied again: ${copiedAgain.slice(0, 5).join(', ')}${copiedAgain.length > 5 ? ', …' : ''}`,
        ]
      : []),
  ];
}
