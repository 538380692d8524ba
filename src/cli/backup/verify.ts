/** `backup verify`: the drill. A back-up is good if a server can start on it and everything in it is as it was recorded. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { startCore, type Undo, unwind } from '../../app/core/core.ts';
import { enginesOf } from '../../app/core/engines.ts';
import { operatorMessage } from '../../app/operatorErrors.ts';
import { inspectLog } from '../../audit/inspection.ts';
import { savedCopy } from '../../backup/backupCopy.ts';
import { type FileEntry, FILES, keyOf } from '../../backup/fileCopies.ts';
import { type Manifest, readList } from '../../backup/manifest.ts';
import { Restorer } from '../../backup/restorer.ts';
import type { BackupStore } from '../../backup/store.ts';
import { systemClock } from '../../base/clock.ts';
import type { Config } from '../../base/config.ts';
import { Damaged } from '../../base/errors.ts';
import { createLogger } from '../../base/logger.ts';
import { projections } from '../../projections/catalog.ts';
import { type Format, formatCount, pluralize, print } from '../terminal/output.ts';
import { reportFailure } from '../terminal/reportError.ts';
import { CommandSession, temporaryFolder } from '../terminal/session.ts';
import { compareViews } from '../views/verify.ts';
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
  const fault = await faultOf(session, config, store, manifest);
  const { finishedAt, position, events, digest } = manifest;
  await noteVerification(config.DATA_DIR, new Date(systemClock.now()).toISOString(), fault === null);
  const outcome = {
    source: store.location,
    isWhole: fault === null,
    fault,
    takenAt: finishedAt,
    position,
    events,
    digest,
  };
  print(format, outcome, () => [
    fault === null
      ? `OK: the back-up of ${finishedAt} in ${store.location} was restored: ${pluralize(events, 'event')} up to position ` +
        `${position}, all views rebuilt and compared (${digest}).`
      : `The back-up of ${finishedAt} in ${store.location} cannot be used: ${fault}`,
  ]);
  return fault === null ? 0 : reportFailure('The back-up cannot be used.');
}

/** The reason why a back-up cannot be used; null if it can. Our own bugs are thrown. */
async function faultOf(
  session: CommandSession,
  config: Config,
  store: BackupStore,
  manifest: Manifest,
): Promise<string | null> {
  try {
    const folder = await temporaryFolder(session, 'hansard-drill-');
    const scratch: Config = {
      ...config,
      DATA_DIR: join(folder, 'data'),
      EVENTSTOREDB_URL: undefined,
      MONGODB_URL: undefined,
    };
    return (
      (await filesFault(store, manifest)) ??
      (await logFault(scratch, store, manifest)) ??
      (await viewsFault(session, scratch))
    );
  } catch (error) {
    const known = operatorMessage(error);
    if (known === undefined) throw error;
    return known.sentence;
  }
}

/** Bytes are read and not stored, so that a drill needs no room for them. */
async function filesFault(store: BackupStore, { files }: Manifest): Promise<string | null> {
  for await (const entries of readList<FileEntry>(store, files.lists))
    for (const entry of entries) {
      const [source, hash] = [await store.read(FILES + keyOf(entry)), createHash('sha256')];
      if (source === undefined) throw new Damaged(`the file ${FILES}${keyOf(entry)} is missing.`);
      for await (const chunk of source) hash.update(chunk as Buffer);
      if (hash.digest('hex') !== entry.digest)
        throw new Damaged(`the file ${FILES}${keyOf(entry)} is not what was stored.`);
    }
  return null;
}

/** Restores log and vault, and checks them. */
async function logFault(scratch: Config, store: BackupStore, manifest: Manifest): Promise<string | null> {
  const stores = new CommandSession();
  try {
    const target = await openTarget(stores, enginesOf(scratch));
    const restorer = new Restorer({
      copy: savedCopy(store, manifest),
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
