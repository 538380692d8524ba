/** An event of the record as one line of JSON. */
import { BrokenChain } from '../events/chain.ts';
import type { EventMetadata } from '../events/define.ts';
import type { StoredEvent } from '../events/log/eventLog.ts';
import type { ReferencedNames } from './names.ts';

/**
 * Data and metadata exactly as recorded, in their original versions, so that the hash chain can be checked
 * from the output. `time` is in UNIX milliseconds. Names, if given, come last.
 */
export function jsonLine(event: StoredEvent, names?: ReferencedNames): string {
  const { position, stream, revision, type, id, data, metadata } = event;
  const { version, time } = metadataOf(event);
  const head = JSON.stringify({ position, stream, revision, type, version, id, time });
  const tail = names === undefined ? '' : `,"names":${JSON.stringify(names)}`;
  return `${head.slice(0, -1)},"data":${data},"metadata":${metadata}${tail}}`;
}

/** BrokenChain if it is not readable. */
export function metadataOf(event: StoredEvent): EventMetadata {
  try {
    return JSON.parse(event.metadata) as EventMetadata;
  } catch {
    throw new BrokenChain(event);
  }
}
