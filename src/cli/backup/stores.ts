/** The stores of back-ups, restores and moves: what is copied, where back-ups are, and empty stores to be filled. */
import {
  COPY_DEADLINE_MS,
  type Engines,
  enginesOf,
  lockDataFolder,
  openEventLog,
  openFiles,
  openVault,
} from '../../app/core/engines.ts';
import type { BackupSources } from '../../backup/backupWriter.ts';
import { openFolderStore } from '../../backup/folderStore.ts';
import type { RestoreTarget } from '../../backup/restorer.ts';
import type { BackupStore } from '../../backup/store.ts';
import { systemClock } from '../../base/clock.ts';
import type { Config } from '../../base/config.ts';
import { OperatorError } from '../../base/errors.ts';
import { ForeignEvents } from '../../events/log/eventLog.ts';
import { withRetriedReads } from '../../events/log/retriedReads.ts';
import type { Vault } from '../../vault/vault.ts';
import { ENGINE_TIMEOUT, filesForReading, logForReading } from '../terminal/openStores.ts';
import type { CommandSession } from '../terminal/session.ts';

const onRelies = (): void => {};
const OPENING = { clock: systemClock, onRelies, deadline: COPY_DEADLINE_MS };

/** The stores that the settings select, for reading, beside a running server or without one. */
export async function openBackupSources(
  session: CommandSession,
  config: Config,
): Promise<Required<BackupSources>> {
  const { documents } = enginesOf(config);
  const log = await logForReading(session, config);
  const vault = await session.keep(openVault(documents, { ...OPENING, readOnly: true }));
  const files = await filesForReading(session, config);
  return { log, vault, files, foreign: new ForeignEvents() };
}

/** The vault that the settings select, to change what it is claimed for while a server may be running. */
export const openClaim = (session: CommandSession, config: Config): Promise<Vault> =>
  session.keep(openVault(enginesOf(config).documents, OPENING));

/** Opens the store of back-ups: a bucket (`s3://…`), or a folder. */
export async function openBackupStore(session: CommandSession, location: string): Promise<BackupStore> {
  if (!location.startsWith('s3://'))
    return session.keep(Promise.resolve(openFolderStore(parseFolder(location, 'a bucket (s3://…)'))));
  const config = await session.config();
  const { openS3Store } = await import('../../backup/s3Store.ts');
  return session.keep(
    openS3Store({
      location,
      accessKeyId: config.AWS_ACCESS_KEY_ID,
      secretAccessKey: config.AWS_SECRET_ACCESS_KEY,
      sessionToken: config.AWS_SESSION_TOKEN,
      region: config.AWS_REGION,
      endpoint: config.AWS_ENDPOINT_URL,
    }),
  );
}

/** The location as a folder; OperatorError for a URL. `another` names the kind of URL that is possible. */
export function parseFolder(location: string, another: string): string {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(location)) return location;
  throw new OperatorError(`'${location}' is neither a folder nor ${another}.`);
}

/** Stores to be filled; fails with OperatorError while a server uses them. */
export async function openTarget(session: CommandSession, engines: Engines): Promise<RestoreTarget> {
  const { log: logEngine, documents } = engines;
  const positions: number[] = [];
  const isEmbedded = logEngine.engine === 'sqlite';
  if (!isEmbedded && documents.engine === 'sqlite') await session.keep(lockDataFolder(documents.folder));
  const nextPosition = (last: number): number => positions.shift() ?? last + 1;
  const log = await session.keep(
    openEventLog(logEngine, { clock: systemClock, ...(isEmbedded && { nextPosition }) }),
  );
  return {
    log: withRetriedReads(log, ENGINE_TIMEOUT),
    vault: await session.keep(openVault(documents, OPENING)),
    files: await session.keep(openFiles(documents, { clock: systemClock })),
    announce: isEmbedded ? (position) => void positions.push(position) : undefined,
  };
}
