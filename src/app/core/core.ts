/**
 * The core: opened stores, folded states, running projections. The server puts HTTP in front of it; the
 * command line uses it directly while no server runs.
 */
import {
  type Clock,
  DAY_MS,
  HOUR_MS,
  inSeconds,
  logRetries,
  retry,
  type RetryPolicy,
} from '../../base/clock.ts';
import type { Config } from '../../base/config.ts';
import { NotReady } from '../../base/errors.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { Logger } from '../../base/logger.ts';
import type { FactsSource } from '../../commands/lane/factsCache.ts';
import { Lanes } from '../../commands/lane/lanes.ts';
import { PresenceLanes } from '../../commands/lane/presence.ts';
import { type AnyEvent, readRecordedEvent } from '../../events/catalog.ts';
import type { EventLog, Position, RefusedRights } from '../../events/log/eventLog.ts';
import { withRetriedReads } from '../../events/log/retriedReads.ts';
import type { Tail } from '../../events/log/tail.ts';
import type { Files } from '../../files/files.ts';
import type { Pictures } from '../../files/pictures.ts';
import { StoredPictures } from '../../files/storedPictures.ts';
import { loadSnapshot, saveSnapshot } from '../../organization/snapshots.ts';
import { projections as allProjections } from '../../projections/catalog.ts';
import { findExcerpt } from '../../projections/messages/excerpt.ts';
import { FACT_PROJECTIONS, findFacts } from '../../projections/messages/facts.ts';
import type { BuildProgress } from '../../projections/running/build.ts';
import { type Projections, startProjections } from '../../projections/running/runner.ts';
import { createViews, documentsOf } from '../../projections/running/views.ts';
import type { KeyValueStore } from '../../projections/store/readModels.ts';
import type { Backlog } from '../../reactors/running/define.ts';
import { ReactorRecords } from '../../reactors/running/records.ts';
import type { ReplayListener } from '../../reactors/webhooks/define.ts';
import { createPasswords, type PasswordsOptions } from '../../vault/passwords.ts';
import { Secrets, snapshotKeys } from '../../vault/secrets.ts';
import { ensureLogId, type FoundingDependencies } from './bootstrap.ts';
import { watchClock } from './clockWatch.ts';
import { PROJECTIONS_MODULE } from './engines.ts';
import { rebuildThreads } from './rebuildThreads.ts';
import { StorageMeter } from './storageMeter.ts';
import { type FullDisk, type LogMeasures, openStores, refuseForgottenLog, type Stores } from './stores.ts';
import {
  claimVault,
  recordRestorations,
  requireSameVault,
  startVaultSweep,
  watchClaim,
} from './vaultClaims.ts';

// The lanes' source of facts: the log and the views of messages.

/** Lanes open before the projections run; until then there are no facts. */
function createFactsSource(
  log: Pick<EventLog, 'readStream'>,
  lanes: () => Lanes,
  running: () => Projections | undefined,
  organizationId: OrganizationId,
): FactsSource {
  const projections = (): Projections => {
    const found = running();
    if (found === undefined) throw new NotReady('This server is starting.');
    return found;
  };
  const documents = () => documentsOf(createViews(projections()), { organizationId });
  const positionOf = (revision: number) => lanes().streamPosition(organizationId, revision);
  const waitUntilPassed = (revision: number) =>
    projections().waitFor(FACT_PROJECTIONS, organizationId, positionOf(revision));
  return {
    load: (kind, ids) => findFacts(documents(), kind, ids),
    hasPassed(revision) {
      const position = positionOf(revision);
      return FACT_PROJECTIONS.every((name) => projections().hasApplied(name, organizationId, position));
    },
    waitUntilPassed,
    async excerpt(question, revision) {
      await waitUntilPassed(revision);
      return findExcerpt(documents(), question);
    },
    event: (revision) => readRecordedEvent(log, organizationId, revision),
  };
}

// Keeping files and the log together: bytes that nothing refers to any more are removed.

/** Milliseconds between two sweeps. */
const SWEEP_INTERVAL_MS = HOUR_MS;
/** Milliseconds that bytes may wait for the event that names them. */
const UNREFERENCED_GRACE_MS = DAY_MS;

/** Removes what was stored a day ago or earlier and that no event refers to (any more); answers how much that was. */
export async function sweepFiles(files: Files, lanes: Lanes, clock: Clock): Promise<number> {
  const time = clock.now() - UNREFERENCED_GRACE_MS;
  // What others have named meanwhile must be known, or it would be lost.
  await lanes.catchUp();
  await files.removeUnfinished(time);
  let swept = 0;
  for (const { state } of lanes.all())
    for await (const page of files.storedBefore(state.organizationId, time))
      for (const { digest } of page)
        if (!state.files.uses.has(digest) && (await files.remove(state.organizationId, digest, time)))
          swept += 1;
  return swept;
}

/** Sweeps now and then; answers how to stop. */
function startFileSweep(files: Files, lanes: Lanes, clock: Clock, logger: Logger): () => void {
  const sweep = async (): Promise<void> => {
    const swept = await sweepFiles(files, lanes, clock);
    if (swept > 0)
      logger.info({ event: 'files.swept', swept }, 'Files that no event refers to were removed.');
  };
  const failed = `Unused files could not be removed; the next attempt is in ${inSeconds(SWEEP_INTERVAL_MS)}.`;
  return clock.every(
    SWEEP_INTERVAL_MS,
    () => void sweep().catch((err: unknown) => logger.warn({ event: 'files.sweep_failed', err }, failed)),
  );
}

/** Options of the core. `onFatal` must end the process, because it can no longer be trusted with the log. */
export interface CoreOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onFatal: (error: Error) => void;
  /** Measurements of the log. */
  readonly measures?: LogMeasures;
  /** How long to wait for unavailable engines; unless given, the first failure is final. */
  readonly retryPolicy?: Omit<RetryPolicy, 'clock'>;
  /** How passwords are hashed; at full cost unless given. */
  readonly passwords?: PasswordsOptions;
}

/** Steps that undo a start, in the order in which they were taken. */
export type Undo = (() => Promise<void>)[];

/** Receives the progress of every generation that is being built. */
export type BuildListener = (progress: BuildProgress) => void;

/** Receives events of presence and typing. */
export type PresenceListener = (organizationId: OrganizationId, event: AnyEvent) => void;

/** Sources of a server's vitals. */
interface VitalSources {
  readonly room: StorageMeter;
  /** Set once reactors and renderer run, which not every process has. */
  readonly reports: { backlogs: () => readonly Backlog[]; renderFaults: () => readonly string[] };
  readonly rights: RefusedRights;
  readonly fullDisk: FullDisk;
  /** The data folder. */
  readonly folder: string;
  readonly clock: Clock;
}

export interface Core extends VitalSources {
  readonly log: EventLog;
  readonly tail: Tail;
  readonly files: Files;
  readonly pictures: Pictures;
  readonly storedPictures: StoredPictures;
  readonly lanes: Lanes;
  readonly presence: PresenceLanes;
  readonly projections: Projections;
  readonly founding: FoundingDependencies;
  /** Monotonic time at which this node last saw the head of the log. */
  readonly headSeenAt: () => number;
  readonly buildListeners: Set<BuildListener>;
  /** Called for every event in the presence streams. */
  readonly presenceListeners: Set<PresenceListener>;
  readonly records: ReactorRecords;
  /** Notes that other nodes read, where others may share the log. */
  readonly notes: KeyValueStore | undefined;
  readonly replayListeners: Set<ReplayListener>;
  /** Ends the server because its data moves to another destination. */
  readonly stopForMove: (destination: string) => void;
}

const fileStores = ({ files, pictures }: Stores) => ({
  files,
  pictures,
  storedPictures: new StoredPictures(files, pictures),
});

/** Starts everything that needs the log; `undo` stops what was started here. */
export async function startCore(options: CoreOptions, undo: Undo): Promise<Core> {
  const { clock } = options;
  const retryPolicy: RetryPolicy = { milliseconds: 0, ...options.retryPolicy, clock };
  const stores = await retry(() => openStores(options), retryPolicy);
  undo.push(() => stores.close());
  let projections: Projections | undefined;
  const lanes = lanesOf(options, stores, () => projections);
  const before = stores.tail.head;
  await retry(() => openLanes(options, stores, lanes), retryPolicy);
  undo.push(() => lanes.close());
  const presenceListeners = new Set<PresenceListener>();
  const presence = await openPresence(options, stores, lanes, presenceListeners);
  undo.push(() => presence.close());
  const secrets = await openSecrets(stores, lanes, retryPolicy);
  // Subscribes before the states are folded; events that arrive twice are skipped.
  const feed = feedLanes(options, stores, [lanes, presence], before);
  undo.push(() => feed.stop());
  const fillListeners = new Set<BuildListener>();
  const ending = new AbortController();
  const running = (projections = await runProjections(options, stores, fillListeners, ending.signal));
  undo.push(() => running.stop());
  undo.push(async () => ending.abort());
  for (const stopSweeping of startSweeps(options, stores, secrets, lanes))
    undo.push(async () => stopSweeping());
  const passwords = createPasswords(options.passwords);
  undo.push(() => passwords.close());
  const startedAt = clock.monotonic();
  return {
    log: stores.log,
    tail: stores.tail,
    ...fileStores(stores),
    lanes,
    presence,
    projections,
    buildListeners: fillListeners,
    presenceListeners,
    ...vitalSources(options, stores, lanes),
    records: new ReactorRecords(stores.deferredLog, clock),
    notes: isFoundByOthers(stores) ? stores.readModels.notes : undefined,
    replayListeners: new Set<ReplayListener>(),
    stopForMove: leaveBy(options.logger),
    founding: { lanes, secrets, passwords, externalHost: options.config.externalHost },
    headSeenAt: () => feed.lastHeadSeenAt ?? startedAt,
  };
}

/** By a signal, as an operator would; after the answer to the command that moves the data. */
const leaveBy =
  (logger: Logger): Core['stopForMove'] =>
  (destination) => {
    logger.warn(
      { event: 'server.moving', destination },
      `The data has been copied to ${destination}: start the server there.`,
    );
    setImmediate(() => process.kill(process.pid, 'SIGTERM'));
  };

/** Undoes the steps of a start, last first; a failing step does not stop the others. */
export async function unwind(undo: Undo): Promise<void> {
  const failures: unknown[] = [];
  for (const step of undo.splice(0).reverse()) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/**
 * Sweeps what no event refers to out of vault and files, and watches the clock and whether a shared log moves; answers how to
 * stop each.
 */
const startSweeps = ({ clock, logger }: CoreOptions, stores: Stores, secrets: Secrets, lanes: Lanes) => [
  startVaultSweep(secrets, lanes, clock, logger),
  startFileSweep(stores.files, lanes, clock, logger),
  watchClock(lanes, clock, logger),
  ...(isShared(stores) ? [watchClaim(stores.vault, clock, leaveBy(logger))] : []),
];

/** Opens the secrets after checking that vault and log belong together. */
async function openSecrets(stores: Stores, lanes: Lanes, retryPolicy: RetryPolicy): Promise<Secrets> {
  await retry(() => claimVault(stores.vault, lanes, () => ensureLogId(lanes)), retryPolicy);
  const secrets = await Secrets.open(stores.vault, retryPolicy.clock);
  if (isShared(stores)) await retry(() => requireSameVault(stores.vault, lanes), retryPolicy);
  await retry(() => recordRestorations(stores.vault, lanes), retryPolicy);
  return secrets;
}

function vitalSources({ config, clock }: CoreOptions, stores: Stores, lanes: Lanes): VitalSources {
  const folder = config.DATA_DIR;
  const room = new StorageMeter({ ...stores, lanes, clock, folder, isWriting: true });
  const reports = { backlogs: () => [], renderFaults: () => [] };
  return { room, reports, rights: stores.rights, fullDisk: stores.fullDisk, folder, clock };
}

function lanesOf(
  { clock, logger }: CoreOptions,
  { log, readModels, vault }: Stores,
  projections: () => Projections | undefined,
): Lanes {
  const ownerOf = async (organizationId: OrganizationId) => ({
    logId: logIdOf(lanes),
    organizationId,
    keys: await snapshotKeys(vault),
  });
  const lanes: Lanes = new Lanes({
    log,
    clock,
    factsOf: (organizationId) => createFactsSource(log, () => lanes, projections, organizationId),
    loadSnapshot: async (organizationId) => loadSnapshot(readModels.notes, await ownerOf(organizationId)),
    saveSnapshot: async (state) => saveSnapshot(readModels.notes, state, await ownerOf(state.organizationId)),
    onTrouble: (organizationId, err) =>
      logger.error(
        { event: 'organization.fold_failed', organizationId, err },
        `The state of organization ${organizationId} cannot follow the event log.`,
      ),
  });
  return lanes;
}

/** Folds the states; refuses an empty shared log beside a data folder with another one. */
async function openLanes({ config, clock }: CoreOptions, stores: Stores, lanes: Lanes): Promise<void> {
  await lanes.open();
  if (isShared(stores) && lanes.server.state.revision < 0) await refuseForgottenLog(config, clock);
}

/** The server starts even if presence cannot be loaded: it is loaded again when a request needs it. */
async function openPresence(
  { clock, logger }: CoreOptions,
  { log }: Stores,
  lanes: Lanes,
  listeners: ReadonlySet<PresenceListener>,
): Promise<PresenceLanes> {
  const onEvent: PresenceListener = (organizationId, event) =>
    listeners.forEach((listener) => listener(organizationId, event));
  const presence = new PresenceLanes({ log, clock, onEvent });
  for (const organizationId of lanes.server.state.organizations.keys())
    await presence
      .of(organizationId)
      .catch((err: unknown) =>
        logger.warn(
          { event: 'presence.load_failed', organizationId, err },
          `Presence of organization ${organizationId} could not be loaded; the next request for it tries again.`,
        ),
      );
  return presence;
}

function feedLanes(
  { logger }: CoreOptions,
  { tail }: Stores,
  fed: readonly Pick<Lanes, 'receive'>[],
  after: Position,
) {
  return tail.follow({
    after: after < 0 ? null : after,
    filter: { streamPrefixes: ['organization-', 'server', 'ephemeral-'] },
    onEvents: (events) => fed.forEach((each) => each.receive(events)),
    onHandlerError: (err) =>
      logger.fatal(
        { event: 'states.stopped', err },
        'The state no longer follows the event log: restart the server.',
      ),
    onRetry: logRetries(logger, 'The state'),
  });
}

function runProjections(
  { config, clock, logger }: CoreOptions,
  { engines, log, tail, readModels }: Stores,
  fillListeners: ReadonlySet<BuildListener>,
  signal: AbortSignal,
): Promise<Projections> {
  const onRetry = logRetries(logger, 'The views');
  return startProjections({
    log: withRetriedReads(log, { clock, signal, onRetry }),
    tail,
    readModels,
    clock,
    logger,
    projections: allProjections,
    delay: config.PROJECTION_DELAY_MS,
    fill: rebuildThreads(engines, PROJECTIONS_MODULE, logger),
    onProgress: (progress) => fillListeners.forEach((listener) => listener(progress)),
    isShared: isShared({ engines }),
  });
}

/** Whether other servers may use the same log. An embedded log is locked by one process. */
const isShared = ({ engines }: Pick<Stores, 'engines'>): boolean => engines.log.engine !== 'sqlite';

/** Whether other servers may use the same log, views and vault. */
const isFoundByOthers = ({ engines }: Stores): boolean =>
  isShared({ engines }) && engines.documents.engine === 'mongodb';

const logIdOf = (lanes: Lanes): string => lanes.server.state.logId ?? '';
