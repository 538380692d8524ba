/** What the wire shows of a person (spec/api.md, User; spec/endpoint-details.md 7). */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ShownUser } from '../projections/users.ts';
import type { AddressHolder } from '../organization/users.ts';

/** Avatars are the gravatar service's until somebody can upload one. */
const AVATAR_VERSION = 1;

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
  bot_type: z.int().nullable(),
  bot_owner_id: z.int().nullable(),
  role: z.union([z.literal(100), z.literal(200), z.literal(300), z.literal(400), z.literal(600)]),
  timezone: z.string(),
  avatar_url: z.string().nullable(),
  avatar_version: z.int(),
  is_imported_stub: z.boolean(),
} as const;

const UserShape = z.strictObject(userFields);

/** A person as one viewer is shown them; `clientGravatar` leaves out addresses that clients can compute. */
export function wireUser(user: ShownUser, host: string, clientGravatar: boolean): z.infer<typeof UserShape> {
  return {
    user_id: user.userId,
    email: apiEmailOf(user, host),
    delivery_email: user.seesEmail ? user.email : null,
    full_name: user.fullName,
    date_joined: joinedText(user.joinedAt),
    is_active: user.isActive,
    is_owner: user.role === 100,
    is_admin: user.role <= 200,
    is_guest: user.role === 600,
    is_bot: false,
    bot_type: null,
    bot_owner_id: null,
    role: user.role,
    timezone: '',
    avatar_url: clientGravatar && user.settings.emailAddressVisibility === 1 ? null : gravatarUrl(user.email),
    avatar_version: AVATAR_VERSION,
    is_imported_stub: false,
  };
}

/** The real address where everyone may see it, else a placeholder that is the same for every viewer. */
export const apiEmailOf = (
  user: AddressHolder & { readonly email: string },
  host: string,
): string =>
  user.settings.emailAddressVisibility === 1 ? user.email : `user${user.userId}@${host.replace(/:\d+$/, '')}`;

/** ISO 8601 to the minute with the offset spelled: `2019-10-20T07:50+00:00`. */
const joinedText = (joinedAt: number): string =>
  `${new Date(joinedAt).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length)}+00:00`;

const gravatarUrl = (email: string): string => {
  const digest = createHash('md5').update(email.toLowerCase()).digest('hex');
  return `https://secure.gravatar.com/avatar/${digest}?d=identicon&version=${AVATAR_VERSION}`;
};
