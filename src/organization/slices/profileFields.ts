/** Custom profile fields and their values. */
import type { UserId } from '../../base/ids.ts';
import { readErasable } from '../../events/define.ts';
import type {
  ExternalAccount,
  ProfileFieldChoice,
  ProfileFieldId,
  ProfileFieldSwitches,
  ProfileFieldType,
} from '../../events/profileFields.ts';
import { cell, map } from '../containers/containers.ts';
import { slice } from '../containers/define.ts';

export interface ProfileField extends ProfileFieldSwitches {
  readonly fieldId: ProfileFieldId;
  readonly type: ProfileFieldType;
  readonly name: string;
  readonly hint: string;
  /** Dropdowns only. */
  readonly choices: readonly ProfileFieldChoice[];
  /** External accounts only. */
  readonly account: ExternalAccount | null;
  /** Fields are sorted by this: their ID, until they are reordered. */
  readonly order: number;
}

/** A value of a field; HTML if the type has it. */
interface ProfileValue {
  readonly value: string;
  readonly renderedValue?: string;
}

/** A person's values by field ID. */
export type Profile = Readonly<Record<number, ProfileValue>>;

export const profileFieldsSlice = slice({
  version: 1,
  state: () => ({
    byId: map<ProfileFieldId, ProfileField>(),
    nextFieldId: cell(1 as ProfileFieldId),
    /** Of people with at least one value. */
    profiles: map<UserId, Profile>(),
  }),
  evolve: {
    ProfileFieldCreated({ byId, nextFieldId }, data) {
      byId.set(data.fieldId, { ...data, order: data.fieldId });
      nextFieldId.set(Math.max(nextFieldId.get(), data.fieldId + 1) as ProfileFieldId);
    },
    ProfileFieldRenamed: ({ byId }, { fieldId, newName }) => byId.update(fieldId, { name: newName }),
    ProfileFieldHintChanged: ({ byId }, { fieldId, newHint }) => byId.update(fieldId, { hint: newHint }),
    ProfileFieldChoicesChanged(fields, { fieldId, newChoices, clearedUserIds }) {
      fields.byId.update(fieldId, { choices: newChoices });
      for (const userId of clearedUserIds) clear(fields, userId, fieldId);
    },
    ProfileFieldAccountChanged: ({ byId }, { fieldId, newAccount }) =>
      byId.update(fieldId, { account: newAccount }),
    ProfileFieldSwitched: ({ byId }, { fieldId, property, isOn }) =>
      byId.update(fieldId, { [property]: isOn }),
    ProfileFieldsReordered: ({ byId }, { fieldIds }) =>
      fieldIds.forEach((fieldId, order) => byId.update(fieldId, { order })),
    ProfileFieldDeleted(fields, { fieldId, clearedUserIds }) {
      fields.byId.delete(fieldId);
      for (const userId of clearedUserIds) clear(fields, userId, fieldId);
    },
    ProfileValueSet(fields, { userId, fieldId, value, renderedValue }) {
      const text = readErasable(value, '');
      if (text === '') return clear(fields, userId, fieldId);
      const html = renderedValue === undefined ? {} : { renderedValue: readErasable(renderedValue, '') };
      const others = fields.profiles.get(userId);
      fields.profiles.set(userId, { ...others, [fieldId]: { value: text, ...html } });
    },
    ProfileValueRemoved: (fields, { userId, fieldId }) => clear(fields, userId, fieldId),
  },
});
type ProfileFields = ReturnType<typeof profileFieldsSlice.state>;

/** State with profiles. */
interface WithProfileFields {
  readonly profileFields: ProfileFields;
}

function clear({ profiles }: ProfileFields, userId: UserId, fieldId: ProfileFieldId): void {
  const { [fieldId]: _cleared, ...others } = profiles.get(userId) ?? {};
  if (Object.keys(others).length > 0) profiles.set(userId, others);
  else profiles.delete(userId);
}

const NOTHING: Profile = {};

/** A person's values; the same object until one changes. */
export const profileOf = ({ profileFields }: WithProfileFields, userId: UserId): Profile =>
  profileFields.profiles.get(userId) ?? NOTHING;

/** All fields, sorted. */
export const orderedProfileFields = ({ profileFields }: WithProfileFields): readonly ProfileField[] =>
  [...profileFields.byId.values()].sort((one, other) => one.order - other.order);

/** People with a value in one of the fields. */
export const peopleWith = (
  { profileFields }: WithProfileFields,
  fieldId: ProfileFieldId,
  isMeant: (value: string) => boolean = () => true,
): readonly UserId[] =>
  [...profileFields.profiles.entries()].flatMap(([userId, { [fieldId]: had }]) =>
    had !== undefined && isMeant(had.value) ? [userId] : [],
  );

/** Known sites with user accounts, by subtype. */

interface ExternalSite {
  /** Name of a profile field for these accounts. */
  readonly name: string;
  /** Name of the site. */
  readonly text: string;
  readonly hint: string;
  /** URL with `%(username)s` in it. */
  readonly urlPattern: string;
}

const SITES: ReadonlyMap<string, ExternalSite> = new Map(
  Object.entries({
    twitter: site('Twitter', 'https://twitter.com/%(username)s'),
    github: site('GitHub', 'https://github.com/%(username)s'),
    mastodon: site('Mastodon', 'https://mastodon.social/@%(username)s'),
  }),
);

function site(text: string, urlPattern: string): ExternalSite {
  return { name: `${text} username`, text, hint: '', urlPattern };
}

/** Undefined for `custom`, and for unknown sites. */
export const externalSite = (subtype: string): ExternalSite | undefined => SITES.get(subtype);

/** All of them, by subtype. */
export const externalSites = (): readonly (readonly [string, ExternalSite])[] => [...SITES];
