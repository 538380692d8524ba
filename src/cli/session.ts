/** One run of a command: its settings, what it has open, and how it ends, by itself or by Ctrl-C. */
import { MessageChannel } from 'node:worker_threads';
import type { Config } from '../config.ts';

const INTERRUPTED = { SIGINT: 130, SIGTERM: 143 } as const;

/** What a command works with. */
export class Session {
  /** Whatever fails from then on fails because things are being closed. */
  interrupted = false;
  /** A running server does the work: it goes on there when this process is interrupted. */
  isDoneElsewhere = false;
  /** What is said on stderr when the command is interrupted: what goes on, and what is dropped. */
  farewell: () => string | undefined = () => undefined;
  readonly #open: (() => Promise<void>)[] = [];
  #config: Config | undefined;

  /** The settings of the environment; OperatorError where they cannot be read. */
  async config(): Promise<Config> {
    const { readConfig } = await import('../config.ts');
    return (this.#config ??= readConfig(process.env));
  }

  /** Has something closed when the command ends, however it ends; what was opened last is closed first. */
  onEnd(close: () => Promise<void>): void {
    this.#open.push(close);
  }

  /** Opens what the command needs until it ends. */
  async keep<Store extends { close(): Promise<void> }>(opening: Promise<Store>): Promise<Store> {
    const store = await opening;
    this.onEnd(() => store.close());
    return store;
  }

  async close(): Promise<void> {
    for (const close of this.#open.splice(0).reverse()) await close();
  }
}

/** Runs a command to its end and ends the process with its exit code. */
export async function run(work: (session: Session) => Promise<number | void>): Promise<void> {
  const session = new Session();
  const interruption = whenInterrupted(session);
  const rest = stayAwake();
  const exitCode = await Promise.race([finished(session, work), interruption]);
  await session.close().catch(() => {}); // the outcome is known already
  await flushed();
  rest();
  process.exit(exitCode);
}

async function finished(
  session: Session,
  work: (session: Session) => Promise<number | void>,
): Promise<number> {
  try {
    const exitCode = (await work(session)) ?? 0;
    await session.close();
    return exitCode;
  } catch (error) {
    if (session.interrupted) return new Promise(() => {});
    const { printError: tell } = await import('../app/operator.ts');
    return tell(error);
  }
}

/** The first signal lets the command put away what it has open, the second one does not. */
function whenInterrupted(session: Session): Promise<number> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (session.interrupted) process.exit(INTERRUPTED[signal]);
        session.interrupted = true;
        const farewell = session.farewell();
        if (farewell !== undefined) process.stderr.write(`\n${farewell}\n`);
        resolve(INTERRUPTED[signal]);
      });
    }
  });
}

/** Timers of the clock keep no process alive, and a command may have nothing else to wait for. */
function stayAwake(): () => void {
  const { port1 } = new MessageChannel();
  port1.on('message', () => {});
  return () => port1.close();
}

const flushed = (): Promise<void> => new Promise((resolve) => void process.stdout.write('', () => resolve()));
