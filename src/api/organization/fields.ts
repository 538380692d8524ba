/** Organization settings on the wire: names, accepted values and shown values. */
import { z } from 'zod';
import { ChannelId } from '../../base/ids.ts';
import type { GroupSettingUpdate } from '../../commands/groups/settings.ts';
import type { ChangeOrganizationInput, OrganizationChanges } from '../../commands/organization/settings.ts';
import { exceeds, isLink } from '../../commands/text.ts';
import { byInternalName, byWireName, namesIn } from '../../events/define.ts';
import {
  AUTHENTICATION_METHODS,
  ORGANIZATION_SETTINGS,
  OrganizationPermission,
  type OrganizationSetting,
  type OrganizationSettings,
} from '../../events/organizations.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { sentenceOf } from '../../wire/define.ts';
import {
  OrganizationDescription,
  OrganizationName,
  permissionSchema,
  settingSchema,
  wireSettingValue,
} from '../../wire/organizationSettings.ts';
import { wireGroupSetting } from '../../wire/userGroups.ts';
import { json, type Parameter, text, type ValuesOf } from '../http/parameters.ts';
import { groupSettingUpdate } from '../people/userGroups.ts';

// Languages that people and organizations choose.

/** True for the code of a language, such as `en` or `pt-BR`. */
export function isLanguage(code: string): boolean {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(code) !== undefined;
  } catch {
    return false;
  }
}

const Flag = z.boolean();
/** A positive number, or "unlimited". */
const Limit = z
  .union([z.int(), z.string()])
  .refine((value) => value === 'unlimited' || (typeof value === 'number' && value > 0), {
    params: { badValue: true },
  })
  .transform((value) => (typeof value === 'number' ? value : null));
/** A channel ID, or -1 for none. */
const OptionalChannel = z
  .union([z.literal(-1), ChannelId])
  .transform((channelId): ChannelId | null => (channelId === -1 ? null : channelId));
/** A text of at most so many characters, without U+0000. */
const limited = (limit: number) =>
  z
    .string()
    .refine((value) => !exceeds(value, limit), {
      params: { problem: `is too long (limit: ${limit} characters)` },
    })
    .refine((value) => !value.includes('\0'), { params: { problem: 'must not contain null bytes' } });

const Language = z
  .string()
  .refine(isLanguage, { error: ({ input }) => `Invalid language '${String(input)}'` });
/** A URL; "default" or nothing for none. */
const Site = z
  .string()
  .max(500)
  .refine((value) => NO_SITE.includes(value) || isLink(value), { params: { problem: 'is not a URL' } })
  .transform((value) => (NO_SITE.includes(value) ? null : value));
const NO_SITE: readonly string[] = ['', 'default'];

/** How each kind of setting is sent. */
const KINDS: Readonly<
  Record<Exclude<OrganizationSetting['kind'], 'methods'>, (schema: z.ZodType) => Parameter<unknown>>
> = {
  flag: () => json(Flag),
  limit: () => json(Limit),
  days: () => json(Limit),
  channel: () => json(OptionalChannel),
  choice: (schema) => text(schema),
  known: (schema) => json(schema),
  count: () => json(z.int().nonnegative()),
  text: () => text(limited(8000)),
  language: () => text(Language),
  site: () => text(Site),
};

const { authenticationMethods: _, ...ALONE } = ORGANIZATION_SETTINGS;
type Alone = typeof ALONE;
/**
 * Settings with one parameter each, by wire name; in POST /register the same name has the prefix `realm_`.
 */
const SETTINGS = Object.fromEntries(
  Object.entries(ALONE).sort(([, one], [, other]) => (one.wireName < other.wireName ? -1 : 1)),
) as Alone;

const formOf = (name: keyof Alone) => KINDS[SETTINGS[name].kind as keyof typeof KINDS](SETTINGS[name].schema);

const settingParameters = byWireName(SETTINGS, (name) =>
  formOf(name).optional().describe(settingSchema(name)),
) as {
  readonly [Name in keyof Alone as Alone[Name]['wireName']]: Parameter<
    OrganizationSettings[Name] | undefined
  >;
};

/** One value for each of several names. */
const recordOf = <Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;

/** Parameters of PATCH /realm; only those that are sent are changed. */
export const organizationParameters = {
  name: text(limited(40).refine((name) => name.trim() !== '', { params: { problem: 'cannot be blank' } }))
    .optional()
    .describe(OrganizationName),
  description: text(limited(1000)).optional().describe(OrganizationDescription),
  authentication_methods: json(z.partialRecord(z.enum(AUTHENTICATION_METHODS), Flag))
    .optional()
    .describe(settingSchema('authenticationMethods')),
  ...settingParameters,
  ...recordOf(OrganizationPermission.options, (name) =>
    groupSettingUpdate().describe(permissionSchema(name)),
  ),
};

/** The changed fields alone, for client events. */
export const organizationFields = {
  name: OrganizationName.optional(),
  description: OrganizationDescription.optional(),
  authentication_methods: z
    .record(z.string(), Flag)
    .optional()
    .describe(sentenceOf(settingSchema('authenticationMethods'))),
  ...byWireName(SETTINGS, (name) => settingSchema(name).optional()),
  ...recordOf(OrganizationPermission.options, (name) => permissionSchema(name).optional()),
};

type SentFields = ValuesOf<typeof organizationParameters>;

export const parseSettings = (sent: SentFields): ChangeOrganizationInput['settings'] =>
  byInternalName(SETTINGS, sent);

export const parsePermissionUpdates = (
  sent: SentFields,
): Record<OrganizationPermission, GroupSettingUpdate | undefined> =>
  recordOf(OrganizationPermission.options, (permission) => sent[permission]);

/** The changed settings as sent on the wire. */
export function wireChanges(
  organization: OrganizationState,
  { name, description, settings, permissions }: OrganizationChanges,
) {
  const { authenticationMethods: methods } = settings;
  const changed = namesIn(SETTINGS).filter((setting) => settings[setting] !== undefined);
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(methods && {
      authentication_methods: recordOf(AUTHENTICATION_METHODS, (method) => methods.includes(method)),
    }),
    ...Object.fromEntries(
      changed.map((setting) => [SETTINGS[setting].wireName, wireSettingValue(setting, settings[setting])]),
    ),
    ...Object.fromEntries(
      Object.entries(permissions).map(([permission, value]) => [
        permission,
        wireGroupSetting(organization, value),
      ]),
    ),
  };
}
