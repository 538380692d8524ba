/** Organization settings by their wire names. */
import { z } from 'zod';
import type { OrganizationId } from '../base/ids.ts';
import { byWireName } from '../events/define.ts';
import {
  AUTHENTICATION_METHODS,
  ORGANIZATION_SETTINGS,
  OrganizationPermission,
  type OrganizationPicture,
  type OrganizationSetting,
  type OrganizationSettingName,
  type OrganizationSettings,
} from '../events/organizations.ts';
import { EXTRA_EMOJI } from '../events/reactions.ts';
import type {
  CustomEmoji,
  Linkifier as LinkifierState,
  Playground as PlaygroundState,
} from '../organization/slices/emoji.ts';
import { type AllowedDomain, currentPicture, type DataExport } from '../organization/slices/organizations.ts';
import type { OrganizationState } from '../organization/state.ts';
import { eventShape, named, plainEventShape } from './define.ts';
import { GroupSetting } from './userGroups.ts';

/** The wire value of a setting. */
export const wireSettingValue = (name: OrganizationSettingName, value: unknown): unknown =>
  value ?? ORGANIZATION_SETTINGS[name].none ?? value;

/** All authentication methods, which of them are enabled and which this server supports. */
export const wireAuthenticationMethods = (allowed: OrganizationSettings['authenticationMethods']) =>
  Object.fromEntries(
    AUTHENTICATION_METHODS.map((method) => [
      method,
      { enabled: allowed.includes(method), available: method === 'Email' },
    ]),
  );

/** All settings by their wire names. */
export const wireOrganizationSettings = (settings: OrganizationSettings) =>
  byWireName(ORGANIZATION_SETTINGS, (name) =>
    name === 'authenticationMethods'
      ? wireAuthenticationMethods(settings.authenticationMethods)
      : wireSettingValue(name, settings[name]),
  );

/** Ways to log in, by name. */
const Methods = z.record(
  z.string(),
  named('AuthenticationMethod', z.strictObject({ enabled: z.boolean(), available: z.boolean() })),
);

const SHOWN: Readonly<
  Record<Exclude<OrganizationSetting['kind'], 'methods'>, (schema: z.ZodType) => z.ZodType>
> = {
  flag: () => z.boolean(),
  limit: () => z.int().nullable(),
  days: () => z.int(),
  channel: () => z.int(),
  choice: (schema) => schema,
  known: (schema) => schema,
  count: () => z.int(),
  text: () => z.string(),
  language: () => z.string(),
  site: () => z.string().nullable(),
};

/** The schema of a setting's wire value. */
export function settingSchema(name: OrganizationSettingName): z.ZodType {
  const { kind, schema } = ORGANIZATION_SETTINGS[name];
  return kind === 'methods' ? Methods : SHOWN[kind](schema);
}

/** Settings that change together, as the property `default`. */
const together = [
  z.strictObject({ allow_message_editing: z.boolean() }),
  z.strictObject({ message_content_edit_limit_seconds: z.int().nullable() }),
  z.strictObject({ authentication_methods: Methods }),
  z.strictObject({
    topics_policy: z.enum(['allow_empty_topic', 'disable_empty_topic']),
    mandatory_topics: z.boolean(),
  }),
  z.strictObject({ description: z.string(), rendered_description: z.string() }),
  ...OrganizationPermission.options.map((permission) => z.strictObject({ [permission]: GroupSetting })),
];

/** Client events of the organization. */
const organizationPayloads = {
  'realm/update': eventShape('realm', 'update', {
    property: z.string(),
    value: z.union([z.string(), z.int(), z.boolean(), z.null()]),
  }),
  'realm/update_dict': eventShape('realm', 'update_dict', {
    property: z.literal('default'),
    data: z.union(together),
  }),
  'realm/deactivated': eventShape('realm', 'deactivated', { realm_id: z.int() }),
} as const;

// Pictures of the organization on the wire.

/** The server's own picture; the version changes with it. */
export const organizationIconPath = '/icons/organization.svg?version=1';

type WithPictures = Pick<OrganizationState, 'organizationPictures'>;

/** Where browsers load a picture from. */
export function picturePath(organization: WithPictures, picture: OrganizationPicture): string {
  const { stored, version } = currentPicture(organization, picture);
  return stored === null ? organizationIconPath : `/user_avatars/${stored.path}.png?version=${version}`;
}

const isOwn = (organization: WithPictures, picture: OrganizationPicture): boolean =>
  currentPicture(organization, picture).stored !== null;

/** Fields about one picture. */
export const pictureFields = {
  icon: (organization: WithPictures) => ({
    icon_url: picturePath(organization, 'icon'),
    icon_source: isOwn(organization, 'icon') ? ('U' as const) : ('G' as const),
  }),
  logo: (organization: WithPictures) => ({
    logo_url: picturePath(organization, 'logo'),
    logo_source: isOwn(organization, 'logo') ? ('U' as const) : ('D' as const),
  }),
  night_logo: (organization: WithPictures) => ({
    night_logo_url: picturePath(organization, 'night_logo'),
    night_logo_source: isOwn(organization, 'night_logo') ? ('U' as const) : ('D' as const),
  }),
};

/** Client events of these pictures. */
const organizationPicturePayloads = {
  'realm/update_dict icon': eventShape('realm', 'update_dict', {
    property: z.literal('icon'),
    data: z.strictObject({ icon_url: z.string(), icon_source: z.enum(['G', 'U']) }),
  }),
  'realm/update_dict logo': eventShape('realm', 'update_dict', {
    property: z.literal('logo'),
    data: z.strictObject({ logo_url: z.string(), logo_source: z.enum(['D', 'U']) }),
  }),
  'realm/update_dict night_logo': eventShape('realm', 'update_dict', {
    property: z.literal('night_logo'),
    data: z.strictObject({ night_logo_url: z.string(), night_logo_source: z.enum(['D', 'U']) }),
  }),
} as const;

// Allowed domains on the wire.

export const Domain = named(
  'AllowedDomain',
  z.strictObject({ domain: z.string(), allow_subdomains: z.boolean() }),
);

export const wireDomain = ({ domain, allowsSubdomains }: AllowedDomain): z.infer<typeof Domain> => ({
  domain,
  allow_subdomains: allowsSubdomains,
});

/** Client events of allowed domains. */
const domainPayloads = {
  'realm_domains/add': eventShape('realm_domains', 'add', { realm_domain: Domain }),
  'realm_domains/change': eventShape('realm_domains', 'change', { realm_domain: Domain }),
  'realm_domains/remove': eventShape('realm_domains', 'remove', { domain: z.string() }),
} as const;

// Linkifiers on the wire.

export const Linkifier = named(
  'Linkifier',
  z.strictObject({
    id: z.int(),
    pattern: z.string(),
    url_template: z.string(),
    example_input: z.string().nullable(),
    reverse_template: z.string().nullable(),
    alternative_url_templates: z.array(z.string()),
  }),
);

export const wireLinkifier = (linkifier: LinkifierState): z.infer<typeof Linkifier> => ({
  id: linkifier.linkifierId,
  pattern: linkifier.pattern,
  url_template: linkifier.urlTemplate,
  example_input: linkifier.exampleInput,
  reverse_template: linkifier.reverseTemplate,
  alternative_url_templates: [...linkifier.alternativeUrlTemplates],
});

/** Client events of linkifiers. */
const linkifierPayloads = {
  realm_linkifiers: plainEventShape('realm_linkifiers', { realm_linkifiers: z.array(Linkifier) }),
} as const;

// Code playgrounds on the wire.

const Playground = named(
  'CodePlayground',
  z.strictObject({
    id: z.int(),
    name: z.string(),
    pygments_language: z.string(),
    url_template: z.string(),
  }),
);

export const wirePlayground = (playground: PlaygroundState): z.infer<typeof Playground> => ({
  id: playground.playgroundId,
  name: playground.name,
  pygments_language: playground.language,
  url_template: playground.urlTemplate,
});

/** Client events of playgrounds. */
const playgroundPayloads = {
  realm_playgrounds: plainEventShape('realm_playgrounds', { realm_playgrounds: z.array(Playground) }),
} as const;

// Custom emoji on the wire, and the URLs of their pictures.

export const Emoji = named(
  'CustomEmoji',
  z.strictObject({
    id: z.string(),
    name: z.string(),
    source_url: z.string(),
    still_url: z.string().nullable(),
    deactivated: z.boolean(),
    author_id: z.int(),
  }),
);

/** Animated pictures have no still version, because pictures are stored unchanged. */
export const wireEmoji = (organizationId: OrganizationId, emoji: CustomEmoji): z.infer<typeof Emoji> => ({
  id: String(emoji.emojiId),
  name: emoji.name,
  source_url: customEmojiPath(organizationId, emoji),
  still_url: null,
  deactivated: emoji.deactivated,
  author_id: emoji.authorId,
});

/** Path of a custom emoji's picture, below the organization's URL. The file never changes. */
export const customEmojiPath = (
  organizationId: OrganizationId,
  { emojiId, imageType }: Pick<CustomEmoji, 'emojiId' | 'imageType'>,
): string => `/user_avatars/${organizationId}/emoji/images/${emojiId}.${imageType}`;

/** Path of the picture of the emoji that comes with the server. */
export const EXTRA_EMOJI_PATH = `/icons/emoji/${EXTRA_EMOJI}.svg`;

/** Client events of custom emoji. */
const emojiPayloads = {
  'realm_emoji/update': eventShape('realm_emoji', 'update', { realm_emoji: z.record(z.string(), Emoji) }),
  'realm_emoji/add': eventShape('realm_emoji', 'add', { emoji: Emoji }),
  'realm_emoji/update_one': eventShape('realm_emoji', 'update_one', {
    emoji_id: z.string(),
    data: z.strictObject({ deactivated: z.boolean() }),
  }),
} as const;

// Data exports on the wire.

/** Times in UNIX seconds. */
export const Export = named(
  'DataExport',
  z.strictObject({
    id: z.int(),
    acting_user_id: z.int(),
    export_time: z.int(),
    deleted_timestamp: z.int().nullable(),
    failed_timestamp: z.int().nullable(),
    export_url: z.string().nullable(),
    pending: z.boolean(),
    export_type: z.string(),
  }),
);

/** The path of an archive: who knows it may read it. */
const exportPath = (organizationId: OrganizationId, key: string): string =>
  `/user_exports/${organizationId}/${key}.zip`;

/** The server goes on trying until an export is made, so none has failed. */
export const wireExport = (
  organizationId: OrganizationId,
  { exportId, requestedBy, requestedAt, deletedAt, archive, exportType }: DataExport,
): z.infer<typeof Export> => ({
  id: exportId,
  acting_user_id: requestedBy,
  export_time: Math.floor(requestedAt / 1000),
  deleted_timestamp: deletedAt === null ? null : Math.floor(deletedAt / 1000),
  failed_timestamp: null,
  export_url: archive && deletedAt === null ? exportPath(organizationId, archive.key) : null,
  pending: archive === undefined,
  export_type: exportType,
});

/** Client events of exports, for administrators. */
const exportPayloads = {
  realm_export: plainEventShape('realm_export', { exports: z.array(Export) }),
  realm_export_consent: plainEventShape('realm_export_consent', { user_id: z.int(), consented: z.boolean() }),
} as const;

/** Client events of the area. */
export const payloads = {
  ...organizationPayloads,
  ...organizationPicturePayloads,
  ...domainPayloads,
  ...linkifierPayloads,
  ...playgroundPayloads,
  ...emojiPayloads,
  ...exportPayloads,
};

/** Fields of POST /register, by fetch type. */
export const snapshotFields = {
  realm_domains: { realm_domains: z.array(Domain) },
  realm_emoji: { realm_emoji: z.record(z.string(), Emoji) },
  realm_linkifiers: { realm_linkifiers: z.array(Linkifier) },
  realm_playgrounds: { realm_playgrounds: z.array(Playground) },
} as const;
