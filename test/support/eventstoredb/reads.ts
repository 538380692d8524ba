/** `Streams.Read` without a subscription: one stream or all, forwards or backwards, inclusive of where it starts. */
import { status } from '@grpc/grpc-js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { eventMessage, streamNameOf, streamNotFoundMessage } from './messages.ts';
import type { Session } from './session.ts';
import type { Recorded } from './store.ts';

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>;

/** Writes one message and waits while the receiver is slower than we are. */
export async function writeTo(call: ReadCall, message: ReadResp): Promise<void> {
  if (call.write(message) || call.cancelled) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      call.off('drain', done).off('cancelled', done);
      resolve();
    };
    call.on('drain', done).on('cancelled', done);
  });
}

/** Ends a call with the error that a real node gives for a position inside a record. */
export function failAtNoBoundary(call: ReadCall): void {
  call.emit('error', { code: status.UNKNOWN, details: 'The position is not the start of a record.' });
}

/** Index of the record at the requested position of `$all`; undefined when it is no boundary. */
export function startIndex(session: Session, call: ReadCall): number | undefined {
  const all = call.request.getOptions()?.getAll();
  if (!all || all.hasStart()) return 0;
  if (all.hasEnd()) return session.store.records.length;
  return session.store.indexAt(BigInt(all.getPosition()?.getCommitPosition() ?? 0));
}

export async function handleRead(session: Session, call: ReadCall): Promise<void> {
  await session.thawed();
  const options = call.request.getOptions();
  const stream = options?.getStream();
  const name = streamNameOf(stream?.getStreamIdentifier());
  const records = stream ? session.store.stream(name) : session.store.records;
  if (!records) {
    await writeTo(call, streamNotFoundMessage(name));
    return void call.end();
  }
  const start = stream ? streamStart(stream, records.length) : startIndex(session, call);
  if (start === undefined) return failAtNoBoundary(call);
  const backwards = options?.getReadDirection() === 1;
  const first = stream ? session.store.firstOf(name) : 0;
  const count = Number(options?.getCount() ?? 0);
  await sendRange(session, call, records, { start, first, backwards, count });
  call.end();
}

function streamStart(
  stream: { hasStart(): boolean; hasEnd(): boolean; getRevision(): string },
  length: number,
): number {
  if (stream.hasStart()) return 0;
  return stream.hasEnd() ? length : Number(stream.getRevision());
}

interface Range {
  readonly start: number;
  /** What comes before it is hidden, in streams and not in `$all`. */
  readonly first: number;
  readonly backwards: boolean;
  readonly count: number;
}

async function sendRange(
  session: Session,
  call: ReadCall,
  records: readonly Recorded[],
  { start, first, backwards, count }: Range,
): Promise<void> {
  const step = backwards ? -1 : 1;
  let index = backwards ? Math.min(start, records.length - 1) : Math.max(start, first);
  for (let sent = 0; sent < count && !call.cancelled; sent++, index += step) {
    const record = records[index];
    if (!record || index < first) return;
    await session.thawed();
    await writeTo(call, eventMessage(record));
  }
}
