/** Custom profile fields that are there. */
import {
  badRequest,
  choices,
  custom,
  fieldIs,
  FULL,
  list,
  made,
  missing,
  onlyAdministrators,
  PATTERN,
  refusals,
} from './profileFieldSteps.ts';
import {
  absent,
  administrator,
  asksForLogin,
  bot,
  type Chapter,
  error,
  field,
  guest,
  moderator,
  owner,
  parameter,
  type Row,
  rule,
} from './row.ts';

const file = 'profileFields.ts';
const change = 'PATCH /realm/profile_fields/{field}';
const reorder = 'PATCH /realm/profile_fields';
const remove = 'DELETE /realm/profile_fields/{field}';
const notFound = [badRequest, 'Field id {nobody} not found.'] as const;

export const changedProfileFields: Chapter = {
  about: 'PATCH /realm/profile_fields/:field_id',
  file,
  server: {},
  rows: [
    parameter('field_id', 'is a field', [
      owner('PATCH /realm/profile_fields/{nobody}', { hint: 'x' }).refused(...notFound),
    ]),
    parameter('name', 'is the new label', [
      owner(change, { name: 'New {fresh}' }).shows().records(1),
      fieldIs({ name: 'New {fresh}' }, '{field}'),
    ]),
    parameter('hint', 'is the new hint', [
      owner(change, { hint: 'Why' }).shows(),
      fieldIs({ hint: 'Why' }, '{field}'),
    ]),
    parameter('field_data', 'may have other choices; people whose choice is gone have no value any more', [
      made({ field_type: 3, field_data: choices }),
      administrator('PATCH /users/me/profile_data', { data: [{ id: '{id}', value: '0' }] }),
      owner('PATCH /realm/profile_fields/{id}', { field_data: { '1': choices['1'] } }).shows(),
      fieldIs({ field_data: JSON.stringify({ '1': choices['1'] }) }),
      administrator('GET /users/me').shows({ 'profile_data.{id}': absent }),
    ]),
    parameter('field_data', 'may have another pattern', [
      made({ field_type: 7, field_data: custom }),
      owner('PATCH /realm/profile_fields/{id}', {
        field_data: { ...custom, url_pattern: `${PATTERN}/home` },
      }).shows(),
      fieldIs({ field_data: JSON.stringify({ ...custom, url_pattern: `${PATTERN}/home` }) }),
    ]),
    parameter('display_in_profile_summary', 'may be switched', [
      owner(change, { display_in_profile_summary: true }).shows(),
      fieldIs({ display_in_profile_summary: true }, '{field}'),
      owner(change, { display_in_profile_summary: false }).shows(),
      fieldIs({ display_in_profile_summary: absent }, '{field}'),
    ]),
    parameter('display_in_profile_summary', 'true is for 2 fields at most', [
      made({ display_in_profile_summary: true }).keeps({ one: 'id' }),
      made({ name: 'Two {fresh}', display_in_profile_summary: true }).keeps({ two: 'id' }),
      owner(change, { display_in_profile_summary: true }).refused(badRequest, FULL),
      owner('DELETE /realm/profile_fields/{one}').shows(),
      owner('DELETE /realm/profile_fields/{two}').shows(),
    ]),
    parameter('required', 'may be switched', [
      owner(change, { required: true }).shows(),
      fieldIs({ required: true }, '{field}'),
    ]),
    parameter('editable_by_user', 'may be switched', [
      owner(change, { editable_by_user: false }).shows(),
      fieldIs({ editable_by_user: false }, '{field}'),
    ]),
    parameter('use_for_user_matching', 'may be switched', [
      owner(change, { use_for_user_matching: true }).shows(),
      fieldIs({ use_for_user_matching: true }, '{field}'),
    ]),
    ...refusals((fields) => owner(change, fields)),
    rule('what equals the present changes nothing', [
      owner(change, { name: '{fieldName}', required: false, editable_by_user: true }).shows().records(0),
    ]),
    rule('the label, hint and data of accounts at a place that the server knows cannot be changed', [
      made({ field_type: 7, field_data: { subtype: 'twitter' } }),
      owner('PATCH /realm/profile_fields/{id}', { name: 'Birds' }).refused(
        badRequest,
        'Default custom field cannot be updated.',
      ),
      owner('PATCH /realm/profile_fields/{id}', { required: true }).shows(),
      owner('DELETE /realm/profile_fields/{id}').shows(),
    ]),
    error('UNAUTHORIZED_PRINCIPAL', 'answers people who change a field and are not administrators', [
      moderator(change, { hint: 'x' }).refused(...onlyAdministrators),
    ]),
    asksForLogin('PATCH /realm/profile_fields/1'),
  ],
};

export const orderedProfileFields: Chapter = {
  about: reorder,
  file,
  server: {},
  rows: [
    parameter('order', 'is the new order of all fields', [
      made({ name: 'One {fresh}' }).keeps({ one: 'id' }),
      made({ name: 'Two {fresh}' }).keeps({ two: 'id' }),
      owner(reorder, { order: ['{two}', '{one}'] })
        .shows()
        .records(1),
      guest(list).shows({ 'custom_fields[0].id': '{two}', 'custom_fields[1].order': 1 }),
      owner(reorder, { order: ['{two}', '{one}'] })
        .shows()
        .records(0),
    ]),
    parameter('order', 'has each field once', [
      owner(reorder, { order: ['{nobody}'] }).refused(badRequest, 'Invalid order mapping.'),
    ]),
    missing('order', owner(reorder)),
    parameter('order', 'is a list of integers', [
      owner(reorder, { order: ['x'] }).refused(badRequest, 'order[0] is not an integer'),
    ]),
    error('UNAUTHORIZED_PRINCIPAL', 'answers people who are not administrators', [
      moderator(reorder, { order: [] }).refused(...onlyAdministrators),
    ]),
    asksForLogin(reorder),
  ],
};

export const deletedProfileFields: Chapter = {
  about: 'DELETE /realm/profile_fields/:field_id',
  file,
  rows: [
    parameter('field_id', 'is the field that is deleted', [
      owner(remove).shows(),
      fieldIs({ id: absent }, '{field}'),
    ]),
    parameter('field_id', 'is a field', [
      owner('DELETE /realm/profile_fields/{nobody}').refused(...notFound),
    ]),
    rule('a field takes with it what people had in it', [
      administrator('PATCH /users/me/profile_data', { data: [{ id: '{field}', value: 'x' }] }),
      owner(remove).shows(),
      administrator('GET /users/me').shows({ 'profile_data.{field}': absent }),
    ]),
    error('UNAUTHORIZED_PRINCIPAL', 'answers people who are not administrators', [
      moderator(remove).refused(...onlyAdministrators),
    ]),
    asksForLogin('DELETE /realm/profile_fields/1'),
  ],
};

const shownAs = (name: string, promise: string, value: unknown): Row =>
  field(`custom_fields[].${name}`, promise, [fieldIs({ [name]: value }, '{field}')]);

export const listedProfileFields: Chapter = {
  about: list,
  file,
  rows: [
    shownAs('id', 'is the ID', '{field}'),
    shownAs('type', 'is the type', 1),
    shownAs('name', 'is the label', '{fieldName}'),
    shownAs('hint', 'is the explanation for people', ''),
    shownAs('field_data', 'is JSON text, empty where there is none', ''),
    shownAs('order', 'is the ID until the fields are put into another order', '{field}'),
    shownAs('required', 'is false of most', false),
    shownAs('editable_by_user', 'is true of most', true),
    shownAs('display_in_profile_summary', 'is present only when true', absent),
    shownAs('use_for_user_matching', 'is present only when true', absent),
    rule('bots are shown the fields too', [
      bot(list).shows({ 'custom_fields[id={field}].name': '{fieldName}' }),
    ]),
    asksForLogin(list),
  ],
};
