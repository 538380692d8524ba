/** Custom profile fields and their values on the wire. */
import { z } from 'zod';
import { ProfileFieldId, ProfileFieldType } from '../events/profileFields.ts';
import type { Profile, ProfileField } from '../organization/slices/profileFields.ts';
import { ChoiceName, ChoiceNumber, named, plainEventShape } from './define.ts';
import { type PeopleAccess, redactNames } from './redactNames.ts';

/** A field of the organization. */
export const Field = named(
  'ProfileField',
  'A custom field of profiles.',
  z.strictObject({
    id: z.int().describe('ID of the field, by which profiles name it.'),
    type: ProfileFieldType.describe(
      '1 short text, 2 long text, 3 choice, 4 date, 5 link, 6 users, 7 external account, 8 pronouns.',
    ),
    name: z.string().describe('What the field is called.'),
    hint: z.string().describe('What helps people to fill in the field.'),
    /** JSON text: choices by key, or the site of external accounts; '' for other types. */
    field_data: z
      .string()
      .describe('JSON text: choices by key, or the site of external accounts; empty for other types.'),
    order: z.int().describe('Place in the list, from 1.'),
    required: z.boolean().describe('Whether clients ask everybody for a value.'),
    editable_by_user: z.boolean().describe('Whether people may change their own value.'),
    display_in_profile_summary: z
      .literal(true)
      .optional()
      .describe('Set if the summary of a profile shows it.'),
    use_for_user_matching: z
      .literal(true)
      .optional()
      .describe('Set if mentions are also found by its value.'),
  }),
);

export const wireProfileField = (field: ProfileField): z.infer<typeof Field> => ({
  id: field.fieldId,
  type: field.type,
  name: field.name,
  hint: field.hint,
  field_data: dataOf(field),
  order: field.order,
  required: field.required,
  editable_by_user: field.editableByUser,
  ...(field.displayInSummary && { display_in_profile_summary: true }),
  ...(field.useForUserMatching && { use_for_user_matching: true }),
});

function dataOf({ choices, account }: ProfileField): string {
  if (choices.length > 0)
    return JSON.stringify(Object.fromEntries(choices.map(({ key, ...choice }) => [key, choice])));
  if (account === null) return '';
  const { subtype, urlPattern } = account;
  return JSON.stringify({ subtype, ...(urlPattern !== null && { url_pattern: urlPattern }) });
}

const ProfileValue = named(
  'ProfileValue',
  'A person’s value of a custom profile field.',
  z.strictObject({
    value: z.string().describe('The value, as text.'),
    rendered_value: z.string().optional().describe('The value as HTML, for texts.'),
  }),
);

/** A person's values, by field ID. */
export const ProfileData = z.record(z.string(), ProfileValue);

export const wireProfile = (profile: Profile, reader?: PeopleAccess): z.infer<typeof ProfileData> =>
  Object.fromEntries(
    Object.entries(profile).map(([fieldId, { value, renderedValue }]) => [
      fieldId,
      {
        value,
        ...(renderedValue !== undefined && { rendered_value: redactNames(renderedValue, reader) }),
      },
    ]),
  );

/** The new value of a person's field; null if it was deleted. */
export const ProfileValueChange = z.strictObject({
  id: ProfileFieldId,
  value: z.string().nullable().describe('The new value; null if it was deleted.'),
  rendered_value: ProfileValue.shape.rendered_value,
});

/** Client events of profile fields. */
export const payloads = {
  custom_profile_fields: plainEventShape('custom_profile_fields', {
    fields: z.array(Field).describe('All custom profile fields, in their order.'),
  }).describe('Custom profile fields have changed; the event has all of them.'),
} as const;

/** Fields of POST /register, by fetch type. */
export const snapshotFields = {
  custom_profile_fields: {
    custom_profile_fields: z.array(Field).describe('Custom profile fields, in their order.'),
    custom_profile_field_types: z
      .record(z.string(), z.strictObject({ id: ChoiceNumber, name: ChoiceName }))
      .describe('Types of custom profile fields, by name.'),
  },
} as const;
