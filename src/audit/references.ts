/**
 * What the IDs in an event's data refer to, known from the names of their fields. Data is taken as it was
 * recorded, in its original version.
 */
import type { StoredEvent } from '../events/log/eventLog.ts';

/** What an ID can belong to. */
export type EntityKind = 'person' | 'channel' | 'group' | 'message';

/** Field name → what its IDs belong to. */
const KINDS: ReadonlyMap<string, EntityKind> = new Map(
  Object.entries({
    person: [
      'userId',
      'userIds',
      'senderId',
      'editorId',
      'deleterId',
      'ownerId',
      'oldOwnerId',
      'newOwnerId',
      'botId',
      'creatorId',
      'authorId',
      'oldAuthorId',
      'newAuthorId',
      'inviterId',
      'mutedUserId',
      'reporterId',
      'participantIds',
      'recipientIds',
      'memberIds',
      'mentionedUserIds',
      'oldMentionedUserIds',
      'topicParticipantIds',
      'alertedUserIds',
      'clearedUserIds',
      'contributorIds',
      'announcedUserIds',
      'forgottenUserIds',
      'directMembers',
      'requestedBy',
    ],
    channel: [
      'channelId',
      'oldChannelId',
      'newChannelId',
      'channelIds',
      'defaultChannelIds',
      'sentToChannelIds',
      'sendingChannelId',
      'eventsChannelId',
      'announcedTogether',
    ],
    group: ['groupId', 'groupIds', 'subgroupIds', 'directSubgroups', 'mentionedGroupIds'],
    message: ['messageId', 'messageIds', 'messages', 'replyId'],
  } satisfies Record<EntityKind, string[]>).flatMap(([kind, fields]) =>
    fields.map((field) => [field, kind as EntityKind] as const),
  ),
);

/** Tuples that begin with a person. */
const PEOPLE_FIRST: ReadonlySet<string> = new Set(['presences', 'carriedOver']);

const TOPICS: ReadonlySet<string> = new Set(['topic', 'oldTopic', 'newTopic', 'topics']);

/** Data of an event, as recorded. */
export type EventData = Readonly<Record<string, unknown>>;

/** An ID, or all IDs of a range; `id` is the first one, `to` the last. */
interface Reference {
  readonly kind: EntityKind;
  readonly id: number;
  readonly to: number;
}

/** What the IDs of a field belong to; a changed value is of the kind that its property names. */
export function entityKindOf(field: string, data: EventData): EntityKind | undefined {
  const known = KINDS.get(field);
  if (known !== undefined) return known;
  if (/^can[A-Z]/.test(field)) return 'group';
  if (field !== 'oldValue' && field !== 'newValue') return undefined;
  if ('permission' in data) return 'group';
  return typeof data['property'] === 'string' && /ChannelId$/.test(data['property']) ? 'channel' : undefined;
}

/** Everything that the data refers to by ID; the same ID may come more than once. */
export function* referencesIn(data: EventData): Iterable<Reference> {
  for (const [field, value] of Object.entries(data)) {
    const kind = entityKindOf(field, data);
    if (PEOPLE_FIRST.has(field) && Array.isArray(value)) yield* firstOfEach(value);
    else if (kind !== undefined) yield* idsIn(kind, value);
    yield* within(value);
  }
}

function* firstOfEach(tuples: readonly unknown[]): Iterable<Reference> {
  for (const tuple of tuples) if (Array.isArray(tuple)) yield* idsIn('person', tuple[0]);
}

/** Of one ID, or of a list of IDs and of ranges `[first, last]`. */
function* idsIn(kind: EntityKind, value: unknown): Iterable<Reference> {
  if (typeof value === 'number') yield { kind, id: value, to: value };
  if (!Array.isArray(value)) return;
  for (const item of value) {
    if (Array.isArray(item)) yield { kind, id: Number(item[0]), to: Number(item[1]) };
    else yield* idsIn(kind, item);
  }
}

/** Of the objects in a value. */
function* within(value: unknown): Iterable<Reference> {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) return yield* referencesIn(value as EventData);
  for (const item of value) if (!Array.isArray(item)) yield* within(item);
}

/** The topics that the data names. */
export function* topicsIn(data: EventData): Iterable<string> {
  for (const [field, value] of Object.entries(data)) {
    if (TOPICS.has(field)) yield* [value].flat().filter((topic) => typeof topic === 'string');
    else if (value !== null && typeof value === 'object')
      for (const item of [value].flat())
        if (item !== null && typeof item === 'object') yield* topicsIn(item as EventData);
  }
}

/** Whether an event is about somebody or something; a message is its own first event. */
export function refersTo(event: StoredEvent, data: EventData, kind: EntityKind, id: number): boolean {
  if (kind === 'message' && event.type === 'MessageSent' && event.revision === id - 1) return true;
  for (const each of referencesIn(data))
    if (each.kind === kind && each.id <= id && id <= each.to) return true;
  return false;
}
