/** What the notification bot says, and how it speaks of people, groups and channels. */
import type { OrganizationEvents } from '../../events/catalog.ts';
import { revealed, type RecordedEvent } from '../../events/define.ts';
import type { GroupSettingValue, UserGroupId } from '../../events/userGroups.ts';
import type { ChannelId, UserId } from '../../ids.ts';
import { topicsPolicyOf } from '../../organization/access/channels.ts';
import { seesUser } from '../../organization/access/people.ts';
import type { OrganizationState } from '../../organization/state.ts';

/** One message of the notification bot. */
export interface Notice {
  /** Tells apart what is said about one event. */
  readonly about: string;
  readonly to: { readonly channelId: ChannelId; readonly topic: string } | { readonly userId: UserId };
  /** Markdown. */
  readonly content: string;
  /** Somebody who need not be told: it starts read for them. */
  readonly readBy?: UserId;
}

/** Event name → what is said of such an event. */
export type NoticesOf = {
  readonly [Type in keyof OrganizationEvents]?: (
    event: EventOf<Type>,
    organization: OrganizationState,
  ) => readonly Notice[];
};
export type EventOf<Type extends keyof OrganizationEvents> = RecordedEvent<Type, OrganizationEvents[Type]>;

/** Something said in a channel, in a topic of ours where the channel has topics. */
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

/** More people than these are told nothing one by one. */
const MAX_TOLD = 100;

/** Those among the people who are to be told what somebody else has done to them. */
export function othersTold(
  { users }: OrganizationState,
  userIds: readonly UserId[],
  actor: number | null,
): readonly UserId[] {
  const others = userIds.filter((userId) => {
    const user = users.byId.get(userId);
    return userId !== actor && user?.active === true && user.bot === null;
  });
  return others.length > MAX_TOLD ? [] : others;
}

/** Somebody by name, who is not called by it; not by name to the one reader who may not know who they are. */
export function personText(
  organization: OrganizationState,
  userId: number | null,
  readerId?: UserId,
): string {
  const user = organization.users.byId.get(userId as UserId);
  const isKnown = user && (readerId === undefined || seesUser(organization, readerId, user.userId));
  return isKnown && user.fullName !== '' ? `@_**${user.fullName}|${user.userId}**` : 'Somebody';
}

/**
 * Signs without which nothing is a mention, a link in brackets, code or HTML; others stay: the source is to
 * be read.
 */
const MARKUP = /[\\`*<[\]]/g;

/** A name as it is written, by which nobody is called. */
export const literal = (name: string): string =>
  name.replaceAll(MARKUP, String.raw`\$&`).replaceAll(/\s+/g, ' ');

/** Signs that end a mention of a group. */
const UNMENTIONABLE = /[*`\n\r]/;

/** A group by name, which is not called by it. */
export function groupText({ userGroups }: OrganizationState, groupId: UserGroupId): string {
  const name = userGroups.byId.get(groupId)?.name;
  if (name === undefined) return 'a group';
  return UNMENTIONABLE.test(name) ? `“${literal(name)}”` : `@_*${name}*`;
}

/** Who holds a permission. */
export function holdersText(organization: OrganizationState, value: GroupSettingValue): string {
  if (typeof value === 'number') return groupText(organization, value);
  return [
    ...value.directSubgroups.map((groupId) => groupText(organization, groupId)),
    ...value.directMembers.map((userId) => personText(organization, userId)),
  ].join(', ');
}

/** Signs that end a link, or make one. */
const UNLINKABLE = /[*>`]/;

/** A link to a channel, or to a topic of it; '' is the topic without a name. */
export function linkText({ channels }: OrganizationState, channelId: ChannelId, topic?: string): string {
  const name = channels.byId.get(channelId)?.name ?? '';
  if (UNLINKABLE.test(name) || topic?.includes('*'))
    return `“${[name, topic ?? ''].filter(Boolean).map(literal).join(' > ')}”`;
  return topic === undefined ? `#**${name}**` : `#**${name}>${topic}**`;
}

/** A text of somebody else's, quoted; where there is none, that is said. */
export const quoted = (text: Parameters<typeof revealed<string, string>>[0]): string => {
  const shown = revealed(text, '').trim();
  return shown === '' ? '*No description.*' : `> ${shown}`;
};
