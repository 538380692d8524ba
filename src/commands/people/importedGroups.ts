/** Decisions about user groups that are imported from another system's export. The operator decides. */
import { nameKey } from '../../base/identity.ts';
import type { UserId } from '../../base/ids.ts';
import { newEvent } from '../../events/catalog.ts';
import {
  CHANNEL_PERMISSIONS,
  type ChannelPermissionName,
  type ChannelPermissions,
} from '../../events/channels.ts';
import { namesIn } from '../../events/define.ts';
import type { GroupSettingValue, UserGroupId } from '../../events/userGroups.ts';
import {
  ascending,
  forbiddenGroupIn,
  groupsIn,
  systemGroupId,
  type UserGroup,
} from '../../organization/slices/userGroups.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { command } from '../define.ts';
import {
  forbiddenPrefix,
  MAX_DESCRIPTION_LENGTH,
  MAX_NAME_LENGTH,
  newGroupPermissions,
} from '../groups/userGroups.ts';
import { refuseTooManyGroups, refuseTooManyMembers } from '../structureLimits.ts';
import { isPrintable } from '../text.ts';
import { availableName } from './imports.ts';

interface ImportedGroup {
  readonly importKey: string;
  readonly name: string;
  readonly description: string;
  readonly creatorId: UserId;
  readonly memberIds: readonly UserId[];
  readonly subgroupIds: readonly UserGroupId[];
  readonly isDeactivated: boolean;
  /** The system that it comes from, for the name of a group whose own is taken. */
  readonly system: string;
}

/**
 * Makes a group with its members, deactivated people too: they are in it when they return. One that has been imported before
 * stays as it is. A group that others made gets nobody: it may have permissions here.
 */
export const importGroup = command<ImportedGroup, { readonly groupId: UserGroupId; readonly isNew: boolean }>(
  {
    name: 'ImportUserGroup',
    decide(organization, input) {
      const known = importedGroup(organization, input.importKey);
      if (known) return { events: [], result: { groupId: known.groupId, isNew: false } };
      const { importKey, creatorId, memberIds, subgroupIds, isDeactivated } = input;
      const permissions = newGroupPermissions(organization, creatorId);
      refuseTooManyGroups(organization, permissions, null);
      refuseTooManyMembers(organization, memberIds.length, null);
      const groupId = organization.userGroups.nextUserGroupId.get();
      const created = newEvent('UserGroupCreated', {
        groupId,
        name: freeGroupName(organization, input),
        description: shownDescription(input.description),
        creatorId,
        memberIds: ascending(memberIds),
        directSubgroups: ascending(subgroupIds),
        permissions,
        importKey,
      });
      return {
        events: isDeactivated ? [created, newEvent('UserGroupDeactivated', { groupId })] : [created],
        result: { groupId, isNew: true },
      };
    },
  },
);

function importedGroup({ userGroups }: OrganizationState, importKey: string): UserGroup | undefined {
  for (const group of userGroups.byId.values()) if (group.importKey === importKey) return group;
  return undefined;
}

function freeGroupName({ userGroups }: OrganizationState, { name: given, system }: ImportedGroup): string {
  const shown = given.trim();
  const name = shown === '' || !isPrintable(shown) || forbiddenPrefix(shown) ? 'imported' : shown;
  return availableName(name, system, MAX_NAME_LENGTH, (whole) => userGroups.idByName.has(nameKey(whole)));
}

const shownDescription = (text: string): string =>
  [...text.replaceAll('\0', '')].slice(0, MAX_DESCRIPTION_LENGTH).join('');

// Permissions that a channel has in another system's export.

/** The holders of a permission. */
interface ImportedHolders {
  readonly userIds: readonly UserId[];
  readonly groupIds: readonly UserGroupId[];
}

/** Values by permission, and the API's names of permissions that cannot have such a value here. */
interface PossiblePermissions {
  readonly possible: Partial<ChannelPermissions>;
  readonly others: readonly string[];
}

/** The permissions of an imported channel, by their names in the API, that are possible here. */
export function possiblePermissions(
  organization: OrganizationState,
  holdersByName: ReadonlyMap<string, ImportedHolders>,
): PossiblePermissions {
  const possible: { [Name in ChannelPermissionName]?: GroupSettingValue } = {};
  const others = new Set(holdersByName.keys());
  for (const name of namesIn(CHANNEL_PERMISSIONS)) {
    const kind = CHANNEL_PERMISSIONS[name];
    const holders = holdersByName.get(kind.wireName);
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
