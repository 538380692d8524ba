/** Client events about people, bots and personal settings. */
import { z } from 'zod';
import { PERSONAL_SETTINGS, Role } from '../../events/users.ts';
import { botDefaultFields } from '../../wire/bots.ts';
import { LegacyClient, ModernPresence } from '../../wire/presence.ts';
import { ProfileValueChange } from '../../wire/profileFields.ts';
import { userFields } from '../../wire/users.ts';
import { plainRow, row } from '../../wire/row.ts';

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

const botSettings = {
  ...botDefaultFields,
  /** Without the token, which is a secret of the vault: until delivery. */
  services: z.array(z.strictObject({ base_url: z.string(), interface: z.int() })),
} as const;

export const userPayloads = {
  'realm_user/add': row('realm_user', 'add', { person: Person }),
  'realm_user/remove': row('realm_user', 'remove', {
    person: z.strictObject({ user_id: z.int(), full_name: z.string() }),
  }),
  'realm_user/update': row('realm_user', 'update', { person: PersonChange }),
  'realm_bot/add': row('realm_bot', 'add', { bot: z.strictObject({ user_id: z.int(), ...botSettings }) }),
  'realm_bot/update': row('realm_bot', 'update', {
    bot: z.strictObject({ user_id: z.int(), ...z.strictObject(botSettings).partial().shape }),
  }),
  'realm_bot/delete': row('realm_bot', 'delete', { bot: z.strictObject({ user_id: z.int() }) }),
  presence: plainRow('presence', { presences: z.record(z.string(), ModernPresence) }),
  'presence (legacy)': plainRow('presence', {
    user_id: z.int(),
    email: z.string(),
    server_timestamp: z.number(),
    presence: z.strictObject({ website: LegacyClient }),
  }),
  'user_settings/update': row('user_settings', 'update', {
    property: z.enum(Object.values(PERSONAL_SETTINGS).map(({ wireName }) => wireName)),
    value: z.union([z.boolean(), z.int(), z.string()]),
  }),
} as const;
