/** What people have muted for themselves. */
import type { TopicPolicy } from '../../events/topics.ts';
import type { ChannelId, UserId } from '../../ids.ts';
import type { Bitset } from '../bitset.ts';
import type { OrganizationState } from '../state.ts';
import { isChannelMuted, peopleWithPolicy, topicPolicyOf } from '../topics.ts';

/** Whether a topic is muted: itself, or with its channel unless it is unmuted or followed. */
export function isTopicMuted(
  organization: OrganizationState,
  userId: UserId,
  channelId: ChannelId,
  topic: string,
): boolean {
  const policy = topicPolicyOf(organization, userId, channelId, topic);
  return policy === 'muted' || (policy === 'none' && isChannelMuted(organization, userId, channelId));
}

/** The people who have not muted a topic: the same rule for a whole set at once. */
export function unmutedAmong(
  organization: OrganizationState,
  people: Bitset<UserId>,
  channelId: ChannelId,
  topic: string,
): Bitset<UserId> {
  const holding = (policy: TopicPolicy) => peopleWithPolicy(organization, policy, channelId, topic);
  const opened = holding('unmuted').union(holding('followed'));
  const rest = people.difference(holding('muted')).difference(opened);
  const muted = [...rest].filter((userId) => isChannelMuted(organization, userId, channelId));
  return people.difference(holding('muted')).without(muted);
}
