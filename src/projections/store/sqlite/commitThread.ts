/**
 * The thread that commits batches of documents once a server has much to write and, given a fold, also folds
 * the events, which then costs the event loop nothing. Until it runs, and after it has died, batches are
 * folded and committed in the calling thread.
 */
import type { Worker } from 'node:worker_threads';
import { moduleUrl, reportLoss, startWorker, whenEnded } from '../../../base/workerThread.ts';
import type { Position, StoredEvent } from '../../../events/log/eventLog.ts';
import {
  type AppliedBatch,
  type DocumentWrite,
  type GenerationName,
  ReadModelsDamaged,
  ReadModelsUnavailable,
  type Collections,
} from '../readModels.ts';
import { type PackedEvents, packEvents } from './packedEvents.ts';

/** A file whose batches the thread may commit. */
export interface ServedFile {
  readonly name: GenerationName;
  readonly path: string;
  readonly collections: Collections;
}

/** An order for the thread; each is answered with `Done`. `writes` are JSON; `same` means the last events. */
export type CommitOrder =
  | { readonly file: ServedFile; readonly writes: string; readonly checkpoint: Position }
  | { readonly file: ServedFile; readonly events: PackedEvents | 'same'; readonly checkpoint: Position }
  | { readonly close: string };

/** Start-up data of the thread. */
export interface CommitWorkerData {
  readonly module: string | undefined;
}

/** The result of an order (of a fold as `Generation.takeIn` describes), or its error. */
export type CommitResult =
  { readonly taken?: AppliedBatch | undefined } | { readonly error: string; readonly message: string };

/** Writes after which a process counts as a server under load, for which a thread pays. */
const BUSY_AFTER_WRITES = 4_000;
/** More in one batch would block the event loop. */
const MAX_WRITES_PER_BATCH = 1_000;
/** Mebibytes; a batch is collected young. */
const YOUNG_GENERATION_MIB = 8;

/** Errors by name that keep their class across the thread boundary. */
const ERRORS: ReadonlyMap<string, new (message: string) => Error> = new Map(
  Object.entries({ ReadModelsUnavailable, ReadModelsDamaged, TypeError }),
);

/** The error of a thread of the store, in its class. */
export const storeError = ({ error, message }: { readonly error: string; readonly message: string }): Error =>
  new (ERRORS.get(error) ?? Error)(message);

interface PendingOrder {
  readonly resolve: (taken: AppliedBatch | undefined) => void;
  readonly reject: (error: Error) => void;
}

export class CommitThread {
  readonly #module: string | undefined;
  readonly #pending: PendingOrder[] = [];
  readonly #held = new Set<string>();
  #worker: Worker | undefined;
  /** The last events sent to the thread: projections that receive the same ones are folded from one copy. */
  #events: readonly StoredEvent[] = [];
  #writes = 0;
  #started: Promise<void> | undefined;
  #state: 'idle' | 'starting' | 'ready' | 'ended' = 'idle';

  /** `module` is the URL of the module whose `fold` the thread calls; without it, it only commits. */
  constructor(module?: string) {
    this.#module = module;
  }

  get ready(): boolean {
    return this.#state === 'ready';
  }

  /** Announces commits: many start the thread, and very many at once wait for it. */
  async expect(writes: number): Promise<void> {
    this.#writes += writes;
    if (this.#writes <= BUSY_AFTER_WRITES || this.#state === 'ready' || this.#state === 'ended') return;
    if (this.#state === 'idle') this.#started = this.start();
    if (writes > MAX_WRITES_PER_BATCH) await this.#started;
  }

  /** Resolves when batches go to the thread, or it could not start. */
  start(): Promise<void> {
    this.#state = 'starting';
    const worker = startWorker(moduleUrl('projections/store/sqlite/commitWorker'), {
      workerData: { module: this.#module } satisfies CommitWorkerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB },
    });
    this.#worker = worker;
    return new Promise((resolve) => {
      worker.on('message', (message: 'ready' | CommitResult) => {
        if (message !== 'ready') return this.#answer(message);
        if (this.#state === 'starting') this.#state = 'ready';
        worker.unref();
        resolve();
      });
      whenEnded(worker, (reason) => {
        this.#lose(reason);
        resolve();
      });
    });
  }

  /** Commits a batch. Fails with ReadModelsUnavailable. */
  async commit(file: ServedFile, writes: readonly DocumentWrite[], checkpoint: Position): Promise<void> {
    this.#held.add(file.path);
    // One text is copied to the thread faster than many small objects.
    await this.#ask({ file, writes: JSON.stringify(writes), checkpoint });
  }

  /** As `Generation.takeIn` describes. Fails with ReadModelsUnavailable. */
  async applyEvents(
    file: ServedFile,
    events: readonly StoredEvent[],
    checkpoint: Position,
  ): Promise<AppliedBatch | undefined> {
    if (this.#module === undefined || !this.ready) return undefined;
    this.#held.add(file.path);
    const isSame =
      events.length === this.#events.length && events.every((event, at) => event === this.#events[at]);
    this.#events = events;
    return this.#ask({ file, events: isSame ? 'same' : packEvents(events), checkpoint });
  }

  /** Resolves when the thread no longer has the file open. */
  async release(path: string): Promise<void> {
    if (this.#held.delete(path)) await this.#ask({ close: path });
  }

  async end(): Promise<void> {
    for (const path of this.#held) await this.release(path);
    this.#state = 'ended';
    await this.#worker?.terminate();
  }

  #ask(order: CommitOrder): Promise<AppliedBatch | undefined> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ resolve, reject });
      this.#worker?.ref();
      this.#worker?.postMessage(order);
    });
  }

  #answer(done: CommitResult): void {
    const pending = this.#pending.shift();
    if (this.#pending.length === 0) this.#worker?.unref();
    if (!('message' in done)) pending?.resolve(done.taken);
    else pending?.reject(storeError(done));
  }

  /**
   * Rejects waiting callers with an error that lets them retry: a batch that was stored after all changes nothing
   * the second time.
   */
  #lose(reason: Error): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.#held.clear();
    const cause = reportLoss('stores documents', reason);
    const lost = new ReadModelsUnavailable(cause.message, { cause });
    for (const { reject } of this.#pending.splice(0)) reject(lost);
  }
}
