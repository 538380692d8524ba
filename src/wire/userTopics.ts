/** A person's topic policies on the wire. */
import { z } from 'zod';
import { policyNumber } from '../events/topics.ts';
import type { OrganizationState } from '../organization/state.ts';
import type { UserTopic } from '../projections/userTopics.ts';
import { plainEventShape } from './row.ts';
import { named } from './named.ts';

export const UserTopicEntry = named(
  'UserTopic',
  z.strictObject({
    stream_id: z.int(),
    topic_name: z.string(),
    last_updated: z.int(),
    visibility_policy: z.int().min(0).max(3),
  }),
);

/** Channel name, topic, UNIX seconds. */
export const MutedTopic = named('MutedTopic', z.tuple([z.string(), z.string(), z.int()]));

export const wireUserTopic = ({
  channelId,
  topic,
  setAt,
  policy,
}: UserTopic): z.infer<typeof UserTopicEntry> => ({
  stream_id: channelId,
  topic_name: topic,
  last_updated: setAt,
  visibility_policy: policy,
});

const MUTED = policyNumber('muted');

/** The muted ones, in the format of older clients. */
export const wireMutedTopics = (
  organization: OrganizationState,
  topics: readonly UserTopic[],
): z.infer<typeof MutedTopic>[] =>
  topics
    .filter(({ policy }) => policy === MUTED)
    .map(({ channelId, topic, setAt }) => [
      organization.channels.byId.get(channelId)?.name ?? '',
      topic,
      setAt,
    ]);

/** Client events of topic policies. */
export const userTopicPayloads = {
  user_topic: plainEventShape('user_topic', UserTopicEntry.shape),
  /** Delivery adds the full list, for queues of older clients. */
  muted_topics: plainEventShape('muted_topics', {}),
} as const;
