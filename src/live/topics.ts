/** Client events about a user's topic policies, for that user. */
import { readErasable } from '../events/define.ts';
import { policyNumber } from '../events/topics.ts';
import { type UserTopic, userTopics, findUserTopics } from '../projections/userTopics.ts';
import type { Views } from '../projections/views.ts';
import { wireMutedTopics, wireUserTopic } from '../wire/userTopics.ts';
import { activeAmong } from './audiences.ts';
import { channelsShownTo } from './channels.ts';
import { toUnixSeconds, payloadTo, translate } from './define.ts';
import { withNamedTopics } from './emptyTopic.ts';
import { fromViews, snapshot, type SnapshotSource } from './snapshot/define.ts';

export const topicsLive = translate({
  TopicPolicySet({ data, metadata }, { after }) {
    const to = activeAmong(after, data.userIds);
    const isAboutMuting = data.oldPolicy === 'muted' || data.newPolicy === 'muted';
    const list = { type: 'muted_topics' } as const;
    return [
      ...payloadTo(to, {
        type: 'user_topic',
        stream_id: data.channelId,
        topic_name: readErasable(data.topic, ''),
        last_updated: toUnixSeconds(metadata.time),
        visibility_policy: policyNumber(data.newPolicy),
      }),
      ...(isAboutMuting ? payloadTo(to, list, { deferred: 'muted_topics' }) : []),
    ];
  },
});

/** The same list in both forms; nothing is told of channels that are not shown. */
const ofTopics = {
  projections: [userTopics],
  version: ({ state: { topics } }: SnapshotSource) => topics.policies.writes + topics.keysOf.writes,
  read: async (views: Views, { state, viewerId }: SnapshotSource): Promise<readonly UserTopic[]> =>
    viewerId === null ? [] : findUserTopics(views, state, viewerId),
};

const seen = (source: SnapshotSource, topics: readonly UserTopic[]): readonly UserTopic[] => {
  const shown = new Set(channelsShownTo(source).map(({ channelId }) => channelId));
  return topics.filter(({ channelId }) => shown.has(channelId));
};

export const topicsSnapshot = snapshot({
  user_topic: fromViews({
    ...ofTopics,
    fields: (source, topics) => ({
      user_topics: seen(source, topics).map((topic) =>
        withNamedTopics(wireUserTopic(topic), ['topic_name'], source.capabilities),
      ),
    }),
  }),
  muted_topics: fromViews({
    ...ofTopics,
    fields: (source, topics) => ({ muted_topics: wireMutedTopics(source.state, seen(source, topics)) }),
  }),
});
