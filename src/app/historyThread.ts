/**
 * The past of client event queues, computed in a thread of its own and cached for the many clients that
 * return at once.
 */
import type { Worker } from 'node:worker_threads';
import type { Clock } from '../base/clock.ts';
import { BoundedCache } from '../base/collections.ts';
import { NotReady } from '../base/errors.ts';
import type { OrganizationId } from '../base/ids.ts';
import { programUrl, reportLoss, startWorker, whenEnded } from '../base/workerThread.ts';
import type { EventHistory, EventRange } from '../live/queues/clientEventBuffer.ts';
import { lastEventIdOf } from '../live/queues/eventIds.ts';
import { unpackEntries } from '../live/queues/packedEntry.ts';
import type { HistoryOrder, HistoryReport, HistoryWorkerData } from './historyWorker.ts';

/** Ranges begin at multiples of this many revisions, so that returning clients share them. */
const RANGE_SIZE = 256;
/** Bytes of cached ranges, roughly. */
const MAX_CACHED_BYTES = 32_000_000;
/** An unused thread ends after this many milliseconds. */
const IDLE_MS = 60_000;

/** Whether all revisions of the range are there: a shorter one grows with the log. */
const isWhole = ({ upTo }: EventRange, first: number): boolean =>
  upTo === lastEventIdOf(first + RANGE_SIZE - 1);

interface PendingRead {
  resolve(range: EventRange): void;
  reject(error: Error): void;
}

export class HistoryThread implements EventHistory {
  readonly #data: HistoryWorkerData;
  readonly #clock: Clock;
  readonly #hostOf: (organizationId: OrganizationId) => string;
  /** By organization and first revision. */
  readonly #cache = new BoundedCache<EventRange>(MAX_CACHED_BYTES);
  readonly #inFlight = new Map<string, Promise<EventRange>>();
  readonly #waiting = new Map<number, PendingRead>();
  #worker: Worker | undefined;
  #orders = 0;
  #cancelEnd = (): void => {};

  constructor(data: HistoryWorkerData, clock: Clock, hostOf: (organizationId: OrganizationId) => string) {
    this.#data = data;
    this.#clock = clock;
    this.#hostOf = hostOf;
  }

  async after(organizationId: OrganizationId, revision: number): Promise<EventRange> {
    const first = Math.floor((revision + 1) / RANGE_SIZE) * RANGE_SIZE;
    const range = await this.#range(organizationId, first);
    // The next one is computed while this one is delivered.
    if (isWhole(range, first)) this.#range(organizationId, first + RANGE_SIZE).catch(() => {});
    return range;
  }

  async #range(organizationId: OrganizationId, first: number): Promise<EventRange> {
    const key = `${organizationId}/${first}`;
    const known = this.#cache.get(key) ?? this.#inFlight.get(key);
    if (known) return known;
    const read = this.#ask(organizationId, first, key).finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, read);
    return read;
  }

  async close(): Promise<void> {
    await this.#end(new NotReady('The server stops.'));
  }

  async #ask(organizationId: OrganizationId, first: number, key: string): Promise<EventRange> {
    const number = (this.#orders += 1);
    const upTo = first + RANGE_SIZE - 1;
    const order: HistoryOrder = {
      number,
      organizationId,
      after: first - 1,
      upTo,
      host: this.#hostOf(organizationId),
    };
    const worker = (this.#worker ??= this.#start());
    this.#cancelEnd();
    const range = await new Promise<EventRange>((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      worker.postMessage(order);
    }).finally(() => this.#waiting.delete(number));
    if (this.#waiting.size === 0) this.#cancelEnd = this.#clock.after(IDLE_MS, () => void this.#end());
    const bytes = range.entries.reduce((sum, entry) => sum + entry.bytes, 0);
    if (isWhole(range, first)) this.#cache.keep(key, range, bytes);
    return range;
  }

  #start(): Worker {
    const worker = startWorker(programUrl('app/historyWorker'), { workerData: this.#data });
    worker.on('message', (report: HistoryReport) => this.#receive(report));
    whenEnded(worker, (reason) => this.#lose(worker, reason));
    worker.unref();
    return worker;
  }

  #receive(report: HistoryReport): void {
    const waiting = this.#waiting.get(report.number);
    if ('error' in report)
      return waiting?.reject(new NotReady('Older events cannot be read now.', 1, { cause: report.error }));
    waiting?.resolve({ entries: unpackEntries(report.packed), upTo: lastEventIdOf(report.upTo) });
  }

  #lose(worker: Worker, reason: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const cause = reportLoss('reads older events', reason);
    const error = new NotReady('Older events cannot be read now: a thread has ended.', 1, { cause });
    for (const waiting of this.#waiting.values()) waiting.reject(error);
  }

  async #end(error?: Error): Promise<void> {
    this.#cancelEnd();
    const worker = this.#worker;
    this.#worker = undefined;
    if (error) for (const waiting of this.#waiting.values()) waiting.reject(error);
    await worker?.terminate();
  }
}
