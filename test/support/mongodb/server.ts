/** A MongoDB-compatible server of our own: started on a free port, killed, frozen and started again on its files. */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync, mkdtempSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface MongoServerOptions {
  /** Says that it is no replica set: the driver then has no sessions, so no transactions. */
  readonly standalone?: boolean;
  /** Of what is not on the disk yet; an index is built in one transaction, which has to find room in it. */
  readonly cacheSize?: string;
}

/** A log file is allocated in full. */
const IN_RUST = ['--log-level', 'ERROR', '--log-file-max', '16MB'];
/** The sibling in Python tells its port only here, and on stderr. */
const IN_PYTHON = ['--log-level', 'INFO'];

const LISTENING = /listening on [^\s:]+:(\d+)/;
/** Milliseconds: each thread stops when it is next looked at, and answers what it has until then. */
const UNTIL_ALL_THREADS_STAND = 100;
const running = new Set<MongoServer>();

process.on('exit', () => {
  for (const server of running) server.discard();
});

export class MongoServer {
  readonly #program: string;
  readonly #options: MongoServerOptions;
  readonly #folder = mkdtempSync(join(tmpdir(), 'hansard-mongo-'));
  #port = 0;
  #child: ChildProcess | undefined;

  private constructor(program: string, options: MongoServerOptions) {
    this.#program = program;
    this.#options = options;
  }

  static async start(program: string, options: MongoServerOptions = {}): Promise<MongoServer> {
    const server = new MongoServer(program, options);
    running.add(server);
    await server.restart();
    return server;
  }

  get url(): string {
    return `mongodb://127.0.0.1:${this.#port}`;
  }

  /** Starts the program on the same files and, after the first time, the same port. */
  async restart(): Promise<void> {
    const child = spawn(
      this.#program,
      [
        '--port',
        String(this.#port),
        '--storage-path',
        this.#folder,
        '--sync-on-commit',
        '--cache-size',
        this.#options.cacheSize ?? '256M',
        ...(this.#program.endsWith('-py') ? IN_PYTHON : IN_RUST),
        ...(this.#options.standalone ? ['--standalone'] : []),
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    this.#child = child;
    this.#port = await portOf(child);
    // Neither the process nor its output keeps the test run alive.
    child.unref();
    (child.stdout as Socket).unref();
    (child.stderr as Socket).unref();
  }

  /** Ends the process at once, as a power cut would; resolves when it is gone. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.ref();
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  /** Stops the process in its tracks: connections stay open and nothing is answered once this resolves. */
  async freeze(): Promise<void> {
    this.#child?.kill('SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, UNTIL_ALL_THREADS_STAND));
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    await this.kill();
    this.discard();
  }

  /** Ends the process without waiting and deletes its files. */
  discard(): void {
    this.#child?.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 });
    running.delete(this);
  }
}

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer): void => {
      // It goes on talking, and nobody has to remember that.
      output = (output + chunk.toString()).slice(-2_000);
      const port = LISTENING.exec(output)?.[1];
      if (port !== undefined) resolve(Number(port));
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The document server ended with ${code}: ${output}`)));
  });
}
