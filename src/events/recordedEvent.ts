/** Reads one event of an organization from the log. */
import { type AnyEvent, decode } from './catalog.ts';
import type { EventLog } from './log/eventLog.ts';
import { type OrganizationId, organizationStream } from '../ids.ts';

/** The event at a revision; fails with LogUnavailable if the log is not available. */
export async function readRecordedEvent(
  log: Pick<EventLog, 'readStream'>,
  organizationId: OrganizationId,
  revision: number,
): Promise<AnyEvent> {
  const stream = organizationStream(organizationId);
  for await (const page of log.readStream(stream, { from: revision, limit: 1 }))
    for (const event of page) return decode(event);
  throw new Error(`There is no event ${revision} in ${stream}.`);
}
