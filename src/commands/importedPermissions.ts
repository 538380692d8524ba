/** Permissions that a channel has in another system's export. */
import {
  CHANNEL_PERMISSIONS,
  type ChannelPermissionName,
  type ChannelPermissions,
} from '../events/channels.ts';
import { namesIn } from '../events/settings.ts';
import type { GroupSettingValue, UserGroupId } from '../events/userGroups.ts';
import type { UserId } from '../ids.ts';
import { forbiddenGroupIn, groupsIn } from '../organization/groupSettings.ts';
import type { OrganizationState } from '../organization/state.ts';
import { ascending, systemGroupId } from '../organization/userGroups.ts';

/** Who has a permission. */
export interface ImportedHolders {
  readonly userIds: readonly UserId[];
  readonly groupIds: readonly UserGroupId[];
}

/** Values by permission, and the API's names of permissions that cannot have such a value here. */
export interface PossiblePermissions {
  readonly possible: Partial<ChannelPermissions>;
  readonly others: readonly string[];
}

/** What of a channel's permissions, by their names in the API, is possible here. */
export function possiblePermissions(
  organization: OrganizationState,
  wanted: ReadonlyMap<string, ImportedHolders>,
): PossiblePermissions {
  const possible: { [Name in ChannelPermissionName]?: GroupSettingValue } = {};
  const others = new Set(wanted.keys());
  for (const name of namesIn(CHANNEL_PERMISSIONS)) {
    const kind = CHANNEL_PERMISSIONS[name];
    const holders = wanted.get(kind.wireName);
    if (holders === undefined) continue;
    const value = valueOf(holders);
    const isActive = groupsIn(value).every(
      (id) => organization.userGroups.byId.get(id)?.deactivated === false,
    );
    if (!isActive || forbiddenGroupIn(kind, value) !== undefined) continue;
    possible[name] = value;
    others.delete(kind.wireName);
  }
  return { possible, others: [...others] };
}

/** As `canonical`, except that people who have not come yet stay in it: they have the permission when they do. */
function valueOf({ userIds, groupIds }: ImportedHolders): GroupSettingValue {
  const [directMembers, directSubgroups] = [ascending(userIds), ascending(groupIds)];
  if (directMembers.length > 0 || directSubgroups.length > 1) return { directMembers, directSubgroups };
  return directSubgroups[0] ?? systemGroupId('role:nobody');
}
