/** What the wire shows of a person or bot. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { addressKey } from '../addresses.ts';
import { BotType, Role, ROLES } from '../events/users.ts';
import type { UserId } from '../ids.ts';
import type { AddressHolder } from '../organization/users.ts';
import type { KnownUser, ShownUser } from '../projections/users.ts';
import { type Acquaintance, UNKNOWN_USER } from './mentionNames.ts';
import { ProfileData, ProfileValueChange, wireProfile } from './profileFields.ts';
import { row } from './row.ts';

/** The picture of everybody whom a limited guest may not know; the version changes with it. */
export const unknownUserAvatarPath = '/images/unknown-user-avatar.svg?version=1';

/** Avatars are the gravatar service's until somebody can upload one. */
export const AVATAR_VERSION = 1;

export const userFields = {
  user_id: z.int(),
  email: z.string(),
  delivery_email: z.string().nullable(),
  full_name: z.string(),
  date_joined: z.string(),
  is_active: z.boolean(),
  is_owner: z.boolean(),
  is_admin: z.boolean(),
  is_guest: z.boolean(),
  is_bot: z.boolean(),
  bot_type: BotType.nullable(),
  bot_owner_id: z.int().nullable(),
  /** Of the organization's own bots only. */
  is_system_bot: z.literal(true).optional(),
  role: Role,
  /** Not told to who is not logged in. */
  timezone: z.string().optional(),
  avatar_url: z.string().nullable(),
  avatar_version: z.int(),
  is_imported_stub: z.boolean(),
  /** Only of those whose name and address have been erased. */
  is_deleted: z.literal(true).optional(),
  /** Of people, where custom profile fields were asked for. */
  profile_data: ProfileData.optional(),
} as const;

const UserShape = z.strictObject(userFields);
type WireUser = z.infer<typeof UserShape>;

/** How users are shown to one viewer. */
export interface Showing {
  /** Host name of the organization. */
  readonly host: string;
  /** Leaves out addresses of avatars that clients can compute. */
  readonly clientGravatar: boolean;
  readonly profileData: boolean;
  /** Who is not logged in learns the day of joining, not the minute, and no time zone. */
  readonly isAnonymous: boolean;
  /** Whom the viewer may know; everybody, where it is left out. */
  readonly reader?: Acquaintance;
}

/** A user as one viewer is shown them. */
export function wireUser(user: ShownUser, showing: Showing): WireUser {
  if (user.isHidden) return unknownUser(user.userId, showing.host);
  const isDeleted = user.email === '';
  return {
    user_id: user.userId,
    email: apiEmailOf(user, showing.host),
    delivery_email: user.seesEmail && !isDeleted ? user.email : null,
    full_name: user.fullName,
    date_joined: joinedText(user.joinedAt, showing),
    is_active: user.isActive && !isDeleted,
    ...roleFields(user.role),
    ...botFields(user),
    ...(!showing.isAnonymous && { timezone: user.timezone }),
    avatar_url: avatarUrl(user, showing),
    avatar_version: AVATAR_VERSION,
    is_imported_stub: false,
    ...(isDeleted && { is_deleted: true }),
    ...(showing.profileData &&
      user.bot === null && { profile_data: wireProfile(user.profile, showing.reader) }),
  };
}

/** What a limited guest is shown of those whom they may not know. */
const unknownUser = (userId: UserId, host: string): WireUser => ({
  user_id: userId,
  email: placeholderAddress(userId, host),
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
  avatar_version: AVATAR_VERSION,
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

/** The real address where everyone may see it, else a placeholder that is the same for every viewer. */
export const apiEmailOf = (user: AddressHolder & { readonly email: string }, host: string): string =>
  user.settings.emailAddressVisibility === 1 && user.email !== ''
    ? user.email
    : placeholderAddress(user.userId, host);

/** What stands for an address that may not be told: it says no more than the ID. */
export const placeholderAddress = (userId: UserId, host: string): string =>
  `user${userId}@${host.replace(/:\d+$/, '')}`;

/** ISO 8601 to the minute with the offset spelled, `2019-10-20T07:50+00:00`; the day alone for the anonymous. */
function joinedText(joinedAt: number, { isAnonymous }: Showing): string {
  const text = new Date(joinedAt).toISOString();
  return isAnonymous
    ? text.slice(0, 'YYYY-MM-DD'.length)
    : `${text.slice(0, 'YYYY-MM-DDTHH:MM'.length)}+00:00`;
}

function avatarUrl(user: KnownUser, { clientGravatar, host }: Showing): string | null {
  if (clientGravatar && user.settings.emailAddressVisibility === 1) return null;
  return gravatarOf(user.seesEmail ? user.email : placeholderAddress(user.userId, host));
}

/** Where the picture of who has an address is: who may not see the address is told that of the placeholder. */
export function gravatarOf(email: string): string {
  const digest = createHash('md5').update(addressKey(email)).digest('hex');
  return `https://secure.gravatar.com/avatar/${digest}?d=identicon&version=${AVATAR_VERSION}`;
}

/** Bots have a type and perhaps an owner; people have neither key. */
export const Person = z.strictObject({
  ...userFields,
  bot_type: userFields.bot_type.optional(),
  bot_owner_id: userFields.bot_owner_id.optional(),
});
export type Person = z.infer<typeof Person>;

const about = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject({ user_id: z.int(), ...shape });

/** The groups of keys of which an update has one, each beside `user_id`. */
const PersonChange = z.union([
  about({ full_name: z.string() }),
  about({
    avatar_source: z.literal('G'),
    avatar_url: z.string().nullable(),
    avatar_url_medium: z.string().nullable(),
    avatar_version: z.int(),
  }),
  about({ timezone: z.string(), email: z.string() }),
  about({ role: Role }),
  about({ bot_owner_id: z.int() }),
  about({ delivery_email: z.string().nullable() }),
  about({ new_email: z.string() }),
  about({ is_active: z.boolean() }),
  about({ custom_profile_field: ProfileValueChange }),
]);
export type PersonChange = z.infer<typeof PersonChange>;

/** What clients are told of people. */
export const userPayloads = {
  'realm_user/add': row('realm_user', 'add', { person: Person }),
  'realm_user/remove': row('realm_user', 'remove', {
    person: z.strictObject({ user_id: z.int(), full_name: z.string() }),
  }),
  'realm_user/update': row('realm_user', 'update', { person: PersonChange }),
} as const;
