/** The stores of one server, opened and closed together: log, read models, vault, files. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { type Clock, logRetries } from '../../base/clock.ts';
import type { Config } from '../../base/config.ts';
import { OperatorError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { programUrl, reportLoss, startWorker, whenEnded } from '../../base/workerThread.ts';
import {
  type Appended,
  type EventLog,
  type LogCounts,
  LogUnavailable,
  RefusedRights,
} from '../../events/log/eventLog.ts';
import { POLL_INTERVAL_MS } from '../../events/log/readTail.ts';
import { receiveReads } from '../../events/log/sharedReads.ts';
import { openTail, type Tail } from '../../events/log/tail.ts';
import { checkedFiles, type LostFile } from '../../files/checkedFiles.ts';
import type { Files } from '../../files/files.ts';
import { createPictures, type Pictures } from '../../files/pictures.ts';
import { logLedgerSetAside, logUnknownFiles } from '../../projections/running/logLines.ts';
import type { ReadModels } from '../../projections/store/readModels.ts';
import type { FolderFindings } from '../../projections/store/sqlite/readModels.ts';
import type { Vault } from '../../vault/vault.ts';
import {
  embeddedLogHasEvents,
  type Engines,
  enginesOf,
  lockDataFolder,
  openEventLog,
  openFiles,
  openReadModels,
  openVault,
  PROJECTIONS_MODULE,
} from './engines.ts';
import type { LogReadingData } from './logReadingWorker.ts';
import { requireUnused } from './vaultClaims.ts';

// * Two ways to append to one log. Deferred appends wait a few milliseconds for an urgent one and share its
// commit, so that the records of reactors cause no flush of their own while people are talking.

/** How long a deferred append waits for an urgent one, in milliseconds. */
const MAX_DEFERRAL_MS = 5;

interface AppendUrgencies {
  readonly immediate: EventLog;
  readonly deferred: EventLog;
}

export function withDeferredAppends(log: EventLog, clock: Clock): AppendUrgencies {
  let waiting: (() => void)[] = [];
  const goAlong = (): void => {
    const all = waiting;
    waiting = [];
    for (const go of all) go();
  };
  return {
    immediate: withAppend(log, (...append) => {
      const appended = log.append(...append);
      goAlong();
      return appended;
    }),
    deferred: withAppend(
      log,
      (...append) =>
        new Promise<Appended>((resolve) => {
          if (waiting.length === 0) clock.after(MAX_DEFERRAL_MS, goAlong);
          waiting.push(() => resolve(log.append(...append)));
        }),
    ),
  };
}

/** The same log with another way to append. */
const withAppend = (log: EventLog, append: EventLog['append']): EventLog => ({
  append,
  readStream: (...args) => log.readStream(...args),
  truncate: (...args) => log.truncate(...args),
  readAll: (...args) => log.readAll(...args),
  nextPage: (after) => log.nextPage(after),
  watchAppends: (ring) => log.watchAppends(ring),
  recent: log.recent,
  head: () => log.head(),
  close: () => log.close(),
});

/**
 * Reads a log in a thread of its own, which ends with the reading. Fails with LogUnavailable if that thread
 * fails.
 */
export const createWorkerReads = (engine: Engines['log']): EventLog['readAll'] =>
  async function* (options = {}) {
    const { port1, port2 } = new MessageChannel();
    const workerData: LogReadingData = { engine, options, port: port2 };
    const worker = startWorker(programUrl('app/core/logReadingWorker'), {
      workerData,
      transferList: [port2],
    });
    const end = new Promise<Error>((resolve) => whenEnded(worker, resolve));
    void end.then(() => port1.close());
    try {
      yield* receiveReads(port1).readAll();
    } catch (error) {
      if (!(error instanceof LogUnavailable)) throw error;
      const cause = reportLoss('reads the log', await end);
      throw new LogUnavailable(cause.message, { cause });
    } finally {
      port1.close();
      await worker.terminate();
    }
  };

export interface Stores {
  readonly engines: Engines;
  readonly log: EventLog;
  /** The same log for appends that can wait. */
  readonly deferredLog: EventLog;
  /** What the log's server refuses at present. */
  readonly rights: RefusedRights;
  readonly fullDisk: FullDisk;
  /** The one reader of the log in this process. */
  readonly tail: Tail;
  readonly readModels: ReadModels;
  readonly vault: Vault;
  readonly files: Files;
  readonly pictures: Pictures;
  close(): Promise<void>;
}

/** Whether the disk of the embedded log is full. */
export interface FullDisk {
  /** A sentence for health checks; undefined while there is room. */
  readonly sentence: string | undefined;
}

/** Measurements of the open log. */
export interface LogMeasures {
  /** A batch of this many events has become durable. */
  appended(events: number): void;
  readonly log: LogCounts;
  tail: { readonly characters: number };
  /** Reads of files that were missing or damaged. */
  readonly files: Record<LostFile['fault'], number>;
}

interface OpenStoresOptions {
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
  const fullDisk: { sentence: string | undefined } = { sentence: undefined };
  try {
    if (isLocalBesideRemote(engines)) keep(await lockDataFolder(config.DATA_DIR));
    await refuseLostLog(engines, clock);
    const { immediate: log, deferred } = withDeferredAppends(
      keep(
        await openEventLog(engines.log, {
          ...openingOf(options),
          rights,
          onFull: (sentence) => reportFullDisk(logger, (fullDisk.sentence = sentence)),
        }),
      ),
      clock,
    );
    const tail = await openTail({
      log,
      clock,
      interval: lookInterval(config),
      onRetry: logRetries(logger, 'The server'),
      ...(engines.log.engine !== 'sqlite' && { readInWorker: createWorkerReads(engines.log) }),
    });
    keep({ close: () => tail.stop() });
    if (options.measures) options.measures.tail = tail;
    const reading = { clock, module: PROJECTIONS_MODULE, findings: folderFindings(logger) };
    const readModels = keep(await openReadModels(engines.documents, reading));
    const onRelies = (sentence: string): void =>
      logger.warn({ event: 'vault.durability_reported' }, sentence);
    const vault = keep(await openVault(engines.documents, { clock, onRelies }));
    const files = checkedFiles(
      keep(await openFiles(engines.documents, { clock })),
      lostFileReport(logger, options.measures),
    );
    const pictures = keep(createPictures());
    return {
      engines,
      log,
      deferredLog: deferred,
      rights,
      fullDisk,
      tail,
      readModels,
      vault,
      files,
      pictures,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Files that are named in log lines; more are only counted. */
const MAX_REPORTED_FILES = 1_000;

/** Counts every read of a lost file, and logs the first one of each. */
function lostFileReport(logger: Logger, measures?: LogMeasures): (lost: LostFile) => void {
  const reported = new Set<string>();
  return ({ organizationId, digest, fault }) => {
    if (measures) measures.files[fault] += 1;
    const name = `${organizationId}/${digest}`;
    if (reported.has(name) || reported.size === MAX_REPORTED_FILES) return;
    reported.add(name);
    logger.error(
      { event: 'files.lost', fault, organizationId, digest },
      `A file that was requested is ${fault}: copy files/${organizationId}/${digest.slice(0, 2)}/${digest} from a back-up.`,
    );
  };
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

function reportFullDisk(logger: Logger, sentence: string | undefined): void {
  if (sentence === undefined)
    logger.info({ event: 'log.has_room' }, 'The disk of the event log has room again: people can write.');
  else logger.error({ event: 'log.disk_full' }, `${sentence} Nobody can write until there is room.`);
}

function reportedRights(logger: Logger): RefusedRights {
  const rights = new RefusedRights();
  rights.onRefused = (sentence) => logger.error({ event: 'log.refused' }, sentence);
  rights.onGranted = (request) =>
    logger.info({ event: 'log.granted' }, `EventStoreDB lets this server ${request} again.`);
  return rights;
}

const openingOf = ({ clock, onFatal, measures }: OpenStoresOptions) => ({
  clock,
  onFatal,
  ...(measures && { onCommit: (events: number) => measures.appended(events), counts: measures.log }),
});

// An embedded log that is empty, or no longer exists, beside the vault of one: opening it to write would make a new one.

async function refuseLostLog({ log, documents }: Engines, clock: Clock): Promise<void> {
  if (log.engine !== 'sqlite' || (await embeddedLogHasEvents(log.folder))) return;
  if (documents.engine === 'sqlite' && !existsSync(join(documents.folder, 'vault.sqlite'))) return;
  const vault = await openVault(documents, { clock, onRelies: () => {}, readOnly: true });
  await requireUnused(vault).finally(() => vault.close());
}

// A data folder with a log of its own beside a log in EventStoreDB: most likely its data was meant to be there.

/** Refuses to begin an empty log while the data folder has one that is not empty. */
export async function refuseForgottenLog({ DATA_DIR: folder }: Config, clock: Clock): Promise<void> {
  if (!existsSync(join(folder, 'log.sqlite'))) return;
  const log = await openEventLog({ engine: 'sqlite', folder }, { clock, readOnly: true });
  const head = await log.head().finally(() => log.close());
  if (head === null) return;
  throw new OperatorError(
    `The data folder ${folder} contains an event log, and the one in EventStoreDB is empty. To move the data there, run ` +
      '`hansard move --to` with the values of EVENTSTOREDB_URL and MONGODB_URL, and without setting them; to begin with ' +
      'an empty log, choose another DATA_DIR.',
  );
}
