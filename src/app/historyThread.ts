/**
 * The past of client event queues, computed in a thread of its own and cached for the many clients that
 * return at once.
 */
import type { Worker } from 'node:worker_threads';
import type { Clock } from '../base/clock.ts';
import { BoundedCache, Tally } from '../base/collections.ts';
import { NotReady, Refused } from '../base/errors.ts';
import type { OrganizationId } from '../base/ids.ts';
import { programUrl, reportLoss, startWorker, whenEnded } from '../base/workerThread.ts';
import type { EventHistory, EventRange, HistoryAsker } from '../live/queues/clientEventBuffer.ts';
import { lastEventIdOf } from '../live/queues/eventIds.ts';
import { unpackEntries } from '../live/queues/packedEntry.ts';
import type { HistoryReport, HistoryRequest, HistoryWorkerData } from './historyWorker.ts';

/** Ranges begin at multiples of this many revisions, so that returning clients share them. */
const RANGE_SIZE = 256;
/** Bytes of cached ranges, roughly. */
const MAX_CACHED_BYTES = 32_000_000;
/** An unused thread ends after this many milliseconds. */
const IDLE_MS = 60_000;
/** Polls of one person, and of everybody, that wait for ranges. */
const MAX_WAITING_OF_ONE = 16;
const MAX_WAITING = 1_000;
/** The most that one reading costs its asker: the polls of a second. */
const MAX_CHARGE = 200;

/** Whether all revisions of the range are there: a shorter one grows with the log. */
const isWhole = ({ upTo }: EventRange, first: number): boolean =>
  upTo === lastEventIdOf(first + RANGE_SIZE - 1);

/** A range that the thread reads. */
interface RangeReading {
  readonly number: number;
  readonly key: string;
  readonly first: number;
  /** Charges the poll that has caused it. */
  readonly charge: HistoryAsker['charge'];
  /** Polls that wait for it: without any, it ends. */
  readonly waiting: Set<PendingPoll>;
}

interface PendingPoll {
  resolve(range: EventRange): void;
  reject(error: Error): void;
}

export class HistoryThread implements EventHistory {
  readonly #data: HistoryWorkerData;
  readonly #clock: Clock;
  readonly #hostOf: (organizationId: OrganizationId) => string;
  /** By organization and first revision. */
  readonly #cache = new BoundedCache<EventRange>(MAX_CACHED_BYTES);
  /** Those that a poll can share, by the same key. */
  readonly #shared = new Map<string, RangeReading>();
  /** Those that the thread has not reported yet. */
  readonly #unreported = new Map<number, RangeReading>();
  /** Waiting polls by person. */
  readonly #polls = new Tally();
  #worker: Worker | undefined;
  #orders = 0;
  #cancelEnd = (): void => {};

  constructor(data: HistoryWorkerData, clock: Clock, hostOf: (organizationId: OrganizationId) => string) {
    this.#data = data;
    this.#clock = clock;
    this.#hostOf = hostOf;
  }

  async after(organizationId: OrganizationId, revision: number, asker: HistoryAsker): Promise<EventRange> {
    const first = Math.floor((revision + 1) / RANGE_SIZE) * RANGE_SIZE;
    const range = await this.#range(organizationId, first, asker);
    const hasNext = isWhole(range, first) && !asker.ended.aborted;
    // The next one is computed while this one is delivered, one for each person.
    if (hasNext && this.#polls.of(personOf(organizationId, asker)) === 0) {
      const ahead = { ...asker, ended: new AbortController().signal };
      this.#range(organizationId, first + RANGE_SIZE, ahead).catch(() => {});
    }
    return range;
  }

  async close(): Promise<void> {
    await this.#end(new NotReady('The server stops.'));
  }

  async #range(organizationId: OrganizationId, first: number, asker: HistoryAsker): Promise<EventRange> {
    const key = `${organizationId}/${first}`;
    const known = this.#cache.get(key);
    if (known) return known;
    const person = personOf(organizationId, asker);
    if (this.#polls.of(person) >= MAX_WAITING_OF_ONE)
      throw new Refused('Too many requests for older events are waiting.', 'RATE_LIMIT_HIT', {
        'retry-after': 1,
      });
    if (this.#polls.sum >= MAX_WAITING) throw new NotReady('Too many clients wait for older events.');
    this.#polls.add(person, 1);
    try {
      return await this.#wait(this.#share(organizationId, first, key, asker), asker);
    } finally {
      this.#polls.add(person, -1);
    }
  }

  /** The reading of a range: one that others wait for, too, or a new one. */
  #share(organizationId: OrganizationId, first: number, key: string, asker: HistoryAsker): RangeReading {
    const { ownerId, charge } = asker;
    const shared = this.#shared.get(key);
    if (shared) {
      this.#post({ number: shared.number, ownerId });
      return shared;
    }
    const number = (this.#orders += 1);
    const reading = { number, key, first, charge, waiting: new Set<PendingPoll>() };
    this.#shared.set(key, reading);
    this.#unreported.set(number, reading);
    const upTo = first + RANGE_SIZE - 1;
    const order = { number, organizationId, after: first - 1, upTo, host: this.#hostOf(organizationId) };
    this.#post({ number, ownerId, order });
    return reading;
  }

  #wait(reading: RangeReading, { ended }: HistoryAsker): Promise<EventRange> {
    return new Promise<EventRange>((resolve, reject) => {
      const leave = (): void => {
        reading.waiting.delete(poll);
        if (reading.waiting.size === 0) this.#cancel(reading);
        reject(new NotReady('The poll has ended.'));
      };
      const poll: PendingPoll = {
        resolve(range) {
          ended.removeEventListener('abort', leave);
          resolve(range);
        },
        reject(error) {
          ended.removeEventListener('abort', leave);
          reject(error);
        },
      };
      reading.waiting.add(poll);
      if (ended.aborted) leave();
      else ended.addEventListener('abort', leave, { once: true });
    });
  }

  #cancel({ number, key }: RangeReading): void {
    this.#shared.delete(key);
    this.#post({ number, isCancelled: true });
  }

  #post(request: HistoryRequest): void {
    this.#cancelEnd();
    this.#worker ??= this.#start();
    this.#worker.postMessage(request);
  }

  #start(): Worker {
    const worker = startWorker(programUrl('app/historyWorker'), { workerData: this.#data });
    worker.on('message', (report: HistoryReport) => this.#receive(report));
    whenEnded(worker, (reason) => this.#lose(worker, reason));
    worker.unref();
    return worker;
  }

  #receive(report: HistoryReport): void {
    const reading = this.#unreported.get(report.number);
    if (reading === undefined) return;
    this.#forget(reading);
    if (this.#unreported.size === 0) this.#cancelEnd = this.#clock.after(IDLE_MS, () => void this.#end());
    reading.charge(Math.min(Math.ceil(report.events / RANGE_SIZE), MAX_CHARGE));
    if ('error' in report)
      return this.#reject(
        reading,
        new NotReady('Older events cannot be read now.', 1, { cause: report.error }),
      );
    const range = { entries: unpackEntries(report.packed), upTo: lastEventIdOf(report.upTo) };
    const bytes = range.entries.reduce((sum, entry) => sum + entry.bytes, 0);
    if (isWhole(range, reading.first)) this.#cache.keep(reading.key, range, bytes);
    for (const poll of reading.waiting) poll.resolve(range);
  }

  #forget(reading: RangeReading): void {
    this.#unreported.delete(reading.number);
    if (this.#shared.get(reading.key) === reading) this.#shared.delete(reading.key);
  }

  #reject(reading: RangeReading, error: Error): void {
    for (const poll of reading.waiting) poll.reject(error);
  }

  #rejectAll(error: Error): void {
    for (const reading of this.#unreported.values()) {
      this.#forget(reading);
      this.#reject(reading, error);
    }
  }

  #lose(worker: Worker, reason: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const cause = reportLoss('reads older events', reason);
    this.#rejectAll(new NotReady('Older events cannot be read now: a thread has ended.', 1, { cause }));
  }

  async #end(error?: Error): Promise<void> {
    this.#cancelEnd();
    const worker = this.#worker;
    this.#worker = undefined;
    if (error) this.#rejectAll(error);
    await worker?.terminate();
  }
}

const personOf = (organizationId: OrganizationId, { ownerId }: HistoryAsker): string =>
  `${organizationId}:${ownerId}`;
