/**
 * The process that decodes pictures. It takes one after the other from its input, as `pictures.ts` writes them, and ends with
 * the server. A picture that takes too much memory or time after all ends it, without harm to anything else.
 */
import { type CancelTimer, systemClock } from '../base/clock.ts';
import { decode, MAX_DECODING_BYTES, type PictureResult, type PictureTask } from './pictureDecoder.ts';

/** A result, or what happens besides: the decoder is loaded; a picture is too expensive, and the process ends. */
export type PictureMessage = { readonly result: PictureResult } | 'ready' | 'ending';

/** Bytes that the process may take beyond those it starts with: what decoding may take, the file and its copy. */
const MAX_GROWTH_BYTES = MAX_DECODING_BYTES + 64 * 1_048_576;
/** Milliseconds for one picture, in all forms that are asked for. */
const MAX_MS = 20_000;
const WATCH_INTERVAL_MS = 10;

const send = (message: PictureMessage, then?: () => void): void =>
  void process.send?.(message, undefined, undefined, then);

/** Parts of the input, each after its length. */
async function* parts(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let unread: Buffer = Buffer.alloc(0);
  for await (const chunk of input) {
    unread = Buffer.concat([unread, chunk]);
    while (unread.length >= 4 && unread.length >= 4 + unread.readUInt32BE()) {
      const end = 4 + unread.readUInt32BE();
      yield unread.subarray(4, end);
      unread = unread.subarray(end);
    }
  }
}

/** Begins to watch a picture; returns how to stop. */
function watch(limit: number): CancelTimer {
  const deadline = systemClock.monotonic() + MAX_MS;
  const stop = systemClock.every(WATCH_INTERVAL_MS, () => {
    if (process.memoryUsage.rss() <= limit && systemClock.monotonic() <= deadline) return;
    stop();
    send('ending', () => process.exit());
  });
  return stop;
}

/** A task is followed by the parts of a file, and by an empty one. */
async function serve(limit: number): Promise<void> {
  let task: PictureTask | undefined;
  let chunks: Buffer[] = [];
  let stop: CancelTimer = () => undefined;
  for await (const part of parts(process.stdin)) {
    if (task === undefined) {
      task = JSON.parse(part.toString()) as PictureTask;
      stop = watch(limit);
    } else if (part.length > 0) chunks.push(part);
    else {
      const bytes = Buffer.concat(chunks);
      chunks = [];
      const result = await decode(task, bytes);
      stop();
      task = undefined;
      send({ result });
    }
  }
}

process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
// The decoder is loaded: if the process ends from now on, a picture is the cause.
send('ready');
await serve(process.memoryUsage.rss() + MAX_GROWTH_BYTES);
