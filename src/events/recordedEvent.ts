/** One event of an organization, read again from the log. */
import { type AnyEvent, decode } from './catalog.ts';
import type { EventLog } from './log/eventLog.ts';
import { type OrganizationId, organizationStream } from '../ids.ts';

/** The event of a revision that the organization has; fails with LogUnavailable where the log cannot give it now. */
export async function recordedEvent(
  log: Pick<EventLog, 'readStream'>,
  organizationId: OrganizationId,
  revision: number,
): Promise<AnyEvent> {
  const stream = organizationStream(organizationId);
  for await (const page of log.readStream(stream, { from: revision, limit: 1 }))
    for (const event of page) return decode(event);
  throw new Error(`There is no event ${revision} in ${stream}.`);
}
