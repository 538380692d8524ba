/** Pictures that people upload, decoded beside the main thread. */
import type { Worker } from 'node:worker_threads';
import { NotReady } from '../errors.ts';
import { moduleAddress, startWorker } from '../workerThread.ts';
import type { PictureAnswer, PictureJob } from './pictureWorker.ts';

/** Makes squares of pictures. */
export interface Pictures {
  /**
   * The picture as PNGs with sides of these numbers of pixels; null for bytes that are no picture, or too large a one.
   * Errors: `NotReady` when too many are waiting, or the decoder does not start.
   */
  squares(bytes: Uint8Array, sides: readonly number[]): Promise<PictureAnswer>;
  /** The picture as one PNG, not larger than these pixels; otherwise like `squares`. */
  fitted(bytes: Uint8Array, most: readonly [width: number, height: number]): Promise<PictureAnswer>;
  close(): Promise<void>;
}

/** The decoder's package, `sharp`, has no binary for this machine, or was left out. */
const MISSING = 'This server cannot decode pictures: its package sharp does not start.';

/** Pictures that wait, at most. */
const WAITING = 64;

interface Pending {
  readonly job: PictureJob;
  readonly resolve: (answer: PictureAnswer) => void;
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
    return this.#decode({ bytes, boxes });
  }

  fitted(bytes: Uint8Array, [width, height]: readonly [number, number]): Promise<PictureAnswer> {
    return this.#decode({ bytes, boxes: [{ width, height, fit: 'inside' }] });
  }

  #decode(job: PictureJob): Promise<PictureAnswer> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length >= WAITING) return reject(new NotReady('Too many pictures are waiting'));
      this.#waiting.push({ job, resolve, reject });
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
    if (this.#current) (this.#thread ??= this.#started()).postMessage(this.#current.job);
  }

  #finish(answer: PictureAnswer): void {
    this.#current?.resolve(answer);
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
    worker.on('message', (answer: PictureAnswer | 'ready') => {
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
