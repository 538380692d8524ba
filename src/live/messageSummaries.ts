/** Message summaries in a snapshot: unread and starred messages, and recent conversations. */
import { messageFacts } from '../projections/messages/facts.ts';
import { messages } from '../projections/messages/projection.ts';
import {
  findNewestMessage,
  findRecentConversations,
  findStarred,
  type UnreadMessages,
  findUnread,
} from '../projections/messages/summaries.ts';
import { withNamedTopics } from './emptyTopic.ts';
import { fromViews, snapshot, type SnapshotSource } from './snapshot/define.ts';

type SummaryScope = Parameters<typeof findNewestMessage>[0];

/** All message summaries continue from the revision of these views. Spectators have none. */
const ofMessages = <Answer, Fields>(
  ask: (asked: SummaryScope) => Promise<Answer>,
  nothing: Answer,
  fields: (source: SnapshotSource, answer: Answer) => Fields,
) =>
  fromViews<Answer, Fields>({
    projections: [messages, messageFacts],
    events: [
      ...(['message', 'update_message', 'delete_message', 'update_message_flags'] as const),
      ...(['reaction', 'submessage'] as const),
    ],
    read: async (views, { access, state, viewerId }, revision) =>
      viewerId === null ? nothing : ask({ views, access, organization: state, last: revision + 1 }),
    fields,
  });

const NOTHING_UNREAD: UnreadMessages = {
  count: 0,
  topics: [],
  direct: [],
  mentioning: [],
  lacksOlder: false,
};

export const messagesSnapshot = snapshot({
  message: ofMessages(findNewestMessage, undefined, (_source, newest) => ({ max_message_id: newest ?? -1 })),
  unread_msgs: ofMessages(findUnread, NOTHING_UNREAD, (source, unread) => ({
    unread_msgs: wireUnread(source, unread),
  })),
  starred_messages: ofMessages(findStarred, [], (_source, messageIds) => ({
    starred_messages: [...messageIds],
  })),
  recent_private_conversations: ofMessages(findRecentConversations, [], ({ viewerId }, conversations) => ({
    recent_private_conversations: conversations.map(({ participantIds, newestId }) => ({
      user_ids: participantIds.filter((userId) => userId !== viewerId),
      max_message_id: newestId,
    })),
  })),
});

/** Conversations of more people than two have a form of their own; archived channels are for clients that know of such. */
function wireUnread({ state, viewerId, capabilities }: SnapshotSource, unread: UnreadMessages) {
  const isShown = ({ channelId }: UnreadMessages['topics'][number]): boolean =>
    capabilities.has('archived_channels') || state.channels.byId.get(channelId)?.archived !== true;
  const hidden = new Set(
    unread.topics.filter((topic) => !isShown(topic)).flatMap((topic) => topic.messageIds),
  );
  const small = unread.direct.filter(({ participantIds }) => participantIds.length <= 2);
  const large = unread.direct.filter(({ participantIds }) => participantIds.length > 2);
  return {
    count: unread.count,
    pms: small.map(({ participantIds, messageIds }) => {
      const otherId = participantIds.find((userId) => userId !== viewerId) ?? viewerId ?? 0;
      return { other_user_id: otherId, sender_id: otherId, unread_message_ids: [...messageIds] };
    }),
    streams: unread.topics.filter(isShown).map(({ channelId, topic, messageIds }) => ({
      stream_id: channelId,
      ...withNamedTopics({ topic }, ['topic'], capabilities),
      unread_message_ids: [...messageIds],
    })),
    huddles: large.map(({ participantIds, messageIds }) => ({
      user_ids_string: participantIds.join(','),
      unread_message_ids: [...messageIds],
    })),
    mentions: unread.mentioning.filter((messageId) => !hidden.has(messageId)),
    old_unreads_missing: unread.lacksOlder,
  };
}
