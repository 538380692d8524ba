/** Client events about a user's topic policies, for that user. */
import { revealed } from '../events/define.ts';
import { numberOfPolicy } from '../events/topics.ts';
import { type UserTopic, userTopics, userTopicsOf } from '../projections/userTopics.ts';
import type { Views } from '../projections/views.ts';
import { wireMutedTopics, wireUserTopic } from '../wire/userTopics.ts';
import { onlyThem } from './audiences.ts';
import { channelsShownTo } from './channels.ts';
import { seconds, payloadTo, translate } from './define.ts';
import { withNamedTopics } from './emptyTopic.ts';
import { fromViews, snapshot, type SnapshotSource } from './snapshot/define.ts';

export const topicsLive = translate({
  TopicPolicySet({ data, metadata }, { after }) {
    const to = onlyThem(after, data.userIds);
    const isAboutMuting = data.oldPolicy === 'muted' || data.newPolicy === 'muted';
    const list = { type: 'muted_topics' } as const;
    return [
      ...payloadTo(to, {
        type: 'user_topic',
        stream_id: data.channelId,
        topic_name: revealed(data.topic, ''),
        last_updated: seconds(metadata.time),
        visibility_policy: numberOfPolicy(data.newPolicy),
      }),
      ...(isAboutMuting ? payloadTo(to, list, { completedBy: 'muted_topics' }) : []),
    ];
  },
});

/** The same list in both forms; nothing is told of channels that are not shown. */
const ofTopics = {
  projections: [userTopics],
  version: ({ state: { topics } }: SnapshotSource) => topics.policies.writes + topics.keysOf.writes,
  read: async (views: Views, { state, viewerId }: SnapshotSource): Promise<readonly UserTopic[]> =>
    viewerId === null ? [] : userTopicsOf(views, state, viewerId),
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
