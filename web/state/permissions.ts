/**
 * The permissions of the reader, by the groups that the server names for each permission. The server decides; this only keeps the
 * page from offering what it would refuse.
 */
import { isIn } from '@hansard/client';
import { type Channel, channels, type Group, groups, type Message, myId, snapshot } from './data.ts';

/** The holders of a permission: a group by its ID, or people and groups. */
export type GroupValue = Parameters<typeof isIn>[1];

/** Whether the reader has a permission; nobody has one that the server does not name. */
export const hasPermission = (value: GroupValue | undefined): boolean =>
  value !== undefined && isIn({ groups: groups.value }, value, myId.value);

/** Every person in a group, those of its subgroups included. */
export function peopleIn(group: Group, visited = new Set<number>()): ReadonlySet<number> {
  visited.add(group.id);
  const subgroups = group.direct_subgroup_ids.flatMap((id) => {
    const inner = groups.value.get(id);
    return inner === undefined || visited.has(id) ? [] : [...peopleIn(inner, visited)];
  });
  return new Set([...group.members, ...subgroups]);
}

/** Whether messages of a channel may go to other topics of it. */
export const mayMoveToTopics = (channelId: number): boolean =>
  hasPermission(snapshot.value.realm_can_move_messages_between_topics_group) ||
  hasPermission(channels.value.get(channelId)?.can_move_messages_within_channel_group);

/** Whether messages of a channel may go to other channels. */
export const mayMoveToChannels = (channelId: number): boolean =>
  hasPermission(snapshot.value.realm_can_move_messages_between_channels_group) ||
  hasPermission(channels.value.get(channelId)?.can_move_messages_out_of_channel_group);

export const mayResolveTopics = (channelId: number): boolean =>
  hasPermission(snapshot.value.realm_can_resolve_topics_group) ||
  hasPermission(channels.value.get(channelId)?.can_resolve_topics_group);

/** Whether a message may be moved at all; the server decides how old it may be. */
export const mayMove = ({ type, stream_id: channelId = -1 }: Message): boolean =>
  type === 'stream' && (mayMoveToTopics(channelId) || mayMoveToChannels(channelId));

/** Whether the reader may write in a channel, and move messages into it. */
export const mayWriteIn = ({ can_send_message_group: senders, is_archived: isArchived }: Channel): boolean =>
  !isArchived && hasPermission(senders);

/** The actions that the reader may take on a group; groups that follow roles are changed by nobody. */
export function groupRights(group: Group) {
  const manages =
    !group.is_system_group &&
    (hasPermission(snapshot.value.realm_can_manage_all_groups) || hasPermission(group.can_manage_group));
  const adds = manages || hasPermission(group.can_add_members_group);
  const removes = manages || hasPermission(group.can_remove_members_group);
  return {
    manages,
    adds,
    removes,
    joins: adds || hasPermission(group.can_join_group),
    leaves: removes || hasPermission(group.can_leave_group),
  };
}
