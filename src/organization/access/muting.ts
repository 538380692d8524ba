/** What somebody has muted for himself (spec/events.md 4, `unmuted_stream_msg`; spec/beyond.md 3.1). */
import type { ChannelId, UserId } from '../../ids.ts';
import type { OrganizationState } from '../state.ts';
import { isChannelMuted, topicPolicyOf } from '../topics.ts';

/** Whether a topic is muted: by itself, or with its channel unless it is unmuted or followed there. */
export function isTopicMuted(
  organization: OrganizationState,
  userId: UserId,
  channelId: ChannelId,
  topic: string,
): boolean {
  const policy = topicPolicyOf(organization, userId, channelId, topic);
  return policy === 'muted' || (policy === 'none' && isChannelMuted(organization, userId, channelId));
}
