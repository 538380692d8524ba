/**
 * The composition root of the server: starts the core, the renderers, HTTP and the admin socket, and stops
 * them in reverse order. The only file that knows all the others.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { createStartupResponder, requireFreePort, type StartupResponder } from '../api/http/listen.ts';
import { createMetrics, type Metrics } from '../api/http/metrics.ts';
import { startOperationsServer } from '../api/http/operationsServer.ts';
import type { Services } from '../api/http/services.ts';
import type { Health } from '../api/http/vitals.ts';
import { openWebTokens } from '../api/http/webTokens.ts';
import { createServer, type ServerOptions } from '../api/server.ts';
import { apiRoutes } from '../api/table.ts';
import { type Clock, inSeconds, pause } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import { errorCode, InUse, messageOf, OperatorError } from '../base/errors.ts';
import { SERVICE_VERSION } from '../base/version.ts';
import type { Lanes } from '../commands/lane/lanes.ts';
import { openMailer } from '../mail/mailer.ts';
import { Forwarder } from '../nodes/forwarder.ts';
import { NodeListener } from '../nodes/listener.ts';
import { NodeRegistry } from '../nodes/registry.ts';
import type { Projections } from '../projections/running/runner.ts';
import { noticeSender } from '../reactors/notices/notices.ts';
import { createPush } from '../reactors/push/service.ts';
import type { Reactors } from '../reactors/running/runner.ts';
import { createWebhooks } from '../reactors/webhooks/service.ts';
import { type AdminSocket, openAdminSocket } from './adminSocket.ts';
import { bootstrap, type Bootstrapped, type FoundingDependencies } from './core/bootstrap.ts';
import { type Core, type CoreOptions, startCore, type Undo, unwind } from './core/core.ts';
import { enginesOf } from './core/engines.ts';
import { type RenderingOptions, startRenderer } from './core/textRendering.ts';
import { openEventQueues } from './eventQueues.ts';
import { perform } from './operatorCommands.ts';
import { runReactors } from './reactors.ts';
import { createLevelViews, createServices } from './services.ts';
import { startTracing } from './tracing.ts';
import { createRecordService, ViewVerifications } from './viewVerifications.ts';
import { checkHealth, readVitals } from './vitals.ts';

// This node among those that share its log: how it is reached, and how commands reach the node that decides them.

/** Milliseconds between the last command that is taken and the end of connections, which may be about to carry one. */
const LEAVE = 250;

/** Joins the other nodes; undefined for a server that shares its log with nobody. */
async function joinNodes(
  { lanes, tail, notes }: Pick<Core, 'lanes' | 'tail' | 'notes'>,
  { config, clock }: { readonly config: Config; readonly clock: Clock },
  undo: Undo,
): Promise<Forwarder | undefined> {
  if (notes === undefined) return undefined;
  const secret = randomBytes(32).toString('base64url');
  const listener = new NodeListener(lanes, secret);
  const url = await listening(listener, config.NODE_URL);
  undo.push(async () => {
    if (await listener.leave()) await pause(clock, LEAVE);
    await listener.stop();
  });
  const own = { nodeId: randomUUID(), url, secret, release: SERVICE_VERSION };
  const registry = new NodeRegistry(notes, clock, own);
  await registry.start();
  undo.push(() => registry.stop());
  const forwarder = new Forwarder(registry, clock, () => tail.poll());
  undo.push(async () => forwarder.close());
  return forwarder;
}

/** The address at which others reach this node, once it listens there. */
async function listening(listener: NodeListener, given: string | undefined): Promise<string> {
  const url = new URL(given ?? `http://${privateAddress()}`);
  try {
    url.port = String(await listener.listen(url.hostname, Number(url.port)));
  } catch (cause) {
    throw addressError(
      `This node cannot listen at ${url.host} (NODE_URL): ${messageOf(cause)}. The address has to be one of its own.`,
      cause,
    );
  }
  return url.origin;
}

/** The error for an address that cannot be used, now or ever. */
const addressError = (sentence: string, cause: unknown): OperatorError =>
  new (errorCode(cause) === 'EADDRINUSE' ? InUse : OperatorError)(sentence, { cause });

const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/;

/** An address in a private network; where there is none, only nodes on the same machine reach this one. */
const privateAddress = (): string =>
  Object.values(networkInterfaces())
    .flat()
    .find((each) => each !== undefined && !each.internal && PRIVATE.test(each.address))?.address ??
  '127.0.0.1';

/** Options of a server. */
type AppOptions = ServerOptions &
  Omit<CoreOptions, 'measures' | 'retryPolicy'> & {
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
    const core = await startWithRetries({ ...options, measures: metrics }, undo);
    const { lanes, projections, founding } = core;
    const renderer = startRenderer(options.rendering ?? {}, options.logger, metrics);
    undo.push(() => renderer.close());
    core.reports.renderFaults = renderer.faults;
    const bootstrapped = await bootstrapOnce(founding, options);
    const push = createPush({ ...core, config, clock, secrets: founding.secrets });
    const views = createLevelViews(projections, lanes);
    const monitoring = await startMonitoring(options, core, metrics, undo);
    const live = openEventQueues({ ...options, ...core, views, ...founding, measures: metrics.queues });
    undo.push(() => live.close());
    const behind = { metrics, webTokens, renderer, mailer, views, ...monitoring };
    const made = { ...behind, push: push.service, eventQueues: live.queues };
    const record = openRecordService(options, core, undo);
    const forwarder = await joinNodes(core, options, undo);
    const services = createServices({ ...options, ...core, ...founding, ...made, record, forwarder });
    const reactorContext = forReactors(options, core, services);
    const webhooks = createWebhooks({ ...reactorContext, notify: noticeSender(reactorContext) });
    const reactors = await runReactors({ ...reactorContext, mailer, push, webhooks });
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

function openRecordService({ config, logger }: AppOptions, core: Core, undo: Undo) {
  const verifications = new ViewVerifications(enginesOf(config), logger);
  undo.push(() => verifications.stop());
  return createRecordService(core, verifications, logger);
}

/** Starts tracing; returns it with the health and the vital signs for those who watch the server. */
async function startMonitoring(options: AppOptions, core: Core, metrics: Metrics, undo: Undo) {
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
  if (bootstrapped === undefined && config.bootstrapIsSet)
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

/** The dependencies of the reactors. */
const forReactors = (options: AppOptions, core: Core, { render, views }: Services) => ({
  ...options,
  ...core,
  render,
  views,
  secrets: core.founding.secrets,
  isAlone: enginesOf(options.config).log.engine === 'sqlite',
});

const listenToOperator = (core: Core, { config, clock, logger }: AppOptions): Promise<AdminSocket> =>
  openAdminSocket({
    clock,
    logger,
    folder: config.DATA_DIR,
    perform: (request, onProgress) => perform(core, request, onProgress),
  });

/** Otherwise a first start would create an owner whose password nobody ever sees. */
async function requireFreePorts({ PORT, OPERATIONS_PORT, OPERATIONS_HOST }: Config): Promise<void> {
  await requireFreePort(PORT);
  if (OPERATIONS_PORT === undefined) return;
  await requireFreePort(OPERATIONS_PORT, OPERATIONS_HOST).catch((cause: unknown) => {
    throw addressError(`OPERATIONS_PORT ${OPERATIONS_PORT} cannot be used: ${messageOf(cause)}.`, cause);
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
async function startWithRetries(options: CoreOptions, undo: Undo): Promise<Core> {
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
    const core = await startCore({ ...options, retryPolicy: { milliseconds, onRetry } }, undo);
    // Until the views are level, reads and sends that need facts would be refused.
    await core.projections.levelWithin(MAX_CATCH_UP_WAIT_MS);
    return core;
  } finally {
    await waiting.close();
  }
}
