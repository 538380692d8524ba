/** What people are told about themselves (spec/endpoint-details.md 3.5, spec/beyond.md 6.6, spec/README.md). */
import { ROLES } from '../../events/users.ts';
import type { UserId } from '../../ids.ts';
import { settingsOf } from '../../organization/organizations.ts';
import type { OrganizationState } from '../../organization/state.ts';
import {
  type EventOf,
  groupText,
  linkText,
  type Notice,
  type NoticesOf,
  othersTold,
  personText,
} from './define.ts';

const directly = (userIds: readonly UserId[], content: string): readonly Notice[] =>
  userIds.map((userId) => ({ about: `user ${userId}`, to: { userId }, content }));

/** Whom the command wanted to be told: nobody where they were too many. */
function subscription(
  { data: { told }, metadata: { actor } }: EventOf<'UsersSubscribed'>,
  organization: OrganizationState,
): readonly Notice[] {
  if (told === undefined) return [];
  const links = told.channelIds.map((channelId) => linkText(organization, channelId));
  const subscriber = personText(organization, actor);
  const content =
    links.length === 1
      ? `${subscriber} subscribed you to the channel ${links.join()}.`
      : `${subscriber} subscribed you to these channels:\n\n${links.map((link) => `* ${link}`).join('\n')}`;
  return directly(told.userIds, content);
}

const membership =
  <Type extends 'UserGroupMembersAdded' | 'UserGroupMembersRemoved'>(done: string) =>
  ({ data, metadata: { actor } }: EventOf<Type>, organization: OrganizationState): readonly Notice[] => {
    const { userIds, groupId } = data;
    const content = `${personText(organization, actor)} ${done} the group ${groupText(organization, groupId)}.`;
    return directly(othersTold(organization, userIds, actor), content);
  };

/** The organization's own text, or ours. An owner made by the operator has founded it: nobody welcomes him. */
function welcome(
  { data: { userId, bot, role }, metadata: { actor } }: EventOf<'UserCreated'>,
  organization: OrganizationState,
): readonly Notice[] {
  if (bot !== null || (role === ROLES.owner && actor === null)) return [];
  const name = organization.organization.profile.get()?.name ?? '';
  const ours = `Welcome to ${name}! Look around in the channels, and say hello.`;
  return directly([userId], settingsOf(organization).welcomeMessage.trim() || ours);
}

export const peopleNotices = {
  UserCreated: welcome,
  UsersSubscribed: subscription,
  UserGroupMembersAdded: membership<'UserGroupMembersAdded'>('added you to'),
  UserGroupMembersRemoved: membership<'UserGroupMembersRemoved'>('removed you from'),
} as const satisfies NoticesOf;
