/**
 * The thread that searches served files by words: a beginning of words takes as long as there are words that begin so, in one
 * piece. It starts with the first search, and again with the next one after it has died.
 */
import type { Worker } from 'node:worker_threads';
import type { OrganizationId } from '../../../base/ids.ts';
import { moduleUrl, reportLoss, startWorker, whenEnded } from '../../../base/workerThread.ts';
import { ReadModelsUnavailable, type WordsQuery } from '../readModels.ts';
import { type ServedFile, storeError } from './commitThread.ts';

/** A search of one file; answered with IDs. */
export interface SearchOrder {
  readonly file: ServedFile;
  readonly collection: string;
  readonly organizationId: OrganizationId;
  readonly query: WordsQuery;
}

/** What the thread is asked, in order: a search, or to close a file. */
export type SearchRequest = SearchOrder | { readonly close: string };

export type SearchAnswer =
  { readonly ids: readonly number[] } | { readonly error: string; readonly message: string };

/** Mebibytes: lists of IDs are collected young. */
const YOUNG_GENERATION_MIB = 4;

interface PendingSearch {
  readonly resolve: (ids: readonly number[]) => void;
  readonly reject: (error: Error) => void;
}

export class SearchThread {
  readonly #module: URL;
  readonly #held = new Set<string>();
  #pending: PendingSearch[] = [];
  #worker: Worker | undefined;
  #hasEnded = false;

  constructor(module = moduleUrl('projections/store/sqlite/searchWorker')) {
    this.#module = module;
  }

  /** Ascending or descending, as asked. Fails with ReadModelsUnavailable, and with TypeError for a collection without words. */
  findIds(order: SearchOrder): Promise<readonly number[]> {
    this.#held.add(order.file.path);
    return this.#ask(order);
  }

  /** Resolves when the thread no longer has the file open. */
  async release(path: string): Promise<void> {
    if (this.#held.delete(path)) await this.#ask({ close: path });
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.#worker?.terminate();
  }

  #ask(request: SearchRequest): Promise<readonly number[]> {
    return new Promise((resolve, reject) => {
      this.#worker ??= this.#start();
      this.#pending.push({ resolve, reject });
      this.#worker.ref();
      this.#worker.postMessage(request);
    });
  }

  #start(): Worker {
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB };
    const worker = startWorker(this.#module, { resourceLimits });
    worker.on('message', (answer: SearchAnswer) => {
      const pending = this.#pending.shift();
      if (this.#pending.length === 0) worker.unref();
      if ('ids' in answer) pending?.resolve(answer.ids);
      else pending?.reject(storeError(answer));
    });
    whenEnded(worker, (reason) => this.#lose(reason));
    return worker;
  }

  #lose(reason: Error): void {
    const pending = this.#pending;
    this.#pending = [];
    this.#held.clear();
    this.#worker = undefined;
    const cause = this.#hasEnded ? reason : reportLoss('searches', reason);
    const lost = new ReadModelsUnavailable(cause.message, { cause });
    for (const { reject } of pending) reject(lost);
  }
}
