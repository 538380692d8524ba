/** The tour of README.md: its blocks, and a server started as its first one says, in a checkout of its own. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from './disk/temporaryFolder.ts';
import { freePort } from './ports.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What a checkout must have for `npm start`, `npm run cli` and what the tour starts besides. */
const CHECKOUT = [
  'bin',
  'dist',
  'examples',
  'node_modules',
  'package.json',
  'package-lock.json',
  'scripts',
  'src',
  'tsconfig.json',
];
/** The server's, the webhook receiver's and the bouncer's: each becomes one that is free. */
const PORTS = ['9991', '9992', '9993'];

/**
 * Keeps every answer of the server in a file, whatever the script does with it, and ends with the script what it has
 * started.
 */
const PRELUDE = `set -euo pipefail
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
curl() { command curl "$@" | tee -a "$ANSWERS"; }
`;

/** The blocks to paste: the one that starts the server, and all others. */
export function tourBlocks(): readonly [start: string, ...others: string[]] {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const part = readme.split(/^## /m).find((text) => text.startsWith('A five-minute tour')) ?? '';
  const [start = '', ...others] = [...part.matchAll(/^\`\`\`sh\n([\s\S]*?)^\`\`\`/gm)].map(
    ([, block = '']) => block,
  );
  return [start, ...others];
}

export class Tour {
  readonly #folder: string;
  readonly #remove: () => Promise<void>;
  readonly #ports: ReadonlyMap<string, string>;
  readonly #server: ChildProcess;

  private constructor(
    workspace: { readonly folder: string; remove(): Promise<void> },
    ports: ReadonlyMap<string, string>,
    server: ChildProcess,
  ) {
    this.#folder = workspace.folder;
    this.#remove = workspace.remove;
    this.#ports = ports;
    this.#server = server;
  }

  static async start(): Promise<Tour> {
    const workspace = await temporaryFolder();
    for (const name of CHECKOUT) await symlink(join(ROOT, name), join(workspace.folder, name));
    await writeFile(join(workspace.folder, 'answers'), '');
    const ports = new Map<string, string>();
    for (const port of PORTS) ports.set(port, await freePort());
    const { PATH, HOME } = process.env;
    const [start] = tourBlocks();
    const server = spawn('bash', ['-c', withPorts(start, ports)], {
      cwd: workspace.folder,
      env: { PATH, HOME, PORT: ports.get(PORTS[0]!) },
      detached: true,
    });
    await served(server);
    return new Tour(workspace, ports, server);
  }

  /** Runs lines as they stand, but for the ports; fails where one of them does. What they print is the answer. */
  async run(lines: string): Promise<string> {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, ANSWERS: join(this.#folder, 'answers') };
    const options = { cwd: this.#folder, env, maxBuffer: 2 ** 24 };
    const script = PRELUDE + withPorts(lines, this.#ports);
    return (await promisify(execFile)('bash', ['-c', script], options)).stdout;
  }

  /** All answers so far. */
  async answers(): Promise<readonly Record<string, unknown>[]> {
    const text = await readFile(join(this.#folder, 'answers'), 'utf8');
    const answers = text.split('\n').filter(Boolean);
    const written = [...this.#ports].map(([port, free]) => [new RegExp(`\\b${free}\\b`, 'g'), port] as const);
    return answers.map((answer) => {
      const text = written.reduce((replaced, [free, port]) => replaced.replaceAll(free, port), answer);
      return JSON.parse(text) as Record<string, unknown>;
    });
  }

  /** Route → status → how often it was answered. */
  async answered(): Promise<ReadonlyMap<string, ReadonlyMap<number, number>>> {
    const url = `http://127.0.0.1:${this.#ports.get(PORTS[0]!)}/metrics`;
    const metrics = await (await fetch(url)).text();
    const all = new Map<string, Map<number, number>>();
    const line = /^hansard_http_requests_total\{route="([^"]+)",status="(\d+)"\} (\d+)$/gm;
    for (const [, route = '', status, count] of metrics.matchAll(line)) {
      const ofRoute = all.get(route) ?? new Map<number, number>();
      all.set(route, ofRoute.set(Number(status), Number(count)));
    }
    return all;
  }

  async stop(): Promise<void> {
    if (this.#server.exitCode === null) process.kill(-this.#server.pid!, 'SIGINT');
    if (this.#server.exitCode === null) await once(this.#server, 'exit');
    await this.#remove();
  }
}

const withPorts = (lines: string, ports: ReadonlyMap<string, string>): string =>
  lines.replaceAll(/\b999[123]\b/g, (port) => ports.get(port) ?? port);

function served(server: ChildProcess): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    let output = '';
    server.stdout!.on('data', (text: Buffer) => {
      output += text.toString();
      if (output.includes('Hansard serves')) resolve();
    });
    server.stderr!.on('data', (text: Buffer) => (output += text.toString()));
    server.once('exit', () => reject(new Error(`The server ended: ${output}`)));
  });
}
