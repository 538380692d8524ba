import type { Worker } from 'node:worker_threads';
import { programUrl, startWorker, whenEnded } from '../workerThread.ts';
import type { HostListener, RenderHost } from './host.ts';
import type { RenderResult, RenderJob } from './rendered.ts';

const MEMORY_MB = 256;

/** A worker thread that renders, and how far it has come. */
export class RenderThread implements RenderHost {
  readonly #worker: Worker;
  readonly #finished = new Int32Array(new SharedArrayBuffer(4));
  readonly #loading = new Int32Array(new SharedArrayBuffer(4));
  #answered = 0;
  #ready = false;

  /** `timeLimit`: milliseconds for one text. */
  constructor(timeLimit: number, listener: (host: RenderHost) => HostListener) {
    const { ready, answered, lost } = listener(this);
    this.#worker = startWorker(programUrl('rendering/threadWorker'), {
      workerData: { finished: this.#finished, loading: this.#loading, timeLimit },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    this.#worker.on('message', (message: 'ready' | readonly RenderResult[]) => {
      if (message === 'ready') {
        this.#ready = true;
        return ready();
      }
      this.#answered += message.length;
      answered(message);
    });
    whenEnded(this.#worker, ({ message }) => lost(message));
  }

  get ready(): boolean {
    return this.#ready;
  }

  get loading(): boolean {
    return Atomics.load(this.#loading, 0) === 1;
  }

  get current(): number {
    return this.finished - this.#answered;
  }

  get finished(): number {
    return Atomics.load(this.#finished, 0);
  }

  post(jobs: readonly RenderJob[]): void {
    this.#worker.postMessage(jobs.map(({ source, directory }) => ({ source, directory })));
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
