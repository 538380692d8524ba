/**
 * The composition root of the server: starts the core, the renderers, HTTP and the admin socket, and stops
 * them in reverse order. The only file that knows all the others.
 */
import type { Health } from './api/http/health.ts';
import type { Services } from './api/http/services.ts';
import { type AdminSocket, openAdminSocket } from './app/adminSocket.ts';
import { createMetrics, type Metrics } from './api/http/metrics.ts';
import { requireFreePort } from './api/http/listening.ts';
import { createServer, type ServerOptions } from './api/server.ts';
import { apiRoutes } from './api/table.ts';
import { startOperationsServer } from './api/http/operations.ts';
import { createStartupResponder, type StartupResponder } from './api/http/waitingRoom.ts';
import { openWebTokens } from './api/http/webTokens.ts';
import { bootstrap, type Bootstrapped, type FoundingDependencies } from './app/bootstrap.ts';
import { inSeconds } from './clock.ts';
import type { Config } from './config.ts';
import { OperatorError } from './errors.ts';
import type { Lanes } from './commands/lane/lanes.ts';
import { type Core, type CoreOptions, startCore, type Undo, unwind } from './app/core.ts';
import { checkHealth } from './app/health.ts';
import { joinNodes } from './app/nodes.ts';
import { noticeSender } from './reactors/notices/sender.ts';
import { createPush } from './reactors/push/service.ts';
import { runReactors } from './app/reactors.ts';
import { createRecordService } from './app/recordDesk.ts';
import { ViewVerifications } from './app/viewVerifications.ts';
import type { Reactors } from './reactors/running/runner.ts';
import { openMailer } from './mail/mailer.ts';
import { perform } from './app/operations.ts';
import type { Projections } from './projections/running/runner.ts';
import { type RenderingOptions, startRenderer } from './app/rendering.ts';
import { openEventQueues } from './app/eventQueues.ts';
import { createLevelViews, createServices } from './app/services.ts';
import { enginesOf } from './app/engines.ts';
import { startTracing } from './app/tracing.ts';
import { readVitals } from './app/vitals.ts';
import { createWebhooks } from './reactors/webhooks/service.ts';

/** Options of a server. */
export type AppOptions = ServerOptions &
  Omit<CoreOptions, 'measures' | 'patience'> & {
    /** Variables of OpenTelemetry, which its packages read themselves; no traces unless given. */
    readonly environment?: Readonly<Record<string, string | undefined>>;
    readonly rendering?: RenderingOptions;
  };

/** A server that is listening. */
export interface App {
  readonly port: number;
  /** Of metrics and the details of readiness, if it is another one. */
  readonly operationsPort: number | undefined;
  /** Shown to the operator once, after the first start. */
  readonly bootstrapped: Bootstrapped | undefined;
  readonly founding: FoundingDependencies;
  readonly projections: Projections;
  readonly lanes: Lanes;
  readonly reactors: Reactors;
  /** Is not ready any more, and closes connections with their next answer, so that proxies go to other nodes; serves on. */
  leave(): Promise<void>;
  /** Drains requests, saves snapshots, closes the engines. */
  stop(): Promise<void>;
}

const BOOTSTRAP_IGNORED = 'BOOTSTRAP_* settings are ignored: the log already has an organization.';

export async function startApp(options: AppOptions): Promise<App> {
  const { config, clock } = options;
  await requireFreePorts(config);
  const webTokens = await openWebTokens(config.JWT_AUTH_KEYS, options);
  const metrics = createMetrics();
  const undo: Undo = [];
  try {
    const mailer = await openMailer(options);
    const core = await startPatiently({ ...options, measures: metrics }, undo);
    const { lanes, projections, founding } = core;
    const renderer = startRenderer(options.rendering ?? {}, options.logger, metrics);
    undo.push(() => renderer.close());
    core.reports.renderFaults = renderer.faults;
    const bootstrapped = await bootstrapOnce(founding, options);
    const push = createPush({ ...core, config, clock, secrets: founding.secrets });
    const views = createLevelViews(projections, lanes);
    const asked = await watchedBy(options, core, metrics, undo);
    const live = openEventQueues({ ...options, ...core, views, ...founding, measures: metrics.queues });
    undo.push(() => live.close());
    const behind = { metrics, webTokens, renderer, mailer, views, ...asked };
    const made = { ...behind, push: push.service, eventQueues: live.queues };
    const record = openRecordDesk(options, core, undo);
    const forwarder = await joinNodes(core, options, undo);
    const services = createServices({ ...options, ...core, ...founding, ...made, record, forwarder });
    const told = forReactors(options, core, services);
    const webhooks = createWebhooks({ ...told, notify: noticeSender(told) });
    const reactors = await runReactors({ ...told, mailer, push, webhooks });
    undo.push(() => reactors.stop());
    // First, because reactors end when their mails have been sent.
    undo.push(() => mailer.close());
    const ports = await listen(services, { ...options, projections }, undo);
    undo.push(async () => live.queues.close());
    const socket = await listenToOperator(core, options);
    undo.push(() => socket.close());
    return { ...ports, bootstrapped, founding, lanes, projections, reactors, stop: () => unwind(undo) };
  } catch (error) {
    await unwind(undo);
    throw error;
  }
}

function openRecordDesk({ config, logger }: AppOptions, core: Core, undo: Undo) {
  const verifications = new ViewVerifications(enginesOf(config), logger);
  undo.push(() => verifications.stop());
  return createRecordService(core, verifications, logger);
}

/** What those who watch the server are told, and where it is traced. */
async function watchedBy(options: AppOptions, core: Core, metrics: Metrics, undo: Undo) {
  const tracing = await startTracing(options.environment ?? {}, { ...core, clock: options.clock });
  if (tracing) {
    undo.push(() => tracing.stop());
    metrics.queues.reached = tracing.delivered;
  }
  return { health: () => checkHealth(core), vitals: () => readVitals(core), tracing };
}

async function bootstrapOnce(
  founding: FoundingDependencies,
  { config, logger }: AppOptions,
): Promise<Bootstrapped | undefined> {
  const bootstrapped = await bootstrap(founding, config);
  if (bootstrapped === undefined && config.BOOTSTRAP_OWNER_EMAIL !== undefined)
    logger.info({ event: 'bootstrap.ignored' }, BOOTSTRAP_IGNORED);
  return bootstrapped;
}

const STARTING: Health = { reasons: ['The server is starting.'], projections: [] };
const STOPPING: Health = { reasons: ['The server is stopping.'], projections: [] };

/** Returns the ports, and how the server leaves them. */
async function listen(others: Services, options: AppOptions & Pick<Core, 'projections'>, undo: Undo) {
  const { OPERATIONS_PORT, OPERATIONS_HOST } = options.config;
  let unready: Health | undefined = STARTING;
  const services = { ...others, health: async () => unready ?? others.health() };
  const operations =
    OPERATIONS_PORT === undefined
      ? undefined
      : await startOperationsServer(services, OPERATIONS_PORT, OPERATIONS_HOST);
  // Last of all, so that the end can be watched.
  if (operations) undo.unshift(() => operations.stop());
  const server = createServer(services, apiRoutes, options);
  await options.projections.followsInTime(LONGEST_TRIAL);
  const port = await server.listen(options.config.PORT);
  unready = undefined;
  undo.push(() => server.stop());
  const leave = (): Promise<void> => {
    unready = STOPPING;
    return server.leave();
  };
  return { port, operationsPort: operations?.port, leave };
}

/** What the reactors work with. */
const forReactors = (options: AppOptions, core: Core, { render, views }: Services) => ({
  ...{ ...options, ...core, render, views, secrets: core.founding.secrets },
  isAlone: enginesOf(options.config).log.engine === 'sqlite',
});

const listenToOperator = (core: Core, { config, clock, logger }: AppOptions): Promise<AdminSocket> =>
  openAdminSocket({
    ...{ clock, logger, folder: config.DATA_DIR },
    perform: (request, onProgress) => perform(core, request, onProgress),
  });

/** Otherwise a first start would create an owner whose password nobody ever sees. */
async function requireFreePorts({ PORT, OPERATIONS_PORT, OPERATIONS_HOST }: Config): Promise<void> {
  await requireFreePort(PORT);
  if (OPERATIONS_PORT === undefined) return;
  await requireFreePort(OPERATIONS_PORT, OPERATIONS_HOST).catch((cause: Error) => {
    throw new OperatorError(`OPERATIONS_PORT ${OPERATIONS_PORT} cannot be used: ${cause.message}.`, {
      cause,
    });
  });
}

/** At both ports, as the server will answer there. */
function waitingRooms({ PORT, OPERATIONS_PORT, OPERATIONS_HOST }: Config): StartupResponder {
  const rooms = [createStartupResponder(PORT, OPERATIONS_PORT === undefined)];
  if (OPERATIONS_PORT !== undefined)
    rooms.push(createStartupResponder(OPERATIONS_PORT, true, OPERATIONS_HOST));
  return {
    open: async (reason) => void (await Promise.all(rooms.map((room) => room.open(reason)))),
    close: async () => void (await Promise.all(rooms.map((room) => room.close()))),
  };
}

/** How long a start waits for views that are catching up, in milliseconds, and how often it tries whether they follow in time. */
const MAX_CATCH_UP_WAIT_MS = 5_000;
const LONGEST_TRIAL = 40;

/**
 * Starts the core. While engines are unavailable the server is alive but not ready; every retry is reported.
 */
async function startPatiently(options: CoreOptions, undo: Undo): Promise<Core> {
  const { config, logger } = options;
  const waiting = waitingRooms(config);
  const onRetry = (err: Error, delay: number): void => {
    logger.warn(
      { event: 'start.waiting', err, delay },
      `The server waits for its engines; next attempt in ${inSeconds(delay)}.`,
    );
    waiting
      .open(err.message)
      .catch((error: unknown) =>
        logger.warn(
          { event: 'start.port_taken', err: error },
          `Port ${config.PORT} is taken: health checks are not answered while the server waits.`,
        ),
      );
  };
  try {
    // Embedded engines either work at once or not at all.
    const milliseconds = config.EVENTSTOREDB_URL || config.MONGODB_URL ? Infinity : 0;
    const core = await startCore({ ...options, patience: { milliseconds, onRetry } }, undo);
    // Until the views are level, reads and sends that need facts would be refused.
    await core.projections.levelWithin(MAX_CATCH_UP_WAIT_MS);
    return core;
  } finally {
    await waiting.close();
  }
}
