import { expect } from 'chai';
import { changeAvatar, changeOwnProfile, type ProfileChange } from '../../../src/commands/people/profiles.ts';
import { updateUser } from '../../../src/commands/people/users.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import type { ProfileFieldId } from '../../../src/events/profileFields.ts';
import type { UserId } from '../../../src/base/ids.ts';
import { example } from '../../support/examples.ts';
import { outcome, PEOPLE, refusalOrEvents, town, type Who } from '../channelFixture.ts';

const [BOT, GONE] = [20, 21];

/** A field of each type, by the type's number; 9 is a short text that only administrators edit. */
const fields = [
  ...([1, 2, 4, 5, 6, 8] as const).map((type) => example.profileFieldCreated({ fieldId: type, type })),
  example.profileFieldCreated({ fieldId: 3, type: 3, choices: [{ key: '0', text: 'Blue', order: '1' }] }),
  example.profileFieldCreated({ fieldId: 7, type: 7, account: { subtype: 'github', urlPattern: null } }),
  example.profileFieldCreated({ fieldId: 9, editableByUser: false }),
  example.userCreated({ userId: BOT, bot: { type: 1, ownerId: PEOPLE.member, isSystem: false } }),
  example.userCreated({ userId: GONE }),
  example.userDeactivated({ userId: GONE }),
];

const changesOf = (given: readonly (readonly [number, unknown])[]): readonly ProfileChange[] =>
  given.map(([fieldId, value]) => ({
    fieldId: fieldId as ProfileFieldId,
    value: value as ProfileChange['value'],
    html: `<p>${String(value)}</p>`,
  }));

describe('a profile', () => {
  const change = (given: [number, unknown][], actor: Who = 'member', ...before: DomainEvent[]) =>
    refusalOrEvents(
      outcome(town(...fields, ...before), changeOwnProfile, { changes: changesOf(given) }, actor),
    );
  const set = (fieldId: number, value: string, more = {}) => ({
    type: 'ProfileValueSet',
    userId: PEOPLE.member,
    fieldId,
    value,
    ...more,
  });

  it('has something in fields of every type; texts with their HTML', () => {
    const all: [number, unknown][] = [
      [1, 'x'.repeat(50)],
      [2, 'Two\nlines'],
      [3, '0'],
      [4, '2024-02-29'],
      [5, 'https://example.com/~ada'],
      [6, [PEOPLE.owner, PEOPLE.member, PEOPLE.owner]],
      [7, 'ada'],
      [8, 'she/her'],
    ];
    expect(change(all)).to.deep.equal([
      set(1, 'x'.repeat(50), { renderedValue: `<p>${'x'.repeat(50)}</p>` }),
      set(2, 'Two\nlines', { renderedValue: '<p>Two\nlines</p>' }),
      set(3, '0'),
      set(4, '2024-02-29'),
      set(5, 'https://example.com/~ada'),
      set(6, `[${PEOPLE.owner},${PEOPLE.member}]`),
      set(7, 'ada'),
      set(8, 'she/her'),
    ]);
  });

  const refused: readonly (readonly [number, unknown, string])[] = [
    [1, 'x'.repeat(51), 'field 1 is too long (limit: 50 characters)'],
    [2, 'x'.repeat(501), 'field 2 is too long (limit: 500 characters)'],
    [3, '1', "'1' is not a valid choice for 'field 3'."],
    [4, '2023-02-29', 'field 4 is not a date'],
    [4, '1.2.2023', 'field 4 is not a date'],
    [5, 'example.com', 'field 5 is not a URL'],
    [5, 'javascript:alert(1)', 'field 5 is not a URL'],
    [5, 'https://exa mple.com', 'field 5 is not a URL'],
    [5, `https://example.com/${'x'.repeat(2000)}`, 'field 5 is too long (limit: 2000 characters)'],
    [6, '[1]', 'User IDs is not a list'],
    [6, [99], 'Invalid user ID: 99'],
    [6, [1, GONE], `User with ID ${GONE} is deactivated`],
    [6, [BOT], `User with ID ${BOT} is a bot`],
    [7, 'x'.repeat(51), 'field 7 is too long (limit: 50 characters)'],
    [8, [1], 'field 8 is not a string'],
    [8, 'x'.repeat(51), 'field 8 is too long (limit: 50 characters)'],
    [10, 'x', 'Field id 10 not found.'],
    [10, null, 'Field id 10 not found.'],
  ];
  for (const [fieldId, value, message] of refused)
    it(`has nothing like ${JSON.stringify(value).slice(0, 40)} in a field of type ${fieldId}: ${message}`, () =>
      expect(
        change([
          [1, 'fine'],
          [fieldId, value],
        ]),
      ).to.equal(`BAD_REQUEST: ${message}`));

  it('counts characters, not their halves', () => {
    expect(change([[8, '\u{1F98A}'.repeat(50)]])).to.have.length(1);
  });

  it('has nothing any more in a field where null, nothing or nobody is put', () => {
    const had = example.profileValueSet({ userId: PEOPLE.member });
    for (const nothing of [null, '', []])
      expect(change([[1, nothing]], 'member', had)).to.deep.equal([
        { type: 'ProfileValueRemoved', userId: PEOPLE.member, fieldId: 1 },
      ]);
    expect(change([[1, null]])).to.deep.equal([]);
  });

  it('stays without an event what it is', () => {
    const had = example.profileValueSet({ userId: PEOPLE.member, value: 'Ada' });
    expect(change([[1, 'Ada']], 'member', had)).to.deep.equal([]);
  });

  it('has in the end what was said last, and nothing that was wrong before', () => {
    expect(
      change([
        [8, 'it'],
        [8, 'they'],
      ]),
    ).to.deep.equal([set(8, 'they')]);
    expect(
      change([
        [8, 'x'.repeat(51)],
        [8, 'they'],
      ]),
    ).to.include('too long');
  });

  it('is edited by administrators where others may not', () => {
    const refusal =
      'BAD_REQUEST: You are not allowed to change this field. Contact an administrator to update it.';
    for (const value of ['x', null]) expect(change([[9, value]])).to.equal(refusal);
    expect(change([[9, 'x']], 'admin')).to.have.length(1);
  });

  it('of a guest who may not know everybody names nobody whom he does not know', () => {
    const kept = example.organizationPermissionChanged({
      permission: 'can_access_all_users_group',
      newValue: 3,
    });
    expect(change([[6, [PEOPLE.admin]]], 'guest', kept)).to.equal(
      `BAD_REQUEST: Invalid user ID: ${PEOPLE.admin}`,
    );
    expect(change([[6, [PEOPLE.owner]]], 'guest', kept)).to.have.length(1);
  });

  describe('of somebody else', () => {
    const give = (userId: number, actor: Who) =>
      refusalOrEvents(
        outcome(
          town(...fields),
          updateUser,
          { userId: userId as UserId, profile: changesOf([[9, 'x']]) },
          actor,
        ),
      );

    it('is changed by administrators, whoever edits the field', () => {
      expect(give(PEOPLE.member, 'admin')).to.deep.equal([set(9, 'x', { renderedValue: '<p>x</p>' })]);
      expect(give(PEOPLE.member, 'moderator')).to.equal(
        'UNAUTHORIZED_PRINCIPAL: Must be an organization administrator',
      );
      expect(give(GONE, 'admin')).to.have.length(1);
    });

    it('is nothing that a bot has', () => {
      expect(give(BOT, 'admin')).to.equal('BAD_REQUEST: Bots have no profile data.');
    });
  });
});

describe('the picture of a person', () => {
  const stored = { key: '4'.padStart(40, '0'), digest: 'a'.repeat(64), mediumDigest: 'b'.repeat(64) };
  const change = (picture: typeof stored | null, ...before: readonly DomainEvent[]) =>
    refusalOrEvents(outcome(town(...before), changeAvatar, picture, 'member'));
  const chosen = example.avatarChanged({ userId: PEOPLE.member });

  it('has a version of its own each time', () => {
    expect(change(stored)).to.deep.equal([{ type: chosen.type, ...chosen.data }]);
    const gone = { type: chosen.type, userId: PEOPLE.member, avatar: null, version: 3 };
    expect(change(null, chosen)).to.deep.equal([gone]);
  });

  it('is nothing to take away where there is none', () => {
    expect(change(null)).to.deep.equal([]);
    expect(
      change(null, chosen, example.avatarChanged({ userId: PEOPLE.member, avatar: null })),
    ).to.deep.equal([]);
  });

  it('stays where the organization has disabled changes', () => {
    const disabled = example.organizationSettingChanged({
      property: 'avatarChangesDisabled',
      oldValue: false,
      newValue: true,
    });
    expect(change(stored, disabled)).to.equal(
      'BAD_REQUEST: Avatar changes are disabled in this organization.',
    );
  });
});
