/** Notices to people about themselves. */
import type { UserId } from '../../ids.ts';
import type { OrganizationState } from '../../organization/state.ts';
import {
  type EventOf,
  groupText,
  linkText,
  type Notice,
  type NoticesOf,
  notifiedOthers,
  personText,
} from './define.ts';

/** A notice to each of the people about what somebody did, with the name if they may know it. */
const directly = (
  organization: OrganizationState,
  userIds: readonly UserId[],
  actor: number | null,
  done: string,
): readonly Notice[] =>
  userIds.map((userId) => ({
    about: `user ${userId}`,
    to: { userId },
    content: `${personText(organization, actor, userId)} ${done}`,
  }));

/** The people chosen by the command: none if they were too many. */
function subscription(
  { data: { told }, metadata: { actor } }: EventOf<'UsersSubscribed'>,
  organization: OrganizationState,
): readonly Notice[] {
  if (told === undefined) return [];
  const links = told.channelIds.map((channelId) => linkText(organization, channelId));
  const done =
    links.length === 1
      ? `subscribed you to the channel ${links.join()}.`
      : `subscribed you to these channels:\n\n${links.map((link) => `* ${link}`).join('\n')}`;
  return directly(organization, told.userIds, actor, done);
}

const membership =
  <Type extends 'UserGroupMembersAdded' | 'UserGroupMembersRemoved'>(done: string) =>
  ({ data, metadata: { actor } }: EventOf<Type>, organization: OrganizationState): readonly Notice[] => {
    // People who join by an invitation also become members of groups, but get only the welcome message.
    if (actor === null) return [];
    const { userIds, groupId } = data;
    const others = notifiedOthers(organization, userIds, actor);
    return directly(organization, others, actor, `${done} the group ${groupText(organization, groupId)}.`);
  };

export const peopleNotices = {
  UsersSubscribed: subscription,
  UserGroupMembersAdded: membership<'UserGroupMembersAdded'>('added you to'),
  UserGroupMembersRemoved: membership<'UserGroupMembersRemoved'>('removed you from'),
} as const satisfies NoticesOf;
