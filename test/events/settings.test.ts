import { expect } from 'chai';
import { CHANNEL_PERMISSIONS } from '../../src/events/channels.ts';
import { ORGANIZATION_PERMISSIONS, ORGANIZATION_SETTINGS } from '../../src/events/organizations.ts';
import {
  byInternalName,
  byWireName,
  erasable,
  eventType,
  namesIn,
  tableColumn,
} from '../../src/events/define.ts';
import { isForGuests, USER_GROUP_PERMISSIONS } from '../../src/events/userGroups.ts';
import { PERSONAL_SETTINGS } from '../../src/events/users.ts';
import { z } from 'zod';

const VALUES = { personal: PERSONAL_SETTINGS, organization: ORGANIZATION_SETTINGS };
const PERMISSIONS = {
  channel: CHANNEL_PERMISSIONS,
  group: USER_GROUP_PERMISSIONS,
  organization: ORGANIZATION_PERMISSIONS,
};

describe('tables of settings', () => {
  for (const [kind, table] of [...Object.entries(VALUES), ...Object.entries(PERMISSIONS)])
    it(`no two ${kind} rows share a name on the wire`, () => {
      const names = Object.values(table).map(({ wireName }) => wireName);
      expect(names.length).to.be.above(5);
      expect(new Set(names).size).to.equal(names.length);
    });

  for (const [kind, table] of Object.entries(VALUES))
    it(`every ${kind} default is a value of its setting`, () => {
      for (const { wireName, schema, byDefault } of Object.values(table))
        expect(schema.safeParse(byDefault).success, wireName).to.equal(true);
    });

  for (const [kind, table] of Object.entries(PERMISSIONS))
    it(`every ${kind} default may be given, to guests only where they hold the permission`, () => {
      for (const row of Object.values(table)) {
        const { wireName, byDefault, forbids, allowedGroups = [byDefault] } = row;
        expect(forbids, wireName).not.to.include(byDefault);
        expect(allowedGroups, wireName).to.include(byDefault);
        expect(isForGuests(row) || byDefault !== 'role:everyone', wireName).to.equal(true);
      }
    });

  it('columns, and values by name on the wire, keep the order of the table', () => {
    expect(Object.keys(tableColumn(USER_GROUP_PERMISSIONS, 'byDefault'))).to.deep.equal(
      namesIn(USER_GROUP_PERMISSIONS),
    );
    expect(Object.keys(byWireName(USER_GROUP_PERMISSIONS, (name) => name))).to.deep.equal(
      Object.values(tableColumn(USER_GROUP_PERMISSIONS, 'wireName')),
    );
  });

  it('what is sent by names on the wire is taken by the names inside, and undefined where it is not sent', () => {
    const sent = byWireName(USER_GROUP_PERMISSIONS, (name) => (name === 'canJoin' ? undefined : name));
    expect(byInternalName(USER_GROUP_PERMISSIONS, sent)).to.deep.equal({
      ...Object.fromEntries(namesIn(USER_GROUP_PERMISSIONS).map((name) => [name, name])),
      canJoin: undefined,
    });
  });
});

describe('an event with a text', () => {
  it('compiles only with the field that names the owner of the text', () => {
    const text = erasable('person:ownerId', z.string());
    const { erasable: fields } = eventType(1, { ownerId: z.int(), text: text.optional() });
    expect([...fields]).to.deep.equal([['text', 'person:ownerId']]);
    // @ts-expect-error The owner is in another field.
    eventType(1, { userId: z.int(), text });
    // @ts-expect-error It may be absent, and its owner is in another field.
    eventType(1, { userId: z.int(), text: text.optional() });
  });
});
