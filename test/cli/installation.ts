/** A data folder with the compiled command line and server on it, each in a process of its own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../src/base/clock.ts';
import { chainEvent, chainStart, hashOf } from '../../src/events/chain.ts';
import type { EventLog } from '../../src/events/log/eventLog.ts';
import { openSqliteEventLog } from '../../src/events/log/sqlite/log.ts';
import { programPath } from '../support/process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const REPORT_PEAK =
  "data:text/javascript,process.on('exit',()=>process.stderr.write('peak '+process.resourceUsage().maxRSS))";

/** A process that has ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** An event to be appended behind the server's back, chained as the server would. */
export interface RawEvent {
  readonly type: string;
  readonly data: object;
  readonly version?: number;
}

/** What is listed of one projection. */
export interface Named {
  readonly projection: string;
}

/** The one of that name in a list that is in the order of the catalog. */
export const named = <Item extends Named>(all: readonly Item[], name: string): Item | undefined =>
  all.find(({ projection }) => projection === name);

/** Builds `dist/` where it is older than its source; `npm test` has done it. */
export function build(): void {
  if (process.env['HANSARD_TEST_BUILT'] !== undefined) return;
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'bin/hansard.cjs'), '--help']);
  if (status !== 0) throw new Error(String(stderr));
}

/** For a suite: an installation whose server has run and was stopped. */
export function stoppedInstallation(): Installation {
  const hansard = new Installation();
  before(async () => {
    build();
    await hansard.start();
    await hansard.stop();
  });
  after(() => hansard.remove());
  return hansard;
}

export class Installation {
  readonly folder: string;
  readonly #environment: Readonly<Record<string, string>>;
  #server: ChildProcess | undefined;

  constructor({ folder = mkdtempSync(join(tmpdir(), 'hansard-cli-')), environment = {} } = {}) {
    this.folder = folder;
    this.#environment = environment;
  }

  /** The path of a file that holds a password. */
  secret(password: string): string {
    const path = join(this.folder, 'password.txt');
    writeFileSync(path, `${password}\n`);
    return path;
  }

  /** Runs `hansard` with the words, to its end. */
  async cli(...words: readonly string[]): Promise<Ended> {
    return ended(this.spawn(words));
  }

  /** What `hansard … --json` prints; fails unless it ends with the exit code. */
  async json<Value = Record<string, unknown>>(exitCode: number, ...words: readonly string[]): Promise<Value> {
    const { code, stdout, stderr } = await this.cli(...words, '--json');
    if (code !== exitCode) throw new Error(`${words.join(' ')} ended with ${code}: ${stderr}${stdout}`);
    return JSON.parse(stdout) as Value;
  }

  /** Starts `hansard`; `peak` has it say at its end how many kB it needed. */
  spawn(
    words: readonly string[],
    { peak = false, entry = 'cli' }: { peak?: boolean; entry?: 'main' | 'cli' } = {},
  ): ChildProcess {
    const loader = peak ? ['--import', REPORT_PEAK] : [];
    return spawn(process.execPath, [...loader, programPath(entry), ...words], {
      env: {
        PATH: process.env['PATH'],
        DATA_DIR: this.folder,
        PORT: '0',
        LOG_LEVEL: 'warn',
        BOOTSTRAP_OWNER_EMAIL: 'owner@example.com',
        BOOTSTRAP_OWNER_PASSWORD: 'kiwi-lamp-42',
        ...this.#environment,
      },
    });
  }

  /** Starts the server, by `npm start`'s door or another one. */
  async start(entry: 'main' | 'cli' = 'main'): Promise<void> {
    const server = this.spawn(entry === 'cli' ? ['serve'] : [], { entry });
    this.#server = server;
    let output = '';
    server.stderr?.on('data', (chunk) => (output += String(chunk)));
    const [line] = (await Promise.race([once(server.stdout!, 'data'), once(server, 'exit')])) as [unknown];
    if (!String(line).startsWith('Hansard serves')) throw new Error(`The server ended: ${output}`);
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    const exit = once(server, 'exit');
    server.kill(signal);
    await exit;
  }

  async remove(): Promise<void> {
    await this.stop('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Appends to a stream while the server is down; answers the revision of the first event. */
  async append(stream: string, events: readonly RawEvent[]): Promise<number> {
    const log = openSqliteEventLog({ folder: this.folder, clock: systemClock });
    try {
      return await appendChained(log, stream, events);
    } finally {
      await log.close();
    }
  }
}

/** Collects what a process says until it ends. */
export async function ended(child: ChildProcess): Promise<Ended> {
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr?.on('data', (chunk) => (stderr += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

/** Appends events of which each follows from the one before in the chain, in batches; answers the first one's revision. */
export async function appendChained(
  log: EventLog,
  stream: string,
  events: readonly RawEvent[],
): Promise<number> {
  let [hash, revision] = [chainStart(stream), -1];
  for await (const [last] of log.readStream(stream, { direction: 'backwards', limit: 1 }))
    if (last) [hash, revision] = [hashOf(last), last.revision];
  const first = revision + 1;
  for (let start = 0; start < events.length; start += 500) {
    const batch = events.slice(start, start + 500).map(({ type, data, version = 1 }, index) => {
      const id = `00000000-0000-4000-8000-${String(revision + 1 + index).padStart(12, '0')}`;
      const common = {
        organization: 1,
        actor: null,
        client: 'test',
        command: 'Test',
        time: 2_000_000_000_000,
      };
      const metadata = JSON.stringify({ version, ...common, $correlationId: 'test', $causationId: 'test' });
      const event = chainEvent(hash, { id, type, data: JSON.stringify(data), metadata });
      hash = event.hash;
      return event;
    });
    await log.append(stream, batch, revision < 0 ? 'no stream' : revision);
    revision += batch.length;
  }
  return first;
}
