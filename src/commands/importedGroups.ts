/** Decisions about user groups that are imported from another system's export. The operator decides. */
import { UserGroupCreated, UserGroupDeactivated, type UserGroupId } from '../events/userGroups.ts';
import type { UserId } from '../ids.ts';
import { nameKey } from '../names.ts';
import type { OrganizationState } from '../organization/state.ts';
import { ascending, type UserGroup } from '../organization/userGroups.ts';
import { command } from './define.ts';
import { availableName } from './imports.ts';
import { refuseTooManyGroups, refuseTooManyMembers } from './structureBounds.ts';
import { isPrintable } from './text.ts';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_NAME_LENGTH,
  newGroupPermissions,
  forbiddenPrefix,
} from './userGroups.ts';

export interface ImportedGroup {
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
      refuseTooManyGroups(organization, permissions);
      refuseTooManyMembers(organization, memberIds.length);
      const groupId = organization.userGroups.nextUserGroupId.get();
      const created = UserGroupCreated({
        ...{
          groupId,
          name: freeGroupName(organization, input),
          description: shownDescription(input.description),
        },
        ...{ creatorId, memberIds: ascending(memberIds), directSubgroups: ascending(subgroupIds) },
        ...{ permissions, importKey },
      });
      return {
        events: isDeactivated ? [created, UserGroupDeactivated({ groupId })] : [created],
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
