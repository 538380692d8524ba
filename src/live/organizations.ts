/** Client events of the organization. */
import type { EventTypes } from '../events/catalog.ts';
import { readErasable } from '../events/define.ts';
import type { EmojiId } from '../events/emoji.ts';
import {
  ORGANIZATION_SETTINGS,
  type OrganizationPermission,
  type OrganizationPicture,
  type OrganizationSettingName,
  type OrganizationSettings,
} from '../events/organizations.ts';
import type { GroupSettingValue, SystemGroupName } from '../events/userGroups.ts';
import { linkifiersOf } from '../organization/slices/emoji.ts';
import {
  allowedDomains,
  allowsPasswords,
  permissionOf,
  settingsOf,
} from '../organization/slices/organizations.ts';
import { canonical, systemGroupId } from '../organization/slices/userGroups.ts';
import type { OrganizationState } from '../organization/state.ts';
import {
  pictureFields,
  wireDomain,
  wireEmoji,
  wireLinkifier,
  wirePlayground,
} from '../wire/organizations.ts';
import { wireAuthenticationMethods, wireSettingValue } from '../wire/organizationSettings.ts';
import { wireGroupSetting } from '../wire/userGroups.ts';
import { everybody } from './translation/audiences.ts';
import {
  type AddressedPayload,
  type ClientEvent,
  endQueues,
  type LiveTransition,
  payloadTo,
  translate,
} from './translation/define.ts';
import { limitedGuests } from './translation/people.ts';
import { snapshot } from './translation/snapshot.ts';

// What older clients are told of an organization, under names of their time: all of it follows from newer settings.

export type LegacySettings = ReturnType<typeof legacySettings>;

/** By their names without `realm_`; numbers stand for the groups that settings named at their time. */
export function legacySettings(state: OrganizationState) {
  const holders = (name: OrganizationPermission) => canonical(state, permissionOf(state, name));
  return {
    allow_edit_history: settingsOf(state).messageEditHistoryVisibilityPolicy !== 'none',
    email_auth_enabled: allowsPasswords(state),
    password_auth_enabled: allowsPasswords(state),
    create_public_stream_policy: numberOf(CREATING, holders('can_create_public_channel_group')),
    create_private_stream_policy: numberOf(CREATING, holders('can_create_private_channel_group')),
    create_web_public_stream_policy: numberOf(CREATING, holders('can_create_web_public_channel_group')),
    wildcard_mention_policy: numberOf(MENTIONING, holders('can_mention_many_users_group')),
  };
}

/** Everybody is told what else has changed with a setting. */
function legacySettingsChanged({ before, after }: LiveTransition): readonly AddressedPayload[] {
  const [old, now] = [legacySettings(before), legacySettings(after)];
  return (Object.keys(now) as (keyof LegacySettings)[])
    .filter((property) => old[property] !== now[property])
    .flatMap((property) =>
      payloadTo(everybody(after), { type: 'realm', op: 'update', property, value: now[property] }),
    );
}

type Numbers = Readonly<Partial<Record<SystemGroupName, number>>>;

const CREATING: Numbers = {
  'role:members': 1,
  'role:administrators': 2,
  'role:fullmembers': 3,
  'role:moderators': 4,
  'role:nobody': 6,
  'role:owners': 7,
};
const MENTIONING: Numbers = {
  'role:everyone': 1,
  'role:members': 2,
  'role:fullmembers': 3,
  'role:administrators': 5,
  'role:nobody': 6,
  'role:moderators': 7,
};

/** What has no number counts as administrators only: clients then offer too little rather than too much. */
const numberOf = (numbers: Numbers, value: GroupSettingValue): number =>
  (Object.keys(numbers) as SystemGroupName[])
    .filter((name) => systemGroupId(name) === value)
    .map((name) => numbers[name])[0] ??
  numbers['role:administrators'] ??
  0;

const organizationsLive = translate({
  OrganizationRenamed: ({ data }, { after }) =>
    payloadTo(everybody(after), { type: 'realm', op: 'update', property: 'name', value: data.newName }),
  OrganizationDescribed: ({ data }, moment) =>
    together(moment, {
      description: readErasable(data.description, ''),
      rendered_description: readErasable(data.renderedDescription, ''),
    }),
  OrganizationSettingChanged: ({ data }, moment) => [
    ...settingChanged(data, moment),
    ...legacySettingsChanged(moment),
  ],
  OrganizationPermissionChanged: ({ data: { permission } }, moment) => [
    ...permissionUpdate(moment, permission),
    ...reacquainted(moment),
  ],
  OrganizationDeactivated: (_event, { before, after }) =>
    payloadTo(everybody(before), { type: 'realm', op: 'deactivated', realm_id: after.organizationId }),
});

/** Whom a permission is given to, in all its forms. */
export const permissionUpdate = (
  moment: LiveTransition,
  permission: OrganizationPermission,
): readonly AddressedPayload[] => [
  ...together(moment, {
    [permission]: wireGroupSetting(moment.after, permissionOf(moment.after, permission)),
  }),
  ...legacySettingsChanged(moment),
];

type Together = Extract<
  AddressedPayload['payload'],
  { type: 'realm'; op: 'update_dict'; property: 'default' }
>['data'];

const together = ({ after }: LiveTransition, data: Together): readonly AddressedPayload[] =>
  payloadTo(everybody(after), { type: 'realm', op: 'update_dict', property: 'default', data });

/** Settings that older clients know as part of a group of settings. */
const TOGETHER: Partial<Record<OrganizationSettingName, (value: never) => Together>> = {
  allowMessageEditing: (allowed: boolean) => ({ allow_message_editing: allowed }),
  messageContentEditLimitSeconds: (limit: number | null) => ({ message_content_edit_limit_seconds: limit }),
  authenticationMethods: (methods: OrganizationSettings['authenticationMethods']) => ({
    authentication_methods: wireAuthenticationMethods(methods),
  }),
  topicsPolicy: (policy: OrganizationSettings['topicsPolicy']) => ({
    topics_policy: policy,
    mandatory_topics: policy === 'disable_empty_topic',
  }),
};

type RealmUpdateValue = Extract<AddressedPayload['payload'], { type: 'realm'; op: 'update' }>['value'];

function settingChanged(
  { property, newValue }: EventTypes['OrganizationSettingChanged'],
  moment: LiveTransition,
): readonly AddressedPayload[] {
  const data = TOGETHER[property]?.(newValue as never);
  if (data !== undefined) return together(moment, data);
  const all = everybody(moment.after);
  const { wireName } = ORGANIZATION_SETTINGS[property];
  const value = wireSettingValue(property, newValue) as RealmUpdateValue;
  const changed = payloadTo(all, { type: 'realm', op: 'update', property: wireName, value });
  if (property !== 'defaultLanguage') return changed;
  const language = { property: 'default_language' as const, value: String(value) };
  return [...changed, ...payloadTo(all, { type: 'realm_user_settings_defaults', op: 'update', ...language })];
}

/** Guests who begin or cease to know everybody must register again, because too much changes. */
const reacquainted = ({ before, after }: LiveTransition): readonly ClientEvent[] => {
  const [were, are] = [limitedGuests(before), limitedGuests(after)];
  return endQueues(were.difference(are).union(are.difference(were)));
};

// Client events of pictures of the organization.

const TOLD: Readonly<Record<OrganizationPicture, (moment: LiveTransition) => AddressedPayload['payload']>> = {
  icon: ({ after }) => ({ ...UPDATE, property: 'icon', data: pictureFields.icon(after) }),
  logo: ({ after }) => ({ ...UPDATE, property: 'logo', data: pictureFields.logo(after) }),
  night_logo: ({ after }) => ({ ...UPDATE, property: 'night_logo', data: pictureFields.night_logo(after) }),
};

const UPDATE = { type: 'realm', op: 'update_dict' } as const;

const organizationPicturesLive = translate({
  OrganizationPictureChanged: ({ data: { picture } }, moment) =>
    payloadTo(everybody(moment.after), TOLD[picture](moment)),
});

// Client events of allowed domains.

const domainsLive = translate({
  DomainAllowed: ({ data }, { after }) =>
    payloadTo(everybody(after), { type: 'realm_domains', op: 'add', realm_domain: wireDomain(data) }),
  DomainChanged: ({ data }, { after }) =>
    payloadTo(everybody(after), { type: 'realm_domains', op: 'change', realm_domain: wireDomain(data) }),
  DomainDisallowed: ({ data }, { after }) =>
    payloadTo(everybody(after), { type: 'realm_domains', op: 'remove', domain: data.domain }),
});

const domainsSnapshot = snapshot({
  realm_domains: ({ state }) => ({ realm_domains: allowedDomains(state).map(wireDomain) }),
});

// Client events of linkifiers, for clients that understand URL templates.

const linkifiersPayloads = (_event: unknown, { after }: LiveTransition): readonly AddressedPayload[] =>
  payloadTo(
    everybody(after),
    { type: 'realm_linkifiers', realm_linkifiers: linkifiersOf(after).map(wireLinkifier) },
    { instead: { without: 'linkifier_url_template', payloads: [] } },
  );

const linkifiersLive = translate({
  LinkifierAdded: linkifiersPayloads,
  LinkifierChanged: linkifiersPayloads,
  LinkifierRemoved: linkifiersPayloads,
  LinkifiersReordered: linkifiersPayloads,
});

const linkifiersSnapshot = snapshot({
  realm_linkifiers: ({ state, capabilities }) => ({
    realm_linkifiers: capabilities.has('linkifier_url_template')
      ? linkifiersOf(state).map(wireLinkifier)
      : [],
  }),
});

// Client events of code playgrounds.

const playgroundsPayloads = (_event: unknown, { after }: LiveTransition): readonly AddressedPayload[] =>
  payloadTo(everybody(after), {
    type: 'realm_playgrounds',
    realm_playgrounds: after.playgrounds.all.get().map(wirePlayground),
  });

const playgroundsLive = translate({
  PlaygroundAdded: playgroundsPayloads,
  PlaygroundRemoved: playgroundsPayloads,
});

const playgroundsSnapshot = snapshot({
  realm_playgrounds: ({ state }) => ({ realm_playgrounds: state.playgrounds.all.get().map(wirePlayground) }),
});

// Client events of custom emoji.

const emojiLive = translate({
  CustomEmojiAdded: ({ data: { emojiId } }, { after }) =>
    emojiShown(after, emojiId).flatMap((emoji) =>
      payloadTo(everybody(after), { type: 'realm_emoji', op: 'add', emoji }, { instead: wholeMap(after) }),
    ),
  CustomEmojiDeactivated: ({ data: { emojiId } }, { after }) =>
    payloadTo(
      everybody(after),
      { type: 'realm_emoji', op: 'update_one', emoji_id: String(emojiId), data: { deactivated: true } },
      { instead: wholeMap(after) },
    ),
});

const emojiShown = (organization: OrganizationState, emojiId: EmojiId) => {
  const emoji = organization.emoji.byId.get(emojiId);
  return emoji ? [wireEmoji(organization.organizationId, emoji)] : [];
};

/** For clients that do not support single changes: all custom emoji, deactivated ones included. */
const wholeMap = (organization: OrganizationState) => ({
  without: 'individual_emoji_changes' as const,
  payloads: [{ type: 'realm_emoji' as const, op: 'update' as const, realm_emoji: emojiById(organization) }],
});

const emojiById = (organization: OrganizationState) => {
  const all = [...organization.emoji.byId.keys()].flatMap((emojiId) => emojiShown(organization, emojiId));
  return Object.fromEntries(all.map((emoji) => [emoji.id, emoji]));
};

const emojiSnapshot = snapshot({
  realm_emoji: ({ state }) => ({ realm_emoji: emojiById(state) }),
});

/** What clients are sent of the events of the area. */
export const translations = {
  ...organizationsLive,
  ...organizationPicturesLive,
  ...domainsLive,
  ...linkifiersLive,
  ...playgroundsLive,
  ...emojiLive,
};

/** What clients get when they register. */
export const snapshotParts = {
  ...domainsSnapshot,
  ...linkifiersSnapshot,
  ...playgroundsSnapshot,
  ...emojiSnapshot,
};
