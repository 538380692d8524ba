/**
 * How large the structure of an organization may grow. Every node has all of it in memory and every client that
 * registers is told of it, so a single member must not make it grow without an end.
 */
import { requireThat } from '../errors.ts';
import type { GroupSettingValue } from '../events/userGroups.ts';
import type { OrganizationState } from '../organization/state.ts';

/** Archived channels and deactivated groups count. */
const MOST_CHANNELS = 10_000;
const MOST_GROUPS = 2_000;
/** Of all channels together. */
const MOST_SUBSCRIPTIONS = 5_000_000;
/** Subscriptions that one call can begin or end. */
const MOST_AT_ONCE = 20_000;
/** Direct members of all groups together. */
const MOST_MEMBERS = 2_000_000;
/** People and groups that the permissions of all channels and groups name together. */
const MOST_NAMED = 500_000;

type Permissions = Readonly<Record<string, GroupSettingValue>>;

/** Refuses new channels beyond what an organization may have. */
export function requireRoomForChannels(
  organization: OrganizationState,
  created: readonly { readonly permissions: Permissions }[],
): void {
  if (created.length === 0) return;
  const hasRoom = organization.channels.byId.size + created.length <= MOST_CHANNELS;
  requireThat(hasRoom, `Too many channels (maximum ${MOST_CHANNELS}).`);
  requireRoomForNames(
    organization,
    created.flatMap(({ permissions }) => Object.values(permissions)),
  );
}

/** Refuses subscriptions that are too many for one call, or for the organization. */
export function requireRoomForSubscriptions(
  organization: OrganizationState,
  { channels, people }: { readonly channels: number; readonly people: number },
): void {
  requireFewAtOnce(channels, people);
  let count = channels * people;
  for (const { userIds } of organization.subscriptions.byChannel.values()) count += userIds.length;
  requireThat(count <= MOST_SUBSCRIPTIONS, `Too many subscriptions (maximum ${MOST_SUBSCRIPTIONS}).`);
}

/** Refuses a call about too many channels of too many people. */
export function requireFewAtOnce(channels: number, people: number): void {
  const areFew = channels * people <= MOST_AT_ONCE;
  requireThat(areFew, `Too many subscriptions at once (maximum ${MOST_AT_ONCE}).`);
}

/** Refuses a new group beyond what an organization may have. */
export function requireRoomForGroup(organization: OrganizationState, permissions: Permissions): void {
  const hasRoom = organization.userGroups.byId.size < MOST_GROUPS;
  requireThat(hasRoom, `Too many user groups (maximum ${MOST_GROUPS}).`);
  requireRoomForNames(organization, Object.values(permissions));
}

/** Refuses so many more members of groups. */
export function requireRoomForMembers({ userGroups }: OrganizationState, more: number): void {
  if (more === 0) return;
  let count = more;
  for (const { groupId, isSystemGroup } of userGroups.byId.values())
    if (!isSystemGroup) count += userGroups.directMembers.get(groupId)?.size ?? 0;
  const complaint = `Too many members of user groups (maximum ${MOST_MEMBERS} in all).`;
  requireThat(count <= MOST_MEMBERS, complaint);
}

/** Refuses permissions that name too many people and groups, with those that there are. */
export function requireRoomForNames(
  { channels, userGroups }: OrganizationState,
  values: readonly GroupSettingValue[],
): void {
  let count = namedBy(values);
  if (count === 0) return;
  for (const all of [channels.byId, userGroups.byId])
    for (const { permissions } of all.values())
      count += namedBy(Object.values<GroupSettingValue>(permissions));
  const complaint = `Permissions name too many people and groups (maximum ${MOST_NAMED} in all).`;
  requireThat(count <= MOST_NAMED, complaint);
}

const namedBy = (values: readonly GroupSettingValue[]): number =>
  values.reduce<number>(
    (sum, value) =>
      sum + (typeof value === 'number' ? 0 : value.directMembers.length + value.directSubgroups.length),
    0,
  );
