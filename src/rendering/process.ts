import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { programAddress } from '../workerThread.ts';
import type { HostListener, RenderHost } from './host.ts';
import type { Outcome, RenderJob } from './rendered.ts';

/** What the process says: that it is warm, that it loads a library or has loaded it, or outcomes. */
export type ProcessMessage = 'ready' | { readonly isLoading: boolean } | readonly Outcome[];

const MEMORY_MB = 256;

/**
 * A thread that compiles for itself had better not compile much: V8 would begin after a seventh of these bytes of its
 * instructions, and the first long text took half as long again. It collects garbage less often, too, where what is young
 * has more room.
 */
const FLAGS = [
  '--single-threaded',
  '--interrupt-budget=1000000',
  '--max-semi-space-size=32',
  `--max-old-space-size=${MEMORY_MB}`,
];

/** What Node itself may need to start. */
const ENVIRONMENT = ['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH'];

/**
 * A process that renders. Its one thread also compiles what it runs and collects its garbage, so that a text which does
 * not end keeps one processor busy and no more (decision 37).
 */
export class RenderProcess implements RenderHost {
  readonly #process: ChildProcess;
  #finished = 0;
  #loading = false;
  #ready = false;

  /** `timeLimit`: milliseconds for one text. */
  constructor(timeLimit: number, listener: (host: RenderHost) => HostListener) {
    const { ready, answered, lost } = listener(this);
    this.#process = startProcess(timeLimit)
      .on('error', lost)
      .on('exit', lost)
      .on('message', (message: ProcessMessage) => {
        if (message === 'ready') {
          this.#ready = true;
          ready();
        } else if ('isLoading' in message) {
          this.#loading = message.isLoading;
        } else {
          this.#finished += message.length;
          answered(message);
        }
      });
  }

  get ready(): boolean {
    return this.#ready;
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
}

/** It gets no file of ours, and nothing of our environment that may be a secret. */
function startProcess(timeLimit: number): ChildProcess {
  const module = programAddress('rendering/processWorker');
  const loader = module.href.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [];
  return fork(fileURLToPath(module), [String(timeLimit)], {
    execArgv: [...FLAGS, ...loader],
    env: Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]])),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
