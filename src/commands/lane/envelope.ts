/** Turns decided events into the bytes to append: ID, metadata, link in the hash chain. */
import { randomUUID } from 'node:crypto';
import { Refused } from '../../base/errors.ts';
import { eventDefinition, validate } from '../../events/catalog.ts';
import { chainEvent } from '../../events/chain.ts';
import type { DomainEvent, RecordedEvent } from '../../events/define.ts';
import type { EventToAppend } from '../../events/log/eventLog.ts';
import { serializeMetadata, type UnhashedMetadata } from '../../events/metadata.ts';
import type { CommandMetadata } from '../define.ts';

/** Stream and revision of an event to append, and the hash of the event before it. */
interface AppendPosition {
  readonly stream: string;
  readonly organization: number;
  readonly revision: number;
  readonly previousHash: string;
  /** UNIX milliseconds, not before the previous event's. */
  readonly time: number;
}

/** A decided event: the bytes to append, and the event that readers will see. */
export interface EventEnvelope {
  readonly stored: EventToAppend;
  readonly recorded: RecordedEvent;
  readonly hash: string;
  /** Bytes of data and metadata. */
  readonly size: number;
}

/** Whether JSON text has U+0000; nearly all texts are cleared by the fast search. */
const hasNul = (json: string): boolean => json.includes('\\u0000') && NUL.test(json);

/** U+0000 in JSON text: escaped, behind a backslash that is not itself escaped. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/**
 * Wraps an event; throws a ZodError if it does not fit its schema, which is our bug. Refuses null bytes in what people
 * write, also where no rule of the command looks for them.
 */
export function createEnvelope(
  event: DomainEvent,
  appendPosition: AppendPosition,
  command: string,
  submission: CommandMetadata,
): EventEnvelope {
  validate(event.type, event.data);
  // Random, so that nobody who knows one event guesses the hash of the next.
  const id = randomUUID();
  // Fields are listed one by one: spreading objects here took half of a decision's time.
  const metadata: UnhashedMetadata & { hash: string } = {
    version: eventDefinition(event.type)?.version ?? 0,
    organization: appendPosition.organization,
    actor: submission.actor,
    client: submission.client,
    command,
    time: appendPosition.time,
    $correlationId: submission.correlationId,
    $causationId: submission.correlationId,
    hash: '',
  };
  const { type } = event;
  const data = JSON.stringify(event.data);
  if (submission.actor !== null && hasNul(data)) throw new Refused('Texts must not contain null bytes.');
  const link = chainEvent(appendPosition.previousHash, {
    id,
    type,
    data,
    metadata: serializeMetadata(metadata),
  });
  const stored = { id, type, data, metadata: link.metadata };
  metadata.hash = link.hash;
  const recorded: RecordedEvent = {
    type,
    data: event.data,
    id,
    stream: appendPosition.stream,
    revision: appendPosition.revision,
    position: -1,
    metadata,
  };
  const size = Buffer.byteLength(data) + Buffer.byteLength(stored.metadata);
  return { stored, recorded, hash: link.hash, size };
}
