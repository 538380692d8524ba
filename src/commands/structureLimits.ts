/**
 * Limits on the size of an organization's structure. Every node has all of it in memory and sends it to every client
 * that registers, so a single member must not be able to make it grow without end.
 */
import { requireThat } from '../base/errors.ts';
import type { GroupSettingValue } from '../events/userGroups.ts';
import type { OrganizationState } from '../organization/state.ts';

/** Archived channels and deactivated groups count. */
const MAX_CHANNELS = 10_000;
const MAX_GROUPS = 2_000;
/** Of all channels together. */
const MAX_SUBSCRIPTIONS = 5_000_000;
/** Subscriptions that one call can begin or end. */
const MAX_SUBSCRIPTIONS_PER_CALL = 20_000;
/** Direct members of all groups together. */
const MAX_GROUP_MEMBERS = 2_000_000;
/** People and groups that the permissions of all channels and groups name together. */
const MAX_PERMISSION_HOLDERS = 500_000;

type Permissions = Readonly<Record<string, GroupSettingValue>>;

/** Refuses new channels beyond what an organization may have. */
export function refuseTooManyChannels(
  organization: OrganizationState,
  created: readonly { readonly permissions: Permissions }[],
): void {
  if (created.length === 0) return;
  const hasCapacity = organization.channels.byId.size + created.length <= MAX_CHANNELS;
  requireThat(hasCapacity, `Too many channels (maximum ${MAX_CHANNELS}).`);
  refuseTooManyHolders(
    organization,
    created.flatMap(({ permissions }) => Object.values(permissions)),
  );
}

/** Refuses subscriptions that are too many for one call, or for the organization. */
export function refuseTooManySubscriptions(
  organization: OrganizationState,
  { channels, people }: { readonly channels: number; readonly people: number },
): void {
  refuseTooManyAtOnce(channels, people);
  let count = channels * people;
  for (const { userIds } of organization.subscriptions.byChannel.values()) count += userIds.length;
  requireThat(count <= MAX_SUBSCRIPTIONS, `Too many subscriptions (maximum ${MAX_SUBSCRIPTIONS}).`);
}

/** Refuses a call about too many channels of too many people. */
export function refuseTooManyAtOnce(channels: number, people: number): void {
  const areFew = channels * people <= MAX_SUBSCRIPTIONS_PER_CALL;
  requireThat(areFew, `Too many subscriptions at once (maximum ${MAX_SUBSCRIPTIONS_PER_CALL}).`);
}

/** Refuses a new group beyond what an organization may have. */
export function refuseTooManyGroups(organization: OrganizationState, permissions: Permissions): void {
  const hasCapacity = organization.userGroups.byId.size < MAX_GROUPS;
  requireThat(hasCapacity, `Too many user groups (maximum ${MAX_GROUPS}).`);
  refuseTooManyHolders(organization, Object.values(permissions));
}

/** Refuses so many more members of groups. */
export function refuseTooManyMembers({ userGroups }: OrganizationState, more: number): void {
  if (more === 0) return;
  let count = more;
  for (const { groupId, isSystemGroup } of userGroups.byId.values())
    if (!isSystemGroup) count += userGroups.directMembers.get(groupId)?.size ?? 0;
  const complaint = `Too many members of user groups (maximum ${MAX_GROUP_MEMBERS} in all).`;
  requireThat(count <= MAX_GROUP_MEMBERS, complaint);
}

/** Refuses permissions that name too many people and groups, with those that there are. */
export function refuseTooManyHolders(
  { channels, userGroups }: OrganizationState,
  values: readonly GroupSettingValue[],
): void {
  let count = namedBy(values);
  if (count === 0) return;
  for (const all of [channels.byId, userGroups.byId])
    for (const { permissions } of all.values())
      count += namedBy(Object.values<GroupSettingValue>(permissions));
  const complaint = `Permissions name too many people and groups (maximum ${MAX_PERMISSION_HOLDERS} in all).`;
  requireThat(count <= MAX_PERMISSION_HOLDERS, complaint);
}

const namedBy = (values: readonly GroupSettingValue[]): number =>
  values.reduce<number>(
    (sum, value) =>
      sum + (typeof value === 'number' ? 0 : value.directMembers.length + value.directSubgroups.length),
    0,
  );
