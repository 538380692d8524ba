/** Everything that the record says about one message, person or channel. */
import type { ChannelId, OrganizationId } from '../base/ids.ts';
import { eventArea } from '../events/catalog.ts';
import type { EventLog, StoredEvent } from '../events/log/eventLog.ts';
import type { Access } from '../organization/access/access.ts';
import { metadataOf } from './referencedNames.ts';
import { type EntityKind, entityKindOf, type EventData, refersTo } from './references.ts';
import { logFilterOf } from './selection.ts';

/** What a story can be about. */
export type Subject = Exclude<EntityKind, 'group'>;

/** How often something happened; times in UNIX milliseconds. */
export interface Occurrence {
  readonly type: string;
  count: number;
  readonly first: number;
  last: number;
}

export interface Story {
  /** What happened to the subject, oldest first. */
  readonly events: readonly StoredEvent[];
  /** Everyday conversation, and what a person did to others: only counted. */
  readonly counted: readonly Occurrence[];
}

/** Reads the organization's part of the log once. */
export async function readStory(
  log: EventLog,
  organizationId: OrganizationId,
  subject: Subject,
  id: number,
): Promise<Story> {
  const events: StoredEvent[] = [];
  const counted = new Map<string, Occurrence>();
  for await (const page of log.readAll({ filter: logFilterOf({ organizationId }) })) {
    for (const event of page) {
      const { organization, actor, time } = metadataOf(event);
      if (organization !== organizationId) continue;
      const isAbout = refersTo(event, JSON.parse(event.data) as EventData, subject, id);
      const isIncluded = isAbout && (subject === 'message' || eventArea(event.type)?.story !== 'counted');
      if (isIncluded) events.push(event);
      else if (isAbout || (subject === 'person' && actor === id)) count(counted, event.type, time);
    }
  }
  return { events, counted: [...counted.values()] };
}

function count(counted: Map<string, Occurrence>, type: string, time: number): void {
  const known = counted.get(type);
  if (known === undefined) counted.set(type, { type, count: 1, first: time, last: time });
  else Object.assign(known, { count: known.count + 1, last: time });
}

// What was changed in an imported message where it comes from, in the form of events' data.

/** A change: `time` in UNIX milliseconds, old and new values in `data`. */
interface AuditedChange {
  readonly time: number;
  readonly editorId: number;
  readonly data: EventData;
}

/** The changes that a MessageSent tells of, oldest first, and its data without them. */
export function withoutEarlierChanges({ earlierChanges, ...data }: EventData): {
  readonly data: EventData;
  readonly earlier: readonly AuditedChange[];
} {
  if (!Array.isArray(earlierChanges)) return { data, earlier: [] };
  let content = data['content'];
  const newestFirst = (earlierChanges as readonly EventData[]).toReversed();
  const earlier = newestFirst.map(({ at, editorId, oldContent, ...destination }) => {
    const texts = oldContent === undefined ? {} : { oldContent, newContent: content };
    content = oldContent ?? content;
    return { time: Number(at), editorId: Number(editorId), data: { ...texts, ...destination } };
  });
  return { data, earlier: earlier.reverse() };
}

// What owners who look at the record do not get: texts of conversations that they may not read.

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
  const area = eventArea(type);
  return [...(area?.definitions[type]?.erasable ?? [])].flatMap(([field, subject]) =>
    area?.texts === 'personal' || /^(message|scheduled)/.test(subject) ? field : [],
  );
}

function mayRead(event: StoredEvent, data: EventData, access: Access): boolean {
  const { actor } = metadataOf(event);
  if (actor === access.viewerId) return true;
  if (eventArea(event.type)?.texts === 'personal') return false;
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
  Object.entries(data).flatMap(([field, value]) =>
    typeof value === 'number' && entityKindOf(field, data) === 'channel' ? (value as ChannelId) : [],
  );

function isReadable(access: Access, channelId: ChannelId, revision: number): boolean {
  const readable = access.readableIntervals(channelId);
  if (typeof readable === 'string') return readable === 'all';
  return readable.some(({ from, to }) => revision >= from && revision <= to);
}
