import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { programUrl } from '../base/workerThread.ts';
import { EMPTY_DIRECTORY, type RenderJob, type RenderResult } from './rendered.ts';
import type { HostListener, RenderHost } from './renderQueue.ts';
import { LONG_SAMPLE } from './samples.ts';

/** A message from the process: it is warm, it begins or ends loading a library, or outcomes of jobs. */
export type ProcessMessage = 'ready' | { readonly isLoading: boolean } | readonly RenderResult[];

const MEMORY_MB = 256;

/**
 * Options that Node documents, on every release line (decision 75): one helper thread, because a text shall keep one
 * processor busy; and room for what is young, so that garbage is collected less often.
 */
const OPTIONS = ['--v8-pool-size=1', '--max-semi-space-size=32', `--max-old-space-size=${MEMORY_MB}`];

/** Characters of the end of what the process writes to stderr that are kept. */
const KEPT = 16_000;

/** Characters of the line that is reported. */
const MOST_WORDS = 300;

/** Environment variables that Node itself may need to start. */
const ENVIRONMENT = ['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH'];

/** The command of a process; tests start others. */
interface ProcessProgram {
  readonly module: URL;
  readonly options: readonly string[];
}

const program = (): ProcessProgram => ({
  module: programUrl('rendering/processWorker'),
  options: OPTIONS,
});

/**
 * A process that renders. It is ready when it has rendered a long text by the way that all texts take. A text that does
 * not end keeps one processor busy and no more (decisions 37 and 75).
 */
export class RenderProcess implements RenderHost {
  readonly #process: ChildProcess;
  readonly #listener: HostListener;
  #finished = 0;
  #loading = false;
  #ready = false;
  #hasEnded = false;
  #trouble = '';
  #written = '';

  /** `timeLimit`: milliseconds for one text. */
  constructor(timeLimit: number, listener: (host: RenderHost) => HostListener, started = program()) {
    this.#listener = listener(this);
    this.#process = startProcess(timeLimit, started)
      .on('error', (error) => this.#fail(error.message))
      .on('exit', () => (this.#hasEnded = true))
      .on('close', (code, signal) => this.#listener.lost(this.#reason(code, signal)))
      .on('message', (message: ProcessMessage) => this.#receive(message));
    this.#process.stderr
      ?.setEncoding('utf8')
      .on('data', (text: string) => (this.#written = (this.#written + text).slice(-KEPT)));
  }

  get ready(): boolean {
    return this.#ready && !this.#hasEnded;
  }

  get loading(): boolean {
    return this.#loading;
  }

  /** It answers for several together. */
  get current(): number {
    return 0;
  }

  get finished(): number {
    return this.#finished;
  }

  post(jobs: readonly RenderJob[]): void {
    this.#process.send(jobs.map(({ source, directory }) => ({ source, directory })));
  }

  async end(): Promise<void> {
    if (this.#process.kill('SIGKILL')) await once(this.#process, 'exit');
  }

  #receive(message: ProcessMessage): void {
    if (message === 'ready') this.post([{ source: LONG_SAMPLE, directory: EMPTY_DIRECTORY }]);
    else if ('isLoading' in message) this.#loading = message.isLoading;
    else if (this.#ready) {
      this.#finished += message.length;
      this.#listener.answered(message);
    } else {
      // On a busy machine the sample may have been given up: then, too, the process does what it is for.
      this.#ready = true;
      this.#listener.ready();
    }
  }

  /** A process that was never started does not end either. */
  #fail(trouble: string): void {
    this.#trouble ||= trouble;
    if (this.#process.pid === undefined) this.#listener.lost(trouble);
    else this.#process.kill('SIGKILL');
  }

  #reason(code: number | null, signal: NodeJS.Signals | null): string {
    const end = signal === null ? `exit code ${code}` : `signal ${signal}`;
    const reason = findErrorLine(this.#written) || this.#trouble;
    return reason === '' ? end : `${end}: ${reason}`;
  }
}

/** The line of the output of a process that explains its end: that of its error, or else the last one. */
export function findErrorLine(written: string): string {
  const lines = written.split('\n').map((line) => line.trimEnd());
  const isError = (line: string): boolean => /^(?:Uncaught |FATAL ERROR|\w*(?:Error|Exception)\b)/.test(line);
  const isOther = (line: string): boolean => line !== '' && !line.startsWith('Node.js v');
  return (lines.findLast(isError) ?? lines.findLast(isOther) ?? '').slice(0, MOST_WORDS);
}

/** It gets no file of ours, and nothing of our environment that may be a secret. */
function startProcess(timeLimit: number, { module, options }: ProcessProgram): ChildProcess {
  const loader = module.href.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [];
  return fork(fileURLToPath(module), [String(timeLimit)], {
    execArgv: [...options, ...loader],
    env: Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]])),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}
