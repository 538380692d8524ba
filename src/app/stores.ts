/** The stores of one server, opened and closed together: log, read models, vault, files. */
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import {
  type Engines,
  enginesOf,
  lockDataFolder,
  openEventLog,
  openFiles,
  openReadModels,
  openVault,
} from './engines.ts';
import { withDeferredAppends } from './companionLog.ts';
import type { LogCounts } from '../events/log/counts.ts';
import type { EventLog } from '../events/log/eventLog.ts';
import { RefusedRights } from '../events/log/refusedRights.ts';
import { POLL_INTERVAL_MS } from '../events/log/readTail.ts';
import { openTail, type Tail } from '../events/log/tail.ts';
import { createPictures, type Pictures } from '../files/pictures.ts';
import type { Files } from '../files/files.ts';
import type { Logger } from '../logger.ts';
import { createWorkerReads } from './logReading.ts';
import { logLedgerSetAside, logUnknownFiles } from '../projections/running/logLines.ts';
import type { FolderFindings } from '../projections/store/sqlite.ts';
import type { ReadModels } from '../projections/store/readModels.ts';
import { PROJECTIONS_MODULE } from './projectionsModule.ts';
import type { Vault } from '../vault/vault.ts';
import { logRetries } from '../retry.ts';

export interface Stores {
  readonly engines: Engines;
  readonly log: EventLog;
  /** The same log for appends that can wait. */
  readonly patientLog: EventLog;
  /** What the log's server refuses at present. */
  readonly rights: RefusedRights;
  /** The one reader of the log in this process. */
  readonly tail: Tail;
  readonly readModels: ReadModels;
  readonly vault: Vault;
  readonly files: Files;
  readonly pictures: Pictures;
  close(): Promise<void>;
}

/** Measurements of the open log. */
export interface LogMeasures {
  /** A batch of this many events has become durable. */
  appended(events: number): void;
  readonly log: LogCounts;
  tail: { readonly characters: number };
}

export interface OpenStoresOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onFatal: (error: Error) => void;
  readonly measures?: LogMeasures;
}

/** Opens all of them, or none. */
export async function openStores(options: OpenStoresOptions): Promise<Stores> {
  const { config, clock, logger } = options;
  const engines = enginesOf(config);
  const opened: { close(): Promise<void> }[] = [];
  const close = async (): Promise<void> => {
    for (const store of opened.splice(0).reverse()) await store.close();
  };
  const keep = <Store extends { close(): Promise<void> }>(store: Store): Store => {
    opened.push(store);
    return store;
  };
  const rights = reportedRights(logger);
  try {
    if (isLocalBesideRemote(engines)) keep(await lockDataFolder(config.DATA_DIR));
    const { immediate: log, deferred } = withDeferredAppends(
      keep(await openEventLog(engines.log, { ...openingOf(options), rights })),
      clock,
    );
    const tail = await openTail({
      ...{ log, clock, interval: lookInterval(config), onRetry: logRetries(logger, 'The server') },
      ...(engines.log.engine !== 'sqlite' && { readInWorker: createWorkerReads(engines.log) }),
    });
    keep({ close: () => tail.stop() });
    if (options.measures) options.measures.tail = tail;
    const reading = { clock, module: PROJECTIONS_MODULE, findings: folderFindings(logger) };
    const readModels = keep(await openReadModels(engines.documents, reading));
    const onRelies = (sentence: string): void => logger.warn({ event: 'vault.durability' }, sentence);
    const vault = keep(await openVault(engines.documents, { clock, onRelies }));
    const files = keep(await openFiles(engines.documents, { clock }));
    const pictures = keep(createPictures());
    return { engines, log, patientLog: deferred, rights, tail, readModels, vault, files, pictures, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const folderFindings = (logger: Logger): FolderFindings => ({
  ledgerSetAside: (path, err) => logLedgerSetAside(logger, path, err),
  unknownFiles: (names) => logUnknownFiles(logger, names),
});

/**
 * Local views and a local vault serve one process; this holds too if the log that would ensure it is remote.
 */
const isLocalBesideRemote = ({ log, documents }: Engines): boolean =>
  log.engine !== 'sqlite' && documents.engine === 'sqlite';

/** Two failed looks at the log are tolerated before reads are refused. */
const lookInterval = ({ MAX_STALENESS_SECONDS }: Config): number =>
  Math.min(POLL_INTERVAL_MS, (MAX_STALENESS_SECONDS * 1000) / 3);

function reportedRights(logger: Logger): RefusedRights {
  const rights = new RefusedRights();
  rights.onRefused = (sentence) => logger.error({ event: 'log.refused' }, sentence);
  rights.onGranted = (request) =>
    logger.info({ event: 'log.granted' }, `EventStoreDB lets this server ${request} again.`);
  return rights;
}

const openingOf = ({ clock, onFatal, measures }: OpenStoresOptions) => ({
  ...{ clock, onFatal },
  ...(measures && { onCommit: (events: number) => measures.appended(events), counts: measures.log }),
});
