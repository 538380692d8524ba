/** What clients are told of the organization. */
import { z } from 'zod';
import { OrganizationPermission } from '../../events/organizations.ts';
import { GroupSetting } from '../../wire/groupSettings.ts';
import { row } from '../../wire/row.ts';

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
  'realm/update': row('realm', 'update', {
    property: z.string(),
    value: z.union([z.string(), z.int(), z.boolean(), z.null()]),
  }),
  'realm/update_dict': row('realm', 'update_dict', {
    property: z.literal('default'),
    data: z.union(together),
  }),
  'realm/deactivated': row('realm', 'deactivated', { realm_id: z.int() }),
} as const;
