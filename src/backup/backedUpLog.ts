/** The state of a log that is copied: the end of each stream, checked event by event. */
import { OperatorError } from '../base/errors.ts';
import {
  type OrganizationId,
  organizationOfEphemeralStream,
  organizationOfStream,
  organizationStream,
  SERVER_STREAM,
} from '../base/ids.ts';
import { chainStart, hashOf, requireNext, type StreamEnd } from '../events/chain.ts';
import type { EventLog, Position, StoredEvent } from '../events/log/eventLog.ts';
import { parseMetadata } from '../events/metadata.ts';

/** The hash chains of all streams, as far as they have been copied. */
export class Chains {
  readonly ends: Map<string, StreamEnd>;

  constructor(ends: Readonly<Record<string, StreamEnd>> = {}) {
    this.ends = new Map(Object.entries(ends));
  }

  /** The end of a stream; before its first event, the revision is -1. */
  endOf(stream: string): StreamEnd {
    return this.ends.get(stream) ?? { revision: -1, hash: chainStart(stream) };
  }

  /** Adds the next event of its stream; fails with BrokenChain if it is another one. */
  add(event: StoredEvent): void {
    requireNext(this.endOf(event.stream), event);
    this.ends.set(event.stream, { revision: event.revision, hash: hashOf(event) });
  }
}

// The fields of events that copying reads; their meaning does not matter to it.

/** Whether an event is copied: all are but presence, which expires and may begin anywhere. */
export const isBackedUp = ({ stream }: Pick<StoredEvent, 'stream'>): boolean =>
  organizationOfEphemeralStream(stream) === undefined;

/** Fields with SHA-256 digests of stored files. */
const DIGEST_FIELD = /"\w*[dD]igest":"([0-9a-f]{64})"/g;

/** Digests of the files that an event names. */
export const fileDigests = ({ data }: Pick<StoredEvent, 'data'>): readonly string[] =>
  Array.from(data.matchAll(DIGEST_FIELD), ([, digest = '']) => digest);

/** The ID of a log; OperatorError if the log is empty. */
export async function readLogId(log: EventLog): Promise<string> {
  for await (const [first] of log.readStream(SERVER_STREAM, { limit: 1 }))
    if (first?.type === 'LogCreated') return (JSON.parse(first.data) as { logId: string }).logId;
  throw new OperatorError('The event log is empty: there is nothing to copy.');
}

// The part of a log that is restored: all of it, up to a position or time, or one organization.

/** Inclusive. Times are UNIX milliseconds; positions are those of the log that was backed up. */
export interface Extent {
  readonly position?: Position | undefined;
  readonly time?: number | undefined;
  readonly organizationId?: OrganizationId | undefined;
}

/** Whether an event lies behind the end of an extent, as all that follow it do. */
export const isBeyond = (event: StoredEvent, { position, time }: Extent): boolean =>
  (position !== undefined && event.position > position) ||
  (time !== undefined && parseMetadata(event.metadata).time > time);

/** Whether a stream belongs to an extent. The stream `server`, which lists the organizations, always does. */
export function includesStream(stream: string, { organizationId }: Extent): boolean {
  if (organizationId === undefined || stream === SERVER_STREAM) return true;
  if (organizationOfStream(stream) !== undefined) return stream === organizationStream(organizationId);
  return stream.startsWith('reactor-') && stream.endsWith(`-${organizationId}`);
}

/** Two extents with the same text are the same. */
export function extentText({ position, time, organizationId }: Extent): string {
  const end = position === undefined ? '' : ` up to position ${position}`;
  const moment = time === undefined ? '' : ` up to ${new Date(time).toISOString()}`;
  const whose = organizationId === undefined ? 'everything' : `organization ${organizationId}`;
  return `${whose}${end}${moment}`;
}
