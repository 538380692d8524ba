import { z } from 'zod';
import { numericId, UserId } from '../base/ids.ts';
import { defineEvents, erasable, eventType } from './define.ts';

/** ID of a custom profile field. */
export const ProfileFieldId = numericId<'ProfileFieldId'>(
  'ID of the profile field, as GET /realm/profile_fields lists it.',
);
export type ProfileFieldId = z.infer<typeof ProfileFieldId>;

/** Types of custom profile fields and their wire numbers. */
export const PROFILE_FIELD_TYPES = {
  shortText: 1,
  paragraph: 2,
  dropdown: 3,
  date: 4,
  link: 5,
  users: 6,
  externalAccount: 7,
  pronouns: 8,
} as const;
export const ProfileFieldType = z.literal([1, 2, 3, 4, 5, 6, 7, 8]);
export type ProfileFieldType = z.infer<typeof ProfileFieldType>;

/** One choice of a dropdown: values are keys, and texts are shown in the order of `order`. */
const ProfileFieldChoice = z.strictObject({ key: z.string(), text: z.string(), order: z.string() });
export type ProfileFieldChoice = Readonly<z.infer<typeof ProfileFieldChoice>>;

/** The site of external accounts: a known one, or `custom` with its own pattern. */
const ExternalAccount = z.strictObject({
  subtype: z.string(),
  /** URL with `%(username)s` in it; null for a known site. */
  urlPattern: z.string().nullable(),
});
export type ExternalAccount = Readonly<z.infer<typeof ExternalAccount>>;

/** Boolean options of a field. */
const switches = {
  required: z.boolean(),
  editableByUser: z.boolean(),
  displayInSummary: z.boolean(),
  useForUserMatching: z.boolean(),
} as const;
const ProfileFieldSwitches = z.strictObject(switches);
export type ProfileFieldSwitches = Readonly<z.infer<typeof ProfileFieldSwitches>>;

/** Events of custom profile fields and their values. */
export const profileFieldEvents = defineEvents('organization', 'listed', 'shared', {
  ProfileFieldCreated: eventType(1, {
    fieldId: ProfileFieldId,
    type: ProfileFieldType,
    name: z.string(),
    hint: z.string(),
    /** Dropdowns only; empty for others. */
    choices: z.array(ProfileFieldChoice),
    /** External accounts only; null for others. */
    account: ExternalAccount.nullable(),
    ...switches,
  }),
  ProfileFieldRenamed: eventType(1, { fieldId: ProfileFieldId, oldName: z.string(), newName: z.string() }),
  ProfileFieldHintChanged: eventType(1, {
    fieldId: ProfileFieldId,
    oldHint: z.string(),
    newHint: z.string(),
  }),
  /** Values with a removed choice are deleted. */
  ProfileFieldChoicesChanged: eventType(1, {
    fieldId: ProfileFieldId,
    oldChoices: z.array(ProfileFieldChoice),
    newChoices: z.array(ProfileFieldChoice),
    clearedUserIds: z.array(UserId),
  }),
  ProfileFieldAccountChanged: eventType(1, {
    fieldId: ProfileFieldId,
    oldAccount: ExternalAccount,
    newAccount: ExternalAccount,
  }),
  ProfileFieldSwitched: eventType(1, {
    fieldId: ProfileFieldId,
    property: ProfileFieldSwitches.keyof(),
    isOn: z.boolean(),
  }),
  /** All fields in their new order. */
  ProfileFieldsReordered: eventType(1, { fieldIds: z.array(ProfileFieldId).min(1) }),
  /** Deletes the field with all its values. */
  ProfileFieldDeleted: eventType(1, {
    fieldId: ProfileFieldId,
    name: z.string(),
    clearedUserIds: z.array(UserId),
  }),
  ProfileValueSet: eventType(1, {
    userId: UserId,
    fieldId: ProfileFieldId,
    /** Text, key of a choice, day, URL, or JSON text of a list of IDs, according to the field's type. */
    value: erasable('person:userId', z.string()),
    /** HTML; only for short texts and paragraphs. */
    renderedValue: erasable('person:userId', z.string()).optional(),
  }),
  ProfileValueRemoved: eventType(1, { userId: UserId, fieldId: ProfileFieldId }),
});
