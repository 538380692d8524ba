/** Pictures that people upload, decoded beside the main thread. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { ExitReason, startProcess } from '../base/childProcess.ts';
import { FairQueue, type Requester } from '../base/concurrency.ts';
import { NotReady } from '../base/errors.ts';
import { programUrl, reportLoss } from '../base/workerThread.ts';
import type {
  EmojiPicture,
  MeasuredPicture,
  PictureAnswer,
  PictureResult,
  PictureTask,
  TaskAnswers,
  ThumbnailFormat,
} from './pictureDecoder.ts';
import type { PictureMessage } from './pictureWorker.ts';

/** Bytes of a picture, read when the decoder gets to it; undefined where they are gone. */
export type PictureSource = () => Promise<AsyncIterable<Uint8Array> | undefined>;

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
  /** The picture as an emoji; otherwise like `squares`. */
  emoji(asker: Requester, bytes: Uint8Array): Promise<EmojiPicture | null>;
  /** A smaller picture, in WebP; otherwise like `squares`. */
  thumbnail(asker: Requester, source: PictureSource, format: ThumbnailFormat): Promise<Uint8Array | null>;
  /** Size and type of a picture that can be decoded as a whole; null and errors like `squares`. */
  measure(asker: Requester, source: PictureSource): Promise<MeasuredPicture | null>;
  close(): Promise<void>;
}

/** Such as without a binary of its package, `sharp`, for this machine; the log says why. */
const NOT_STARTED = 'This server cannot decode pictures: its decoder does not start.';
const ENDED = 'The picture cannot be decoded now: the decoder has ended.';

/** For what the decoder is told and answers; pictures are not in this memory. */
const OPTIONS = ['--v8-pool-size=1', '--max-old-space-size=64'];
/** Has the C library of most Linux systems give back what a picture took; nothing elsewhere. */
const ENVIRONMENT = { MALLOC_MMAP_THRESHOLD_: '131072' };

/** Pictures that wait, at most: in all, and of one uploader, so that nobody takes all of the decoder's time. */
const WAITING = { queueLimit: 256, ownerLimit: 32 };

interface PendingPicture {
  readonly asker: Requester;
  readonly source: PictureSource;
  readonly task: PictureTask;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
  /** Why its bytes could not be read to their end. */
  readError?: Error;
}

/** Bytes of what is written to the decoder at once. */
const PART_BYTES = 65_536;

export const createPictures = (module: URL = programUrl('files/pictureWorker')): Pictures =>
  new PictureProcess(module);

/**
 * One process, started when it is first needed: no picture can take the server's memory. A decoder that ends fails its picture and
 * nothing else.
 */
class PictureProcess implements Pictures {
  readonly #module: URL;
  /** Uploads wait for their sizes, so these have every second turn, however many others wait. */
  readonly #toMeasure = new FairQueue<PendingPicture>(WAITING);
  readonly #toMake = new FairQueue<PendingPicture>(WAITING);
  #hasMeasured = false;
  #process: ChildProcess | undefined;
  #current: PendingPicture | undefined;

  constructor(module: URL) {
    this.#module = module;
  }

  squares(asker: Requester, bytes: Uint8Array, sides: readonly number[]): Promise<PictureAnswer> {
    const boxes = sides.map((side) => ({ width: side, height: side, fit: 'cover' }) as const);
    return this.#decode(asker, sourceOf(bytes), { kind: 'boxes', boxes });
  }

  fitted(
    asker: Requester,
    bytes: Uint8Array,
    [width, height]: readonly [number, number],
  ): Promise<PictureAnswer> {
    return this.#decode(asker, sourceOf(bytes), {
      kind: 'boxes',
      boxes: [{ width, height, fit: 'inside' }],
    });
  }

  emoji(asker: Requester, bytes: Uint8Array): Promise<EmojiPicture | null> {
    return this.#decode(asker, sourceOf(bytes), { kind: 'emoji' });
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
    const ending = this.#process;
    this.#process = undefined;
    for (const { reject } of [...(this.#current ? [this.#current] : []), ...this.#takeAll()])
      reject(new NotReady('The server is stopping'));
    this.#current = undefined;
    if (ending?.kill('SIGKILL')) await once(ending, 'exit');
  }

  #takeAll(): PendingPicture[] {
    return [this.#toMeasure, this.#toMake].flatMap((queue) => queue.take(Infinity));
  }

  #next(): void {
    if (this.#current !== undefined) return;
    const [first, second] = this.#hasMeasured
      ? [this.#toMake, this.#toMeasure]
      : [this.#toMeasure, this.#toMake];
    this.#current = first.take(1)[0] ?? second.take(1)[0];
    this.#hasMeasured = this.#current?.task.kind === 'measure';
    if (this.#current) void this.#begin(this.#current);
  }

  async #begin(pending: PendingPicture): Promise<void> {
    try {
      const bytes = await pending.source();
      if (this.#current !== pending) return;
      if (bytes === undefined) return this.#finish(null);
      const { stdin } = (this.#process ??= this.#started());
      for await (const written of this.#requestOf(pending, bytes)) {
        // Where the process ends, that is told by its end.
        await new Promise<void>((resolve) => stdin?.write(written, () => resolve()));
        if (this.#current !== pending) return;
      }
    } catch (error) {
      if (this.#current === pending) this.#fail(error as Error);
    }
  }

  /** What the process reads: a task, the parts of a file and an empty one, each after its length. */
  async *#requestOf(pending: PendingPicture, file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    yield* part(Buffer.from(JSON.stringify(pending.task)));
    try {
      for await (const chunk of file)
        for (let at = 0; at < chunk.length; at += PART_BYTES)
          yield* part(chunk.subarray(at, at + PART_BYTES));
    } catch (error) {
      pending.readError = error as Error;
    }
    yield* part(Buffer.alloc(0));
  }

  #finish(answer: PictureResult): void {
    if (this.#current?.readError) return this.#fail(this.#current.readError);
    this.#current?.resolve(answer as never);
    this.#current = undefined;
    this.#next();
  }

  #fail(error: Error): void {
    this.#current?.reject(error);
    this.#current = undefined;
    this.#next();
  }

  #started(): ChildProcess {
    const started = startProcess(
      { module: this.#module, options: OPTIONS, environment: ENVIRONMENT },
      [],
      'pipe',
    );
    const reason = new ExitReason(started);
    let isReady = false;
    started.stdin?.on('error', () => undefined);
    const lost = (why: string): void => {
      if (this.#process !== started) return;
      this.#process = undefined;
      const cause = reportLoss('decodes pictures', new Error(why), 'process');
      this.#fail(new NotReady(isReady ? ENDED : NOT_STARTED, 1, { cause }));
    };
    started.on('error', (error) => {
      reason.trouble = error.message;
      if (started.pid === undefined) lost(error.message);
    });
    started.on('close', (code, signal) => lost(reason.of(code, signal)));
    started.on('message', (message: PictureMessage) => {
      if (this.#process !== started) return;
      if (message === 'ready') isReady = true;
      else if (message === 'ending') {
        this.#process = undefined;
        this.#finish(null);
      } else this.#finish(message.result);
    });
    return started;
  }
}

const sourceOf =
  (bytes: Uint8Array): PictureSource =>
  async () =>
    Readable.from([bytes]);

function* part(bytes: Uint8Array): Generator<Uint8Array> {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  yield length;
  yield bytes;
}
