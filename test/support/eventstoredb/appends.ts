/** `Streams.Append` (one call per append) and `Streams.BatchAppend` (one stream for all appends of a client). */
import { Metadata, status } from '@grpc/grpc-js';
import type { sendUnaryData, ServerDuplexStream, ServerReadableStream } from '@grpc/grpc-js';
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import { appendMessage, batchMessage, proposedFrom, streamNameOf } from './messages.ts';
import { denial } from './accounts.ts';
import type { Session } from './session.ts';
import { MAX_APPEND_SIZE } from './store.ts';
import type { Expected, Proposed } from './store.ts';

const UUID_TEXT = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A real node answers an invalid event of a batch twice; the second answer comes this much later. */
const SECOND_ANSWER_MS = 2_000;

export type AppendCall = ServerReadableStream<AppendReq, AppendResp>;
export type BatchAppendCall = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;

interface ExpectationOptions {
  hasNoStream(): boolean;
  hasAny(): boolean;
  hasStreamExists(): boolean;
}

function expectedBy(options: ExpectationOptions, revision: () => string): Expected {
  if (options.hasNoStream()) return 'no_stream';
  if (options.hasAny()) return 'any';
  return options.hasStreamExists() ? 'stream_exists' : Number(revision());
}

const valid = (event: Proposed): boolean => event.type !== '' && UUID_TEXT.test(event.id);

function tooLarge() {
  const metadata = new Metadata();
  metadata.set('exception', 'maximum-append-size-exceeded');
  metadata.set('maximum-append-size', String(MAX_APPEND_SIZE));
  return { code: status.INVALID_ARGUMENT, details: 'Maximum append size exceeded.', metadata };
}

export function handleAppend(session: Session, call: AppendCall, respond: sendUnaryData<AppendResp>): void {
  const events: Proposed[] = [];
  let stream = '';
  let expected: Expected = 'any';
  call.on('data', (request: AppendReq) => {
    const options = request.getOptions();
    if (options) {
      stream = streamNameOf(options.getStreamIdentifier());
      expected = expectedBy(options, () => options.getRevision());
    }
    const message = request.getProposedMessage();
    if (message) events.push(proposedFrom(message));
  });
  call.on('end', () => void answer());

  async function answer(): Promise<void> {
    const refused = denial(session.options.denied, 'append', stream);
    if (refused) return respond(refused);
    if (!events.every(valid)) return respond({ code: status.INVALID_ARGUMENT, details: 'Invalid event.' });
    const outcome = await session.passAppend(events[0]?.id ?? '', () =>
      session.append(stream, expected, events),
    );
    if (outcome === 'unanswered') return;
    if (outcome === 'failed') respond({ code: status.UNKNOWN, details: '' });
    else if (outcome.status === 'too large') respond(tooLarge());
    else respond(null, appendMessage(outcome, expected));
  }
}

export function handleBatchAppend(session: Session, call: BatchAppendCall): void {
  const pending = new Map<string, { stream: string; expected: Expected; events: Proposed[] }>();
  call.on('data', (request: BatchAppendReq) => {
    const correlationId = request.getCorrelationId()?.getString() ?? '';
    const options = request.getOptions();
    if (options) {
      const stream = streamNameOf(options.getStreamIdentifier());
      const expected = expectedBy(options, () => options.getStreamPosition());
      pending.set(correlationId, { stream, expected, events: [] });
    }
    const batch = pending.get(correlationId);
    batch?.events.push(...request.getProposedMessagesList().map(proposedFrom));
    if (!batch || !request.getIsFinal()) return;
    pending.delete(correlationId);
    void answer(correlationId, batch.stream, batch.expected, batch.events);
  });
  call.on('end', () => call.end());

  async function answer(id: string, stream: string, expected: Expected, events: Proposed[]): Promise<void> {
    if (!events.every(valid)) {
      const invalid = (): boolean => !call.cancelled && call.write(batchMessage(stream, id, 'failed'));
      setTimeout(invalid, SECOND_ANSWER_MS).unref();
      return void invalid();
    }
    if (denial(session.options.denied, 'append', stream))
      return void (call.cancelled || call.write(batchMessage(stream, id, 'denied')));
    const outcome = await session.passAppend(events[0]?.id ?? '', () =>
      session.append(stream, expected, events),
    );
    if (outcome !== 'unanswered' && !call.cancelled) call.write(batchMessage(stream, id, outcome));
  }
}
