/** What somebody's own clients are told of what topics are to him. */
import { revealed } from '../events/define.ts';
import { numberOfPolicy } from '../events/topics.ts';
import { onlyThem } from './audiences.ts';
import { seconds, tell, translate } from './define.ts';

export const topicsLive = translate({
  TopicPolicySet({ data, metadata }, { after }) {
    const to = onlyThem(after, data.userIds);
    const isAboutMuting = data.oldPolicy === 'muted' || data.newPolicy === 'muted';
    const list = { type: 'muted_topics' } as const;
    return [
      ...tell(to, {
        type: 'user_topic',
        stream_id: data.channelId,
        topic_name: revealed(data.topic, ''),
        last_updated: seconds(metadata.time),
        visibility_policy: numberOfPolicy(data.newPolicy),
      }),
      ...(isAboutMuting ? tell(to, list, { completedBy: 'muted_topics' }) : []),
    ];
  },
});
