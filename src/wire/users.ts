/** Users on the wire. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { emailKey } from '../base/identity.ts';
import { type ChannelId, UserId } from '../base/ids.ts';
import { BotType, Role, ROLES } from '../events/users.ts';
import { accessOf } from '../organization/access/access.ts';
import { botSettings } from '../organization/slices/bots.ts';
import type { Avatar, EmailOwner } from '../organization/slices/users.ts';
import type { OrganizationState } from '../organization/state.ts';
import type { KnownUser, ShownUser } from '../projections/users.ts';
import { eventShape, named, sentenceOf } from './define.ts';
import { ProfileData, ProfileValueChange, wireProfile } from './profileFields.ts';
import { type PeopleAccess, UNKNOWN_USER } from './redactNames.ts';

/** Avatar of people whom a limited guest may not know; the version changes with it. */
export const unknownUserAvatarPath = '/images/unknown-user-avatar.svg?version=1';

/** Version of avatars that were never changed. */
const FIRST_VERSION = 1;

export const userFields = {
  user_id: z.int().describe('ID of the user; never given to another one.'),
  email: z
    .string()
    .describe(
      'Address with which one writes to the user; a placeholder if the reader may not see the real one.',
    ),
  delivery_email: z.string().nullable().describe('The real address; null if the reader may not see it.'),
  full_name: z.string().describe('Name of the person or bot.'),
  date_joined: z.string().describe('When the account was made, in ISO 8601; spectators see the day.'),
  is_active: z.boolean().describe('Whether the account is active.'),
  is_owner: z.boolean().describe('Whether the role is owner.'),
  is_admin: z.boolean().describe('Whether the role is administrator or owner.'),
  is_guest: z.boolean().describe('Whether the role is guest.'),
  is_bot: z.boolean().describe('Whether it is a bot.'),
  bot_type: BotType.nullable().describe(
    '1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded; null for people.',
  ),
  bot_owner_id: z
    .int()
    .nullable()
    .describe('Who owns the bot; null for people and for bots without an owner.'),
  is_system_bot: z.literal(true).optional().describe('Set for the bots of the organization itself.'),
  role: Role.describe('100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.'),
  /** Not shown to spectators. */
  timezone: z.string().optional().describe('Time zone, as the IANA database names it; empty if unknown.'),
  avatar_url: z
    .string()
    .nullable()
    .describe('URL of the picture; null if the client computes it from the address.'),
  avatar_version: z.int().describe('Grows with every new picture, so that caches can tell them apart.'),
  is_imported_stub: z.boolean().describe('Whether it was made by an import for somebody without an account.'),
  is_deleted: z.literal(true).optional().describe('Set if the name and the address were erased.'),
  profile_data: ProfileData.optional().describe(
    'Values of custom profile fields by the fields’ IDs; people only, where asked for.',
  ),
} as const;

/** A user in answers: bots and people have the same keys. */
export const UserShape = named('User', 'A person or a bot.', z.strictObject(userFields));
type WireUser = z.infer<typeof UserShape>;

/** How users are shown to one viewer. */
export interface UserViewOptions {
  /** Host name of the organization. */
  readonly host: string;
  /** Omits avatar URLs that clients can compute. */
  readonly clientGravatar: boolean;
  readonly profileData: boolean;
  /** Spectators see the day of joining instead of the minute, and no time zone. */
  readonly isAnonymous: boolean;
  /** Whom the viewer may know; everybody if absent. */
  readonly reader?: PeopleAccess;
}

/** A user as one viewer sees them. */
export function wireUser(user: ShownUser, showing: UserViewOptions): WireUser {
  if (user.isHidden) return unknownUser(user.userId, showing.host);
  const isDeleted = user.email === '';
  return {
    user_id: user.userId,
    email: publicEmailOf(user, showing.host),
    delivery_email: user.seesEmail && !isDeleted ? user.email : null,
    full_name: user.fullName,
    date_joined: joinedText(user.joinedAt, showing),
    is_active: user.isActive && !isDeleted,
    ...roleFields(user.role),
    ...botFields(user),
    ...(!showing.isAnonymous && { timezone: user.timezone }),
    avatar_url: avatarUrl(user, showing),
    avatar_version: avatarVersion(user),
    is_imported_stub: false,
    ...(isDeleted && { is_deleted: true }),
    ...(showing.profileData &&
      user.bot === null && { profile_data: wireProfile(user.profile, showing.reader) }),
  };
}

/** A user as a limited guest sees them who may not know them. */
const unknownUser = (userId: UserId, host: string): WireUser => ({
  user_id: userId,
  email: placeholderEmail(userId, host),
  delivery_email: null,
  full_name: UNKNOWN_USER,
  date_joined: '1970-01-01T00:00+00:00',
  is_active: true,
  ...roleFields(400),
  is_bot: false,
  bot_type: null,
  bot_owner_id: null,
  timezone: '',
  avatar_url: unknownUserAvatarPath,
  avatar_version: FIRST_VERSION,
  is_imported_stub: false,
});

const roleFields = (role: Role) => ({
  is_owner: role === 100,
  is_admin: role <= 200,
  is_guest: role === ROLES.guest,
  role,
});

const botFields = ({ bot }: KnownUser) => ({
  is_bot: bot !== null,
  bot_type: bot?.type ?? null,
  bot_owner_id: bot?.ownerId ?? null,
  ...(bot?.isSystem && { is_system_bot: true as const }),
});

/** Whether everyone may see somebody's address: clients can compute the picture then. */
export const isEmailPublic = ({ settings }: Pick<EmailOwner, 'settings'>): boolean =>
  settings.emailAddressVisibility === 1;

/** The e-mail address if everyone may see it, else a placeholder that is the same for every viewer. */
export const publicEmailOf = (user: EmailOwner & { readonly email: string }, host: string): string =>
  isEmailPublic(user) && user.email !== '' ? user.email : placeholderEmail(user.userId, host);

/** Placeholder for a hidden address; reveals only the user ID. */
export const placeholderEmail = (userId: UserId, host: string): string =>
  `user${userId}@${host.replace(/:\d+$/, '')}`;

/** ISO 8601 to the minute with the offset, `2019-10-20T07:50+00:00`; only the day for spectators. */
function joinedText(joinedAt: number, { isAnonymous }: UserViewOptions): string {
  const text = new Date(joinedAt).toISOString();
  return isAnonymous
    ? text.slice(0, 'YYYY-MM-DD'.length)
    : `${text.slice(0, 'YYYY-MM-DDTHH:MM'.length)}+00:00`;
}

function avatarUrl(user: KnownUser, { clientGravatar, host }: UserViewOptions): string | null {
  const url = avatarUrlOf(user, user.seesEmail ? user.email : placeholderEmail(user.userId, host));
  return clientGravatar && isEmailPublic(user) && isGravatar(url) ? null : url;
}

/** Somebody who may have set a picture. */
interface WithAvatar {
  readonly avatar?: Avatar | undefined;
}

export const avatarVersion = ({ avatar }: WithAvatar): number => avatar?.version ?? FIRST_VERSION;

/** The URL of the picture that somebody has set, in the usual or the large size, or else of that of an address. */
export function avatarUrlOf(user: WithAvatar, email: string, isMedium = false): string {
  const version = avatarVersion(user);
  const path = user.avatar?.path ?? null;
  if (path === null) return gravatarUrl(email, version);
  return `/user_avatars/${path}${isMedium ? '-medium' : ''}.png?version=${version}`;
}

/** Whether they have set one (`U`) or their address decides (`G`). */
export const avatarSource = ({ avatar }: WithAvatar): 'U' | 'G' =>
  (avatar?.path ?? null) === null ? 'G' : 'U';

const GRAVATAR = 'https://secure.gravatar.com/avatar/';

/** Whether clients can compute a URL for themselves. */
export const isGravatar = (url: string | null): boolean => url?.startsWith(GRAVATAR) ?? false;

/** The Gravatar URL of an address; viewers who may not see the address get the placeholder's. */
export function gravatarUrl(email: string, version = FIRST_VERSION): string {
  const digest = createHash('md5').update(emailKey(email)).digest('hex');
  return `${GRAVATAR}${digest}?d=identicon&version=${version}`;
}

/** Bots have a type and perhaps an owner; people have neither key. */
export const Person = named(
  'UserInEvent',
  'A person or a bot in an event; people have no keys of bots.',
  z.strictObject({
    ...userFields,
    bot_type: userFields.bot_type.optional(),
    bot_owner_id: userFields.bot_owner_id.optional(),
  }),
);
export type Person = z.infer<typeof Person>;

const about = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject({ user_id: UserId, ...shape });

const MediumAvatarUrl = z.string().describe('URL of the picture in 500 by 500 pixels.');
const AvatarSource = z
  .enum(['G', 'U'])
  .describe('`U` if a picture was uploaded, `G` if it follows from the address.');

/** The groups of keys of which an update has one, each beside `user_id`. */
const PersonChange = z.union([
  about({ full_name: userFields.full_name }),
  about({
    avatar_source: AvatarSource,
    avatar_url: userFields.avatar_url,
    avatar_url_medium: MediumAvatarUrl.nullable(),
    avatar_version: userFields.avatar_version,
  }),
  about({ timezone: z.string().describe(sentenceOf(userFields.timezone)), email: userFields.email }),
  about({ role: userFields.role }),
  about({ bot_owner_id: z.int().describe(sentenceOf(userFields.bot_owner_id)) }),
  about({ delivery_email: userFields.delivery_email }),
  about({ new_email: z.string().describe('The new address.') }),
  about({ is_active: userFields.is_active }),
  about({ custom_profile_field: ProfileValueChange.describe('The value that has changed.') }),
]);
export type PersonChange = z.infer<typeof PersonChange>;

/** Client events of people. */
const userPayloads = {
  'realm_user/add': eventShape('realm_user', 'add', {
    person: Person.describe('The new user, or one whom the client may see from now on.'),
  }).describe('There is a user whom the receiver does not know yet.'),
  'realm_user/remove': eventShape('realm_user', 'remove', {
    person: z
      .strictObject({ user_id: UserId, full_name: userFields.full_name })
      .describe('The user whom the client may no longer see.'),
  }).describe('The receiver may no longer see a user.'),
  'realm_user/update': eventShape('realm_user', 'update', {
    person: PersonChange.describe('The user, with ID and what has changed.'),
  }).describe('Something about a user has changed; `person` has what.'),
} as const;

// A bot's defaults on the wire.

/** Channels by name. */
export const botDefaultFields = {
  default_sending_stream: z
    .string()
    .nullable()
    .describe('Name of the channel of messages without a recipient; null or empty for none.'),
  default_events_register_stream: z
    .string()
    .nullable()
    .describe('Name of the channel to which its event queues are limited; null or empty for none.'),
  default_all_public_streams: z
    .boolean()
    .describe('Whether its event queues deliver the messages of all public channels.'),
} as const;

/** Defaults as a viewer sees them: a channel that they may not know is shown as none. */
export function wireBotDefaults(organization: OrganizationState, botId: UserId, viewerId: UserId) {
  const { sendingChannelId, eventsChannelId, allPublicChannels } = botSettings(organization, botId).defaults;
  const access = accessOf(organization, viewerId);
  const nameOf = (channelId: ChannelId | null): string | null =>
    channelId !== null && access.seesChannel(channelId)
      ? (organization.channels.byId.get(channelId)?.name ?? null)
      : null;
  return {
    default_sending_stream: nameOf(sendingChannelId),
    default_events_register_stream: nameOf(eventsChannelId),
    default_all_public_streams: allPublicChannels,
  };
}

/** Where a bot's outgoing webhook is sent, with the token that is sent along. */
export const OutgoingWebhookService = named(
  'BotService',
  'Where a bot’s outgoing webhook is sent.',
  z.strictObject({
    base_url: z.string().describe('URL to which messages are posted.'),
    interface: z.int().describe('Format of the requests; always 1.'),
    token: z.string().describe('Sent with every request, so that the receiver can tell who posts.'),
  }),
);

export const WebhookServices = z
  .array(OutgoingWebhookService)
  .describe('Where its outgoing webhook is sent; outgoing webhooks only.');

const eventSettings = {
  ...botDefaultFields,
  /** Without the token, a secret in the vault that delivery adds. */
  services: z.array(z.strictObject({ base_url: z.string(), interface: z.int() })),
} as const;

/** Client events of bots. */
const botPayloads = {
  'realm_bot/add': eventShape('realm_bot', 'add', {
    bot: z.strictObject({ user_id: UserId, ...eventSettings }),
  }).describe('The receiver owns another bot.'),
  'realm_bot/update': eventShape('realm_bot', 'update', {
    bot: z.strictObject({ user_id: UserId, ...z.strictObject(eventSettings).partial().shape }),
  }).describe('Something about a bot of the receiver has changed.'),
  'realm_bot/delete': eventShape('realm_bot', 'delete', {
    bot: z.strictObject({ user_id: UserId }).describe('The bot’s ID.'),
  }).describe('The receiver no longer owns a bot.'),
} as const;

const users = z.array(
  named(
    'UserEntry',
    'A person or a bot in the lists of POST /register, which say by themselves whether it is active.',
    Person.omit({ is_active: true }),
  ),
);

const ownFields = {
  avatar_source: AvatarSource,
  avatar_url_medium: MediumAvatarUrl,
  avatar_url: z.string().describe(sentenceOf(userFields.avatar_url)),
  can_create_private_streams: z.boolean().describe('Whether the caller may make private channels.'),
  can_create_public_streams: z.boolean().describe('Whether the caller may make public channels.'),
  can_create_web_public_streams: z.boolean().describe('Whether the caller may make web-public channels.'),
  can_create_streams: z.boolean().describe('Whether the caller may make channels of some kind.'),
  can_subscribe_other_users: z.boolean().describe('Whether the caller may subscribe others.'),
  can_invite_others_to_realm: z.boolean().describe('Whether the caller may invite people by mail.'),
  is_admin: userFields.is_admin,
  is_owner: userFields.is_owner,
  is_moderator: z.boolean().describe('Whether the role is moderator.'),
  is_guest: userFields.is_guest,
  user_id: z.int().describe('ID of the caller.'),
  email: z.string().describe('Address of the caller.'),
  delivery_email: z.string().describe(sentenceOf(userFields.delivery_email)),
  full_name: z.string().describe('Name of the caller.'),
} as const;

/** Client events of the area. */
export const payloads = {
  ...userPayloads,
  ...botPayloads,
};

/** Fields of POST /register, by fetch type. */
export const snapshotFields = {
  realm_bot: {
    realm_bots: z
      .array(
        z.strictObject({
          user_id: UserId,
          ...botDefaultFields,
          services: WebhookServices,
        }),
      )
      .describe('Bots that the caller owns.'),
  },
  realm_user: {
    realm_users: users.describe('Active users, people and bots.'),
    realm_non_active_users: users.describe('Deactivated users, people and bots.'),
    cross_realm_bots: z.array(UserShape).describe('Bots of the organization itself.'),
    ...ownFields,
  },
} as const;
