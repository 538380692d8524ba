/**
 * Recipients of a message's push notifications, found by sets of people with a device. Mentions are pushed
 * even in a muted topic; nothing else is.
 */
import type { ChannelId, MessageId, UserId } from '../../base/ids.ts';
import type { EventTypes, MessageSentData } from '../../events/catalog.ts';
import { readErasable } from '../../events/define.ts';
import type { UserGroupId } from '../../events/userGroups.ts';
import { accessOf, type MessageLocation } from '../../organization/access/access.ts';
import { unmutedAmong } from '../../organization/access/messageAccess.ts';
import { Bitset, NOBODY } from '../../organization/containers/bitset.ts';
import { mutersOf } from '../../organization/slices/mutedUsers.ts';
import { peopleWithChannelSetting, peopleWithSetting } from '../../organization/slices/notifications.ts';
import { subscribersOf } from '../../organization/slices/subscriptions.ts';
import { peopleWithPolicy } from '../../organization/slices/topics.ts';
import { membersOf } from '../../organization/slices/userGroups.ts';
import type { OrganizationState } from '../../organization/state.ts';

/** A recipient, and the group through which they are mentioned, if any. */
export interface PushRecipient {
  readonly userId: UserId;
  readonly groupId: UserGroupId | undefined;
}

/** Sorted by ID; never the sender. */
export function pushRecipients(
  organization: OrganizationState,
  messageId: MessageId,
  sent: MessageSentData,
): readonly PushRecipient[] {
  const { channelId, participantIds = [], senderId } = sent;
  const reachable = reachableBy(organization, senderId);
  if (reachable.size === 0) return [];
  if (channelId !== undefined) return inChannel(organization, reachable, messageId, { ...sent, channelId });
  const receivers = reachable.intersection(Bitset.of(participantIds));
  return ungrouped(peopleWithSetting(organization, receivers, 'offlinePushNotifications'));
}

/** People mentioned by an edit who were not mentioned before. */
export function mentionedByEdit(
  organization: OrganizationState,
  edited: EventTypes['MessageEdited'],
): readonly PushRecipient[] {
  const { channelId, senderId, oldMentionedUserIds, mentionedUserIds } = edited;
  if (channelId === undefined) return [];
  const reachable = reachableBy(organization, senderId);
  const named = namedIn(organization, reachable, edited, mentionedUserIds);
  const newlyMentioned = named.difference(Bitset.of(oldMentionedUserIds ?? []));
  return ungrouped(peopleWithSetting(organization, newlyMentioned, 'offlinePushNotifications'));
}

/** People with a device who are not the sender and have not muted them. */
const reachableBy = (organization: OrganizationState, senderId: UserId): Bitset<UserId> =>
  organization.devices.reachable.get().without(senderId).difference(mutersOf(organization, senderId));

type InChannel = MessageSentData & { readonly channelId: ChannelId };

function inChannel(
  organization: OrganizationState,
  reachable: Bitset<UserId>,
  messageId: MessageId,
  sent: InChannel,
): readonly PushRecipient[] {
  const followers = reachable.intersection(subscribersOf(organization, sent.channelId));
  const named = namedIn(organization, reachable, { ...sent, messageId }, sent.mentionedUserIds);
  const grouped = inGroups(organization, followers.difference(named), sent.mentionedGroupIds ?? []);
  const called = named.union(Bitset.of(grouped.keys()));
  const interested = interestedFollowers(organization, followers.difference(called), sent);
  const others = unmutedAmong(organization, interested, sent.channelId, topicOf(sent));
  const callable = peopleWithSetting(organization, called, 'offlinePushNotifications');
  return [...callable.union(others)].map((userId) => ({ userId, groupId: grouped.get(userId) }));
}

/** People mentioned directly who may read the message. */
const namedIn = (
  organization: OrganizationState,
  reachable: Bitset<UserId>,
  message: MessageLocation,
  mentionedUserIds: readonly UserId[] = [],
): Bitset<UserId> =>
  Bitset.of(
    mentionedUserIds.filter(
      (userId) => reachable.has(userId) && accessOf(organization, userId).mayReadMessage(message),
    ),
  );

/** People mentioned through a group, each by the smallest. */
function inGroups(
  organization: OrganizationState,
  people: Bitset<UserId>,
  groupIds: readonly UserGroupId[],
): ReadonlyMap<UserId, UserGroupId> {
  const groups = groupIds
    .map((groupId) => ({ groupId, members: membersOf(organization, groupId) }))
    .sort((one, other) => other.members.size - one.members.size);
  return new Map(
    groups.flatMap(({ groupId, members }) =>
      [...members.intersection(people)].map((userId) => [userId, groupId] as const),
    ),
  );
}

/**
 * People who want push notifications without a direct mention: for wildcards, alert words, followed topics,
 * or channels.
 */
function interestedFollowers(
  organization: OrganizationState,
  people: Bitset<UserId>,
  sent: InChannel,
): Bitset<UserId> {
  const { channelId, wildcards = [], topicParticipantIds = [], alertedUserIds = [] } = sent;
  const following = people.intersection(peopleWithPolicy(organization, 'followed', channelId, topicOf(sent)));
  const inTopic = wildcards.includes('topic') ? people.intersection(Bitset.of(topicParticipantIds)) : NOBODY;
  const called = wildcards.includes('channel') ? people : inTopic;
  const wantsWildcards = peopleWithChannelSetting(organization, channelId, called, [
    'wildcardMentionsNotify',
    'wildcardMentionsNotify',
  ]).union(
    peopleWithSetting(organization, called.intersection(following), 'followedTopicWildcardMentionsNotify'),
  );
  const alerted = people.intersection(Bitset.of(alertedUserIds));
  return peopleWithSetting(organization, wantsWildcards.union(alerted), 'offlinePushNotifications')
    .union(peopleWithSetting(organization, following, 'followedTopicPushNotifications'))
    .union(
      peopleWithChannelSetting(organization, channelId, people, [
        'pushNotifications',
        'channelPushNotifications',
      ]),
    );
}

const topicOf = ({ topic }: MessageSentData): string => readErasable(topic ?? '', '');

const ungrouped = (people: Bitset<UserId>): readonly PushRecipient[] =>
  [...people].map((userId) => ({ userId, groupId: undefined }));
