/** The observable state of the system, in the terms of the model. */
import { CHANNEL_PERMISSIONS } from '../../src/events/channels.ts';
import {
  type GroupSettingValue,
  USER_GROUP_PERMISSIONS,
  type UserGroupId,
} from '../../src/events/userGroups.ts';
import type { ChannelId, UserId } from '../../src/base/ids.ts';
import { canSendTo } from '../../src/organization/access/channels.ts';
import { accessOf } from '../../src/organization/access/access.ts';
import type { OrganizationState } from '../../src/organization/state.ts';
import { subscribersOf } from '../../src/organization/slices/subscriptions.ts';
import { canonical, directMembersOf, membersOf } from '../../src/organization/slices/userGroups.ts';
import { CHANNEL_SETTINGS, forEach, GROUP_SETTINGS, type Setting } from './model/organization.ts';
import type { Seen } from './model.ts';
import { groupOf, idOf, settingOf, whoIs } from './translation.ts';

const peopleOf = (userIds: Iterable<UserId>) => [...userIds].map(whoIs).sort();

/** The settings that the model knows, by their names on the wire. */
function shown(
  state: OrganizationState,
  known: readonly string[],
  table: Readonly<Record<string, { readonly wireName: string }>>,
  permissions: Readonly<Record<string, GroupSettingValue>>,
): readonly (readonly [string, Setting])[] {
  const named = Object.entries(table).map(([name, { wireName }]) => [wireName, permissions[name]!] as const);
  return known.flatMap((setting) =>
    named
      .filter(([wire]) => wire === setting)
      .map(([wire, value]) => [wire, settingOf(canonical(state, value))] as const),
  );
}

const channelsOf = (state: OrganizationState): Seen['channels'] =>
  [...state.channels.byId.values()].map((channel) => ({
    name: channel.name,
    privacy: channel.privacy,
    sharesHistory: channel.historyPublicToSubscribers,
    archived: channel.archived,
    settings: shown(state, CHANNEL_SETTINGS, CHANNEL_PERMISSIONS, channel.permissions),
    subscribers: peopleOf(subscribersOf(state, channel.channelId)),
  }));

const groupsOf = (state: OrganizationState): Seen['groups'] =>
  [...state.userGroups.byId.values()]
    .filter(({ isSystemGroup }) => !isSystemGroup)
    .map((group) => ({
      name: group.name,
      deactivated: group.deactivated,
      settings: shown(state, GROUP_SETTINGS, USER_GROUP_PERMISSIONS, group.permissions),
      direct: peopleOf(directMembersOf(state, group.groupId)),
      subgroups: group.directSubgroups.map((id) => String(groupOf(id))).sort(),
    }));

const membersByGroup = (state: OrganizationState): Seen['members'] =>
  Object.fromEntries(
    [...state.userGroups.byId.keys()].map((groupId: UserGroupId) => [
      groupOf(groupId),
      peopleOf(membersOf(state, groupId)),
    ]),
  );

export function observedState(state: OrganizationState): Seen {
  const channels = [...state.channels.byId.values()];
  const numbers = (may: (channelId: ChannelId) => boolean): number[] =>
    channels.flatMap(({ channelId }, index) => (may(channelId) ? [index + 1] : []));
  return {
    channels: channelsOf(state),
    groups: groupsOf(state),
    people: forEach((who) => {
      const { role, active } = state.users.byId.get(idOf(who))!;
      return { role, active };
    }),
    members: membersByGroup(state),
    access: forEach((who) => {
      const access = accessOf(state, idOf(who));
      const isActive = state.users.byId.get(idOf(who))!.active;
      return {
        sees: numbers((id) => access.seesChannel(id)),
        reads: numbers((id) => access.readsContent(id)),
        posts: numbers((id) => isActive && canSendTo(state, idOf(who), state.channels.byId.get(id)!)),
      };
    }),
  };
}
