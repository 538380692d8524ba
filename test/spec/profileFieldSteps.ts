/** What the chapters about custom profile fields have in common. */
import { error, guest, moderator, owner, parameter, type Row, type Shown, type Step } from './row.ts';

export const badRequest = 'BAD_REQUEST';
export const list = 'GET /realm/profile_fields';
export const create = 'POST /realm/profile_fields';

export const newField = (fields: Shown = {}): Shown => ({ name: '{fresh}', field_type: 1, ...fields });
export const made = (fields: Shown): Step => owner(create, newField(fields)).keeps({ id: 'id' });
export const fieldIs = (shown: Shown, id = '{id}'): Step =>
  guest(list).shows(
    Object.fromEntries(
      Object.entries(shown).map(([name, value]) => [`custom_fields[id=${id}].${name}`, value]),
    ),
  );
export const choices = { '0': { text: 'Blue', order: '1' }, '1': { text: 'Green', order: '2' } };
export const PATTERN = 'https://example.com/%(username)s';
export const custom = { subtype: 'custom', url_pattern: PATTERN };
export const onlyAdministrators = [
  'UNAUTHORIZED_PRINCIPAL',
  'Must be an organization administrator',
] as const;
export const FULL = 'Only 2 custom profile fields can be displayed in the profile summary.';

export const missing = (name: string, step: Step): Row =>
  parameter(name, 'is required', [
    step.refused('REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, { var_name: name }),
  ]);
const isBoolean = (name: string, step: (fields: Shown) => Step): Row =>
  parameter(name, 'is a boolean', [step({ [name]: 1 }).refused(badRequest, `${name} is not a boolean`)]);

/** What a field may not be, alike in making and in changing one. */
export const refusals = (step: (fields: Shown) => Step): readonly Row[] => [
  parameter('name', 'is not blank', [step({ name: ' ' }).refused(badRequest, 'Label cannot be blank.')]),
  parameter('name', 'has at most 40 characters', [
    step({ name: 'x'.repeat(41) }).refused(badRequest, 'name is too long (limit: 40 characters)'),
  ]),
  parameter('name', 'is no other field’s', [
    made({ name: 'Taken {fresh}' }),
    step({ name: 'Taken {fresh}' }).refused(badRequest, 'A field with that label already exists.'),
  ]),
  parameter('hint', 'has at most 80 characters', [
    step({ hint: 'x'.repeat(81) }).refused(badRequest, 'hint is too long (limit: 80 characters)'),
  ]),
  parameter('field_data', 'is an object', [
    step({ field_data: [] }).refused(badRequest, 'field_data is not a dict'),
  ]),
  isBoolean('display_in_profile_summary', step),
  isBoolean('required', step),
  isBoolean('editable_by_user', step),
  isBoolean('use_for_user_matching', step),
  error('UNAUTHORIZED_PRINCIPAL', 'answers people who are not administrators', [
    moderator(create, newField()).refused(...onlyAdministrators),
  ]),
];
