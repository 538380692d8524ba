/** Decisions about custom profile fields. */
import { Refused, requireThat } from '../../base/errors.ts';
import { nameKey } from '../../base/identity.ts';
import { newEvent } from '../../events/catalog.ts';
import {
  type ExternalAccount,
  PROFILE_FIELD_TYPES,
  type ProfileFieldChoice,
  type ProfileFieldId,
  type ProfileFieldSwitches,
  ProfileFieldType,
} from '../../events/profileFields.ts';
import {
  externalSite,
  orderedProfileFields,
  peopleWith,
  type ProfileField,
} from '../../organization/slices/profileFields.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { done, command, type DecidedEvent, requireAdministrator } from '../define.ts';
import { checkedName, isLink, requireText } from '../text.ts';

// Type-specific data of custom profile fields: choices, or the site of external accounts.

/** As clients send it: choices by key for a dropdown, `subtype` and `url_pattern` for an external account. */
export type ProfileFieldData = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** The choices of a dropdown: at least one, and no text twice. */
function choicesIn(data: ProfileFieldData): readonly ProfileFieldChoice[] {
  const choices = Object.entries(data).map(([key, choice]) => choiceIn(key, choice));
  requireThat(choices.length > 0, 'Field must have at least one choice.');
  const isEachOne = new Set(choices.map(({ text }) => text)).size === choices.length;
  requireThat(isEachOne, 'Field must not have duplicate choices.');
  return choices;
}

function choiceIn(key: string, choice: ProfileFieldData[string]): ProfileFieldChoice {
  const path = `field_data["${key}"]`;
  requireThat(key.trim() !== '', "'value' cannot be blank.");
  requireThat(!key.includes('\0'), "'value' must not contain null bytes");
  if (typeof choice === 'string') throw new Refused(`${path} is not a dict`);
  const { text, order, ...others } = choice;
  requireNothingIn(others, path);
  return { key, text: filled(text, `${path}["text"]`), order: filled(order, `${path}["order"]`) };
}

/** The site of external accounts; for known sites only its name is stored. */
function accountIn({ subtype, url_pattern: pattern, ...others }: ProfileFieldData): ExternalAccount {
  requireNothingIn(others, 'field_data');
  const name = filled(subtype, 'field_data["subtype"]');
  if (externalSite(name)) return { subtype: name, urlPattern: null };
  requireThat(name === 'custom', 'Invalid external account type');
  requireThat(pattern !== undefined, 'Custom external account must define URL pattern');
  return { subtype: name, urlPattern: checkedPattern(textIn(pattern, 'field_data["url_pattern"]')) };
}

const USER_NAME = '%(username)s';

function checkedPattern(pattern: string): string {
  const [before, after, ...more] = pattern.split(USER_NAME);
  const isOnce = after !== undefined && more.length === 0;
  requireThat(isOnce, `URL pattern must contain '${USER_NAME}'.`);
  requireThat(isLink(`${before}username${after}`), 'url_pattern is not a URL');
  return pattern;
}

function filled(value: ProfileFieldData[string] | undefined, path: string): string {
  requireThat(value !== undefined, `${path} field is missing`);
  const text = textIn(value, path);
  requireThat(text.trim() !== '', `${path} cannot be blank`);
  return text;
}

function textIn(value: ProfileFieldData[string], path: string): string {
  if (typeof value !== 'string') throw new Refused(`${path} is not a string`);
  requireThat(!value.includes('\0'), `${path} must not contain null bytes`);
  return value;
}

function requireNothingIn(others: ProfileFieldData, path: string): void {
  const [key] = Object.keys(others);
  requireThat(key === undefined, `Argument "${key}" at ${path}["${key}"] is unexpected`);
}

/** Fields of an organization, each with a value of everybody. */
const MAX_FIELDS = 200;

/** Fields shown in the summary of a profile. */
const MAX_SUMMARY_FIELDS = 2;

/** A field as an administrator requests it. */
interface RequestedField extends ProfileFieldSwitches {
  readonly type: ProfileFieldType;
  readonly name: string;
  readonly hint: string;
  readonly choices: readonly ProfileFieldChoice[];
  readonly account: ExternalAccount | null;
}

export interface CreateProfileFieldInput extends ProfileFieldSwitches {
  readonly type: number;
  readonly name: string;
  readonly hint: string;
  readonly data: ProfileFieldData;
}

/** Creates a field at the end of the list and returns its ID. */
export const createProfileField = command<CreateProfileFieldInput, { readonly fieldId: ProfileFieldId }>({
  name: 'CreateProfileField',
  decide(organization, { type: number, data, ...requested }, context) {
    requireAdministrator(organization, context);
    const type = ProfileFieldType.safeParse(number).data;
    if (type === undefined) throw new Refused('Invalid field type.');
    const hasCapacity = organization.profileFields.byId.size < MAX_FIELDS;
    requireThat(hasCapacity, `Too many custom profile fields (maximum ${MAX_FIELDS}).`);
    const fieldId = organization.profileFields.nextFieldId.get();
    const { choices, ...field } = checked(organization, fieldId, {
      ...requested,
      type,
      ...dataOf(type, data),
    });
    return {
      events: [newEvent('ProfileFieldCreated', { fieldId, ...field, choices: [...choices] })],
      result: { fieldId },
    };
  },
});

/** Requested changes of a field; undefined means no change. */
export interface UpdateProfileFieldInput {
  readonly fieldId: ProfileFieldId;
  readonly name?: string | undefined;
  readonly hint?: string | undefined;
  readonly data?: ProfileFieldData | undefined;
  readonly switches: { readonly [Name in keyof ProfileFieldSwitches]?: boolean | undefined };
}

/** Changes a field; applies all changes or none. Fields of known sites keep their name and site. */
export const updateProfileField = command<UpdateProfileFieldInput, void>({
  name: 'UpdateProfileField',
  decide(organization, { fieldId, name, hint, data, switches }, context) {
    requireAdministrator(organization, context);
    const field = existingField(organization, fieldId);
    const requested = {
      ...field,
      name: name ?? field.name,
      hint: hint ?? field.hint,
      ...(data && dataOf(field.type, data)),
      ...given(switches),
    };
    requireThat(!isKnown(field) || keepsNameAndSite(field, requested), UNCHANGEABLE);
    return done(...changes(organization, field, checked(organization, fieldId, requested)));
  },
});

const UNCHANGEABLE = 'Default custom field cannot be updated.';

/** Deletes a field with all its values. */
export const deleteProfileField = command<{ readonly fieldId: ProfileFieldId }, void>({
  name: 'DeleteProfileField',
  decide(organization, { fieldId }, context) {
    requireAdministrator(organization, context);
    const { name } = existingField(organization, fieldId);
    const clearedUserIds = [...peopleWith(organization, fieldId)];
    return done(newEvent('ProfileFieldDeleted', { fieldId, name, clearedUserIds }));
  },
});

/** Reorders all fields. */
export const reorderProfileFields = command<{ readonly fieldIds: readonly ProfileFieldId[] }, void>({
  name: 'ReorderProfileFields',
  decide(organization, { fieldIds }, context) {
    requireAdministrator(organization, context);
    const present = orderedProfileFields(organization).map(({ fieldId }) => fieldId);
    const named = new Set(fieldIds);
    const areAll = fieldIds.length === present.length && present.every((fieldId) => named.has(fieldId));
    requireThat(areAll, 'Invalid order mapping.');
    const isSame = present.every((fieldId, index) => fieldId === fieldIds[index]);
    return done(...(isSame ? [] : [newEvent('ProfileFieldsReordered', { fieldIds: [...fieldIds] })]));
  },
});

/** Refuses a field that does not exist. */
export function existingField(organization: OrganizationState, fieldId: ProfileFieldId): ProfileField {
  const field = organization.profileFields.byId.get(fieldId);
  if (field === undefined) throw new Refused(`Field id ${fieldId} not found.`);
  return field;
}

const NO_DATA = { choices: [], account: null };

/** The part of the data that applies to the field's type. */
function dataOf(type: ProfileFieldType, data: ProfileFieldData): Pick<RequestedField, 'choices' | 'account'> {
  if (type === PROFILE_FIELD_TYPES.dropdown) return { ...NO_DATA, choices: choicesIn(data) };
  if (type === PROFILE_FIELD_TYPES.externalAccount) return { ...NO_DATA, account: accountIn(data) };
  return NO_DATA;
}

/** A field's label: trimmed, 1 to 40 code points, printable. */
const checkedLabel = (name: string): string =>
  checkedName(name, { limit: 40, empty: 'Label cannot be blank.', measured: 'name', what: 'label' });

/** A field's hint as it is, at most 80 code points. */
function checkedHint(hint: string): string {
  requireText(hint, 80, 'hint');
  return hint;
}

/** The request in its stored form; known sites provide their own names. */
function checked(
  organization: OrganizationState,
  fieldId: ProfileFieldId,
  requested: RequestedField,
): RequestedField {
  const site = requested.account && externalSite(requested.account.subtype);
  const name = site?.name ?? checkedLabel(requested.name);
  const hint = site?.hint ?? checkedHint(requested.hint);
  requireFitting(requested);
  const others = [...organization.profileFields.byId.values()].filter((field) => field.fieldId !== fieldId);
  const isKept = organization.profileFields.byId.get(fieldId)?.name === name;
  const isFree = isKept || others.every((other) => nameKey(other.name) !== nameKey(name));
  requireThat(isFree, 'A field with that label already exists.');
  const hasCapacity = others.filter(({ displayInSummary }) => displayInSummary).length < MAX_SUMMARY_FIELDS;
  const full = `Only ${MAX_SUMMARY_FIELDS} custom profile fields can be displayed in the profile summary.`;
  requireThat(hasCapacity || !requested.displayInSummary, full);
  return { ...requested, name, hint };
}

const MATCHED: readonly ProfileFieldType[] = [
  PROFILE_FIELD_TYPES.shortText,
  PROFILE_FIELD_TYPES.externalAccount,
];

/** Not every type supports every option. */
function requireFitting({ type, displayInSummary, useForUserMatching }: RequestedField): void {
  const isShown = !displayInSummary || type !== PROFILE_FIELD_TYPES.users;
  requireThat(isShown, 'Field type not supported for display in profile summary.');
  const isMatched = !useForUserMatching || MATCHED.includes(type);
  requireThat(isMatched, 'Field type not supported for user matching.');
}

const isKnown = ({ account }: ProfileField): boolean =>
  account !== null && externalSite(account.subtype) !== undefined;

const keepsNameAndSite = (field: ProfileField, requested: RequestedField): boolean =>
  requested.name === field.name &&
  requested.hint === field.hint &&
  requested.account?.subtype === field.account?.subtype;

const given = (switches: UpdateProfileFieldInput['switches']): Partial<ProfileFieldSwitches> =>
  Object.fromEntries(Object.entries(switches).filter(([, isOn]) => isOn !== undefined));

/** The changed properties of a field. */
function changes(
  organization: OrganizationState,
  field: ProfileField,
  requested: RequestedField,
): DecidedEvent[] {
  const { fieldId, name: oldName, hint: oldHint } = field;
  const { name: newName, hint: newHint } = requested;
  return [
    ...(newName === oldName ? [] : [newEvent('ProfileFieldRenamed', { fieldId, oldName, newName })]),
    ...(newHint === oldHint ? [] : [newEvent('ProfileFieldHintChanged', { fieldId, oldHint, newHint })]),
    ...choicesChanged(organization, field, requested),
    ...accountChanged(field, requested),
    ...SWITCHES.filter((property) => field[property] !== requested[property]).map((property) =>
      newEvent('ProfileFieldSwitched', { fieldId, property, isOn: requested[property] }),
    ),
  ];
}

const SWITCHES = ['required', 'editableByUser', 'displayInSummary', 'useForUserMatching'] as const;

/** Values with a removed choice are deleted. */
function choicesChanged(
  organization: OrganizationState,
  { fieldId, choices: oldChoices }: ProfileField,
  { choices: newChoices }: RequestedField,
): DecidedEvent[] {
  if (JSON.stringify(oldChoices) === JSON.stringify(newChoices)) return [];
  const keys = new Set(newChoices.map(({ key }) => key));
  const clearedUserIds = [...peopleWith(organization, fieldId, (value) => !keys.has(value))];
  return [
    newEvent('ProfileFieldChoicesChanged', {
      fieldId,
      oldChoices: [...oldChoices],
      newChoices: [...newChoices],
      clearedUserIds,
    }),
  ];
}

function accountChanged(
  { fieldId, account: oldAccount }: ProfileField,
  { account: newAccount }: RequestedField,
): DecidedEvent[] {
  if (oldAccount === null || newAccount === null) return [];
  if (oldAccount.subtype === newAccount.subtype && oldAccount.urlPattern === newAccount.urlPattern) return [];
  return [newEvent('ProfileFieldAccountChanged', { fieldId, oldAccount, newAccount })];
}
