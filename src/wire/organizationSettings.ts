/** What an organization has set of itself, by its names on the wire. */
import { z } from 'zod';
import {
  AUTHENTICATION_METHODS,
  ORGANIZATION_SETTINGS,
  OrganizationPermission,
  type OrganizationSettingName,
  type OrganizationSettings,
} from '../events/organizations.ts';
import { onTheWire } from '../events/settings.ts';
import { GroupSetting } from './groupSettings.ts';
import { row } from './row.ts';

/** What is shown of a setting's value. */
export const wireSettingValue = (name: OrganizationSettingName, value: unknown): unknown =>
  value ?? ORGANIZATION_SETTINGS[name].none ?? value;

/** All ways to log in that there are, with those that are on and those that this server has. */
export const wireMethods = (allowed: OrganizationSettings['authenticationMethods']) =>
  Object.fromEntries(
    AUTHENTICATION_METHODS.map((method) => [
      method,
      { enabled: allowed.includes(method), available: method === 'Email' },
    ]),
  );

/** What is shown of all settings, by their names on the wire. */
export const wireOrganizationSettings = (settings: OrganizationSettings) =>
  onTheWire(ORGANIZATION_SETTINGS, (name) =>
    name === 'authenticationMethods'
      ? wireMethods(settings.authenticationMethods)
      : wireSettingValue(name, settings[name]),
  );

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

/** What clients are told of the organization. */
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
