/** What group settings may be set to, for clients that offer to set them. */
import { z } from 'zod';
import { CHANNEL_PERMISSIONS } from '../events/channels.ts';
import { ORGANIZATION_PERMISSIONS } from '../events/organizations.ts';
import { byWireName } from '../events/settings.ts';
import {
  type Permission,
  SYSTEM_GROUP_NAMES,
  type SystemGroupName,
  USER_GROUP_PERMISSIONS,
} from '../events/userGroups.ts';
import { named } from './named.ts';

const SupportedSetting = named(
  'PermissionRule',
  z.strictObject({
    require_system_group: z.boolean(),
    allow_internet_group: z.boolean(),
    allow_nobody_group: z.boolean(),
    allow_everyone_group: z.boolean(),
    default_group_name: z.string(),
    default_for_system_groups: z.string().nullable(),
    allowed_system_groups: z.array(z.string()),
  }),
);
const table = z.record(z.string(), SupportedSetting);

export const SupportedSettings = z.strictObject({ realm: table, stream: table, group: table });

/** A permission with the default name for the creator, and its default for system groups. */
const described = (
  { forbids, allowedGroups, byDefault }: Permission,
  creator = '',
  forSystemGroups: SystemGroupName | null = null,
): z.infer<typeof SupportedSetting> => {
  const allows = (name: SystemGroupName): boolean =>
    !forbids.includes(name) && (allowedGroups === undefined || allowedGroups.includes(name));
  return {
    require_system_group: allowedGroups !== undefined,
    allow_internet_group: false,
    allow_nobody_group: allows('role:nobody'),
    allow_everyone_group: allows('role:everyone'),
    default_group_name: byDefault === 'creator' ? creator : byDefault,
    default_for_system_groups: forSystemGroups,
    allowed_system_groups:
      allowedGroups === undefined || allowedGroups === SYSTEM_GROUP_NAMES ? [] : [...allowedGroups],
  };
};

export const supportedSettings: z.infer<typeof SupportedSettings> = {
  realm: byWireName(ORGANIZATION_PERMISSIONS, (name) => described(ORGANIZATION_PERMISSIONS[name])),
  stream: byWireName(CHANNEL_PERMISSIONS, (name) => described(CHANNEL_PERMISSIONS[name], 'channel_creator')),
  group: byWireName(USER_GROUP_PERMISSIONS, (name) =>
    described(USER_GROUP_PERMISSIONS[name], 'group_creator', 'role:nobody'),
  ),
};
