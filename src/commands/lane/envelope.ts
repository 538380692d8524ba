/** How a decided event becomes the bytes that are appended: stable ID, metadata, place in the hash chain. */
import { hash, randomBytes } from 'node:crypto';
import { definitionOf, validate } from '../../events/catalog.ts';
import { chained } from '../../events/chain.ts';
import type { DomainEvent, RecordedEvent } from '../../events/define.ts';
import type { EventToAppend } from '../../events/log/eventLog.ts';
import { type Unhashed, unhashedText } from '../../events/metadata.ts';
import type { Submission } from '../define.ts';

/** Where an event goes and what comes before it there. */
export interface Place {
  readonly stream: string;
  readonly organization: number;
  readonly revision: number;
  readonly previousHash: string;
  /** UNIX milliseconds, not before the previous event's. */
  readonly time: number;
}

/** A decided event: what is appended, and what it will read as. */
export interface Enveloped {
  readonly stored: EventToAppend;
  readonly recorded: RecordedEvent;
  readonly hash: string;
  /** Bytes of data and metadata. */
  readonly size: number;
}

/** Hexadecimal digits at the end of a UUID, behind its last dash. */
const COUNT_DIGITS = 12;

/**
 * The ID of one decision, from which those of its events derive. A decision that is made again has another one: a
 * log takes the same IDs at the same revision for a retry of the same bytes, and these need not be the same.
 */
export const newDecisionId = decisionIds();

/** A process draws lots once and counts from there on. */
function decisionIds(): () => string {
  const drawn = uuidOf(randomBytes(16).toString('hex')).slice(0, -COUNT_DIGITS);
  let count = 0;
  return () => drawn + (count++).toString(16).padStart(COUNT_DIGITS, '0');
}

/** The ID of a decision's nth event. */
export const eventIdOf = (decisionId: string, ordinal: number): string =>
  ordinal === 0 ? decisionId : uuidOf(hash('sha256', `${decisionId}:${ordinal}`, 'hex'));

/** Puts an event into its envelope; throws a ZodError when it does not fit its schema, which is our bug. */
export function envelope(
  event: DomainEvent,
  id: string,
  place: Place,
  command: string,
  submission: Submission,
): Enveloped {
  validate(event.type, event.data);
  // Fields are named one by one: spreading objects here took half of the time that a decision takes.
  const metadata: Unhashed & { hash: string } = {
    version: definitionOf(event.type)?.version ?? 0,
    organization: place.organization,
    actor: submission.actor,
    client: submission.client,
    command,
    time: place.time,
    $correlationId: submission.correlationId,
    $causationId: submission.correlationId,
    hash: '',
  };
  const { type } = event;
  const data = JSON.stringify(event.data);
  const link = chained(place.previousHash, { id, type, data, metadata: unhashedText(metadata) });
  const stored = { id, type, data, metadata: link.metadata };
  metadata.hash = link.hash;
  const recorded: RecordedEvent = {
    type,
    data: event.data,
    id,
    stream: place.stream,
    revision: place.revision,
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
