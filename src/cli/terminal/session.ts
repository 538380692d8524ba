/** One run of a command: its settings, its open resources, and its end, normal or by Ctrl-C. */
import { tmpdir } from 'node:os';
import { MessageChannel } from 'node:worker_threads';
import type { Config } from '../../base/config.ts';
import { OperatorError } from '../../base/errors.ts';
import { printNote } from '../../base/printable.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../base/temporaryFolders.ts';

const INTERRUPTED = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Settings, stores and server that a command uses. */
export class CommandSession {
  /** From then on errors are only consequences of closing. */
  interrupted = false;
  /** A running server does the work and continues when this process is interrupted. */
  isDoneElsewhere = false;
  /** Printed on stderr on interruption: what continues and what is lost. */
  farewell: () => string | undefined = () => undefined;
  readonly #open: (() => Promise<void>)[] = [];
  #config: Config | undefined;

  /** The settings of the environment, for work in the data folder; OperatorError if they are invalid, or that is none. */
  async config(): Promise<Config> {
    const { requireDataFolder } = await import('../../app/core/dataFolder.ts');
    const config = await this.settings();
    requireDataFolder(config.DATA_DIR);
    return config;
  }

  /** The settings of the environment, without opening what they name; OperatorError if they are invalid. */
  async settings(): Promise<Config> {
    const { readConfig } = await import('../../base/config.ts');
    return (this.#config ??= readConfig(process.env));
  }

  /** Registers something to close when the command ends, in any way; the last one opened is closed first. */
  onEnd(close: () => Promise<void>): void {
    this.#open.push(close);
  }

  /** Opens something that stays open until the command ends. */
  async keep<Store extends { close(): Promise<void> }>(opening: Promise<Store>): Promise<Store> {
    const store = await opening;
    this.onEnd(() => store.close());
    return store;
  }

  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (const close of this.#open.splice(0).reverse())
      await close().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }
}

/** Runs a command to its end and ends the process with its exit code. */
export async function run(work: (session: CommandSession) => Promise<number | void>): Promise<void> {
  const session = new CommandSession();
  const interruption = whenInterrupted(session);
  const rest = stayAwake();
  const exitCode = await Promise.race([finished(session, work), interruption]);
  await session.close().catch(() => {}); // the outcome is known already
  await flushed();
  rest();
  process.exit(exitCode);
}

async function finished(
  session: CommandSession,
  work: (session: CommandSession) => Promise<number | void>,
): Promise<number> {
  try {
    const exitCode = (await work(session)) ?? 0;
    await session.close();
    return exitCode;
  } catch (error) {
    if (session.interrupted) return new Promise(() => {});
    const { reportError } = await import('./reportError.ts');
    return reportError(error);
  }
}

/** The first signal lets the command close what it has open, the second ends it at once. */
function whenInterrupted(session: CommandSession): Promise<number> {
  return new Promise((resolve) => {
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (session.interrupted) process.exit(INTERRUPTED[signal]);
        session.interrupted = true;
        const farewell = session.farewell();
        if (farewell !== undefined) printNote(`\n${farewell}\n`);
        resolve(INTERRUPTED[signal]);
      });
    }
  });
}

/** Timers of the clock do not keep a process alive, and a command may wait for nothing else. */
function stayAwake(): () => void {
  const { port1 } = new MessageChannel();
  port1.on('message', () => {});
  return () => port1.close();
}

const flushed = (): Promise<void> => new Promise((resolve) => void process.stdout.write('', () => resolve()));

/**
 * A folder in the one for temporary files (TMPDIR), removed when the command ends. What a killed process has left under the
 * prefix, which ends with a hyphen, is removed now.
 */
export async function temporaryFolder(session: CommandSession, prefix: string): Promise<string> {
  const folder = await makeTemporaryFolder(prefix).catch((cause: unknown) => {
    throw new OperatorError(`Cannot create a folder in ${tmpdir()}; set TMPDIR to a writable folder.`, {
      cause,
    });
  });
  session.onEnd(async () => removeTemporaryFolder(folder));
  return folder;
}

/** Makes a value when it is needed first. */
export function lazy<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
