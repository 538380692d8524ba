/** POST /realm/profile_fields. */
import {
  badRequest,
  choices,
  create,
  custom,
  fieldIs,
  FULL,
  made,
  missing,
  refusals,
  newField,
} from './profileFieldSteps.ts';
import {
  absent,
  administrator,
  asksForLogin,
  type Chapter,
  field,
  integer,
  owner,
  parameter,
  type Row,
  rule,
  type Shown,
} from './row.ts';

const file = 'newProfileFields.ts';
const UNSHOWN = 'Field type not supported for display in profile summary.';

const dropdown = (data: Shown, msg: string, what: string): Row =>
  parameter('field_data', `of a dropdown ${what}`, [
    owner(create, newField({ field_type: 3, field_data: data })).refused(badRequest, msg),
  ]);
const account = (data: Shown, msg: string, what: string): Row =>
  parameter('field_data', `of an external account ${what}`, [
    owner(create, newField({ field_type: 7, field_data: data })).refused(badRequest, msg),
  ]);

const newFieldData: readonly Row[] = [
  parameter('field_data', 'of a dropdown has choices by key, each with `text` and `order`', [
    made({ field_type: 3, field_data: choices }),
    fieldIs({ field_data: JSON.stringify(choices) }),
  ]),
  dropdown({}, 'Field must have at least one choice.', 'has a choice at least'),
  dropdown(
    { a: choices['0'], b: choices['0'] },
    'Field must not have duplicate choices.',
    'has no text twice',
  ),
  dropdown({ ' ': choices['0'] }, "'value' cannot be blank.", 'has no blank key'),
  dropdown(
    { a: { text: ' ', order: '1' } },
    'field_data["a"]["text"] cannot be blank',
    'has texts that are not blank',
  ),
  dropdown(
    { a: { text: 'Blue' } },
    'field_data["a"]["order"] field is missing',
    'has an order of its choices',
  ),
  parameter('field_data', 'of an external account may name a place that the server knows, and so the field', [
    made({ field_type: 7, name: 'mine', hint: 'mine', field_data: { subtype: 'github' } }),
    fieldIs({ name: 'GitHub username', hint: '', field_data: '{"subtype":"github"}' }),
    owner('DELETE /realm/profile_fields/{id}').shows(),
  ]),
  parameter('field_data', 'of an external account may have a pattern of its own', [
    made({ field_type: 7, field_data: custom }),
    fieldIs({ field_data: JSON.stringify(custom) }),
  ]),
  account({}, 'field_data["subtype"] field is missing', 'has a subtype'),
  account(
    { subtype: 'nowhere' },
    'Invalid external account type',
    'names a place that is known, or `custom`',
  ),
  account(
    { subtype: 'custom' },
    'Custom external account must define URL pattern',
    'that is custom has a pattern',
  ),
  account(
    { subtype: 'custom', url_pattern: 'https://example.com/' },
    "URL pattern must contain '%(username)s'.",
    'has the name in its pattern once',
  ),
  account(
    { subtype: 'custom', url_pattern: 'javascript:%(username)s' },
    'url_pattern is not a URL',
    'has an address as its pattern',
  ),
  parameter('field_data', 'is ignored for other types', [
    made({ field_data: choices }),
    fieldIs({ field_data: '' }),
  ]),
];

const newSwitches: readonly Row[] = [
  parameter('required', 'is false where it is left out', [made({}), fieldIs({ required: false })]),
  parameter('required', 'true asks everybody for a value', [
    made({ required: true }),
    fieldIs({ required: true }),
  ]),
  parameter('editable_by_user', 'is true where it is left out', [
    made({}),
    fieldIs({ editable_by_user: true }),
  ]),
  parameter('editable_by_user', 'false leaves values to administrators', [
    made({ editable_by_user: false }),
    fieldIs({ editable_by_user: false }),
  ]),
  parameter('use_for_user_matching', 'is false where it is left out', [
    made({}),
    fieldIs({ use_for_user_matching: absent }),
  ]),
  parameter('use_for_user_matching', 'true is for short texts and external accounts', [
    made({ use_for_user_matching: true }),
    fieldIs({ use_for_user_matching: true }),
    made({ name: 'Place {fresh}', field_type: 7, field_data: custom, use_for_user_matching: true }),
    fieldIs({ use_for_user_matching: true }),
  ]),
  ...[2, 3, 4, 5, 6, 8].map((field_type) =>
    parameter('use_for_user_matching', `true is not for fields of type ${field_type}`, [
      owner(
        create,
        newField({ field_type, field_data: field_type === 3 ? choices : {}, use_for_user_matching: true }),
      ).refused(badRequest, 'Field type not supported for user matching.'),
    ]),
  ),
  parameter('display_in_profile_summary', 'is false where it is left out', [
    made({}),
    fieldIs({ display_in_profile_summary: absent }),
  ]),
  parameter('display_in_profile_summary', 'true is for 2 fields at most, paragraphs among them (level 476)', [
    made({ field_type: 2, display_in_profile_summary: true }).keeps({ one: 'id' }),
    fieldIs({ display_in_profile_summary: true }, '{one}'),
    made({ name: 'Two {fresh}', display_in_profile_summary: true }).keeps({ two: 'id' }),
    owner(create, newField({ name: 'Three {fresh}', display_in_profile_summary: true })).refused(
      badRequest,
      FULL,
    ),
    owner('DELETE /realm/profile_fields/{one}').shows(),
    owner('DELETE /realm/profile_fields/{two}').shows(),
  ]),
  parameter('display_in_profile_summary', 'true is not for fields of users', [
    owner(create, newField({ field_type: 6, display_in_profile_summary: true })).refused(badRequest, UNSHOWN),
  ]),
];

export const newProfileFields: Chapter = {
  about: create,
  file,
  server: {},
  rows: [
    parameter('name', 'is the label, without spaces around', [
      made({ name: ' {fresh} ' }),
      fieldIs({ name: '{fresh}' }),
    ]),
    parameter('name', 'left out is blank', [
      owner(create, { field_type: 1 }).refused(badRequest, 'Label cannot be blank.'),
    ]),
    parameter('hint', 'is the explanation for people', [made({ hint: 'Why' }), fieldIs({ hint: 'Why' })]),
    parameter('hint', 'is empty where it is left out', [made({}), fieldIs({ hint: '' })]),
    missing('field_type', owner(create, { name: '{fresh}' })),
    ...[1, 2, 4, 5, 6, 8].map((type) =>
      parameter('field_type', `${type} is a type`, [made({ field_type: type }), fieldIs({ type })]),
    ),
    ...[0, 9].map((type) =>
      parameter('field_type', `${type} is none`, [
        owner(create, newField({ field_type: type })).refused(badRequest, 'Invalid field type.'),
      ]),
    ),
    parameter('field_type', 'is an integer', [
      owner(create, newField({ field_type: 'x' })).refused(badRequest, 'field_type is not valid JSON'),
    ]),
    ...newFieldData,
    ...newSwitches,
    ...refusals((fields) => owner(create, newField(fields))),
    field('id', 'is the ID of the field', [owner(create, newField()).shows({ id: integer })]),
    rule('every administrator makes fields', [administrator(create, newField()).shows({ id: integer })]),
    asksForLogin(create),
  ],
};
