/** The built server as a process of its own: started, talked to, killed, and started again on its folder. */
import { readFileSync } from 'node:fs';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OWNER_EMAIL, OWNER_PASSWORD, Person } from './hansard.ts';
import { metricOf } from './metrics.ts';
import { undisturbed } from './undisturbed.ts';
import { until } from './waiting.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ANNOUNCED = /^Hansard serves http:\/\/localhost:(\d+)$/m;
/** In ms: what does not start by then never will. */
const LONGEST_START = 300_000;

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

type Environment = Readonly<Record<string, string | undefined>>;

/** How a process ended, and what it had said until then. */
export interface Ended {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a test's server is told unless the test says otherwise. */
const QUIET: Environment = {
  PORT: '0',
  LOG_LEVEL: 'warn',
  RATE_LIMITS: 'off',
  BOOTSTRAP_OWNER_EMAIL: OWNER_EMAIL,
  BOOTSTRAP_OWNER_PASSWORD: OWNER_PASSWORD,
};

/** Paths in the build for tests; `shipped` is the server as it is installed. */
const PROGRAMS = {
  main: 'test/support/server',
  shipped: 'dist/main',
  cli: 'src/cli',
  log: 'test/support/eventstoredb/serve',
};

let built = process.env.HANSARD_TEST_BUILT;

/** The path of a program of the build for tests, which is made where sources are newer. */
export function programPath(name: keyof typeof PROGRAMS): string {
  if (built === undefined) {
    const words = ['scripts/build.js', 'tests'];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8' });
    if (status !== 0) throw new Error(`The server does not build: ${stderr}`);
    built = stdout;
  }
  return join(built, `${PROGRAMS[name]}.js`);
}

/** A program of the compiled server, under observation. */
class Program {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  stdout = '';
  stderr = '';

  constructor(entry: keyof typeof PROGRAMS, words: readonly string[], environment: Environment) {
    const { PATH, HOME } = process.env;
    this.child = spawn(process.execPath, [programPath(entry), ...words], {
      cwd: ROOT,
      env: { PATH, HOME, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(this.child);
    this.child.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.ended = new Promise((resolve) => {
      this.child.once('close', (code, signal) => {
        running.delete(this.child);
        resolve({ code, signal, stdout: this.stdout, stderr: this.stderr });
      });
    });
  }
}

/** Runs the server with exactly these variables until it ends by itself: for starts that are refused. */
export const serverRefusing = (environment: Environment): Promise<Ended> =>
  new Program('main', [], environment).ended;

/** A server that may be starting still. */
export function startOf(environment: Environment) {
  const { child, ended } = new Program('main', [], environment);
  return { ended, signal: (signal: NodeJS.Signals) => void child.kill(signal) };
}

/** A command that is running. */
export function commandUnderWay(words: readonly string[], environment: Environment) {
  const program = new Program('cli', words, environment);
  return {
    ended: program.ended,
    signal: (signal: NodeJS.Signals) => void program.child.kill(signal),
    /** What it has printed so far. */
    output: () => program.stdout,
    /** What it has said so far on standard error. */
    complained: () => program.stderr,
  };
}

/** Runs one command of the command line to its end. */
export const command = (words: readonly string[], environment: Environment): Promise<Ended> =>
  new Program('cli', words, environment).ended;

/** A server that is listening. */
export class ServerProcess {
  readonly port: number;
  readonly pid: number;
  /** From the start of the process to its announcement, in ms. */
  readonly startTook: number;
  readonly ended: Promise<Ended>;
  readonly #program: Program;

  private constructor(program: Program, port: number, startTook: number) {
    this.#program = program;
    this.port = port;
    this.pid = program.child.pid ?? 0;
    this.startTook = startTook;
    this.ended = program.ended;
  }

  /** On a data folder, with quiet settings and those given; fails with what the process said when it ends instead. */
  static async start(
    folder: string,
    environment: Environment = {},
    program: 'main' | 'shipped' = 'main',
  ): Promise<ServerProcess> {
    return ServerProcess.startWith({ ...QUIET, DATA_DIR: folder, ...environment }, program);
  }

  /** With exactly these variables. */
  static async startWith(
    environment: Environment,
    entry: 'main' | 'shipped' = 'main',
  ): Promise<ServerProcess> {
    const began = performance.now();
    const program = new Program(entry, [], environment);
    const port = await announcedPort(program);
    return new ServerProcess(program, port, performance.now() - began);
  }

  get stdout(): string {
    return this.#program.stdout;
  }

  get stderr(): string {
    return this.#program.stderr;
  }

  /** Where the API is. */
  get url(): string {
    return `http://127.0.0.1:${this.port}/api/v1`;
  }

  get hasEnded(): boolean {
    const { exitCode, signalCode } = this.#program.child;
    return exitCode !== null || signalCode !== null;
  }

  signal(signal: NodeJS.Signals): void {
    this.#program.child.kill(signal);
  }

  /** Ends it as a power cut would. */
  kill(): Promise<Ended> {
    this.signal('SIGKILL');
    return this.ended;
  }

  /** Asks it to end, as an operator does. */
  stop(): Promise<Ended> {
    this.signal('SIGTERM');
    return this.ended;
  }

  /** Somebody who knows a password; tries again while the server is not ready. */
  async login(email = OWNER_EMAIL, password = OWNER_PASSWORD): Promise<Person> {
    const { status, text } = await until(async () => {
      const body = new URLSearchParams({ username: email, password });
      const answer = await fetch(`${this.url}/fetch_api_key`, { method: 'POST', body });
      const response = { status: answer.status, text: await answer.text() };
      return response.status !== 503 && response;
    }, 100);
    if (status !== 200) throw new Error(`No key for ${email}: ${text}`);
    const { user_id, api_key } = JSON.parse(text) as { user_id: number; api_key: string };
    return new Person(this.url, { email, userId: user_id, key: api_key });
  }

  /** Somebody who has a key already, from before a restart. */
  known({ email, userId, key }: Person): Person {
    return new Person(this.url, { email, userId, key });
  }

  /** The bytes of an answer, as text, and its status. */
  async text(person: Person, path: string): Promise<{ status: number; text: string }> {
    const authorization = `Basic ${Buffer.from(`${person.email}:${person.key}`).toString('base64')}`;
    const answer = await fetch(`${this.url}${path}`, { headers: { authorization } });
    return { status: answer.status, text: await answer.text() };
  }

  /**
   * For how long the main thread has been ready to run while other programs had the processors, in ms; 0 where the system
   * does not count that.
   */
  get waitedForProcessor(): number {
    try {
      return Number(readFileSync(`/proc/${this.pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
    } catch {
      return 0;
    }
  }

  /** Milliseconds that go by for this process and for the server's: `undisturbed` of both. */
  get undisturbed(): number {
    return undisturbed() - this.waitedForProcessor;
  }

  /** For how long the event loop stood still, in ms: a percentile of the time since this was asked last. */
  async loopDelay(percentile: 50 | 99): Promise<number> {
    return 1000 * (await metricOf(this, `nodejs_eventloop_lag_p${percentile}_seconds`));
  }

  /** Resolves when every view is built and level with the log. */
  async ready(): Promise<void> {
    await until(async () => {
      const answer = await fetch(`http://127.0.0.1:${this.port}/health/ready`);
      const text = await answer.text();
      const { projections = [] } = JSON.parse(text) as { projections?: readonly { lag: number }[] };
      return answer.status === 200 && projections.every(({ lag }) => lag === 0);
    }, 50);
  }
}

function announcedPort(program: Program): Promise<number> {
  return new Promise((resolve, reject) => {
    const giveUp = setTimeout(() => {
      program.child.kill('SIGKILL');
      reject(new Error(`The server did not start in time: ${program.stderr}`));
    }, LONGEST_START);
    program.child.stdout?.on('data', () => {
      const port = ANNOUNCED.exec(program.stdout)?.[1];
      if (port === undefined) return;
      clearTimeout(giveUp);
      resolve(Number(port));
    });
    void program.ended.then(({ code, stderr }) => {
      clearTimeout(giveUp);
      reject(new Error(`The server ended with ${String(code)} instead of starting: ${stderr}`));
    });
  });
}
