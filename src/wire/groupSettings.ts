/** Group-setting values on the wire. */
import { z } from 'zod';
import { type GroupSettingValue, UserGroupId } from '../events/userGroups.ts';
import { UserId } from '../ids.ts';
import type { OrganizationState } from '../organization/state.ts';
import { canonical } from '../organization/userGroups.ts';
import { named } from './named.ts';

/** A group's ID, or people and groups. */
export const GroupSetting = named(
  'GroupSetting',
  z.union([
    UserGroupId,
    z.strictObject({ direct_members: z.array(UserId), direct_subgroups: z.array(UserGroupId) }),
  ]),
);

/** The current canonical form, without deactivated people. */
export function wireGroupSetting(
  organization: OrganizationState,
  value: GroupSettingValue,
): z.infer<typeof GroupSetting> {
  const present = canonical(organization, value);
  if (typeof present === 'number') return present;
  return { direct_members: [...present.directMembers], direct_subgroups: [...present.directSubgroups] };
}
