/** The names of the model and the IDs of the system. */
import type { GroupSettingValue, UserGroupId } from '../../src/events/userGroups.ts';
import type { UserId } from '../../src/base/ids.ts';
import { type GroupRef, type Setting, SYSTEM_GROUPS, WHO, type Who } from './model/organization.ts';
import { byOrder } from './model/settings.ts';

export const idOf = (who: Who): UserId => (WHO.indexOf(who) + 1) as UserId;
export const whoIs = (userId: number): Who => WHO[userId - 1]!;

export const idOfGroup = (group: GroupRef): UserGroupId =>
  (typeof group === 'number'
    ? SYSTEM_GROUPS.length + group
    : SYSTEM_GROUPS.indexOf(group) + 1) as UserGroupId;
export const groupOf = (groupId: number): GroupRef =>
  SYSTEM_GROUPS[groupId - 1] ?? groupId - SYSTEM_GROUPS.length;

export const valueOf = (setting: Setting): GroupSettingValue =>
  typeof setting === 'object'
    ? { directMembers: setting.people.map(idOf), directSubgroups: setting.groups.map(idOfGroup) }
    : idOfGroup(setting);

/** A setting of the system in the terms of the model. */
export const settingOf = (value: GroupSettingValue): Setting =>
  typeof value === 'number'
    ? groupOf(value)
    : {
        people: value.directMembers.map(whoIs).sort(),
        groups: value.directSubgroups.map(groupOf).sort(byOrder),
      };
