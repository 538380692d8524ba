/** Notices of the notification bot, and how they mention people, groups and channels. */
import type { ChannelId, UserId } from '../../base/ids.ts';
import type { OrganizationEvents } from '../../events/catalog.ts';
import { readErasable, type RecordedEvent } from '../../events/define.ts';
import type { GroupSettingValue, UserGroupId } from '../../events/userGroups.ts';
import { topicsPolicyOf } from '../../organization/access/channels.ts';
import { seesUser } from '../../organization/access/people.ts';
import type { OrganizationState } from '../../organization/state.ts';

/** One message of the notification bot. */
export interface Notice {
  /** Distinguishes the notices about one event. */
  readonly about: string;
  readonly to: { readonly channelId: ChannelId; readonly topic: string } | { readonly userId: UserId };
  /** Markdown. */
  readonly content: string;
  /** Somebody who does not need it: the notice is initially read for them. */
  readonly readBy?: UserId;
}

/** Event name → its notices. */
export type NoticesOf = {
  readonly [Type in keyof OrganizationEvents]?: (
    event: EventOf<Type>,
    organization: OrganizationState,
  ) => readonly Notice[];
};
export type EventOf<Type extends keyof OrganizationEvents> = RecordedEvent<Type, OrganizationEvents[Type]>;

/** A notice in a channel, with one of our topics if the channel has topics. */
export function inChannel(
  organization: OrganizationState,
  channelId: ChannelId,
  topic: string,
  notice: Omit<Notice, 'to'>,
): readonly Notice[] {
  const channel = organization.channels.byId.get(channelId);
  if (channel === undefined) return [];
  const isWithoutTopics = topicsPolicyOf(organization, channel) === 'empty_topic_only';
  return [{ ...notice, to: { channelId, topic: isWithoutTopics ? '' : topic } }];
}

/** Larger numbers of people are not notified individually. */
const MAX_NOTIFIED = 100;

/** Those among the people who are notified of what somebody else did to them. */
export function notifiedOthers(
  { users }: OrganizationState,
  userIds: readonly UserId[],
  actor: number | null,
): readonly UserId[] {
  const others = userIds.filter((userId) => {
    const user = users.byId.get(userId);
    return userId !== actor && user?.active === true && user.bot === null;
  });
  return others.length > MAX_NOTIFIED ? [] : others;
}

/** A person by a silent mention; without a name for a reader who may not know them. */
export function personText(
  organization: OrganizationState,
  userId: number | null,
  readerId?: UserId,
): string {
  const user = organization.users.byId.get(userId as UserId);
  const isKnown = user && (readerId === undefined || seesUser(organization, readerId, user.userId));
  return isKnown && user.fullName !== '' ? `@_**${user.fullName}|${user.userId}**` : 'Somebody';
}

/** Characters needed for mentions, links, code or HTML; others stay, so that the source is readable. */
const MARKUP = /[\\`*<[\]]/g;

/** A name in plain text, without mentioning anybody. */
export const literal = (name: string): string =>
  name.replaceAll(MARKUP, String.raw`\$&`).replaceAll(/\s+/g, ' ');

/** Characters that end a mention of a group. */
const UNMENTIONABLE = /[*`\n\r]/;

/** A group by a silent mention. */
export function groupText({ userGroups }: OrganizationState, groupId: UserGroupId): string {
  const name = userGroups.byId.get(groupId)?.name;
  if (name === undefined) return 'a group';
  return UNMENTIONABLE.test(name) ? `“${literal(name)}”` : `@_*${name}*`;
}

/** The holders of a permission. */
export function holdersText(organization: OrganizationState, value: GroupSettingValue): string {
  if (typeof value === 'number') return groupText(organization, value);
  return [
    ...value.directSubgroups.map((groupId) => groupText(organization, groupId)),
    ...value.directMembers.map((userId) => personText(organization, userId)),
  ].join(', ');
}

/** Characters that end or form a link. */
const UNLINKABLE = /[*>`]/;

/** A link to a channel, or to a topic in it; '' is the empty topic. */
export function linkText({ channels }: OrganizationState, channelId: ChannelId, topic?: string): string {
  const name = channels.byId.get(channelId)?.name ?? '';
  if (UNLINKABLE.test(name) || topic?.includes('*'))
    return `“${[name, topic ?? ''].filter(Boolean).map(literal).join(' > ')}”`;
  return topic === undefined ? `#**${name}**` : `#**${name}>${topic}**`;
}

/** A quoted text, or a note that there is none. */
export const quoted = (text: Parameters<typeof readErasable<string, string>>[0]): string => {
  const shown = readErasable(text, '').trim();
  return shown === '' ? '*No description.*' : `> ${shown}`;
};
