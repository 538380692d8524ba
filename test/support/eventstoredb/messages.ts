/** Between the records of the store and the messages of the wire. */
import anyPb from 'google-protobuf/google/protobuf/any_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import statusPb from '@eventstore/db-client/generated/status_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { Message } from 'google-protobuf';
import type { AppendOutcome, Expected, Proposed, Recorded } from './store.ts';

const TICKS_PER_MILLISECOND = 10_000n;

interface ProposedMessage {
  getId(): { getString(): string } | undefined;
  getMetadataMap(): { get(key: string): string | undefined };
  getData_asU8(): Uint8Array;
  getCustomMetadata_asU8(): Uint8Array;
}

export const proposedFrom = (message: ProposedMessage): Proposed => ({
  id: message.getId()?.getString() ?? '',
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
});

const streamIdentifier = (name: string) =>
  new sharedPb.StreamIdentifier().setStreamName(Buffer.from(name).toString('base64'));

export const streamNameOf = (identifier: { getStreamName_asU8(): Uint8Array } | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');

/** The revision of a tombstone is greater than any safe integer. */
const revisionText = (revision: number): string =>
  Number.isSafeInteger(revision) ? String(revision) : String(2n ** 63n - 1n);

function recordedEvent(record: Recorded) {
  const event = new streamsPb.ReadResp.ReadEvent.RecordedEvent()
    .setId(new sharedPb.UUID().setString(record.id))
    .setStreamIdentifier(streamIdentifier(record.stream))
    .setStreamRevision(revisionText(record.revision))
    .setCommitPosition(String(record.position))
    .setPreparePosition(String(record.position))
    .setData(record.data)
    .setCustomMetadata(record.metadata);
  const metadata = event.getMetadataMap();
  metadata.set('type', record.type);
  metadata.set('content-type', record.contentType);
  metadata.set('created', String(BigInt(record.createdAt) * TICKS_PER_MILLISECOND));
  return event;
}

export const eventMessage = (record: Recorded) =>
  new streamsPb.ReadResp().setEvent(
    new streamsPb.ReadResp.ReadEvent()
      .setEvent(recordedEvent(record))
      .setCommitPosition(String(record.position)),
  );

export const confirmationMessage = (id: string) =>
  new streamsPb.ReadResp().setConfirmation(
    new streamsPb.ReadResp.SubscriptionConfirmation().setSubscriptionId(id),
  );

export const checkpointMessage = (commit: bigint, prepare: bigint) =>
  new streamsPb.ReadResp().setCheckpoint(
    new streamsPb.ReadResp.Checkpoint().setCommitPosition(String(commit)).setPreparePosition(String(prepare)),
  );

export const caughtUpMessage = () => new streamsPb.ReadResp().setCaughtUp(new streamsPb.ReadResp.CaughtUp());

export const fellBehindMessage = () =>
  new streamsPb.ReadResp().setFellBehind(new streamsPb.ReadResp.FellBehind());

export const streamNotFoundMessage = (stream: string) =>
  new streamsPb.ReadResp().setStreamNotFound(
    new streamsPb.ReadResp.StreamNotFound().setStreamIdentifier(streamIdentifier(stream)),
  );

/** The answer to a unary append; `too large` has no message of its own there. */
export function appendMessage(outcome: Exclude<AppendOutcome, { status: 'too large' }>, expected: Expected) {
  if (outcome.status !== 'wrong expected version') return appendedMessage(outcome);
  const conflict = new streamsPb.AppendResp.WrongExpectedVersion();
  if (outcome.current === undefined) conflict.setCurrentNoStream(new sharedPb.Empty());
  else conflict.setCurrentRevision(String(outcome.current));
  if (typeof expected === 'number') conflict.setExpectedRevision(String(expected));
  if (expected === 'no_stream') conflict.setExpectedNoStream(new sharedPb.Empty());
  return new streamsPb.AppendResp().setWrongExpectedVersion(conflict);
}

type Success = Extract<AppendOutcome, { revision: number }>;

function appendedMessage(outcome: Success) {
  const success = new streamsPb.AppendResp.Success().setCurrentRevision(String(outcome.revision));
  if (outcome.status === 'known') success.setNoPosition(new sharedPb.Empty());
  else
    success.setPosition(
      new streamsPb.AppendResp.Position()
        .setCommitPosition(String(outcome.position))
        .setPreparePosition(String(outcome.position)),
    );
  return new streamsPb.AppendResp().setSuccess(success);
}

/** The answer to one append of a batch stream. */
export function batchMessage(
  stream: string,
  correlationId: string,
  outcome: AppendOutcome | 'failed' | 'denied',
) {
  const message = new streamsPb.BatchAppendResp()
    .setCorrelationId(new sharedPb.UUID().setString(correlationId))
    .setStreamIdentifier(streamIdentifier(stream));
  if (outcome === 'failed') return message.setError(packed('Unknown', new sharedPb.Unknown()));
  if (outcome === 'denied') return message.setError(packed('AccessDenied', new sharedPb.AccessDenied()));
  if (outcome.status === 'too large')
    return message.setError(packed('MaximumAppendSizeExceeded', new sharedPb.MaximumAppendSizeExceeded()));
  if (outcome.status !== 'wrong expected version') return message.setSuccess(batchSuccess(outcome));
  const conflict = new sharedPb.WrongExpectedVersion();
  if (outcome.current !== undefined) conflict.setCurrentStreamRevision(String(outcome.current));
  return message.setError(packed('WrongExpectedVersion', conflict));
}

function batchSuccess(outcome: Success) {
  const success = new streamsPb.BatchAppendResp.Success().setCurrentRevision(String(outcome.revision));
  if (outcome.status === 'known') return success;
  return success.setPosition(
    new sharedPb.AllStreamPosition()
      .setCommitPosition(String(outcome.position))
      .setPreparePosition(String(outcome.position)),
  );
}

function packed(name: string, detail: Message) {
  const details = new anyPb.Any();
  details.pack(detail.serializeBinary(), `event_store.client.${name}`);
  return new statusPb.Status().setMessage(name).setDetails(details);
}
