/** Client events of user groups. */
import type { EventTypes } from '../events/catalog.ts';
import { readErasable } from '../events/define.ts';
import { USER_GROUP_PERMISSIONS, type UserGroupId } from '../events/userGroups.ts';
import type { OrganizationState } from '../organization/state.ts';
import { wireGroupSetting, wireUserGroup } from '../wire/userGroups.ts';
import { everybody } from './translation/audiences.ts';
import { visibilityChanges } from './translation/channelVisibility.ts';
import { type AddressedPayload, type LiveTransition, payloadTo, translate } from './translation/define.ts';
import { groupPayloads, membershipChanges } from './translation/memberships.ts';
import { snapshot } from './translation/snapshot.ts';

export const translations = translate({
  UserGroupCreated: ({ data: { groupId } }, { after }) =>
    addition(after, groupId).flatMap((added) => payloadTo(everybody(after), added)),
  UserGroupRenamed: ({ data: { groupId, newName } }, moment) => updated(moment, groupId, { name: newName }),
  UserGroupDescribed: ({ data }, moment) =>
    updated(moment, data.groupId, { description: readErasable(data.description, '') }),
  UserGroupPermissionChanged: ({ data: { groupId, permission } }, moment) =>
    groupPermissionUpdate(moment, groupId, permission),
  UserGroupMembersAdded: (event, moment) => membersChanged(moment, event.metadata.time),
  UserGroupMembersRemoved: (event, moment) => membersChanged(moment, event.metadata.time),
  UserGroupSubgroupsAdded: ({ data, metadata }, moment) =>
    subgroupsChanged('add_subgroups', data, moment, metadata.time),
  UserGroupSubgroupsRemoved: ({ data, metadata }, moment) =>
    subgroupsChanged('remove_subgroups', data, moment, metadata.time),
  /** For clients that do not support deactivated groups it is removed. */
  UserGroupDeactivated: ({ data: { groupId } }, { after }) =>
    payloadTo(everybody(after), change(groupId, { deactivated: true }), {
      instead: {
        without: 'include_deactivated_groups',
        payloads: [{ type: 'user_group', op: 'remove', group_id: groupId }],
      },
    }),
  UserGroupReactivated: ({ data: { groupId } }, { after }) =>
    payloadTo(everybody(after), change(groupId, { deactivated: false }), {
      instead: { without: 'include_deactivated_groups', payloads: addition(after, groupId) },
    }),
  UsersBecameFullMembers: (event, moment) => membersChanged(moment, event.metadata.time),
  UsersBecameNewMembers: (event, moment) => membersChanged(moment, event.metadata.time),
});

const subgroupsChanged = (
  op: 'add_subgroups' | 'remove_subgroups',
  { groupId, subgroupIds }: EventTypes['UserGroupSubgroupsAdded'],
  moment: LiveTransition,
  time: number,
) => [
  ...groupPayloads(moment.after, {
    type: 'user_group',
    op,
    group_id: groupId,
    direct_subgroup_ids: [...subgroupIds],
  }),
  ...visibilityChanges(moment, time),
];

/** Whom a permission in a group is given to. */
export function groupPermissionUpdate(
  moment: LiveTransition,
  groupId: UserGroupId,
  permission: keyof typeof USER_GROUP_PERMISSIONS,
): readonly AddressedPayload[] {
  const value = moment.after.userGroups.byId.get(groupId)?.permissions[permission];
  if (value === undefined) return [];
  const { wireName } = USER_GROUP_PERMISSIONS[permission];
  return updated(moment, groupId, { [wireName]: wireGroupSetting(moment.after, value) });
}

type GroupPatch = Extract<AddressedPayload['payload'], { type: 'user_group'; op: 'update' }>['data'];

const change = (groupId: UserGroupId, data: GroupPatch) =>
  ({ type: 'user_group', op: 'update', group_id: groupId, data }) as const;

const addition = (organization: OrganizationState, groupId: UserGroupId) => {
  const group = organization.userGroups.byId.get(groupId);
  return group ? [{ type: 'user_group', op: 'add', group: wireUserGroup(organization, group) } as const] : [];
};

const updated = (
  { after }: LiveTransition,
  groupId: UserGroupId,
  data: GroupPatch,
): readonly AddressedPayload[] => groupPayloads(after, change(groupId, data));

/** Members of a group may see channels because of it. */
const membersChanged = (moment: LiveTransition, now: number): readonly AddressedPayload[] => [
  ...membershipChanges(moment),
  ...visibilityChanges(moment, now),
];

/** All groups sorted by ID; deactivated ones for clients that support them. */
export const snapshotParts = snapshot({
  realm_user_groups: ({ state, viewerId, capabilities }) => ({
    realm_user_groups: [...state.userGroups.byId.values()]
      .filter(({ deactivated }) => !deactivated || capabilities.has('include_deactivated_groups'))
      .sort((one, other) => one.groupId - other.groupId)
      .map((group) => wireUserGroup(state, group))
      .map((group) => (viewerId === null ? { ...group, members: [] } : group)),
  }),
});
