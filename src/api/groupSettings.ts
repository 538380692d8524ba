/** Group-setting values on the wire (spec/api.md; spec/endpoint-details.md 0.9). */
import { z } from 'zod';
import type { GroupSettingUpdate } from '../commands/groupSettings.ts';
import type { GroupSettingValue } from '../events/userGroups.ts';
import { UserGroupId, UserId } from '../ids.ts';
import { canonical } from '../organization/userGroups.ts';
import type { OrganizationState } from '../organization/state.ts';
import { json, type Parameter } from './parameters.ts';

/** A group's ID, or people and groups. */
export const GroupSetting = z.union([
  UserGroupId,
  z.strictObject({ direct_members: z.array(UserId), direct_subgroups: z.array(UserGroupId) }),
]);

const groupSettingOf = (wire: z.infer<typeof GroupSetting>): GroupSettingValue =>
  typeof wire === 'number'
    ? wire
    : { directMembers: wire.direct_members, directSubgroups: wire.direct_subgroups };

const Value = GroupSetting.transform(groupSettingOf);

/** A parameter that says what a group setting of something new is to be. */
export const groupSetting = (): Parameter<GroupSettingValue | undefined> => json(Value).optional();

/** A parameter that changes a group setting: `{new, old}`, where `old` may be left out. */
export const groupSettingUpdate = (): Parameter<GroupSettingUpdate | undefined> =>
  json(z.strictObject({ new: Value, old: Value.optional() })).optional();

/** The canonical form of the moment: people who have left are not in it. */
export function wireGroupSetting(
  organization: OrganizationState,
  value: GroupSettingValue,
): z.infer<typeof GroupSetting> {
  const present = canonical(organization, value);
  if (typeof present === 'number') return present;
  return { direct_members: [...present.directMembers], direct_subgroups: [...present.directSubgroups] };
}
