/** What owners who look at the record do not get: texts of conversations that they may not read. */
import { eventDefinition, eventAreas } from '../events/catalog.ts';
import type { ChannelId } from '../ids.ts';
import type { Access } from '../organization/access.ts';
import type { StoredEvent } from '../events/log/eventLog.ts';
import { metadataOf } from './jsonLine.ts';
import type { EventData } from './references.ts';

/** Areas of what somebody has for themselves alone. */
const PERSONAL: ReadonlySet<string> = new Set(
  (
    [
      ...(['drafts', 'savedSnippets', 'reminders', 'scheduledMessages'] as const),
      ...(['alertWords', 'navigationViews', 'botStorage'] as const),
    ] as const
  ).flatMap((area) => Object.keys(eventAreas[area].definitions)),
);

/** The data, in which null takes the place of every text that the viewer may not read; and whether any was. */
export function withholdTexts(
  event: StoredEvent,
  data: EventData,
  access: Access,
): { readonly data: EventData; readonly isWithheld: boolean } {
  const texts = textsIn(event).filter((field) => data[field] !== undefined);
  if (texts.length === 0 || mayRead(event, data, access)) return { data, isWithheld: false };
  return { data: { ...data, ...Object.fromEntries(texts.map((field) => [field, null])) }, isWithheld: true };
}

/** Fields with what somebody has written: not those that say who a person is. */
function textsIn({ type }: StoredEvent): readonly string[] {
  const isPersonal = PERSONAL.has(type);
  return [...(eventDefinition(type)?.erasable ?? [])].flatMap(([field, subject]) =>
    isPersonal || /^(message|scheduled)/.test(subject) ? field : [],
  );
}

function mayRead(event: StoredEvent, data: EventData, access: Access): boolean {
  const { actor } = metadataOf(event);
  if (actor === access.viewerId) return true;
  if (PERSONAL.has(event.type)) return false;
  const participants = data['participantIds'];
  if (Array.isArray(participants)) return participants.includes(access.viewerId);
  const earlier = Array.isArray(data['earlierChanges'])
    ? (data['earlierChanges'] as readonly EventData[])
    : [];
  const channels = [data, ...earlier].flatMap(channelsIn);
  const sentAt = typeof data['messageId'] === 'number' ? data['messageId'] - 1 : event.revision;
  return channels.length > 0 && channels.every((channelId) => isReadable(access, channelId, sentAt));
}

const channelsIn = (data: EventData): readonly ChannelId[] =>
  ['channelId', 'oldChannelId', 'newChannelId'].flatMap((field) =>
    typeof data[field] === 'number' ? (data[field] as ChannelId) : [],
  );

function isReadable(access: Access, channelId: ChannelId, revision: number): boolean {
  const readable = access.readableIntervals(channelId);
  if (typeof readable === 'string') return readable === 'all';
  return readable.some(({ from, to }) => revision >= from && revision <= to);
}
