/** The server under test: one that the smoke test starts itself, or another. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LAST_LINES = 20;

/** A folder for temporary files on a disk: the doctor finds fault with data in memory. */
const TEMPORARY = '/var/tmp';

/** Milliseconds that a start, an end and a command may take: a busy machine is slow. */
const TIMEOUT_MS = 180_000;

/** A server of this checkout, run by the Node of this process as `npm start` runs it. */
export class OwnServer {
  url = '';
  #text = '';
  #child;
  #folder;
  #isTemporary;
  #environment;

  /** `folder`: its data; without one it gets a temporary one. */
  constructor(folder, { email, password }) {
    this.#isTemporary = folder === undefined;
    this.#folder = folder ?? mkdtempSync(join(TEMPORARY, 'hansard-smoke-'));
    this.#environment = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      DATA_DIR: this.#folder,
      BOOTSTRAP_OWNER_EMAIL: email,
      BOOTSTRAP_OWNER_PASSWORD: password,
    };
    process.once('exit', () => this.#child?.kill('SIGKILL'));
  }

  build() {
    runToEnd(process.execPath, [join(ROOT, 'scripts/build.js')]);
  }

  async start() {
    this.#text = '';
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    // `exec node …`
    const words = scripts.start.split(' ').slice(2);
    const child = spawn(process.execPath, words, {
      cwd: ROOT,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => (this.#text += bytes.toString()));
    const deadline = Date.now() + TIMEOUT_MS;
    while (!(this.url = /^Hansard serves (http:\S+)$/m.exec(this.#text)?.[1] ?? '')) {
      if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}.`);
      if (Date.now() > deadline) throw new Error('The server does not say its address.');
      await pause(50);
    }
  }

  /** By SIGTERM, which has to end it with code 0. */
  async stop() {
    const child = this.#child;
    if (child.exitCode === null) {
      const ended = once(child, 'exit', { signal: AbortSignal.timeout(TIMEOUT_MS) });
      child.kill('SIGTERM');
      await ended.catch(() => {
        throw new Error('The server does not end after SIGTERM.');
      });
    }
    if (child.exitCode !== 0)
      throw new Error(`The server ended with ${child.exitCode ?? child.signalCode} instead of 0.`);
  }

  async restart() {
    await this.stop();
    await this.start();
  }

  /** Runs a command of its installation. */
  hansard(...words) {
    return runToEnd(process.execPath, [join(ROOT, 'bin/hansard.cjs'), ...words], { env: this.#environment });
  }

  lastLines() {
    return this.#text.trim().split('\n').slice(-LAST_LINES);
  }

  async end() {
    if (this.#child?.exitCode === null && this.#child.kill('SIGKILL')) await once(this.#child, 'exit');
    if (this.#isTemporary) rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** A server that others started, with the shell commands that reach its installation; it is left running. */
export class OtherServer {
  constructor({ url, hansard, restart }) {
    this.url = url.replace(/\/$/, '');
    if (hansard) this.hansard = (...words) => runToEnd([hansard, ...words].join(' '), [], { shell: true });
    if (restart) this.restart = () => runToEnd(restart, [], { shell: true });
  }

  lastLines() {
    return [];
  }

  end() {}
}

/** Fails with what the program has printed unless it ends with 0. */
function runToEnd(program, words, options) {
  const { status, signal, error, stdout, stderr } = spawnSync(program, words, {
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    maxBuffer: 64 * 1024 * 1024,
    ...options,
  });
  if (error) throw new Error(`${program} ${words.join(' ')}: ${error.message}`);
  if (status === 0) return;
  const printed = `${stdout}${stderr}`.trim().split('\n').slice(-LAST_LINES).join('\n    ');
  throw new Error(`${words.at(-1) ?? program} ended with ${status ?? signal}:\n    ${printed}`);
}
