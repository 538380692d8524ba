/**
 * The thread that commits batches of documents once a server has much to write: encoding and inserting them then
 * costs the event loop nothing. Until it runs, and after it has died, batches are committed where they are made.
 */
import type { Worker } from 'node:worker_threads';
import type { Position } from '../../../events/log/eventLog.ts';
import { startWorker } from '../../../workerThread.ts';
import { type DocumentWrite, type GenerationName, ReadModelsUnavailable } from '../readModels.ts';
import type { Collections } from './generation.ts';

/** A file whose batches the thread may commit. */
export interface ServedFile {
  readonly name: GenerationName;
  readonly path: string;
  readonly collections: Collections;
}

/** What the thread is asked to do, in order; it answers each with `Done`. `writes` are JSON. */
export type CommitOrder =
  | { readonly file: ServedFile; readonly writes: string; readonly checkpoint: Position }
  | { readonly close: string };

/** How an order ended: null, or why it failed. */
export type Done = { readonly isPassing: boolean; readonly message: string } | null;

/** Writes after which a process is taken for a server under load, for which a thread pays. */
const WRITES_BEFORE = 4_000;
/** More in one batch would hold up the event loop. */
const MOST_WRITES = 1_000;
/** Mebibytes; a batch dies young. */
const YOUNG_GENERATION = 8;

interface Asked {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export class CommitThread {
  readonly #asked: Asked[] = [];
  readonly #held = new Set<string>();
  #worker: Worker | undefined;
  #writes = 0;
  #started: Promise<void> | undefined;
  #state: 'idle' | 'starting' | 'ready' | 'ended' = 'idle';

  get ready(): boolean {
    return this.#state === 'ready';
  }

  /** Told of what is about to be committed: much of it starts the thread, and very much at once waits for it. */
  async expect(writes: number): Promise<void> {
    this.#writes += writes;
    if (this.#writes <= WRITES_BEFORE || this.#state === 'ready' || this.#state === 'ended') return;
    if (this.#state === 'idle') this.#started = this.start();
    if (writes > MOST_WRITES) await this.#started;
  }

  /** Resolves when batches go to the thread, or it could not start. */
  start(): Promise<void> {
    this.#state = 'starting';
    const worker = startWorker('./commitWorker', import.meta.url, {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION },
    });
    this.#worker = worker;
    return new Promise((resolve) => {
      worker.on('message', (message: 'ready' | Done) => {
        if (message !== 'ready') return this.#answer(message);
        if (this.#state === 'starting') this.#state = 'ready';
        worker.unref();
        resolve();
      });
      worker.on('error', () => this.#lose());
      worker.on('exit', () => {
        this.#lose();
        resolve();
      });
    });
  }

  /** Commits a batch. Fails with ReadModelsUnavailable. */
  commit(file: ServedFile, writes: readonly DocumentWrite[], checkpoint: Position): Promise<void> {
    this.#held.add(file.path);
    // One text is copied to the thread faster than many small objects.
    return this.#ask({ file, writes: JSON.stringify(writes), checkpoint });
  }

  /** Resolves when the thread does not hold the file any more. */
  async release(path: string): Promise<void> {
    if (this.#held.delete(path)) await this.#ask({ close: path });
  }

  async end(): Promise<void> {
    for (const path of this.#held) await this.release(path);
    this.#state = 'ended';
    await this.#worker?.terminate();
  }

  #ask(order: CommitOrder): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ resolve, reject });
      this.#worker?.ref();
      this.#worker?.postMessage(order);
    });
  }

  #answer(done: Done): void {
    const asked = this.#asked.shift();
    if (this.#asked.length === 0) this.#worker?.unref();
    if (done === null) asked?.resolve();
    else asked?.reject(done.isPassing ? new ReadModelsUnavailable(done.message) : new Error(done.message));
  }

  /** Whoever waits is told to try again: a batch that was stored after all changes nothing the second time. */
  #lose(): void {
    this.#state = 'ended';
    this.#held.clear();
    const lost = new ReadModelsUnavailable('The thread that stores documents has ended.');
    for (const { reject } of this.#asked.splice(0)) reject(lost);
  }
}
