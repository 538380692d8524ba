/** Which events of the record a question is about. */
import { nameKey } from '../base/identity.ts';
import {
  type ChannelId,
  ephemeralStream,
  type MessageId,
  type OrganizationId,
  organizationStream,
  type UserId,
} from '../base/ids.ts';
import type { EventMetadata } from '../events/define.ts';
import type { LogFilter, StoredEvent } from '../events/log/eventLog.ts';
import { metadataOf } from './referencedNames.ts';
import { type EventData, refersTo, topicsIn } from './references.ts';

/** Conditions that an event fulfils all of; IDs are those of one organization. */
export interface Selection {
  readonly organizationId?: OrganizationId | undefined;
  /** UNIX milliseconds, inclusive. */
  readonly since?: number | undefined;
  /** UNIX milliseconds, exclusive. */
  readonly until?: number | undefined;
  /** The acting person; null for the server and its operator. */
  readonly actor?: UserId | null | undefined;
  /** Acts, or is named by the event. */
  readonly person?: UserId | undefined;
  readonly channel?: ChannelId | undefined;
  readonly topic?: string | undefined;
  readonly message?: MessageId | undefined;
}

/** The streams in which events of an organization can be; others may match, too. */
export const logFilterOf = ({ organizationId }: Selection): LogFilter =>
  organizationId === undefined
    ? {}
    : { streamPrefixes: [organizationStream(organizationId), ephemeralStream(organizationId), 'reactor-'] };

/** Whether an event fulfils every condition. */
export function isSelected(event: StoredEvent, selection: Selection): boolean {
  const metadata = metadataOf(event);
  return (
    fitsMetadata(metadata, selection) && (isOfAnything(selection) || fitsData(event, metadata, selection))
  );
}

function fitsMetadata(
  { organization, time, actor }: EventMetadata,
  { organizationId, since = -Infinity, until = Infinity, actor: selectedActor }: Selection,
): boolean {
  if (organizationId !== undefined && organization !== organizationId) return false;
  if (selectedActor !== undefined && actor !== selectedActor) return false;
  return time >= since && time < until;
}

const isOfAnything = ({ person, channel, topic, message }: Selection): boolean =>
  [person, channel, topic, message].every((each) => each === undefined);

function fitsData(
  event: StoredEvent,
  { actor }: EventMetadata,
  { person, channel, topic, message }: Selection,
): boolean {
  const data = JSON.parse(event.data) as EventData;
  if (person !== undefined && actor !== person && !refersTo(event, data, 'person', person)) return false;
  if (channel !== undefined && !refersTo(event, data, 'channel', channel)) return false;
  if (message !== undefined && !refersTo(event, data, 'message', message)) return false;
  if (topic === undefined) return true;
  const key = nameKey(topic);
  return [...topicsIn(data)].some((each) => nameKey(each) === key);
}
