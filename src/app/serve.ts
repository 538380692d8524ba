/** The server: reads the settings, listens, informs the operator, and stops on a signal. */
import { execFile } from 'node:child_process';
import { keepProcessAlive, systemClock } from '../base/clock.ts';
import { readConfig } from '../base/config.ts';
import { createLogger, type Logger } from '../base/logger.ts';
import { printOut } from '../base/printable.ts';
import { type LostThread, lostThreads } from '../base/workerThread.ts';
import { type App, startApp } from './app.ts';
import type { Bootstrapped } from './core/bootstrap.ts';
import { requireDataFolder } from './core/dataFolder.ts';
import { printError } from './operatorErrors.ts';
import { onStopSignal } from './signals.ts';

// Threads that ended while they were needed, in the server's log.

/** Logs them from now on. Returns what ends that. */
export function logLostThreads(logger: Pick<Logger, 'error'>): () => void {
  const log = (message: unknown): void => {
    const { kind, thread, reason } = message as LostThread;
    logger.error(
      { event: 'thread.ended', thread, reason },
      `The ${kind} that ${thread} has ended: ${reason}.`,
    );
  };
  lostThreads.subscribe(log);
  return () => void lostThreads.unsubscribe(log);
}

// Notifies systemd that the server is ready (`Type=notify`), by its own program: Node has no sockets for datagrams of this kind.

/** Does nothing where no supervisor wants to know. */
function notifySupervisor({ NOTIFY_SOCKET, PATH }: Readonly<NodeJS.ProcessEnv>, logger: Logger): void {
  if (!NOTIFY_SOCKET) return;
  execFile('systemd-notify', ['--ready'], { env: { NOTIFY_SOCKET, PATH } }, (err) => {
    if (err)
      logger.warn(
        { event: 'supervisor.not_told', err },
        'The server serves, and systemd could not be told: check that systemd-notify is installed.',
      );
  });
}

/** How long requests in flight and open files get before the process ends regardless, in milliseconds. */
const DRAIN_MS = 9_500;

/**
 * Runs until a signal stops it; a mistake of the operator ends it with one sentence and exit code 2. The costs of passwords and
 * rendering are a production server's unless tests choose others.
 */
export async function serve(
  environment: Readonly<Record<string, string | undefined>>,
  costs: Pick<Parameters<typeof startApp>[0], 'passwords' | 'rendering'> = {},
): Promise<void> {
  try {
    const config = readConfig(environment);
    requireDataFolder(config.DATA_DIR);
    const logger = createLogger(config.LOG_LEVEL);
    logLostThreads(logger);
    const app = await keepProcessAlive(
      startApp({
        config,
        clock: systemClock,
        logger,
        environment,
        onFatal: (error) => endFatally(logger, error),
        ...costs,
      }),
    );
    endOnSignal(app, logger);
    announce(app);
    notifySupervisor(environment, logger);
  } catch (error) {
    process.exit(printError(error));
  }
}

/**
 * After a failed flush this process must not trust the log any more; only reopening it shows what is on disk.
 */
function endFatally(logger: Logger, err: Error): void {
  logger.fatal(
    { event: 'log.write_failed', err },
    'The event log cannot be written any more: check the disk and start the server again.',
  );
  logger.flush();
  process.exit(1);
}

function endOnSignal(app: App, logger: Logger): void {
  let ending = false;
  const end = (signal: NodeJS.Signals): void => {
    if (ending) return;
    ending = true;
    logger.info({ event: 'server.stopping', signal }, `The server stops (${signal}).`);
    systemClock.after(DRAIN_MS, () => {
      logger.warn({ event: 'server.stop_timed_out' }, 'Not all work ended in time; the process ends anyway.');
      process.exit(0);
    });
    keepProcessAlive(app.leave().then(() => app.stop())).then(
      () => process.exit(0),
      (error) => process.exit(printError(error)),
    );
  };
  onStopSignal(end);
}

function announce({ port, operationsPort, bootstrapped }: App): void {
  const url = `http://localhost:${port}`;
  const steps = bootstrapped ? firstSteps(url, bootstrapped) : '';
  const operations = operationsPort === undefined ? '' : `Metrics and readiness: port ${operationsPort}\n`;
  printOut(`Hansard serves ${url}\n${operations}${steps}`);
}

/** Commands to paste into a shell. */
function firstSteps(url: string, { email, password }: Bootstrapped): string {
  const shown =
    password === undefined
      ? 'the one in BOOTSTRAP_OWNER_PASSWORD (set it in the shell where you paste the commands below)'
      : `${password}   (not shown again)`;
  const typed = password ?? '$BOOTSTRAP_OWNER_PASSWORD';
  return `
An organization was created. Its owner:
  e-mail    ${email}
  password  ${shown}

Open ${url} and log in. Or, from a shell, get the owner's API key, create a channel, and send a message:

  KEY=$(curl -sS ${url}/api/v1/fetch_api_key --data-urlencode "username=${email}" --data-urlencode "password=${typed}" | sed -E 's/.*"api_key":"([^"]*)".*/\\1/')
  curl -sS -u "${email}:$KEY" ${url}/api/v1/users/me/subscriptions --data-urlencode 'subscriptions=[{"name":"general"}]'
  curl -sS -u "${email}:$KEY" ${url}/api/v1/messages -d type=channel -d to=general -d topic=welcome --data-urlencode 'content=Hello, world'

The API's reference page: ${url}/api/v1/reference
`;
}
