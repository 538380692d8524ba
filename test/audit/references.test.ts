import { expect } from 'chai';
import type { z } from 'zod';
import { type EventData, fieldsNaming, referencesIn, topicsIn } from '../../src/audit/references.ts';
import { eventAreas } from '../../src/events/catalog.ts';
import type { EventArea, EventDefinition } from '../../src/events/define.ts';

/** Their kind depends on the event's other fields: the cases below have each. */
const CHANGED_VALUES = ['oldValue', 'newValue'];

const definitions: readonly EventDefinition[] = Object.values<EventArea>(eventAreas).flatMap((area) =>
  Object.values(area.definitions),
);

describe('the references in an event', () => {
  it('are known from the name of a field, because it names the same in every event', () => {
    const kinds = new Map<string, Set<string>>();
    for (const { schema } of definitions)
      for (const [name, field] of Object.entries((schema as z.ZodObject).shape)) {
        const found = [...fieldsNaming(field, name)];
        const plain = found.every(([each]) => each !== name) ? [[name, 'nothing'] as const] : [];
        for (const [each, kind] of [...found, ...plain]) {
          if (!kinds.has(each)) kinds.set(each, new Set());
          kinds.get(each)!.add(kind);
        }
      }
    const ambiguous = [...kinds].filter(([name, { size }]) => size > 1 && !CHANGED_VALUES.includes(name));
    expect(ambiguous.map(([name, all]) => `${name}: ${[...all].join(', ')}`)).to.deep.equal([]);
    const named = [...kinds].filter(([, all]) => !all.has('nothing')).map(([name]) => name);
    expect(named).to.include.members(['inviterId', 'announcedTogether', 'mentionedGroupIds', 'replyId']);
    expect(named).to.include.members(['canManage', 'directMembers', 'carriedOver', 'topics', 'oldTopic']);
  });

  it('are not the messages at the ends of conversations', () => {
    const remaining = { firstMessageId: 5, lastMessageId: 9 };
    const channelBeginnings = [{ channelId: 1, oldMessageId: 5, newMessageId: 9 }];
    const found = [...referencesIn({ messageIds: [7], remaining, channelBeginnings })];
    expect(found.map(({ kind, id }) => `${kind} ${id}`)).to.deep.equal(['message 7', 'channel 1']);
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
