/** Resolves the names in a text to people and groups: before the text is rendered, in acknowledged state. */
import { nameKey } from '../../base/identity.ts';
import type { UserId } from '../../base/ids.ts';
import type { EventTypes } from '../../events/catalog.ts';
import type { UserGroupId } from '../../events/userGroups.ts';
import { membersOf } from '../slices/userGroups.ts';
import { userIdsByName } from '../slices/users.ts';
import type { OrganizationState } from '../state.ts';
import { isBot, seesUser } from './people.ts';

/** Names and IDs that a text may mention, as written. */
interface Candidates {
  readonly users: readonly string[];
  readonly userIds: readonly number[];
  readonly groups: readonly string[];
}

/** Display names of the system groups. */
const DISPLAY_NAMES: Readonly<Record<string, string>> = {
  'role:internet': 'Everyone on the internet',
  'role:everyone': 'Everyone',
  'role:members': 'Members',
  'role:fullmembers': 'Full members',
  'role:moderators': 'Moderators',
  'role:administrators': 'Administrators',
  'role:owners': 'Owners',
  'role:nobody': 'Nobody',
};

/** The people and groups for the candidates; people whom the writer may not know are treated as unknown. */
export function mentionDirectory(
  organization: OrganizationState,
  { users, userIds, groups }: Candidates,
  writerId: UserId,
) {
  const named = users.flatMap((name) => userIdsByName(organization, name));
  const people = new Set<UserId>([...named, ...(userIds as readonly UserId[])]);
  return {
    users: [...people].flatMap((userId) => {
      const user = organization.users.byId.get(userId);
      return user && seesUser(organization, writerId, userId)
        ? [{ id: userId, name: user.fullName, active: user.active }]
        : [];
    }),
    groups: groups.flatMap((name) => groupNamed(organization, name)),
  };
}

/** System groups are found by their name and by their display name. */
function groupNamed(organization: OrganizationState, name: string) {
  const shown = Object.keys(DISPLAY_NAMES).find((key) => nameKey(DISPLAY_NAMES[key] ?? '') === nameKey(name));
  const groupId = idOf(organization, name) ?? idOf(organization, shown);
  const group = groupId === undefined ? undefined : organization.userGroups.byId.get(groupId);
  if (group === undefined) return [];
  const displayName = DISPLAY_NAMES[group.name] ?? group.name;
  const { groupId: id, isSystemGroup: system, deactivated } = group;
  return [{ id, name, displayName, system, active: !deactivated }];
}

const idOf = (organization: OrganizationState, name: string | undefined): UserGroupId | undefined =>
  name === undefined ? undefined : organization.userGroups.idByName.get(nameKey(name));

// The outgoing webhooks that receive a message.

type TriggeringMessage = Pick<
  EventTypes['MessageSent'],
  'senderId' | 'channelId' | 'participantIds' | 'mentionedUserIds' | 'mentionedGroupIds'
>;

/**
 * The outgoing webhooks that a message triggers: in a channel those mentioned, also through groups; in a
 * direct message the recipients.
 */
export function webhooksTriggeredBy(
  organization: OrganizationState,
  message: TriggeringMessage,
): readonly UserId[] {
  const outgoing = organization.bots.outgoing.get();
  if (outgoing.size === 0 || isBot(organization, message.senderId)) return [];
  const { channelId, participantIds = [], mentionedUserIds = [], mentionedGroupIds = [] } = message;
  const inGroups = mentionedGroupIds.flatMap((groupId) => [
    ...membersOf(organization, groupId).intersection(outgoing),
  ]);
  const called = channelId === undefined ? participantIds : [...mentionedUserIds, ...inGroups];
  return [...new Set(called)].filter(
    (userId) => outgoing.has(userId) && organization.users.byId.get(userId)?.active === true,
  );
}
