/** The part of a log that is restored: all of it, up to a position or time, or one organization. */
import type { Position, StoredEvent } from '../events/log/eventLog.ts';
import { parseMetadata } from '../events/metadata.ts';
import { organizationOfStream, type OrganizationId, organizationStream, SERVER_STREAM } from '../ids.ts';

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

/** Whether a stream belongs to an extent. The stream `server`, which says what organizations there are, always does. */
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
