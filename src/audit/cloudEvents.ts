/** Events in the JSON form of CloudEvents 1.0, for systems that take it. */
import type { StoredEvent } from '../events/log/eventLog.ts';
import { metadataOf } from './jsonLine.ts';
import type { ReferencedNames } from './names.ts';

/**
 * One CloudEvent. `source` and `id` together are unique; positions are texts, because integers of CloudEvents
 * have 32 bits. Attributes that do not apply are absent.
 */
export function cloudEvent(event: StoredEvent, names: ReferencedNames, logId: string): string {
  const metadata = metadataOf(event);
  const actor = metadata.actor ?? undefined;
  const head = JSON.stringify({
    specversion: '1.0',
    id: event.id,
    source: `/logs/${encodeURIComponent(logId)}/streams/${encodeURIComponent(event.stream)}`,
    type: `hansard.${event.type}.v${metadata.version}`,
    subject: `${event.stream}/${event.revision}`,
    time: new Date(metadata.time).toISOString(),
    datacontenttype: 'application/json',
    partitionkey: event.stream,
    position: String(event.position),
    revision: String(event.revision),
    actor: actor?.toString(),
    actorname: actor === undefined ? undefined : names.person?.[actor],
    client: metadata.client || undefined,
    command: metadata.command,
    correlationid: metadata.$correlationId,
    causationid: metadata.$causationId,
    hash: metadata.hash,
  });
  return `${head.slice(0, -1)},"data":${event.data}}`;
}
