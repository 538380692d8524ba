/** `backup verify`: the drill. A back-up is good if a server can start on it and everything in it is as it was recorded. */
import { join } from 'node:path';
import { startCore, type Undo, unwind } from '../../app/core/core.ts';
import { referencedFiles } from '../../app/core/fileChecks.ts';
import { enginesOf } from '../../app/core/engines.ts';
import { operatorMessage } from '../../app/operatorErrors.ts';
import { inspectLog } from '../../audit/inspection.ts';
import { savedCopy, withoutSecrets } from '../../backup/backupCopy.ts';
import { type FileFault, fileName } from '../../backup/fileCopies.ts';
import { FileEntry, type FileKey, type Manifest, readList } from '../../backup/manifest.ts';
import { Restorer } from '../../backup/restorer.ts';
import { type BackupStore, openObject } from '../../backup/store.ts';
import { systemClock } from '../../base/clock.ts';
import type { Config } from '../../base/config.ts';
import { hasDigest } from '../../base/digests.ts';
import { Damaged } from '../../base/errors.ts';
import { createLogger } from '../../base/logger.ts';
import type { EventLog } from '../../events/log/eventLog.ts';
import { projections } from '../../projections/catalog.ts';
import { type Format, formatCount, pluralize, print } from '../terminal/output.ts';
import { foldLanes } from '../terminal/readOnlyLanes.ts';
import { reportFailure } from '../terminal/reportError.ts';
import { CommandSession, temporaryFolder } from '../terminal/session.ts';
import { compareViews } from '../views/verify.ts';
import { faultLines, type NamedFault, nameFaults } from './fileFaults.ts';
import { noteVerification } from './backup.ts';
import { backupContaining, replaceMissingSecrets } from './restore.ts';
import { openBackupStore, openTarget } from './stores.ts';

interface VerifyCommand extends Format {
  /** The location of the back-ups. */
  readonly source: string;
}

/** Prints one line; returns 1 if the back-up cannot be used. */
export async function verifyBackup(
  session: CommandSession,
  { source, ...format }: VerifyCommand,
): Promise<number> {
  const config = await session.config();
  const store = await openBackupStore(session, source);
  const manifest = await backupContaining(store, undefined);
  const { fault, lostFiles } = await faultOf(session, config, store, manifest);
  const { finishedAt, position, events, digest } = manifest;
  await noteVerification(config.DATA_DIR, new Date(systemClock.now()).toISOString(), fault === null);
  const outcome = {
    source: store.location,
    isWhole: fault === null,
    fault,
    lostFiles,
    takenAt: finishedAt,
    position,
    events,
    digest,
  };
  print(format, outcome, () => [
    fault === null
      ? `OK: the back-up of ${finishedAt} in ${store.location} was restored: ${pluralize(events, 'event')} up to position ` +
        `${position}, all views rebuilt and compared (${digest}).`
      : `The back-up of ${finishedAt} in ${store.location} ${lostFiles.length > 0 ? 'is not whole' : 'cannot be used'}: ${fault}`,
    ...faultLines(lostFiles),
  ]);
  if (fault === null) return 0;
  return reportFailure(lostFiles.length > 0 ? 'The back-up is not whole.' : 'The back-up cannot be used.');
}

/** The fault of a back-up, and the files that it lacks or that are damaged. */
interface BackupFault {
  readonly fault: string | null;
  readonly lostFiles: readonly NamedFault[];
}

/** The reason why a back-up cannot be used; null if it can. Our own bugs are thrown. */
async function faultOf(
  session: CommandSession,
  config: Config,
  store: BackupStore,
  manifest: Manifest,
): Promise<BackupFault> {
  try {
    const folder = await temporaryFolder(session, 'hansard-drill-');
    const scratch: Config = {
      ...config,
      DATA_DIR: join(folder, 'data'),
      EVENTSTOREDB_URL: undefined,
      MONGODB_URL: undefined,
    };
    const files = await readFiles(store, manifest);
    const fault = (await logFault(scratch, store, manifest, files)) ?? (await viewsFault(session, scratch));
    if (fault !== null || files.faults.length === 0) return { fault, lostFiles: [] };
    const sentence = `${pluralize(files.faults.length, 'file')} that it should have cannot be restored, everything else can.`;
    return { fault: sentence, lostFiles: nameFaults(files.faults) };
  } catch (error) {
    const known = operatorMessage(error);
    if (known === undefined) throw error;
    return { fault: known.sentence, lostFiles: [] };
  }
}

/** The files of a back-up: the names of all that it lists, and what is wrong with them. */
interface ReadFiles {
  readonly listed: Set<string>;
  readonly faults: FileFault[];
}

/** Bytes are read and not stored, so that a drill needs no room for them. */
async function readFiles(store: BackupStore, { files }: Manifest): Promise<ReadFiles> {
  const [listed, faults]: [Set<string>, FileFault[]] = [new Set(), []];
  for await (const entries of readList(store, files.lists, FileEntry))
    for (const { size, ...key } of entries) {
      listed.add(fileName(key));
      const fault = await faultIn(store, key, size);
      if (fault) faults.push({ ...key, fault });
    }
  return { listed, faults };
}

async function faultIn(
  store: BackupStore,
  key: FileKey,
  size: number,
): Promise<FileFault['fault'] | undefined> {
  try {
    const source = await openObject(store, fileName(key), size);
    if (source === undefined) return 'missing';
    return (await hasDigest(source, key.digest)) ? undefined : 'damaged';
  } catch (error) {
    if (error instanceof Damaged) return 'damaged';
    throw error;
  }
}

/** Adds the files that the restored log names and that the back-up does not list. */
async function addUnlisted(log: EventLog, { listed, faults }: ReadFiles): Promise<void> {
  const lanes = foldLanes(log);
  await lanes.open();
  for (const [organizationId, digests] of referencedFiles(lanes))
    for (const digest of digests)
      if (!listed.has(fileName({ organizationId, digest })))
        faults.push({ organizationId, digest, fault: 'missing' });
}

/** Restores log and vault, without secrets that a killed process could leave, and checks them. */
async function logFault(
  scratch: Config,
  store: BackupStore,
  manifest: Manifest,
  files: ReadFiles,
): Promise<string | null> {
  const stores = new CommandSession();
  try {
    const target = await openTarget(stores, enginesOf(scratch));
    const restorer = new Restorer({
      copy: withoutSecrets(savedCopy(store, manifest)),
      target,
      extent: {},
      claim: manifest.logId,
    });
    await restorer.claim();
    await restorer.copyVault();
    await restorer.copyLog();
    await restorer.finish();
    const { breaks, digest } = await inspectLog(target.log, () => {});
    if (breaks[0]) return breaks[0].sentence;
    if (digest !== manifest.digest) return 'The restored streams do not end as those that were backed up.';
    await addUnlisted(target.log, files);
    const { keysReplaced } = await replaceMissingSecrets(target);
    return keysReplaced > 0 ? `${formatCount(keysReplaced)} API keys that the log names are missing.` : null;
  } finally {
    await stores.close();
  }
}

/** Starts on the restored data as a server does, and compares the views that it builds with others. */
async function viewsFault(session: CommandSession, scratch: Config): Promise<string | null> {
  const undo: Undo = [];
  try {
    const logger = createLogger('silent');
    const onFatal = (error: Error): never => {
      throw error;
    };
    const core = await startCore({ config: scratch, clock: systemClock, logger, onFatal }, undo);
    await core.projections.caughtUp();
  } finally {
    await unwind(undo);
  }
  const outcomes = await compareViews(session, scratch, projections);
  const bad = outcomes.find(({ status }) => status !== 'same');
  return bad ? `The view ${bad.projection} is ${bad.status} after a rebuild.` : null;
}
