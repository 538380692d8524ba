import type { Worker } from 'node:worker_threads';
import { moduleAddress, startWorker } from '../workerThread.ts';
import type { RenderJob, Rendered } from './rendered.ts';

/** What a thread tells its lane. */
interface ThreadListener {
  /** The parser is loaded and warm. */
  ready(): void;
  /** Outcomes of the oldest jobs, in order; null where the text cannot be rendered. */
  answered(outcomes: readonly (Rendered | null)[]): void;
  /** The thread has died of a job or could not start. */
  lost(): void;
}

const MEMORY_MB = 256;

/** One worker thread and how far it has come; jobs are done in the order in which they are posted. */
export class RenderThread {
  readonly #worker: Worker;
  readonly #finished = new Int32Array(new SharedArrayBuffer(4));
  readonly #loading = new Int32Array(new SharedArrayBuffer(4));
  #answered = 0;
  #ready = false;

  /** `timeLimit`: milliseconds for one text. */
  constructor(timeLimit: number, listener: (thread: RenderThread) => ThreadListener) {
    const { ready, answered, lost } = listener(this);
    this.#worker = startWorker(moduleAddress('rendering/worker'), {
      workerData: { finished: this.#finished, loading: this.#loading, timeLimit },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    this.#worker.on('message', (message: 'ready' | (Rendered | null)[]) => {
      if (message === 'ready') {
        this.#ready = true;
        return ready();
      }
      this.#answered += message.length;
      answered(message);
    });
    this.#worker.on('error', lost);
  }

  get ready(): boolean {
    return this.#ready;
  }

  /** Whether a library is being loaded, which happens once and is no fault of the text that needs it. */
  get loading(): boolean {
    return Atomics.load(this.#loading, 0) === 1;
  }

  /** Jobs finished but not answered yet: which of the unanswered ones is being worked on. */
  get current(): number {
    return this.finished - this.#answered;
  }

  /** Jobs finished since the start. */
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
