/** Organization settings by their wire names. */
import { z } from 'zod';
import {
  AUTHENTICATION_METHODS,
  ORGANIZATION_SETTINGS,
  OrganizationPermission,
  type OrganizationSetting,
  type OrganizationSettingName,
  type OrganizationSettings,
} from '../events/organizations.ts';
import { byWireName } from '../events/settings.ts';
import { GroupSetting } from './groupSettings.ts';
import { eventShape } from './row.ts';
import { named } from './named.ts';

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
export const organizationPayloads = {
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
