/** The disk space that the log, the views, the vault and the files use, and the space that is left. */
import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { StorageSizes } from '../../api/http/vitals.ts';
import type { Clock } from '../../base/clock.ts';
import { NotReady } from '../../base/errors.ts';
import { answersOf, programUrl, startWorker } from '../../base/workerThread.ts';
import type { Lanes } from '../../commands/lane/lanes.ts';
import type { EventLog } from '../../events/log/eventLog.ts';
import type { Tail } from '../../events/log/tail.ts';
import type { ReadModels } from '../../projections/store/readModels.ts';
import type { Engines } from './engines.ts';
import { continueCount, NOTHING_COUNTED, type StreamSizes, totalAmount } from './streamSizes.ts';
import type { StreamSizesData } from './streamSizesWorker.ts';

interface RoomDependencies {
  readonly engines: Engines;
  readonly folder: string;
  readonly log: EventLog;
  /** The tail of that log; its memory saves reading. */
  readonly tail?: Pick<Tail, 'head' | 'keptPage' | 'pages'>;
  readonly lanes: Pick<Lanes, 'all'>;
  readonly readModels: Pick<ReadModels, 'notes' | 'sizes'>;
  readonly clock: Clock;
  /** Whether counts are kept for the next start. */
  readonly isWriting: boolean;
}

const NOTE = 'room/streams';
/** Milliseconds for which an answer stands. */
const CACHE_MS = 60_000;
/** Events that are read in this thread; further ones are read in another one. */
const MAX_COUNTED_INLINE = 5_000;

/** Each request counts what has been added since the last count, at most once a minute. */
export class StorageMeter {
  readonly #parts: RoomDependencies;
  #counted: StreamSizes | undefined;
  #answer: Promise<StorageSizes> | undefined;
  #answeredAt = -Infinity;

  constructor(parts: RoomDependencies) {
    this.#parts = parts;
  }

  sizes(): Promise<StorageSizes> {
    const now = this.#parts.clock.monotonic();
    if (this.#answer === undefined || now - this.#answeredAt > CACHE_MS) {
      this.#answeredAt = now;
      const answer = this.#measure();
      this.#answer = answer;
      answer.catch(() => (this.#answer = undefined));
    }
    return this.#answer;
  }

  async #measure(): Promise<StorageSizes> {
    const { engines, folder, lanes } = this.#parts;
    const counted = await this.#count();
    const views = (await this.#parts.readModels.sizes?.()) ?? null;
    const files = [...lanes.all()].reduce((sum, { state }) => sum + state.files.used.get(), 0);
    const isLocal = (engine: { readonly engine: string }): boolean => engine.engine === 'sqlite';
    const total = totalAmount(counted);
    const diskBytes = isLocal(engines.log) ? await sizeOf(join(folder, 'log.sqlite')) : null;
    const viewBytes = Object.values(views ?? {}).reduce((sum, bytes) => sum + bytes, 0);
    const { messages } = counted;
    const each = (bytes: number): number | null =>
      messages.events === 0 ? null : Math.round(bytes / messages.events);
    return {
      log: { ...total, diskBytes },
      streams: counted.streams,
      views,
      vault: isLocal(engines.documents) ? await sizeOf(join(folder, 'vault.sqlite')) : null,
      files,
      disk: Object.values(engines).some(isLocal) ? await diskOf(folder) : null,
      messages: {
        ...messages,
        logBytesEach: each(messages.bytes),
        bytesEach: each((diskBytes ?? total.bytes) + viewBytes),
      },
    };
  }

  async #count(): Promise<StreamSizes> {
    const { readModels, isWriting } = this.#parts;
    const known = (this.#counted ??= await this.#kept());
    const counted = await this.#countFrom(known);
    this.#counted = counted;
    if (isWriting && counted.position !== known.position) await readModels.notes.put(NOTE, { ...counted });
    return counted;
  }

  async #countFrom(known: StreamSizes): Promise<StreamSizes> {
    const { log, tail, isWriting } = this.#parts;
    const after = known.position ?? -1;
    const upTo = tail?.head ?? -1;
    if (tail?.keptPage({ after, upTo })) return continueCount(known, () => tail.pages(after, upTo));
    let read = 0;
    const counted = await continueCount(known, async function* ({ after: from } = {}) {
      const limit = isWriting ? { limit: MAX_COUNTED_INLINE } : {};
      for await (const page of log.readAll({ after: from ?? null, ...limit })) {
        read += page.length;
        yield page;
      }
    });
    return isWriting && read >= MAX_COUNTED_INLINE ? this.#countElsewhere(counted) : counted;
  }

  /** A count of this log; one of another log, which was here before, is not continued. */
  async #kept(): Promise<StreamSizes> {
    const { log, readModels } = this.#parts;
    const kept = (await readModels.notes.get(NOTE)) as unknown as StreamSizes | undefined;
    const head = (await log.head()) ?? 0;
    return kept === undefined || (kept.position ?? 0) > head ? NOTHING_COUNTED : kept;
  }

  async #countElsewhere(counted: StreamSizes): Promise<StreamSizes> {
    const workerData: StreamSizesData = { engine: this.#parts.engines.log, counted };
    const worker = startWorker(programUrl('app/core/streamSizesWorker'), { workerData });
    worker.unref();
    const answers = answersOf<StreamSizes>(worker, 'counts the events of the log');
    try {
      return await answers.next();
    } catch (cause) {
      throw new NotReady('The events of the log cannot be counted now: a thread has ended.', 1, { cause });
    } finally {
      await answers.end();
    }
  }
}

/** Of a SQLite file with what belongs to it; 0 if there is none. */
async function sizeOf(path: string): Promise<number> {
  const sizes = ['', '-wal'].map((ending) =>
    stat(path + ending).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function diskOf(folder: string): Promise<StorageSizes['disk']> {
  const { bsize, bavail, blocks } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
