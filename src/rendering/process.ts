import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { ExitReason, type ProcessProgram, startProcess } from '../base/childProcess.ts';
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
  readonly #reason: ExitReason;

  /** `timeLimit`: milliseconds for one text. */
  constructor(timeLimit: number, listener: (host: RenderHost) => HostListener, started = program()) {
    this.#listener = listener(this);
    this.#process = startProcess(started, [String(timeLimit)])
      .on('error', (error) => this.#fail(error.message))
      .on('exit', () => (this.#hasEnded = true))
      .on('close', (code, signal) => this.#listener.lost(this.#reason.of(code, signal)))
      .on('message', (message: ProcessMessage) => this.#receive(message));
    this.#reason = new ExitReason(this.#process);
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
    this.#reason.trouble ||= trouble;
    if (this.#process.pid === undefined) this.#listener.lost(trouble);
    else this.#process.kill('SIGKILL');
  }
}
