/** Decisions about the values of custom profile fields. */
import { Refused, requireThat } from '../../base/errors.ts';
import type { UserId } from '../../base/ids.ts';
import { newEvent } from '../../events/catalog.ts';
import {
  PROFILE_FIELD_TYPES,
  type ProfileFieldId,
  type ProfileFieldType,
} from '../../events/profileFields.ts';
import { canChangeOwnAvatar, canEditOwnValue, seesUser } from '../../organization/access/people.ts';
import type { Actor } from '../../organization/access/rules.ts';
import { type ProfileField, profileOf } from '../../organization/slices/profileFields.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { done, command, type DecidedEvent, nothingToDo, requireCaller } from '../define.ts';
import { isLink, requireText } from '../text.ts';
import { existingField } from './profileFields.ts';

/** A new value of a field; null, '' and [] delete it. */
export interface ProfileChange {
  readonly fieldId: ProfileFieldId;
  readonly value: string | null | readonly UserId[];
  /** The rendered text; stored only for fields that show HTML. */
  readonly html?: string | undefined;
}

/** Changes values of one's own profile, all of them or none. */
export const changeOwnProfile = command<{ readonly changes: readonly ProfileChange[] }, void>({
  name: 'ChangeOwnProfile',
  decide(organization, { changes }, { actor }) {
    if (actor === null) throw new Refused('No such user');
    for (const { fieldId } of changes) {
      const may = canEditOwnValue(organization, actor, existingField(organization, fieldId));
      requireThat(may, NOT_EDITABLE);
    }
    return done(...profileChanges(organization, actor, actor, changes));
  },
});

const NOT_EDITABLE = 'You are not allowed to change this field. Contact an administrator to update it.';

/** The events that change somebody's values, for an authorized caller; unchanged values cause none. */
export function profileChanges(
  organization: OrganizationState,
  actor: Actor,
  userId: UserId,
  changes: readonly ProfileChange[],
): DecidedEvent[] {
  const values = changes.map((change) => [change.fieldId, stored(organization, actor, change)] as const);
  const present = profileOf(organization, userId);
  return [...new Map(values)].flatMap(([fieldId, { value, ...html }]): DecidedEvent[] => {
    const had = present[fieldId];
    if (value === had?.value) return [];
    if (value === undefined) return [newEvent('ProfileValueRemoved', { userId, fieldId })];
    return [newEvent('ProfileValueSet', { userId, fieldId, value, ...html })];
  });
}

/** Whether values of a field are shown as HTML too. */
export const showsHtml = ({ type }: Pick<ProfileField, 'type'>): boolean =>
  type === PROFILE_FIELD_TYPES.shortText || type === PROFILE_FIELD_TYPES.paragraph;

interface StoredValue {
  /** undefined deletes the value. */
  readonly value: string | undefined;
  readonly renderedValue?: string;
}

/** A value as the event stores it; refuses one that does not fit the field's type. */
function stored(
  organization: OrganizationState,
  actor: Actor,
  { fieldId, value, html = '' }: ProfileChange,
): StoredValue {
  const field = existingField(organization, fieldId);
  if (value === null || value.length === 0) return { value: undefined };
  const checked = FORMS[field.type](value, field, organization, actor);
  return { value: checked, ...(showsHtml(field) && { renderedValue: html }) };
}

/** Converts a value as it was sent into the stored one. */
type ValueConverter = (
  value: string | readonly UserId[],
  field: ProfileField,
  organization: OrganizationState,
  actor: Actor,
) => string;

/** A text stored as it is. */
const textThat =
  (check: (text: string, field: ProfileField) => void): ValueConverter =>
  (value, field) => {
    if (typeof value !== 'string') throw new Refused(`${field.name} is not a string`);
    check(value, field);
    return value;
  };

const upTo = (limit: number): ValueConverter => textThat((text, { name }) => requireText(text, limit, name));

/** Longer URLs are not accepted. */
const MAX_LINK_LENGTH = 2000;

const FORMS: Readonly<Record<ProfileFieldType, ValueConverter>> = {
  [PROFILE_FIELD_TYPES.shortText]: upTo(50),
  [PROFILE_FIELD_TYPES.paragraph]: upTo(500),
  [PROFILE_FIELD_TYPES.dropdown]: textThat((key, { name, choices }) => {
    const isChoice = choices.some((choice) => choice.key === key);
    requireThat(isChoice, `'${key}' is not a valid choice for '${name}'.`);
  }),
  [PROFILE_FIELD_TYPES.date]: textThat((day, { name }) => requireThat(isDay(day), `${name} is not a date`)),
  [PROFILE_FIELD_TYPES.link]: textThat((link, { name }) => {
    requireThat(isLink(link), `${name} is not a URL`);
    requireText(link, MAX_LINK_LENGTH, name);
  }),
  [PROFILE_FIELD_TYPES.users]: listOfPeople,
  [PROFILE_FIELD_TYPES.externalAccount]: upTo(50),
  [PROFILE_FIELD_TYPES.pronouns]: upTo(50),
};

/** JSON text of the user IDs, each once, in the order they were sent. */
function listOfPeople(
  value: Parameters<ValueConverter>[0],
  _field: ProfileField,
  organization: OrganizationState,
  actor: Actor,
): string {
  if (typeof value === 'string') throw new Refused('User IDs is not a list');
  for (const userId of value) {
    const user = organization.users.byId.get(userId);
    const isKnown = user !== undefined && (actor === null || seesUser(organization, actor, userId));
    requireThat(isKnown, `Invalid user ID: ${userId}`);
    requireThat(user.active, `User with ID ${userId} is deactivated`);
    requireThat(user.bot === null, `User with ID ${userId} is a bot`);
  }
  return JSON.stringify([...new Set(value)]);
}

/** A calendar day, `2026-02-28`. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

// Decisions about people's own pictures.

/** A picture whose bytes are stored. */
export interface StoredAvatar {
  /** Random, as 40 hex digits. */
  readonly key: string;
  readonly digest: string;
  readonly mediumDigest: string;
}

/** Gives the caller a picture, or takes it away. */
export const changeAvatar = command<StoredAvatar | null, void>({
  name: 'ChangeAvatar',
  decide(organization, stored, context) {
    const userId = requireCaller(context);
    const may = canChangeOwnAvatar(organization, userId);
    requireThat(may, 'Avatar changes are disabled in this organization.');
    const before = organization.users.byId.get(userId)?.avatar?.path ?? null;
    if (stored === null && before === null) return nothingToDo(undefined);
    return done(avatarChange(organization, userId, stored));
  },
});

/** The event that gives somebody a picture, or takes it away. */
export function avatarChange(organization: OrganizationState, userId: UserId, stored: StoredAvatar | null) {
  const version = organization.users.byId.get(userId)?.avatar?.version ?? FIRST;
  const avatar = stored && {
    path: pathOf(organization, stored.key),
    digest: stored.digest,
    mediumDigest: stored.mediumDigest,
  };
  return newEvent('AvatarChanged', { userId, avatar, version: version + 1 });
}

/** The version of the pictures of people who have never changed theirs. */
const FIRST = 1;

const pathOf = ({ organizationId }: OrganizationState, key: string): string => `${organizationId}/${key}`;
