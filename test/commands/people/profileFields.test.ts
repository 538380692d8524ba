import { expect } from 'chai';
import type { ProfileFieldData } from '../../../src/commands/people/profileFields.ts';
import {
  type CreateProfileFieldInput,
  createProfileField,
  deleteProfileField,
  reorderProfileFields,
  updateProfileField,
  type UpdateProfileFieldInput,
} from '../../../src/commands/people/profileFields.ts';
import { Refused } from '../../../src/base/errors.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import type { ProfileFieldId } from '../../../src/events/profileFields.ts';
import { example } from '../../support/examples.ts';
import { outcome, PEOPLE, refusalOrEvents, town, type Who } from '../channelFixture.ts';

const types = (decided: ReturnType<typeof outcome>) =>
  decided instanceof Refused ? refusalOrEvents(decided) : decided.events.map(({ type }) => type);

const ADMINISTRATORS_ONLY = 'UNAUTHORIZED_PRINCIPAL: Must be an organization administrator';
const choices = { blue: { text: 'Blue', order: '1' }, green: { text: 'Green', order: '2' } };
const custom = (pattern: string) => ({ subtype: 'custom', url_pattern: pattern });
const PATTERN = 'https://example.com/%(username)s';

/** Field 1 is a short text, 2 a dropdown, 3 the GitHub accounts, 4 accounts elsewhere. */
const fields = [
  example.profileFieldCreated({ fieldId: 1 }),
  example.profileFieldCreated({
    fieldId: 2,
    type: 3,
    choices: [
      { key: 'blue', text: 'Blue', order: '1' },
      { key: 'green', text: 'Green', order: '2' },
    ],
  }),
  example.profileFieldCreated({
    fieldId: 3,
    type: 7,
    name: 'GitHub username',
    hint: '',
    account: { subtype: 'github', urlPattern: null },
  }),
  example.profileFieldCreated({ fieldId: 4, type: 7, account: { subtype: 'custom', urlPattern: PATTERN } }),
];

describe('a custom profile field', () => {
  const create = (given: Partial<CreateProfileFieldInput>, actor: Who = 'admin', ...more: DomainEvent[]) =>
    outcome(
      town(...fields, ...more),
      createProfileField,
      {
        type: 1,
        name: 'Nickname',
        hint: '',
        data: {},
        required: false,
        editableByUser: true,
        displayInSummary: false,
        useForUserMatching: false,
        ...given,
      },
      actor,
    );

  it('is made by administrators', () => {
    const decided = create({ name: ' Nickname ', hint: 'What friends say', required: true });
    expect(decided).to.have.nested.property('result.fieldId', 5);
    expect(decided).to.deep.nested.include({
      'events[0].data': {
        fieldId: 5,
        type: 1,
        name: 'Nickname',
        hint: 'What friends say',
        choices: [],
        account: null,
        required: true,
        editableByUser: true,
        displayInSummary: false,
        useForUserMatching: false,
      },
    });
    for (const who of ['moderator', 'member', 'guest'] as const)
      expect(refusalOrEvents(create({}, who))).to.equal(ADMINISTRATORS_ONLY);
  });

  it('has the data of its type and no other', () => {
    const dropdown = create({ type: 3, data: choices });
    expect(dropdown).to.deep.nested.include({
      'events[0].data.choices': [
        { key: 'blue', text: 'Blue', order: '1' },
        { key: 'green', text: 'Green', order: '2' },
      ],
      'events[0].data.account': null,
    });
    expect(create({ type: 4, data: choices })).to.deep.nested.include({ 'events[0].data.choices': [] });
    expect(create({ type: 7, data: custom(PATTERN) })).to.deep.nested.include({
      'events[0].data.account': { subtype: 'custom', urlPattern: PATTERN },
    });
  });

  it('of a place that the server knows is called as the server says', () => {
    expect(
      create({ type: 7, name: '', hint: 'x'.repeat(81), data: { subtype: 'twitter' } }),
    ).to.deep.nested.include({
      'events[0].data.name': 'Twitter username',
      'events[0].data.hint': '',
      'events[0].data.account': { subtype: 'twitter', urlPattern: null },
    });
    expect(refusalOrEvents(create({ type: 7, data: { subtype: 'github' } }))).to.equal(
      'BAD_REQUEST: A field with that label already exists.',
    );
  });

  const externalAccount = (data: ProfileFieldData) => ({ type: 7, data });
  const dropdown = (data: ProfileFieldData) => ({ type: 3, data });
  const refused: readonly (readonly [Partial<CreateProfileFieldInput>, string])[] = [
    [{ name: '  ' }, 'Label cannot be blank.'],
    [{ name: 'x'.repeat(41) }, 'name is too long (limit: 40 characters)'],
    [{ name: 'a\u0007' }, 'Invalid character in label, at position 2.'],
    [{ hint: 'x'.repeat(81) }, 'hint is too long (limit: 80 characters)'],
    [{ name: 'field 1' }, 'A field with that label already exists.'],
    [{ type: 0 }, 'Invalid field type.'],
    [{ type: 9 }, 'Invalid field type.'],
    [dropdown({}), 'Field must have at least one choice.'],
    [dropdown({ a: choices.blue, b: choices.blue }), 'Field must not have duplicate choices.'],
    [dropdown({ ' ': choices.blue }), "'value' cannot be blank."],
    [dropdown({ a: 'Blue' }), 'field_data["a"] is not a dict'],
    [dropdown({ a: { order: '1' } }), 'field_data["a"]["text"] field is missing'],
    [dropdown({ a: { text: ' ', order: '1' } }), 'field_data["a"]["text"] cannot be blank'],
    [dropdown({ a: { text: 'Blue', order: '' } }), 'field_data["a"]["order"] cannot be blank'],
    [
      dropdown({ a: { ...choices.blue, hue: '7' } }),
      'Argument "hue" at field_data["a"]["hue"] is unexpected',
    ],
    [externalAccount({}), 'field_data["subtype"] field is missing'],
    [externalAccount({ subtype: { a: 'b' } }), 'field_data["subtype"] is not a string'],
    [externalAccount({ subtype: 'nowhere' }), 'Invalid external account type'],
    [
      externalAccount({ subtype: 'github', more: 'x' }),
      'Argument "more" at field_data["more"] is unexpected',
    ],
    [externalAccount({ subtype: 'custom' }), 'Custom external account must define URL pattern'],
    [externalAccount(custom('https://example.com/')), "URL pattern must contain '%(username)s'."],
    [externalAccount(custom(`${PATTERN}/%(username)s`)), "URL pattern must contain '%(username)s'."],
    [externalAccount(custom('javascript:alert(%(username)s)')), 'url_pattern is not a URL'],
    [{ type: 6, displayInSummary: true }, 'Field type not supported for display in profile summary.'],
    [{ type: 2, useForUserMatching: true }, 'Field type not supported for user matching.'],
  ];
  for (const [given, message] of refused)
    it(`is refused as ${JSON.stringify(given).slice(0, 90)}: ${message}`, () =>
      expect(refusalOrEvents(create(given))).to.equal(`BAD_REQUEST: ${message}`));

  it('is displayed in the summary of a profile where there is room: paragraphs too, two at most', () => {
    const shown = example.profileFieldSwitched({ fieldId: 1, property: 'displayInSummary' });
    const paragraph = { type: 2, displayInSummary: true };
    expect(types(create(paragraph, 'admin', shown))).to.deep.equal(['ProfileFieldCreated']);
    const both = [shown, example.profileFieldSwitched({ fieldId: 2, property: 'displayInSummary' })];
    expect(refusalOrEvents(create(paragraph, 'admin', ...both))).to.equal(
      'BAD_REQUEST: Only 2 custom profile fields can be displayed in the profile summary.',
    );
    expect(types(create({}, 'admin', ...both))).to.deep.equal(['ProfileFieldCreated']);
  });
});

describe('a custom profile field that is there', () => {
  const update = (
    fieldId: number,
    given: Partial<UpdateProfileFieldInput>,
    actor: Who = 'admin',
    ...more: DomainEvent[]
  ) =>
    outcome(
      town(...fields, ...more),
      updateProfileField,
      { fieldId: fieldId as ProfileFieldId, switches: {}, ...given },
      actor,
    );

  it('is changed by administrators, each thing by an event of its own', () => {
    const given = {
      name: 'Nickname',
      hint: '',
      switches: { required: true, editableByUser: false, displayInSummary: true, useForUserMatching: true },
    };
    expect(refusalOrEvents(update(1, given))).to.deep.equal([
      { type: 'ProfileFieldRenamed', fieldId: 1, oldName: 'field 1', newName: 'Nickname' },
      { type: 'ProfileFieldHintChanged', fieldId: 1, oldHint: 'What it is for', newHint: '' },
      { type: 'ProfileFieldSwitched', fieldId: 1, property: 'required', isOn: true },
      { type: 'ProfileFieldSwitched', fieldId: 1, property: 'editableByUser', isOn: false },
      { type: 'ProfileFieldSwitched', fieldId: 1, property: 'displayInSummary', isOn: true },
      { type: 'ProfileFieldSwitched', fieldId: 1, property: 'useForUserMatching', isOn: true },
    ]);
    expect(refusalOrEvents(update(1, given, 'moderator'))).to.equal(ADMINISTRATORS_ONLY);
  });

  it('stays without an event what it is', () => {
    expect(types(update(1, { name: 'field 1', hint: 'What it is for', data: {} }))).to.deep.equal([]);
    expect(types(update(2, { data: choices, switches: { editableByUser: true } }))).to.deep.equal([]);
    expect(types(update(4, { data: custom(PATTERN) }))).to.deep.equal([]);
  });

  it('is refused what would be refused of a new one', () => {
    expect(refusalOrEvents(update(1, { name: ' ' }))).to.equal('BAD_REQUEST: Label cannot be blank.');
    expect(refusalOrEvents(update(1, { name: 'field 2' }))).to.include('already exists');
    expect(refusalOrEvents(update(2, { data: {} }))).to.include('at least one choice');
    expect(refusalOrEvents(update(2, { switches: { useForUserMatching: true } }))).to.include(
      'not supported',
    );
    expect(refusalOrEvents(update(9, {}))).to.equal('BAD_REQUEST: Field id 9 not found.');
  });

  it('counts once among those displayed in the summary', () => {
    const shown = [1, 2].map((fieldId) =>
      example.profileFieldSwitched({ fieldId, property: 'displayInSummary' }),
    );
    const switches = { displayInSummary: true };
    expect(types(update(1, { switches, hint: '' }, 'admin', ...shown))).to.deep.equal([
      'ProfileFieldHintChanged',
    ]);
    expect(refusalOrEvents(update(4, { switches }, 'admin', ...shown))).to.include(
      'Only 2 custom profile fields',
    );
  });

  it('loses choices together with those who had them', () => {
    const had = [PEOPLE.member, PEOPLE.guest].map((userId, index) =>
      example.profileValueSet({ userId, fieldId: 2, value: ['blue', 'green'][index]! }),
    );
    expect(refusalOrEvents(update(2, { data: { green: choices.green } }, 'admin', ...had))).to.deep.equal([
      {
        type: 'ProfileFieldChoicesChanged',
        fieldId: 2,
        oldChoices: [
          { key: 'blue', text: 'Blue', order: '1' },
          { key: 'green', text: 'Green', order: '2' },
        ],
        newChoices: [{ key: 'green', text: 'Green', order: '2' }],
        clearedUserIds: [PEOPLE.member],
      },
    ]);
  });

  it('of a place that the server knows is switched, and not changed otherwise', () => {
    const complaint = 'BAD_REQUEST: Default custom field cannot be updated.';
    expect(refusalOrEvents(update(3, { name: 'Code' }))).to.equal(complaint);
    expect(refusalOrEvents(update(3, { hint: 'Code' }))).to.equal(complaint);
    expect(refusalOrEvents(update(3, { data: { subtype: 'twitter' } }))).to.equal(complaint);
    const alike = { name: 'GitHub username', hint: '', data: { subtype: 'github' } };
    expect(types(update(3, { ...alike, switches: { displayInSummary: true } }))).to.deep.equal([
      'ProfileFieldSwitched',
    ]);
  });

  it('becomes one of a place that the server knows, with its name', () => {
    expect(refusalOrEvents(update(4, { data: { subtype: 'twitter' } }))).to.deep.equal([
      { type: 'ProfileFieldRenamed', fieldId: 4, oldName: 'field 4', newName: 'Twitter username' },
      { type: 'ProfileFieldHintChanged', fieldId: 4, oldHint: 'What it is for', newHint: '' },
      {
        type: 'ProfileFieldAccountChanged',
        fieldId: 4,
        oldAccount: { subtype: 'custom', urlPattern: PATTERN },
        newAccount: { subtype: 'twitter', urlPattern: null },
      },
    ]);
  });

  it('is deleted with what people had in it, and its ID is not given again', () => {
    const had = example.profileValueSet({ userId: PEOPLE.member, fieldId: 4 });
    const remove = (fieldId: number, actor: Who = 'admin') =>
      outcome(town(...fields, had), deleteProfileField, { fieldId: fieldId as ProfileFieldId }, actor);
    expect(refusalOrEvents(remove(4))).to.deep.equal([
      { type: 'ProfileFieldDeleted', fieldId: 4, name: 'field 4', clearedUserIds: [PEOPLE.member] },
    ]);
    expect(refusalOrEvents(remove(4, 'member'))).to.equal(ADMINISTRATORS_ONLY);
    expect(refusalOrEvents(remove(9))).to.equal('BAD_REQUEST: Field id 9 not found.');
    const after = town(...fields, example.profileFieldDeleted({ fieldId: 4 }));
    expect(after.profileFields.nextFieldId.get()).to.equal(5);
  });
});

describe('the order of custom profile fields', () => {
  const reorder = (fieldIds: number[], actor: Who = 'admin') =>
    types(outcome(town(...fields), reorderProfileFields, { fieldIds: fieldIds as ProfileFieldId[] }, actor));

  it('is changed by administrators', () => {
    expect(reorder([2, 1, 4, 3])).to.deep.equal(['ProfileFieldsReordered']);
    expect(reorder([1, 2, 3, 4])).to.deep.equal([]);
    expect(reorder([2, 1, 4, 3], 'moderator')).to.equal(ADMINISTRATORS_ONLY);
  });

  for (const wrong of [[1, 2, 3], [1, 2, 3, 4, 5], [1, 1, 2, 3], []])
    it(`names all of them once: not ${JSON.stringify(wrong)}`, () =>
      expect(reorder(wrong)).to.equal('BAD_REQUEST: Invalid order mapping.'));
});
