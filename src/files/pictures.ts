/** Pictures that people upload, decoded beside the main thread. */
import type { Worker } from 'node:worker_threads';
import { NotReady } from '../errors.ts';
import { moduleAddress, startWorker } from '../workerThread.ts';
import type {
  MeasuredPicture,
  PictureAnswer,
  PictureTask,
  TaskAnswers,
  ThumbnailFormat,
} from './pictureWorker.ts';

/** Bytes of a picture, read when the decoder gets to it; undefined where they are gone. */
export type PictureSource = () => Promise<Uint8Array | undefined>;

/** Decodes pictures: squares, smaller ones, sizes. */
export interface Pictures {
  /**
   * The picture as PNGs with sides of these numbers of pixels; null for bytes that are no picture, or too large a one.
   * Errors: `NotReady` when too many are waiting, or the decoder does not start.
   */
  squares(bytes: Uint8Array, sides: readonly number[]): Promise<PictureAnswer>;
  /** The picture as one PNG, not larger than these pixels; otherwise like `squares`. */
  fitted(bytes: Uint8Array, most: readonly [width: number, height: number]): Promise<PictureAnswer>;
  /** A smaller picture, in WebP; otherwise like `squares`. */
  thumbnail(source: PictureSource, format: ThumbnailFormat): Promise<Uint8Array | null>;
  /** Size and type of a picture, before what waits to be decoded; null and errors like `squares`. */
  measure(source: PictureSource): Promise<MeasuredPicture | null>;
  close(): Promise<void>;
}

/** The decoder's package, `sharp`, has no binary for this machine, or was left out. */
const MISSING = 'This server cannot decode pictures: its package sharp does not start.';

/** Pictures that wait, at most. */
const WAITING = 64;

type Answer = TaskAnswers[PictureTask['kind']];

interface Pending {
  readonly source: PictureSource;
  readonly task: PictureTask;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

export const createPictures = (module: URL = moduleAddress('files/pictureWorker')): Pictures =>
  new PictureThread(module);

/** One thread, started when it is first needed; a decoder that ends it fails the picture and nothing else. */
class PictureThread implements Pictures {
  readonly #module: URL;
  readonly #waiting: Pending[] = [];
  #thread: Worker | undefined;
  #current: Pending | undefined;

  constructor(module: URL) {
    this.#module = module;
  }

  squares(bytes: Uint8Array, sides: readonly number[]): Promise<PictureAnswer> {
    const boxes = sides.map((side) => ({ width: side, height: side, fit: 'cover' }) as const);
    return this.#decode(async () => bytes, { kind: 'boxes', boxes });
  }

  fitted(bytes: Uint8Array, [width, height]: readonly [number, number]): Promise<PictureAnswer> {
    return this.#decode(async () => bytes, { kind: 'boxes', boxes: [{ width, height, fit: 'inside' }] });
  }

  thumbnail(source: PictureSource, format: ThumbnailFormat): Promise<Uint8Array | null> {
    return this.#decode(source, { kind: 'thumbnail', format });
  }

  measure(source: PictureSource): Promise<MeasuredPicture | null> {
    return this.#decode(source, { kind: 'measure' });
  }

  #decode<Kind extends PictureTask['kind']>(
    source: PictureSource,
    task: PictureTask & { readonly kind: Kind },
  ): Promise<TaskAnswers[Kind]> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length >= WAITING) return reject(new NotReady('Too many pictures are waiting'));
      const pending = { source, task, resolve, reject };
      if (task.kind === 'measure') this.#waiting.unshift(pending);
      else this.#waiting.push(pending);
      this.#next();
    });
  }

  async close(): Promise<void> {
    const ending = this.#thread;
    this.#thread = undefined;
    for (const { reject } of [...(this.#current ? [this.#current] : []), ...this.#waiting.splice(0)])
      reject(new NotReady('The server is stopping'));
    this.#current = undefined;
    await ending?.terminate();
  }

  #next(): void {
    if (this.#current !== undefined) return;
    this.#current = this.#waiting.shift();
    if (this.#current) void this.#begin(this.#current);
  }

  async #begin(pending: Pending): Promise<void> {
    try {
      const bytes = await pending.source();
      if (this.#current !== pending) return;
      if (bytes === undefined) this.#finish(null);
      else (this.#thread ??= this.#started()).postMessage({ bytes, task: pending.task });
    } catch (error) {
      if (this.#current === pending) this.#fail(error as Error);
    }
  }

  #finish(answer: Answer): void {
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
    worker.on('message', (answer: Answer | 'ready') => {
      if (answer === 'ready') isReady = true;
      else this.#finish(answer);
    });
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (this.#thread !== worker) return;
      this.#thread = undefined;
      if (isReady) this.#finish(null);
      else this.#fail(new NotReady(MISSING));
    });
    return worker;
  }
}
