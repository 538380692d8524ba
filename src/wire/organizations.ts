/** Pictures and lists of the organization on the wire. */
import { z } from 'zod';
import { type OrganizationId, UserId } from '../base/ids.ts';
import type { OrganizationPicture } from '../events/organizations.ts';
import { EXTRA_EMOJI } from '../events/reactions.ts';
import type {
  CustomEmoji,
  Linkifier as LinkifierState,
  Playground as PlaygroundState,
} from '../organization/slices/emoji.ts';
import { type AllowedDomain, currentPicture, type DataExport } from '../organization/slices/organizations.ts';
import type { OrganizationState } from '../organization/state.ts';
import { changes, eventShape, named, plainEventShape, settingName } from './define.ts';
import { Reaction } from './reactions.ts';

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

export const LogoUrl = z.string().describe('URL of the organization’s logo.');
export const NightLogoUrl = z.string().describe('URL of the logo for dark themes.');
export const IconUrl = z.string().describe('URL of the organization’s icon.');
export const NightLogoSource = z
  .enum(['D', 'U'])
  .describe('`U` if a logo for dark themes was uploaded, `D` if it is the default.');
export const LogoSource = z
  .enum(['D', 'U'])
  .describe('`U` if a logo was uploaded, `D` if it is the default.');
export const IconSource = z.enum(['G', 'U']).describe('`U` if an icon was uploaded, `G` if it is generated.');

/** Client events of these pictures. */
const organizationPicturePayloads = {
  'realm/update_dict icon': eventShape('realm', 'update_dict', {
    property: settingName(z.literal('icon')),
    data: changes(z.strictObject({ icon_url: IconUrl, icon_source: IconSource })),
  }).describe('The organization has another icon.'),
  'realm/update_dict logo': eventShape('realm', 'update_dict', {
    property: settingName(z.literal('logo')),
    data: changes(z.strictObject({ logo_url: LogoUrl, logo_source: LogoSource })),
  }).describe('The organization has another logo.'),
  'realm/update_dict night_logo': eventShape('realm', 'update_dict', {
    property: settingName(z.literal('night_logo')),
    data: changes(z.strictObject({ night_logo_url: NightLogoUrl, night_logo_source: NightLogoSource })),
  }).describe('The organization has another logo for dark themes.'),
} as const;

// Allowed domains on the wire.

export const Domain = named(
  'AllowedDomain',
  'A domain whose addresses may join the organization.',
  z.strictObject({
    domain: z.string().describe('A domain, such as `example.com`.'),
    allow_subdomains: z.boolean().describe('Whether its subdomains are allowed, too.'),
  }),
);

export const Domains = z.array(Domain).describe('The domains whose addresses may join.');

export const wireDomain = ({ domain, allowsSubdomains }: AllowedDomain): z.infer<typeof Domain> => ({
  domain,
  allow_subdomains: allowsSubdomains,
});

const allowedDomain = Domain.describe('The allowed domain.');

/** Client events of allowed domains. */
const domainPayloads = {
  'realm_domains/add': eventShape('realm_domains', 'add', { realm_domain: allowedDomain }).describe(
    'A domain was allowed.',
  ),
  'realm_domains/change': eventShape('realm_domains', 'change', { realm_domain: allowedDomain }).describe(
    'An allowed domain was changed.',
  ),
  'realm_domains/remove': eventShape('realm_domains', 'remove', { domain: Domain.shape.domain }).describe(
    'A domain is no longer allowed.',
  ),
} as const;

// Linkifiers on the wire.

const Linkifier = named(
  'Linkifier',
  'A pattern that becomes a link wherever a message or a topic contains it.',
  z.strictObject({
    id: z.int().describe('ID of the linkifier, for changing or removing it.'),
    pattern: z.string().describe('Regular expression in RE2 syntax, with named groups.'),
    url_template: z.string().describe('Where links lead: an RFC 6570 template over the named groups.'),
    example_input: z.string().nullable().describe('A text that the pattern matches; null if none was given.'),
    reverse_template: z.string().nullable().describe('How a text is made of a URL; null if none was given.'),
    alternative_url_templates: z.array(z.string()).describe('Further templates that mean the same page.'),
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

export const Linkifiers = z.array(Linkifier).describe('The linkifiers, in their order.');

/** Client events of linkifiers. */
const linkifierPayloads = {
  realm_linkifiers: plainEventShape('realm_linkifiers', { realm_linkifiers: Linkifiers }).describe(
    'Linkifiers have changed; the event has all of them.',
  ),
} as const;

// Code playgrounds on the wire.

const Playground = named(
  'CodePlayground',
  'A site where code blocks of a language can be opened.',
  z.strictObject({
    id: z.int().describe('ID of the playground, for removing it.'),
    name: z.string().describe('What people see of the playground.'),
    pygments_language: z.string().describe('Language of the code blocks that offer it.'),
    url_template: z.string().describe('Where it opens: an RFC 6570 template with `{code}`.'),
  }),
);

export const wirePlayground = (playground: PlaygroundState): z.infer<typeof Playground> => ({
  id: playground.playgroundId,
  name: playground.name,
  pygments_language: playground.language,
  url_template: playground.urlTemplate,
});

const Playgrounds = z.array(Playground).describe('The code playgrounds.');

/** Client events of playgrounds. */
const playgroundPayloads = {
  realm_playgrounds: plainEventShape('realm_playgrounds', { realm_playgrounds: Playgrounds }).describe(
    'Code playgrounds have changed; the event has all of them.',
  ),
} as const;

// Custom emoji on the wire, and the URLs of their pictures.

const Emoji = named(
  'CustomEmoji',
  'An emoji of the organization’s own.',
  z.strictObject({
    id: z.string().describe('ID of the emoji, as text.'),
    name: Reaction.shape.emoji_name,
    source_url: z.string().describe('URL of the picture.'),
    still_url: z.string().nullable().describe('URL of a picture that does not move; null if there is none.'),
    deactivated: z.boolean().describe('Whether it can no longer be used; messages still show it.'),
    author_id: z.int().describe('Who added it.'),
  }),
);

/** No still version is made of animated pictures. */
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

export const EmojiById = z
  .record(z.string(), Emoji)
  .describe('All custom emoji by their IDs, deactivated ones among them.');

/** Client events of custom emoji. */
const emojiPayloads = {
  'realm_emoji/update': eventShape('realm_emoji', 'update', { realm_emoji: EmojiById }).describe(
    'Custom emoji have changed; the event has all of them.',
  ),
  'realm_emoji/add': eventShape('realm_emoji', 'add', { emoji: Emoji.describe('The new emoji.') }).describe(
    'A custom emoji was added, for clients that understand `individual_emoji_changes`.',
  ),
  'realm_emoji/update_one': eventShape('realm_emoji', 'update_one', {
    emoji_id: z.string().describe('ID of the custom emoji.'),
    data: changes(
      z.strictObject({ deactivated: z.boolean().describe('Whether the emoji can no longer be used.') }),
    ),
  }).describe('A custom emoji has changed, for clients that understand `individual_emoji_changes`.'),
} as const;

// Data exports on the wire.

/** Times in UNIX seconds. */
const Export = named(
  'DataExport',
  'An export of the organization’s data.',
  z.strictObject({
    id: z.int().describe('ID of the export, for deleting its archive.'),
    acting_user_id: z.int().describe('Who asked for it.'),
    export_time: z.int().describe('When it was asked for, in UNIX seconds.'),
    deleted_timestamp: z
      .int()
      .nullable()
      .describe('When its archive was deleted, in UNIX seconds; null if it was not.'),
    failed_timestamp: z.int().nullable().describe('Always null: the server tries until it is done.'),
    export_url: z
      .string()
      .nullable()
      .describe('URL of the archive, which anybody can read who knows it; null until it is done.'),
    pending: z.boolean().describe('Whether it is still being made.'),
    export_type: z
      .string()
      .describe('What it contains: `public`, or `full_with_consent` with what consenting people can read.'),
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

export const ExportConsent = z
  .boolean()
  .describe('Whether exports may contain what only this person can read.');
export const Exports = z.array(Export).describe('The data exports, newest first.');

/** Client events of exports, for administrators. */
const exportPayloads = {
  realm_export: plainEventShape('realm_export', { exports: Exports }).describe(
    'Data exports have changed; the event has all of them.',
  ),
  realm_export_consent: plainEventShape('realm_export_consent', {
    user_id: UserId,
    consented: ExportConsent,
  }).describe('Somebody has consented to exports, or no longer does.'),
} as const;

/** Client events of the area. */
export const payloads = {
  ...organizationPicturePayloads,
  ...domainPayloads,
  ...linkifierPayloads,
  ...playgroundPayloads,
  ...emojiPayloads,
  ...exportPayloads,
};

/** Fields of POST /register, by fetch type. */
export const snapshotFields = {
  realm_domains: { realm_domains: Domains },
  realm_emoji: { realm_emoji: EmojiById },
  realm_linkifiers: { realm_linkifiers: Linkifiers },
  realm_playgrounds: { realm_playgrounds: Playgrounds },
} as const;
