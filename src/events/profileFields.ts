import { z } from 'zod';
import { numericId, UserId } from '../ids.ts';
import { defineEvents, erasable, fact } from './define.ts';

/** Kinds of custom profile fields; the wire numbers them. */
export const ProfileFieldId = numericId<'ProfileFieldId'>();
export type ProfileFieldId = z.infer<typeof ProfileFieldId>;

/** Kinds of custom profile fields; the wire numbers them. */
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

/** One choice of a dropdown: values are keys, people read texts in the order of `order`. */
const ProfileFieldChoice = z.strictObject({ key: z.string(), text: z.string(), order: z.string() });
export type ProfileFieldChoice = Readonly<z.infer<typeof ProfileFieldChoice>>;

/** Where accounts of a field are: a place that the server knows, or `custom` with a pattern of its own. */
const ExternalAccount = z.strictObject({
  subtype: z.string(),
  /** URL with `%(username)s` in it; null where the server knows it. */
  urlPattern: z.string().nullable(),
});
export type ExternalAccount = Readonly<z.infer<typeof ExternalAccount>>;

/** What of a field is on or off. */
const switches = {
  required: z.boolean(),
  editableByUser: z.boolean(),
  displayInSummary: z.boolean(),
  useForUserMatching: z.boolean(),
} as const;
const ProfileFieldSwitches = z.strictObject(switches);
export type ProfileFieldSwitches = Readonly<z.infer<typeof ProfileFieldSwitches>>;

/** Facts of custom profile fields and of what people have in them. */
export const profileFieldEvents = defineEvents('organization', {
  ProfileFieldCreated: fact(1, {
    fieldId: ProfileFieldId,
    type: ProfileFieldType,
    name: z.string(),
    hint: z.string(),
    /** Of a dropdown; others have none. */
    choices: z.array(ProfileFieldChoice),
    /** Of an external account; null for others. */
    account: ExternalAccount.nullable(),
    ...switches,
  }),
  ProfileFieldRenamed: fact(1, { fieldId: ProfileFieldId, oldName: z.string(), newName: z.string() }),
  ProfileFieldHintChanged: fact(1, { fieldId: ProfileFieldId, oldHint: z.string(), newHint: z.string() }),
  /** Anybody who had a choice that is there no more has no value any more. */
  ProfileFieldChoicesChanged: fact(1, {
    fieldId: ProfileFieldId,
    oldChoices: z.array(ProfileFieldChoice),
    newChoices: z.array(ProfileFieldChoice),
    clearedUserIds: z.array(UserId),
  }),
  ProfileFieldAccountChanged: fact(1, {
    fieldId: ProfileFieldId,
    oldAccount: ExternalAccount,
    newAccount: ExternalAccount,
  }),
  ProfileFieldSwitched: fact(1, {
    fieldId: ProfileFieldId,
    property: ProfileFieldSwitches.keyof(),
    isOn: z.boolean(),
  }),
  /** All fields in their new order. */
  ProfileFieldsReordered: fact(1, { fieldIds: z.array(ProfileFieldId).min(1) }),
  /** The field, and the value of everybody who had one. */
  ProfileFieldDeleted: fact(1, {
    fieldId: ProfileFieldId,
    name: z.string(),
    clearedUserIds: z.array(UserId),
  }),
  ProfileValueSet: fact(1, {
    userId: UserId,
    fieldId: ProfileFieldId,
    /** Text, key of a choice, day, address, or JSON text of a list of IDs: as the field's type has it. */
    value: erasable('person:userId', z.string()),
    /** HTML; of short texts and paragraphs alone. */
    renderedValue: erasable('person:userId', z.string()).optional(),
  }),
  ProfileValueRemoved: fact(1, { userId: UserId, fieldId: ProfileFieldId }),
});
export const {
  ProfileFieldCreated,
  ProfileFieldRenamed,
  ProfileFieldHintChanged,
  ProfileFieldChoicesChanged,
  ProfileFieldAccountChanged,
  ProfileFieldSwitched,
  ProfileFieldsReordered,
  ProfileFieldDeleted,
  ProfileValueSet,
  ProfileValueRemoved,
} = profileFieldEvents.make;
