import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { type Data, kindOf, referencesIn, topicsIn } from '../../src/audit/references.ts';

const FOLDER = new URL('../events/samples/', import.meta.url);

/** IDs of what no question is about, or that only say where something lies. */
const OTHERS = [
  ...['organizationId', 'logId', 'vaultId', 'fieldId', 'fieldIds', 'folderId', 'folderIds', 'oldFolderId'],
  ...['newFolderId', 'fileId', 'fileIds', 'emojiId', 'draftId', 'draftIds', 'snippetId', 'reminderId'],
  ...['scheduledMessageId', 'invitationId', 'invitationIds', 'deviceId', 'oldKeyId', 'newKeyId', 'tokenId'],
  ...['deliveryId', 'effectId', 'queueId', 'localId', 'credentialId', 'passwordCredentialId'],
  ...['apiKeyCredentialId', 'tokenCredentialId', 'firstMessageId', 'lastMessageId', 'oldMessageId'],
  ...['newMessageId', 'viewId', 'credentialIds'],
];

interface Sample {
  readonly data: Data;
}

const samples = (): readonly (readonly [file: string, data: Data])[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .map((file) => [file, (JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Sample).data]);

/** All names of fields, at any depth. */
function fieldsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(fieldsIn);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...fieldsIn(inner)]);
}

describe('the references in an event', () => {
  it('are known for every ID in every version of every event', () => {
    const fields = new Set(samples().flatMap(([, data]) => fieldsIn(data)));
    const ids = [...fields].filter((name) => /Ids?$/.test(name));
    expect(ids.length).to.be.greaterThan(50);
    const unknown = ids.filter((name) => kindOf(name, {}) === undefined && !OTHERS.includes(name));
    expect(unknown, 'Name these in KINDS of src/audit/references.ts, or in OTHERS here.').to.deep.equal([]);
  });

  const cases: readonly (readonly [title: string, data: Data, references: readonly string[]])[] = [
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
    ['presence', { presences: [[2, 0, 1]], kept: [[3, null, 1, 1]] }, ['person 2', 'person 3']],
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
