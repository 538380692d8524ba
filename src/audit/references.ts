/**
 * What the IDs in an event's data refer to: field names say it, by the schemas that events have for them. Data is taken as it
 * was recorded, in its original version.
 */
import { z } from 'zod';
import { ChannelId, MessageId, UserId } from '../base/ids.ts';
import { eventAreas } from '../events/catalog.ts';
import type { EventArea } from '../events/define.ts';
import type { StoredEvent } from '../events/log/eventLog.ts';
import { Topic } from '../events/subscriptions.ts';
import { UserGroupId } from '../events/userGroups.ts';

/** What an ID can belong to. */
export type EntityKind = 'person' | 'channel' | 'group' | 'message';

/** The schema of an ID or of a topic → what it names. */
const KINDS: ReadonlyMap<unknown, EntityKind | 'topic'> = new Map<unknown, EntityKind | 'topic'>([
  [UserId, 'person'],
  [ChannelId, 'channel'],
  [UserGroupId, 'group'],
  [MessageId, 'message'],
  [Topic, 'topic'],
]);

let kinds: ReadonlyMap<string, EntityKind | 'topic'> | undefined;

/** What the values of a field name, in any event; read from the schemas when it is needed for the first time. */
function kindOf(field: string): EntityKind | 'topic' | undefined {
  kinds ??= new Map(
    Object.values<EventArea>(eventAreas)
      .flatMap(({ definitions }) => Object.values(definitions))
      .flatMap(({ schema }) => [...fieldsNaming(schema, '')]),
  );
  return kinds.get(field);
}

/** The fields of a schema that name something, at any depth. */
export function* fieldsNaming(
  schema: z.core.$ZodType,
  field: string,
): Iterable<readonly [field: string, kind: EntityKind | 'topic']> {
  const kind = KINDS.get(schema);
  if (kind !== undefined) yield [field, kind];
  else if (schema instanceof z.ZodObject)
    for (const [name, each] of Object.entries(schema.shape)) yield* fieldsNaming(each, name);
  else for (const part of partsOf(schema)) yield* fieldsNaming(part, field);
}

/** The schemas of a list's items, of a union's options, or of what is optional. */
function partsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodArray) return [schema.element];
  if (schema instanceof z.ZodUnion) return schema.options;
  if (schema instanceof z.ZodTuple) return schema.def.items;
  const { innerType } = schema._zod.def as { readonly innerType?: z.core.$ZodType };
  return innerType === undefined ? [] : [innerType];
}

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
  if (field !== 'oldValue' && field !== 'newValue') {
    const kind = kindOf(field);
    return kind === 'topic' ? undefined : kind;
  }
  if ('permission' in data) return 'group';
  return typeof data['property'] === 'string' && /ChannelId$/.test(data['property']) ? 'channel' : undefined;
}

/** Everything that the data refers to by ID; the same ID may come more than once. */
export function* referencesIn(data: EventData): Iterable<Reference> {
  for (const [field, value] of Object.entries(data)) {
    const kind = entityKindOf(field, data);
    if (kind !== undefined) yield* idsIn(kind, value);
    yield* within(value);
  }
}

/** Of one ID, or of a list: of IDs, of ranges `[first, last]` of messages, and of tuples that begin with an ID. */
function* idsIn(kind: EntityKind, value: unknown): Iterable<Reference> {
  if (typeof value === 'number') yield { kind, id: value, to: value };
  if (!Array.isArray(value)) return;
  for (const item of value) {
    if (kind === 'message' && Array.isArray(item)) yield { kind, id: Number(item[0]), to: Number(item[1]) };
    else yield* idsIn(kind, Array.isArray(item) ? item[0] : item);
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
    if (kindOf(field) === 'topic') yield* [value].flat().filter((topic) => typeof topic === 'string');
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
