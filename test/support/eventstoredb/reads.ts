/** `Streams.Read` without a subscription: one stream or all, forwards or backwards, inclusive of where it starts. */
import { status } from '@grpc/grpc-js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { eventMessage, streamNameOf, streamNotFoundMessage } from './messages.ts';
import type { Session } from './session.ts';
import type { Recorded, RecordStore } from './store.ts';

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>;

/** Events that a node reads at a time. */
export const PAGE = 32;

/** Writes one message; what it answers has to be awaited while the receiver is slower than we are. */
export function writeTo(call: ReadCall, message: ReadResp): Promise<void> | undefined {
  if (call.write(message) || call.cancelled) return undefined;
  return new Promise<void>((resolve) => {
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

/** The requested position of `$all`; undefined when it is no boundary. */
export function startPosition({ store }: Session, call: ReadCall): bigint | undefined {
  const all = call.request.getOptions()?.getAll();
  if (!all || all.hasStart()) return 0n;
  if (all.hasEnd()) return store.end;
  const position = BigInt(all.getPosition()?.getCommitPosition() ?? 0);
  return store.isBoundary(position) ? position : undefined;
}

export async function handleRead(session: Session, call: ReadCall): Promise<void> {
  await session.thawed();
  const pages = call.request.getOptions()?.hasStream()
    ? pagesOfStream(session.store, call)
    : pagesOfAll(session, call);
  if (pages === 'not found') {
    const name = streamNameOf(call.request.getOptions()?.getStream()?.getStreamIdentifier());
    await writeTo(call, streamNotFoundMessage(name));
  } else if (pages === 'no boundary') return failAtNoBoundary(call);
  else await send(session, call, pages);
  call.end();
}

type Pages = Iterable<readonly Recorded[]>;

const isBackwards = (call: ReadCall): boolean => call.request.getOptions()?.getReadDirection() === 1;

async function send(session: Session, call: ReadCall, pages: Pages): Promise<void> {
  let left = Number(call.request.getOptions()?.getCount() ?? 0);
  for (const page of pages) {
    await session.pageTurn();
    for (const record of page) {
      if (left-- <= 0 || call.cancelled) return;
      const full = writeTo(call, eventMessage(record));
      if (full) await full;
      const frozen = session.thawed();
      if (frozen) await frozen;
    }
    if (left === 0) return;
  }
}

/** Each page begins where the last one has ended, whatever a scavenge has dropped meanwhile. */
function pagesOfAll(session: Session, call: ReadCall): Pages | 'no boundary' {
  const start = startPosition(session, call);
  if (start === undefined) return 'no boundary';
  return isBackwards(call) ? backwards(session.store, start) : forwards(session.store, start);
}

function* forwards(store: RecordStore, start: bigint): Pages {
  for (let from = start; ;) {
    const page = store.pageFrom(from, PAGE);
    if (page.length === 0) return;
    yield page;
    from = page.at(-1)?.end ?? from;
  }
}

function* backwards(store: RecordStore, start: bigint): Pages {
  for (let to = start; ;) {
    const end = store.indexFrom(to + 1n);
    const page = store.records.slice(Math.max(0, end - PAGE), end).reverse();
    if (page.length === 0) return;
    yield page;
    to = (page.at(-1)?.position ?? 0n) - 1n;
  }
}

/** Metadata hides the beginning of a stream at once. */
function pagesOfStream(store: RecordStore, call: ReadCall): Pages | 'not found' {
  const options = call.request.getOptions()?.getStream();
  const name = streamNameOf(options?.getStreamIdentifier());
  const records = store.stream(name);
  if (!options || !records) return 'not found';
  const base = records[0]?.revision ?? 0;
  const lowest = Math.max(0, store.firstOf(name) - base);
  const requestedRevision = options.hasEnd()
    ? Infinity
    : options.hasStart()
      ? 0
      : Number(options.getRevision()) - base;
  return isBackwards(call)
    ? pagesDown(records, requestedRevision, lowest)
    : pagesUp(records, Math.max(requestedRevision, lowest));
}

/** Records that are appended meanwhile follow. */
function* pagesUp(records: readonly Recorded[], start: number): Pages {
  for (let from = start; from < records.length;) {
    const page = records.slice(from, from + PAGE);
    yield page;
    from += page.length;
  }
}

function* pagesDown(records: readonly Recorded[], start: number, lowest: number): Pages {
  for (let end = Math.min(start + 1, records.length); end > lowest; end -= PAGE)
    yield records.slice(Math.max(lowest, end - PAGE), end).reverse();
}
