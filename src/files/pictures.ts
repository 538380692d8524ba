/** Pictures that people upload, decoded beside the main thread. */
import type { Worker } from 'node:worker_threads';
import { FairQueue, type Requester } from '../base/concurrency.ts';
import { NotReady } from '../base/errors.ts';
import { programUrl, reportLoss, startWorker, whenEnded } from '../base/workerThread.ts';
import type {
  MeasuredPicture,
  PictureAnswer,
  PictureTask,
  TaskAnswers,
  ThumbnailFormat,
} from './pictureWorker.ts';

/** Bytes of a picture, read when the decoder gets to it; undefined where they are gone. */
export type PictureSource = () => Promise<Uint8Array | undefined>;

/** Decodes pictures: squares, smaller ones, sizes. Organizations take turns, and those who uploaded them within each. */
export interface Pictures {
  /**
   * The picture as PNGs with sides of these numbers of pixels; null for bytes that are no picture, or too large a one.
   * Errors: `NotReady` when too many are waiting, or the decoder does not start.
   */
  squares(asker: Requester, bytes: Uint8Array, sides: readonly number[]): Promise<PictureAnswer>;
  /** The picture as one PNG, not larger than these pixels; otherwise like `squares`. */
  fitted(
    asker: Requester,
    bytes: Uint8Array,
    most: readonly [width: number, height: number],
  ): Promise<PictureAnswer>;
  /** A smaller picture, in WebP; otherwise like `squares`. */
  thumbnail(asker: Requester, source: PictureSource, format: ThumbnailFormat): Promise<Uint8Array | null>;
  /** Size and type of a picture, before what waits to be decoded; null and errors like `squares`. */
  measure(asker: Requester, source: PictureSource): Promise<MeasuredPicture | null>;
  close(): Promise<void>;
}

/** Such as without a binary of its package, `sharp`, for this machine; the log says why. */
const NOT_STARTED = 'This server cannot decode pictures: its decoder does not start.';
const ENDED = 'The picture cannot be decoded now: the decoder has ended.';

/** Pictures that wait, at most: in all, and of one uploader, so that nobody takes all of the decoder's time. */
const WAITING = { queueLimit: 256, ownerLimit: 32 };

type PictureResult = TaskAnswers[PictureTask['kind']];

interface PendingPicture {
  readonly asker: Requester;
  readonly source: PictureSource;
  readonly task: PictureTask;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

export const createPictures = (module: URL = programUrl('files/pictureWorker')): Pictures =>
  new PictureThread(module);

/** One thread, started when it is first needed; a decoder that ends it fails the picture and nothing else. */
class PictureThread implements Pictures {
  readonly #module: URL;
  /** Sizes come first: they are quick, and an upload waits for them. */
  readonly #toMeasure = new FairQueue<PendingPicture>(WAITING);
  readonly #toMake = new FairQueue<PendingPicture>(WAITING);
  #thread: Worker | undefined;
  #current: PendingPicture | undefined;

  constructor(module: URL) {
    this.#module = module;
  }

  squares(asker: Requester, bytes: Uint8Array, sides: readonly number[]): Promise<PictureAnswer> {
    const boxes = sides.map((side) => ({ width: side, height: side, fit: 'cover' }) as const);
    return this.#decode(asker, async () => bytes, { kind: 'boxes', boxes });
  }

  fitted(
    asker: Requester,
    bytes: Uint8Array,
    [width, height]: readonly [number, number],
  ): Promise<PictureAnswer> {
    return this.#decode(asker, async () => bytes, {
      kind: 'boxes',
      boxes: [{ width, height, fit: 'inside' }],
    });
  }

  thumbnail(asker: Requester, source: PictureSource, format: ThumbnailFormat): Promise<Uint8Array | null> {
    return this.#decode(asker, source, { kind: 'thumbnail', format });
  }

  measure(asker: Requester, source: PictureSource): Promise<MeasuredPicture | null> {
    return this.#decode(asker, source, { kind: 'measure' });
  }

  #decode<Kind extends PictureTask['kind']>(
    asker: Requester,
    source: PictureSource,
    task: PictureTask & { readonly kind: Kind },
  ): Promise<TaskAnswers[Kind]> {
    return new Promise((resolve, reject) => {
      const queue = task.kind === 'measure' ? this.#toMeasure : this.#toMake;
      if (queue.add({ asker, source, task, resolve, reject })) this.#next();
      else reject(new NotReady('Too many pictures are waiting'));
    });
  }

  async close(): Promise<void> {
    const ending = this.#thread;
    this.#thread = undefined;
    for (const { reject } of [...(this.#current ? [this.#current] : []), ...this.#takeAll()])
      reject(new NotReady('The server is stopping'));
    this.#current = undefined;
    await ending?.terminate();
  }

  #takeAll(): PendingPicture[] {
    return [this.#toMeasure, this.#toMake].flatMap((queue) => queue.take(Infinity));
  }

  #next(): void {
    if (this.#current !== undefined) return;
    this.#current = this.#toMeasure.take(1)[0] ?? this.#toMake.take(1)[0];
    if (this.#current) void this.#begin(this.#current);
  }

  async #begin(pending: PendingPicture): Promise<void> {
    try {
      const bytes = await pending.source();
      if (this.#current !== pending) return;
      if (bytes === undefined) this.#finish(null);
      else (this.#thread ??= this.#started()).postMessage({ bytes, task: pending.task });
    } catch (error) {
      if (this.#current === pending) this.#fail(error as Error);
    }
  }

  #finish(answer: PictureResult): void {
    this.#current?.resolve(answer as never);
    this.#current = undefined;
    this.#next();
  }

  #fail(error: Error): void {
    this.#current?.reject(error);
    this.#current = undefined;
    this.#next();
  }

  #started(): Worker {
    const worker = startWorker(this.#module);
    let isReady = false;
    worker.unref();
    worker.on('message', (answer: PictureResult | 'ready') => {
      if (answer === 'ready') isReady = true;
      else this.#finish(answer);
    });
    whenEnded(worker, (reason) => {
      if (this.#thread !== worker) return;
      this.#thread = undefined;
      const cause = reportLoss('decodes pictures', reason);
      this.#fail(new NotReady(isReady ? ENDED : NOT_STARTED, 1, { cause }));
    });
    return worker;
  }
}
