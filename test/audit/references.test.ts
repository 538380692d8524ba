import { expect } from 'chai';
import { z } from 'zod';
import {
  type EventData,
  type EntityKind,
  entityKindOf,
  referencesIn,
  topicsIn,
} from '../../src/audit/references.ts';
import { eventAreas } from '../../src/events/catalog.ts';
import type { EventDefinition } from '../../src/events/define.ts';
import { UserGroupId } from '../../src/events/userGroups.ts';
import { ChannelId, MessageId, UserId } from '../../src/base/ids.ts';

/** Schemas of the IDs that questions can be about. */
const SCHEMAS: ReadonlyMap<unknown, EntityKind> = new Map<unknown, EntityKind>([
  [UserId, 'person'],
  [ChannelId, 'channel'],
  [UserGroupId, 'group'],
  [MessageId, 'message'],
]);

/** Parts of what `messages` names, and the ends of conversations: no question is about them. */
const OTHERS = [
  'mentioning',
  'unreceived',
  'firstMessageId',
  'lastMessageId',
  'oldMessageId',
  'newMessageId',
];

/** Their kind depends on the event's other fields, or they are tuples: the cases below have each. */
const SPECIAL = ['oldValue', 'newValue', 'presences', 'carriedOver'];

/** Name of a field and kind of its IDs, for all IDs in a schema, at any depth. */
function idsIn(
  schema: z.core.$ZodType,
  name: string,
): readonly (readonly [name: string, kind: EntityKind])[] {
  const kind = SCHEMAS.get(schema);
  if (kind !== undefined) return [[name, kind]];
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, field]) => idsIn(field, key));
  if (schema instanceof z.ZodArray) return idsIn(schema.element, name);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => idsIn(option, name));
  if (schema instanceof z.ZodTuple) return schema.def.items.flatMap((item) => idsIn(item, name));
  if (schema instanceof z.ZodRecord) return idsIn(schema.valueType, name);
  const { innerType } = schema._zod.def as { readonly innerType?: z.core.$ZodType };
  return innerType === undefined ? [] : idsIn(innerType, name);
}

describe('the references in an event', () => {
  it('are known for every ID of a person, channel, group or message', () => {
    const ids = Object.values(eventAreas)
      .flatMap(({ definitions }) => Object.values(definitions) as readonly EventDefinition[])
      .flatMap(({ schema }) => idsIn(schema, ''))
      .filter(([name]) => !SPECIAL.includes(name) && !OTHERS.includes(name));
    expect(new Set(ids.map(([name]) => name)).size).to.be.greaterThan(30);
    const wrong = ids.filter(([name, kind]) => entityKindOf(name, {}) !== kind);
    const unknown = [...new Set(wrong.map(([name, kind]) => `${kind}: ${name}`))];
    expect(unknown, 'Add these to KINDS of src/audit/references.ts, or to OTHERS here').to.deep.equal([]);
  });

  const cases: readonly (readonly [title: string, data: EventData, references: readonly string[]])[] = [
    ['one ID', { userId: 2 }, ['person 2']],
    ['lists', { channelIds: [3, 4] }, ['channel 3', 'channel 4']],
    ['ranges of messages', { messages: [5, [7, 9]] }, ['message 5', 'message 7-9']],
    [
      'objects in lists',
      { conversations: [{ channelId: 1, messages: [[2, 3]] }] },
      ['channel 1', 'message 2-3'],
    ],
    [
      'permissions',
      { permissions: { canManage: 5, canJoin: { directMembers: [2], directSubgroups: [6] } } },
      ['group 5', 'person 2', 'group 6'],
    ],
    ['changed permissions', { permission: 'canJoin', oldValue: 4, newValue: 5 }, ['group 4', 'group 5']],
    ['changed settings', { property: 'announcementChannelId', oldValue: 1, newValue: null }, ['channel 1']],
    ['other settings', { property: 'maxSize', oldValue: 1, newValue: 2 }, []],
    ['presence', { presences: [[2, 0, 1]], carriedOver: [[3, null, 1, 1]] }, ['person 2', 'person 3']],
  ];
  for (const [title, data, references] of cases)
    it(`are found in ${title}`, () => {
      const found = [...referencesIn(data)].map(({ kind, id, to }) =>
        id === to ? `${kind} ${id}` : `${kind} ${id}-${to}`,
      );
      expect(found).to.deep.equal(references);
    });

  it('include topics, old and new', () => {
    const data = { oldTopic: 'logo', newTopic: 'brand', texts: [{ topic: 'colour' }], topics: ['type'] };
    expect([...topicsIn(data)]).to.deep.equal(['logo', 'brand', 'colour', 'type']);
  });
});
