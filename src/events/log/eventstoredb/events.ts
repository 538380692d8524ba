import type {
  AllStreamRecordedEvent,
  AppendExpectedRevision,
  Position as DriverPosition,
  JSONEventData,
} from '@eventstore/db-client';
import {
  AppendTooLarge,
  type EventToAppend,
  type ExpectedRevision,
  MAX_APPEND_BYTES,
  type Position,
  type StoredEvent,
} from '../eventLog.ts';

const UUID_TEXT = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const utf8 = new TextEncoder();

/** Names of the server's own streams begin like this. */
const isSystemStream = (stream: string): boolean => stream.startsWith('$');

/** Whether a stream is ours or another program's, rather than the server's own. */
export const isOrdinary = (stream: string): boolean => !isSystemStream(stream);

/**
 * The events in the driver's form. Everything is checked before anything is sent, because an event that the
 * server refuses breaks the driver's stream for all appends. Throws AppendTooLarge, or TypeError for our own
 * bugs.
 */
export function encodeAppend(
  stream: string,
  events: readonly EventToAppend[],
  expected: ExpectedRevision,
): JSONEventData[] {
  if (typeof expected === 'number' && !(Number.isSafeInteger(expected) && expected >= 0))
    throw new TypeError(`${expected} is no revision.`);
  if (stream === '' || isSystemStream(stream))
    throw new TypeError(`"${stream}" cannot name a stream of events.`);
  if (events.length === 0) throw new TypeError(`An append to ${stream} holds no event.`);
  let bytes = 0;
  const encoded = events.map((event) => {
    const metadata = utf8.encode(event.metadata);
    bytes += metadata.length + Buffer.byteLength(event.data);
    return encodeEvent(event, metadata);
  });
  if (bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(stream, bytes);
  return encoded;
}

function encodeEvent(event: EventToAppend, metadata: Uint8Array): JSONEventData {
  if (event.type === '') throw new TypeError(`Event ${event.id} has no type.`);
  if (!UUID_TEXT.test(event.id)) throw new TypeError(`"${event.id}" is no event ID: lower-case UUIDs are.`);
  parseExact(event, event.metadata);
  const data = parseExact(event, event.data) as JSONEventData['data'];
  return { id: event.id, type: event.type, contentType: 'application/json', data, metadata };
}

/** The parsed JSON text, if printing it, as the driver does, yields the same bytes. */
function parseExact(event: EventToAppend, text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (JSON.stringify(value) === text) return value;
  throw new TypeError(`${event.type} ${event.id} is not written as JSON.stringify writes it.`);
}

/** The expected revision in the driver's form. */
export const encodeRevision = (expected: ExpectedRevision): AppendExpectedRevision => {
  if (typeof expected === 'number') return BigInt(expected);
  return expected === 'any' ? 'any' : 'no_stream';
};

/** Stream and position of an event that is not ours, without its content; its revision may not even be a safe integer. */
export const decodeForeignEvent = (event: AllStreamRecordedEvent): StoredEvent => ({
  id: event.id,
  type: event.type,
  stream: event.streamId,
  data: '',
  metadata: '',
  revision: Number(event.revision),
  position: Number(event.position.commit),
});

/** The event in the port's form. Bytes that are no JSON are read as text. */
export const decodeEvent = (event: AllStreamRecordedEvent): StoredEvent => ({
  id: event.id,
  type: event.type,
  stream: event.streamId,
  revision: Number(event.revision),
  position: decodePosition(event.position),
  data: event.isJson ? JSON.stringify(event.data) : Buffer.from(event.data).toString(),
  metadata: JSON.stringify(event.metadata ?? {}),
});

/** The server's position as one number: commit and prepare position are the same outside old transactions. */
export function decodePosition(position: DriverPosition): Position {
  const number = Number(position.commit);
  if (position.commit === position.prepare && Number.isSafeInteger(number)) return number;
  throw new RangeError(`Position ${position.commit}/${position.prepare} is not one safe integer.`);
}

/** The number as the server's position. */
export const encodePosition = (position: Position): DriverPosition => ({
  commit: BigInt(position),
  prepare: BigInt(position),
});
