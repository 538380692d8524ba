/** Turns decided events into the bytes to append: stable ID, metadata, link in the hash chain. */
import { hash, randomBytes } from 'node:crypto';
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

/** Hexadecimal digits at the end of a UUID, behind its last dash. */
const COUNT_DIGITS = 12;

/**
 * A new decision ID, from which event IDs derive. A repeated decision gets another one, because a log treats
 * equal IDs at the same revision as a retry of equal bytes, and the bytes may differ.
 */
export const newDecisionId = decisionIds();

/** A random prefix per process, then a counter. */
function decisionIds(): () => string {
  const drawn = uuidOf(randomBytes(16).toString('hex')).slice(0, -COUNT_DIGITS);
  let count = 0;
  return () => drawn + (count++).toString(16).padStart(COUNT_DIGITS, '0');
}

/** The ID of a decision's nth event. */
export const eventIdOf = (decisionId: string, ordinal: number): string =>
  ordinal === 0 ? decisionId : uuidOf(hash('sha256', `${decisionId}:${ordinal}`, 'hex'));

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
  id: string,
  appendPosition: AppendPosition,
  command: string,
  submission: CommandMetadata,
): EventEnvelope {
  validate(event.type, event.data);
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

/** 128 bits in the form of a UUID (version 8: our own derivation). */
function uuidOf(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
