/** What clients are told of groups, of the organization and of its emoji. */
import { z } from 'zod';
import { OrganizationPermission } from '../../events/organizations.ts';
import { Emoji } from '../../wire/emoji.ts';
import { GroupSetting } from '../../wire/groupSettings.ts';
import { userGroupFields } from '../../wire/userGroups.ts';
import { plainRow, row } from './row.ts';

const ids = z.array(z.int());
/** What of a group can change. */
const groupChanges = z
  .strictObject(userGroupFields)
  .omit({ id: true, creator_id: true, date_created: true, is_system_group: true })
  .omit({ members: true, direct_subgroup_ids: true })
  .partial();

const Methods = z.record(z.string(), z.strictObject({ enabled: z.boolean(), available: z.boolean() }));

/** What changes together, under the property `default`. */
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

export const organizationPayloads = {
  'user_group/add': row('user_group', 'add', { group: z.strictObject(userGroupFields) }),
  'user_group/update': row('user_group', 'update', {
    group_id: z.int(),
    data: groupChanges,
  }),
  'user_group/remove': row('user_group', 'remove', { group_id: z.int() }),
  'user_group/add_members': row('user_group', 'add_members', { group_id: z.int(), user_ids: ids }),
  'user_group/remove_members': row('user_group', 'remove_members', { group_id: z.int(), user_ids: ids }),
  'user_group/add_subgroups': row('user_group', 'add_subgroups', {
    group_id: z.int(),
    direct_subgroup_ids: ids,
  }),
  'user_group/remove_subgroups': row('user_group', 'remove_subgroups', {
    group_id: z.int(),
    direct_subgroup_ids: ids,
  }),
  'realm/update': row('realm', 'update', {
    property: z.string(),
    value: z.union([z.string(), z.int(), z.boolean(), z.null()]),
  }),
  'realm/update_dict': row('realm', 'update_dict', {
    property: z.literal('default'),
    data: z.union(together),
  }),
  'realm/deactivated': row('realm', 'deactivated', { realm_id: z.int() }),
  'realm_emoji/update': row('realm_emoji', 'update', { realm_emoji: z.record(z.string(), Emoji) }),
  'realm_emoji/add': row('realm_emoji', 'add', { emoji: Emoji }),
  'realm_emoji/update_one': row('realm_emoji', 'update_one', {
    emoji_id: z.string(),
    data: z.strictObject({ deactivated: z.boolean() }),
  }),
  /** Who is told asks for the list anew. */
  invites_changed: plainRow('invites_changed', {}),
} as const;
