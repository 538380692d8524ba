/** Membership in groups, and what the reader may do by their role and groups: the server sends no events of it. */
import type { GroupSetting } from '../routes.ts';
import type { ClientState, SnapshotFields } from './clientState.ts';

/** Whether a person is among those whom a group setting names, directly or by groups within groups. */
export function isIn(
  { groups }: Pick<ClientState, 'groups'>,
  setting: GroupSetting,
  userId: number,
): boolean {
  const visited = new Set<number>();
  const isWithin = (id: number): boolean => {
    const group = groups.get(id);
    if (group === undefined || visited.has(id)) return false;
    visited.add(id);
    return group.members.includes(userId) || group.direct_subgroup_ids.some(isWithin);
  };
  if (typeof setting === 'number') return isWithin(setting);
  return setting.direct_members.includes(userId) || setting.direct_subgroups.some(isWithin);
}

/** The state with the reader's rights, after a change of roles, groups or permissions. */
export function withOwnRights(state: ClientState): ClientState {
  const rights = Object.entries(ownRights(state)).filter(
    ([name, value]) => name in state.fields && state.fields[name as keyof SnapshotFields] !== value,
  );
  if (rights.length === 0) return state;
  return { ...state, fields: { ...state.fields, ...Object.fromEntries(rights) } };
}

/** A bot may no more than its owner. */
function ownRights(state: ClientState): SnapshotFields {
  const { fields, users } = state;
  const own = fields.user_id ?? -1;
  const reader = users.get(own);
  if (reader === undefined || fields.realm_name === undefined) return {};
  const role = Math.max(reader.role, users.get(reader.bot_owner_id ?? -1)?.role ?? 0);
  const isGuest = role === 600;
  const may = (setting: GroupSetting | undefined): boolean =>
    !isGuest && setting !== undefined && isIn(state, setting, own);
  const creates = {
    can_create_private_streams: may(fields.realm_can_create_private_channel_group),
    can_create_public_streams: may(fields.realm_can_create_public_channel_group),
    can_create_web_public_streams:
      fields.realm_enable_spectator_access === true && may(fields.realm_can_create_web_public_channel_group),
  };
  return {
    ...creates,
    can_create_streams: Object.values(creates).includes(true),
    can_subscribe_other_users: may(fields.realm_can_add_subscribers_group),
    can_invite_others_to_realm: may(fields.realm_can_invite_users_group),
    is_admin: role <= 200,
    is_owner: role === 100,
    is_moderator: role <= 300,
    is_guest: isGuest,
  };
}
