/**
 * The composition root: opens the engines, folds the states, starts the projections, serves HTTP, and ends it all
 * in reverse. The only file that knows every other.
 */
import { createMetrics } from './api/metrics.ts';
import { createServer, type ServerOptions } from './api/server.ts';
import { apiRoutes } from './api/table.ts';
import { bootstrap, type Bootstrapped, type Founding, namedLog } from './bootstrap.ts';
import type { Clock } from './clock.ts';
import { Lanes } from './commands/lanes.ts';
import type { Config } from './config.ts';
import { claimVault, openStores, type Stores } from './stores.ts';
import { runSubscription } from './events/log/subscription.ts';
import { factsFrom } from './factsFrom.ts';
import { healthOf } from './health.ts';
import type { Logger } from './logger.ts';
import { loadSnapshot, saveSnapshot } from './organization/snapshots.ts';
import { projections as allProjections } from './projections/catalog.ts';
import { type Projections, startProjections } from './projections/runner.ts';
import { rebuildThreads } from './rebuildThreads.ts';
import { createRenderer } from './rendering/renderer.ts';
import { servicesOf } from './services.ts';
import { createPasswords } from './vault/passwords.ts';
import { Secrets } from './vault/secrets.ts';

/** What a server is started with; `onFatal` must end the process, for the log can no longer be trusted with it. */
export interface AppOptions extends ServerOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onFatal: (error: Error) => void;
}

/** A server that is listening. */
export interface App {
  readonly port: number;
  /** What the operator is told once: set at the first start only. */
  readonly bootstrapped: Bootstrapped | undefined;
  readonly founding: Founding;
  readonly projections: Projections;
  readonly lanes: Lanes;
  /** Drains requests, saves snapshots, closes the engines. */
  stop(): Promise<void>;
}

export async function startApp(options: AppOptions): Promise<App> {
  const { config, clock, logger } = options;
  const metrics = createMetrics();
  const stores = await openStores({ ...options, onCommit: metrics.appended });
  const undo: (() => Promise<void>)[] = [() => stores.close()];
  try {
    const { lanes, projections, headSeenAt } = await startCore(options, stores, undo);
    const secrets = await Secrets.open(stores.vault, clock);
    const passwords = createPasswords();
    undo.push(() => passwords.close());
    const renderer = createRenderer({ clock });
    undo.push(() => renderer.close());
    const founding: Founding = { lanes, secrets, passwords };
    const bootstrapped = await bootstrap(founding, config);
    const health = () => healthOf(lanes, projections);
    const parts = { clock, config, logger, metrics, lanes, projections, secrets, passwords, renderer };
    const server = createServer(servicesOf({ ...parts, headSeenAt, health }), apiRoutes, options);
    const port = await server.listen(config.PORT);
    undo.push(() => server.stop());
    return { port, bootstrapped, founding, lanes, projections, stop: () => unwind(undo) };
  } catch (error) {
    await unwind(undo);
    throw error;
  }
}

/** Lanes and projections, fed by subscriptions; what starts here is stopped by `undo`. */
async function startCore(
  { config, clock, logger }: AppOptions,
  stores: Stores,
  undo: (() => Promise<void>)[],
) {
  const { log, readModels } = stores;
  let projections: Projections | undefined;
  const lanes: Lanes = new Lanes({
    log,
    clock,
    factsOf: (organizationId) =>
      factsFrom(
        () => lanes,
        () => projections,
        organizationId,
      ),
    loadSnapshot: (organizationId) =>
      loadSnapshot(readModels.notes, { logId: logIdOf(lanes), organizationId }),
    saveSnapshot: (state) =>
      saveSnapshot(readModels.notes, state, { logId: logIdOf(lanes), organizationId: state.organizationId }),
    onTrouble: (organizationId, err) => logger.error({ organizationId, err }, 'organization in trouble'),
  });
  await lanes.open();
  undo.push(() => lanes.close());
  await claimVault(stores.vault, await namedLog(lanes));
  const head = await log.head();
  const feed = runSubscription({
    log,
    clock,
    after: head,
    filter: { streamPrefixes: ['organization-', 'server'] },
    onEvents: (events) => lanes.receive(events),
    onHandlerError: (err) => logger.fatal({ err }, 'the state does not follow the log any more'),
    onRestart: ({ reason }) => logger.warn({ reason }, 'subscription started again'),
  });
  undo.push(() => feed.stop());
  projections = await startProjections({
    ...{ log, readModels, clock, logger },
    projections: allProjections,
    delay: config.PROJECTION_DELAY_MS,
    fill: rebuildThreads(stores.engines, PROJECTIONS_MODULE, logger),
  });
  const running = projections;
  undo.push(() => running.stop());
  const startedAt = clock.now();
  return { lanes, projections, headSeenAt: () => feed.lastHeadSeenAt ?? startedAt };
}

/** Where a rebuilding thread finds the projections that it fills. */
const PROJECTIONS_MODULE = new URL(
  import.meta.url.endsWith('.ts') ? './projections/catalog.ts' : './projections/catalog.js',
  import.meta.url,
).href;

function logIdOf(lanes: Lanes): string {
  return lanes.server.state.logId ?? '';
}

/** Undoes the steps of a start, last first; one that fails does not keep the others from being undone. */
async function unwind(undo: (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of undo.splice(0).reverse()) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
