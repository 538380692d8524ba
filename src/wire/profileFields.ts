/** Custom profile fields and their values on the wire. */
import { z } from 'zod';
import { ProfileFieldType } from '../events/profileFields.ts';
import type { Profile, ProfileField } from '../organization/slices/profileFields.ts';
import { named, plainEventShape } from './define.ts';
import { type PeopleAccess, redactNames } from './redactNames.ts';

/** A field of the organization. */
export const Field = named(
  'ProfileField',
  z.strictObject({
    id: z.int(),
    type: ProfileFieldType,
    name: z.string(),
    hint: z.string(),
    /** JSON text: choices by key, or the site of external accounts; '' for other types. */
    field_data: z.string(),
    order: z.int(),
    required: z.boolean(),
    editable_by_user: z.boolean(),
    display_in_profile_summary: z.literal(true).optional(),
    use_for_user_matching: z.literal(true).optional(),
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
  z.strictObject({ value: z.string(), rendered_value: z.string().optional() }),
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
  id: z.int(),
  value: z.string().nullable(),
  rendered_value: z.string().optional(),
});

/** Client events of profile fields. */
export const payloads = {
  custom_profile_fields: plainEventShape('custom_profile_fields', {
    fields: z.array(Field),
  }),
} as const;

/** Fields of POST /register, by fetch type. */
export const snapshotFields = {
  custom_profile_fields: {
    custom_profile_fields: z.array(Field),
    custom_profile_field_types: z.record(z.string(), z.strictObject({ id: z.int(), name: z.string() })),
  },
} as const;
