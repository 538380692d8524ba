/** Notices to people about themselves. */
import type { UserId } from '../../base/ids.ts';
import { readErasable } from '../../events/define.ts';
import { isActive } from '../../organization/access/rules.ts';
import { organizationName, settingsOf, welcomeText } from '../../organization/slices/organizations.ts';
import type { OrganizationState } from '../../organization/state.ts';
import {
  type EventOf,
  groupText,
  inChannel,
  linkText,
  literal,
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
  { data: { notified }, metadata: { actor } }: EventOf<'UsersSubscribed'>,
  organization: OrganizationState,
): readonly Notice[] {
  if (notified === undefined) return [];
  const links = notified.channelIds.map((channelId) => linkText(organization, channelId));
  const done =
    links.length === 1
      ? `subscribed you to the channel ${links.join()}.`
      : `subscribed you to these channels:\n\n${links.map((link) => `* ${link}`).join('\n')}`;
  return directly(organization, notified.userIds, actor, done);
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

// Notices about somebody who joins: to the newcomer, the inviter, and everybody.

const SIGNUPS = 'signups';

/** People are announced if the organization wants that, however they joined; authors of imported messages did not. */
function announcement(
  { data: { userId, bot, importKey } }: EventOf<'UserCreated'>,
  organization: OrganizationState,
): readonly Notice[] {
  const { signupAnnouncementChannelId: channelId } = settingsOf(organization);
  if (bot !== null || importKey !== undefined || channelId === null) return [];
  const content = `${personText(organization, userId)} joined this organization.`;
  return inChannel(organization, channelId, SIGNUPS, { about: 'signup', content });
}

/** Null is the server's own text, '' none. */
function welcome(organization: OrganizationState, userId: UserId, text: string | null): readonly Notice[] {
  const name = literal(organizationName(organization));
  const ours = `Welcome to ${name}! Look around in the channels, and say hello.`;
  const content = (text ?? ours).trim();
  return content === '' ? [] : [{ about: 'welcome', to: { userId }, content }];
}

/**
 * Invited people are welcomed when they accept; people who join by themselves or with the server need no
 * welcome.
 */
const welcomeIfMade = (
  { data: { userId, bot }, metadata: { actor } }: EventOf<'UserCreated'>,
  organization: OrganizationState,
): readonly Notice[] =>
  bot !== null || actor === null ? [] : welcome(organization, userId, welcomeText(organization));

function thanks(
  { data: { userId, inviterId, notifiesInviter } }: EventOf<'InvitationAccepted'>,
  organization: OrganizationState,
): readonly Notice[] {
  if (!notifiesInviter || !isActive(organization, inviterId)) return [];
  const content = `${personText(organization, userId, inviterId)} has accepted your invitation.`;
  return [{ about: 'inviter', to: { userId: inviterId }, content }];
}

export const joiningNotices = {
  UserCreated: (event, organization) => [
    ...welcomeIfMade(event, organization),
    ...announcement(event, organization),
  ],
  InvitationAccepted: (event, organization) => [
    ...welcome(organization, event.data.userId, readErasable(event.data.welcomeMessage, null)),
    ...thanks(event, organization),
  ],
} as const satisfies NoticesOf;

// Notices to owners of bots.

function unheard(
  { data: { botId, ownerId, channelId, missingChannelName } }: EventOf<'BotMessageUndelivered'>,
  organization: OrganizationState,
): readonly Notice[] {
  const bot = personText(organization, botId);
  const named = readErasable(missingChannelName ?? '', '').replaceAll('`', "'");
  const content =
    channelId === undefined
      ? `Your bot ${bot} wanted to send a message to the channel \`${named}\`, which does not exist.`
      : `Your bot ${bot} sent a message to ${linkText(organization, channelId)}, to which nobody is subscribed.`;
  return [{ about: 'owner', to: { userId: ownerId }, content }];
}

export const botNotices = { BotMessageUndelivered: unheard } as const satisfies NoticesOf;
