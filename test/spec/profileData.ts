/** What is in custom profile fields. */
import { badRequest, choices, custom, made } from './profileFieldSteps.ts';
import {
  absent,
  administrator,
  asksForLogin,
  bot,
  type Chapter,
  error,
  field,
  guest,
  member,
  owner,
  parameter,
  type Row,
  rule,
  type Shown,
  type Step,
  user,
} from './row.ts';

const file = 'profileData.ts';
const change = 'PATCH /users/me/profile_data';
const remove = 'DELETE /users/me/profile_data';
const NOT_EDITABLE = 'You are not allowed to change this field. Contact an administrator to update it.';

const put = (value: unknown, id = '{field}'): Step => user(change, { data: [{ id, value }] });
const has = (value: unknown, id = '{field}'): Step =>
  member('GET /users/{user}', { include_custom_profile_fields: true }).shows({
    [`user.profile_data.${id}`]: value,
  });
const ofType = (field_type: number, more: Shown = {}): Step => made({ field_type, ...more });

/** A value that a field of a type has, and how it is shown. */
const kept = (type: number, what: string, value: unknown, shown: Shown, more: Shown = {}): Row =>
  parameter('data', `of type ${type} is ${what}`, [
    ofType(type, more),
    put(value, '{id}').shows().records(1),
    has(shown, '{id}'),
  ]);
const refused = (type: number, what: string, value: unknown, msg: string, more: Shown = {}): Row =>
  parameter('data', `of type ${type} is ${what}`, [
    ofType(type, { name: 'F {fresh}', ...more }),
    put(value, '{id}').refused(badRequest, msg),
  ]);
const tooLong = (type: number, limit: number, more: Shown = {}): Row =>
  refused(
    type,
    `of ${limit} characters at most`,
    'x'.repeat(limit + 1),
    `F {fresh} is too long (limit: ${limit} characters)`,
    more,
  );

const values: readonly Row[] = [
  kept(1, 'a short text, with HTML', '*x*', { value: '*x*', rendered_value: '<p><em>x</em></p>' }),
  tooLong(1, 50),
  refused(1, 'a string', ['{member}'], 'F {fresh} is not a string'),
  kept(2, 'a paragraph, with HTML', '*x*', { value: '*x*', rendered_value: '<p><em>x</em></p>' }),
  tooLong(2, 500),
  kept(3, 'the key of a choice', '0', { value: '0' }, { field_data: choices }),
  refused(3, 'the key of no other choice', '7', "'7' is not a valid choice for 'F {fresh}'.", {
    field_data: choices,
  }),
  kept(4, 'a day', '2024-02-29', { value: '2024-02-29' }),
  refused(4, 'a day of the calendar', '2023-02-29', 'F {fresh} is not a date'),
  refused(4, 'a day in this order', '29.02.2024', 'F {fresh} is not a date'),
  kept(5, 'a link', 'https://example.com/', { value: 'https://example.com/' }),
  refused(5, 'a link with its scheme', 'example.com', 'F {fresh} is not a URL'),
  refused(5, 'a link that runs nothing', 'javascript:alert(1)', 'F {fresh} is not a URL'),
  kept(6, 'people by their IDs', ['{member}', '{guest}'], { value: '[{member},{guest}]' }),
  refused(6, 'existing people', ['{nobody}'], 'Invalid user ID: {nobody}'),
  refused(6, 'active people', ['{leaver}'], 'User with ID {leaver} is deactivated'),
  refused(6, 'people, not bots', ['{bot}'], 'User with ID {bot} is a bot'),
  refused(6, 'a list', 'x', 'User IDs is not a list'),
  kept(7, 'the name of an account', 'ada', { value: 'ada' }, { field_data: custom }),
  tooLong(7, 50, { field_data: custom }),
  kept(8, 'pronouns', 'they/them', { value: 'they/them' }),
  tooLong(8, 50),
];

export const profileData: Chapter = {
  about: change,
  file,
  rows: [
    ...values,
    ...[null, '', []].map((nothing) =>
      parameter('data', `\`${JSON.stringify(nothing)}\` removes the value`, [
        put('x'),
        put(nothing).shows().records(1),
        has(absent),
        put(nothing).shows().records(0),
      ]),
    ),
    parameter('data', 'that equals the present changes nothing', [put('x'), put('x').shows().records(0)]),
    parameter('data', 'is changed all together or not at all', [
      user(change, {
        data: [
          { id: '{field}', value: 'x' },
          { id: '{nobody}', value: 'x' },
        ],
      }).refused(badRequest, 'Field id {nobody} not found.'),
      has(absent),
    ]),
    parameter('data', 'is required', [
      user(change).refused('REQUEST_VARIABLE_MISSING', "Missing 'data' argument", { var_name: 'data' }),
    ]),
    parameter('data', 'is a list', [user(change, { data: {} }).refused(badRequest, 'data is not a list')]),
    parameter('data', 'has objects with `id` and `value`', [
      user(change, { data: [{ value: 'x' }] }).refused(badRequest, 'data[0]["id"] field is missing'),
      user(change, { data: [{ id: 1 }] }).refused(badRequest, 'data[0]["value"] field is missing'),
    ]),
    error('BAD_REQUEST', 'answers an unknown field', [
      put('x', '{nobody}').refused(badRequest, 'Field id {nobody} not found.'),
    ]),
    error('BAD_REQUEST', 'answers a field that only administrators edit', [
      ofType(1, { editable_by_user: false }),
      put('x', '{id}').refused(badRequest, NOT_EDITABLE),
      put(null, '{id}').refused(badRequest, NOT_EDITABLE),
      administrator(change, { data: [{ id: '{id}', value: 'x' }] }).shows(),
    ]),
    error('BAD_REQUEST', 'answers a bot', [
      bot(change, { data: [] }).refused(badRequest, 'This endpoint does not accept bot requests.'),
    ]),
    rule('guests have profiles too', [
      guest(change, { data: [{ id: '{field}', value: 'x' }] }).shows(),
      guest('GET /users/me').shows({ 'profile_data.{field}.value': 'x' }),
    ]),
    asksForLogin(change),
  ],
};

export const removedProfileData: Chapter = {
  about: remove,
  file,
  rows: [
    parameter('data', 'has the fields whose value is removed', [
      put('x'),
      user(remove, { data: ['{field}'] })
        .shows()
        .records(1),
      has(absent),
    ]),
    parameter('data', 'may have fields without a value', [
      user(remove, { data: ['{field}'] })
        .shows()
        .records(0),
    ]),
    parameter('data', 'has existing fields', [
      user(remove, { data: ['{nobody}'] }).refused(badRequest, 'Field id {nobody} not found.'),
    ]),
    parameter('data', 'is required', [
      user(remove).refused('REQUEST_VARIABLE_MISSING', "Missing 'data' argument", { var_name: 'data' }),
    ]),
    parameter('data', 'is a list of integers', [
      user(remove, { data: ['x'] }).refused(badRequest, 'data[0] is not an integer'),
    ]),
    error('BAD_REQUEST', 'answers a field that only administrators edit', [
      ofType(1, { editable_by_user: false }),
      user(remove, { data: ['{id}'] }).refused(badRequest, NOT_EDITABLE),
    ]),
    error('BAD_REQUEST', 'answers a bot', [
      bot(remove, { data: [] }).refused(badRequest, 'This endpoint does not accept bot requests.'),
    ]),
    asksForLogin(remove),
  ],
};

const give = (value: unknown, by = administrator): Step =>
  by('PATCH /users/{user}', { profile_data: [{ id: '{field}', value }] });
const parameters = { user_ids: ['{user}', '{bot}'], include_custom_profile_fields: true };
const VALUE = { value: 'x', rendered_value: '<p>x</p>' };

export const profilesShown: Chapter = {
  about: 'Profiles in PATCH /users/:user_id, GET /users, GET /users/:user_id and GET /users/me',
  file,
  rows: [
    parameter('profile_data', 'of PATCH /users/{id} is put there by administrators', [
      give('x').shows().records(1),
      has(VALUE),
    ]),
    parameter('profile_data', 'of PATCH /users/{id} is not for others to put there', [
      give('x', member).refused('UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'),
    ]),
    parameter('profile_data', 'of PATCH /users/{id} reaches fields that only administrators edit', [
      ofType(1, { editable_by_user: false }),
      administrator('PATCH /users/{user}', { profile_data: [{ id: '{id}', value: 'x' }] }).shows(),
      has(VALUE, '{id}'),
    ]),
    ...[null, '', []].map((nothing) =>
      parameter('profile_data', `\`${JSON.stringify(nothing)}\` of PATCH /users/{id} removes the value`, [
        put('x'),
        give(nothing).shows(),
        has(absent),
      ]),
    ),
    parameter('profile_data', 'of PATCH /users/{id} is of the field’s type', [
      give('x'.repeat(51)).refused(badRequest, '{fieldName} is too long (limit: 50 characters)'),
    ]),
    parameter('profile_data', 'of PATCH /users/{id} is nothing that bots have', [
      owner('PATCH /users/{bot}', { profile_data: [{ id: '{field}', value: 'x' }] }).refused(
        badRequest,
        'Bots have no profile data.',
      ),
    ]),
    field('members[].profile_data', 'has the values of the fields by their IDs, for people', [
      put('x'),
      guest('GET /users', parameters).shows({
        'members[user_id={user}].profile_data.{field}': VALUE,
        'members[user_id={bot}].profile_data': absent,
      }),
    ]),
    field('profile_data', 'is in GET /users/me always', [
      put('x'),
      user('GET /users/me').shows({ 'profile_data.{field}': VALUE }),
    ]),
    field('user.profile_data', 'has people who have left since they were named', [
      ofType(6),
      put(['{leaver}'], '{id}').refused(badRequest, 'User with ID {leaver} is deactivated'),
      owner('POST /users/{leaver}/reactivate'),
      put(['{leaver}'], '{id}'),
      owner('DELETE /users/{leaver}'),
      has({ value: '[{leaver}]' }, '{id}'),
    ]),
  ],
};
