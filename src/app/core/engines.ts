/**
 * The engines behind the ports, described by values that can be passed to a worker, and the one module that
 * opens them. A driver is imported only when it is used.
 */
import type { Clock } from '../../base/clock.ts';
import type { Config } from '../../base/config.ts';
import { isOwnStream } from '../../base/ids.ts';
import { moduleUrl } from '../../base/workerThread.ts';
import type { EventLog, LogCounts, RefusedRights } from '../../events/log/eventLog.ts';
import type { SqliteEventLogOptions } from '../../events/log/sqlite/log.ts';
import type { Files } from '../../files/files.ts';
import type { ReadModels } from '../../projections/store/readModels.ts';
import type { FolderFindings } from '../../projections/store/sqlite/readModels.ts';
import type { Vault } from '../../vault/vault.ts';

/** `folder` is the data folder. */
type LogEngine =
  | { readonly engine: 'sqlite'; readonly folder: string }
  | { readonly engine: 'eventstoredb'; readonly url: string };

/** `folder` is the data folder. */
type DocumentEngine =
  | { readonly engine: 'sqlite'; readonly folder: string }
  | { readonly engine: 'mongodb'; readonly url: string };

/** The engines of one server. */
export interface Engines {
  readonly log: LogEngine;
  readonly documents: DocumentEngine;
}

/** The engines that the settings select: embedded ones unless a URL is set. */
export const enginesOf = (
  config: Pick<Config, 'DATA_DIR' | 'EVENTSTOREDB_URL' | 'MONGODB_URL'>,
): Engines => ({
  log: config.EVENTSTOREDB_URL
    ? { engine: 'eventstoredb', url: config.EVENTSTOREDB_URL }
    : { engine: 'sqlite', folder: config.DATA_DIR },
  documents: config.MONGODB_URL
    ? { engine: 'mongodb', url: config.MONGODB_URL }
    : { engine: 'sqlite', folder: config.DATA_DIR },
});

/**
 * SQLite reads this once, before it opens its first file: the folder for large sorts, which is where there is
 * room for the data.
 */
function sortIn(folder: string): void {
  process.env['SQLITE_TMPDIR'] ??= folder;
}

interface LogOpening extends Pick<
  SqliteEventLogOptions,
  'readOnly' | 'onFatal' | 'onCommit' | 'onFull' | 'nextPosition'
> {
  readonly clock: Clock;
  readonly counts?: LogCounts;
  readonly rights?: RefusedRights;
}

/** Opens the event log; fails with OperatorError or LogUnavailable. */
export async function openEventLog(engine: LogEngine, opening: LogOpening): Promise<EventLog> {
  const { clock, onCommit, counts, rights } = opening;
  if (engine.engine === 'sqlite') {
    sortIn(engine.folder);
    const { openSqliteEventLog } = await import('../../events/log/sqlite/log.ts');
    return openSqliteEventLog({ ...opening, folder: engine.folder });
  }
  const { openEventStoreDbLog } = await import('../../events/log/eventstoredb/log.ts');
  return openEventStoreDbLog({
    url: engine.url,
    clock,
    isOwn: isOwnStream,
    ...(onCommit && { onCommit: (events: number) => onCommit(events, 0) }),
    ...(counts && { counts }),
    ...(rights && { rights }),
  });
}

/** Whether the embedded log of a data folder has events; nothing is written. True for one that cannot be read. */
export async function embeddedLogHasEvents(folder: string): Promise<boolean> {
  const { hasEvents } = await import('../../events/log/sqlite/database.ts');
  return hasEvents(folder);
}

/** Of commands that copy: MongoDB may still be building an index for one of them that was killed. Milliseconds. */
export const COPY_DEADLINE_MS = 120_000;

interface DocumentOpening {
  readonly clock: Clock;
  /** Milliseconds after which a command to MongoDB that is not answered fails. Default: 4,000. */
  readonly deadline?: number;
  /** Reads what another process or thread writes. */
  readonly readOnly?: boolean;
  /** For the one process that owns the data folder. */
  readonly findings?: FolderFindings;
  /** URL of the module whose `fold` a thread of the engine may call. */
  readonly module?: string;
}

/** Opens the read models; fails with ReadModelsUnavailable. */
export async function openReadModels(engine: DocumentEngine, opening: DocumentOpening): Promise<ReadModels> {
  if (engine.engine === 'sqlite') {
    sortIn(engine.folder);
    const { openSqliteReadModels } = await import('../../projections/store/sqlite/readModels.ts');
    return openSqliteReadModels({ ...opening, folder: engine.folder });
  }
  const { openMongoReadModels } = await import('../../projections/store/mongodb/readModels.ts');
  return openMongoReadModels({ ...opening, url: engine.url });
}

/** Locks the data folder for this process if no embedded log does so; fails with OperatorError. */
export async function lockDataFolder(folder: string): Promise<{ close(): Promise<void> }> {
  const { lockFolder, usableFolder } = await import('../../events/log/sqlite/database.ts');
  const release = lockFolder(usableFolder(folder));
  return { close: async () => release() };
}

interface VaultOpening {
  readonly clock: Clock;
  /** Milliseconds after which a command to MongoDB that is not answered fails. Default: 4,000. */
  readonly deadline?: number;
  readonly onRelies: (sentence: string) => void;
  /** Reads what another process writes. */
  readonly readOnly?: boolean;
}

/**
 * Opens the vault; `onRelies` receives a sentence that says what the engine is trusted with. Fails with
 * VaultUnavailable.
 */
export async function openVault(engine: DocumentEngine, opening: VaultOpening): Promise<Vault> {
  if (engine.engine === 'sqlite') {
    sortIn(engine.folder);
    const { openSqliteVault } = await import('../../vault/sqlite.ts');
    return openSqliteVault({ folder: engine.folder, readOnly: opening.readOnly ?? false });
  }
  const { openMongoVault } = await import('../../vault/mongodb.ts');
  return openMongoVault({ ...opening, url: engine.url });
}

/** Opens the files: beside the documents. Fails with FilesUnavailable. */
export async function openFiles(
  engine: DocumentEngine,
  { clock, readOnly = false }: { readonly clock: Clock; readonly readOnly?: boolean },
): Promise<Files> {
  if (engine.engine === 'sqlite') {
    const { openFolderFiles } = await import('../../files/folder.ts');
    return openFolderFiles({ folder: engine.folder, clock, readOnly });
  }
  const { openGridFsFiles } = await import('../../files/gridfs.ts');
  return openGridFsFiles({ url: engine.url, clock });
}

/** URL of the module from which a thread imports its projections and their fold. */
export const PROJECTIONS_MODULE = moduleUrl('projections/catalog').href;
