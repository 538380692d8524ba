/** Client events about a user's message flags, for that user. */
import type { UserId } from '../base/ids.ts';
import type { EventTypes } from '../events/catalog.ts';
import { readErasable } from '../events/define.ts';
import type { MessageRanges } from '../events/messages.ts';
import type { EditableFlag } from '../organization/slices/flags.ts';
import { messageFacts } from '../projections/messages/facts.ts';
import { messages } from '../projections/messages/projection.ts';
import {
  findNewestMessage,
  findRecentConversations,
  findStarred,
  findUnread,
  type UnreadMessages,
} from '../projections/messages/summaries.ts';
import type { UnreadDetails } from '../wire/messageEvents.ts';
import { activeAmong } from './translation/audiences.ts';
import {
  type AddressedPayload,
  type LiveTransition,
  payloadTo,
  translate,
  withNamedTopics,
} from './translation/define.ts';
import { fromViews, snapshot, type SnapshotSource } from './translation/snapshot.ts';

type Flagging = EventTypes['MessagesStarred'];

export const translations = translate({
  MessagesMarkedRead: ({ data }, moment) =>
    payloadTo(activeAmong(moment.after, [data.userId]), {
      ...flagChange('add', 'read', data.all ? [] : idsIn(data.messages)),
      all: data.all ?? false,
    }),
  MessagesMarkedUnread: ({ data }, moment) =>
    payloadTo(activeAmong(moment.after, [data.userId]), {
      ...flagChange('remove', 'read', unreadIds(data)),
      message_details: unreadDetails(data),
    }),
  MessagesStarred: ({ data }, moment) =>
    flagged(data, moment, flagChange('add', 'starred', idsIn(data.messages))),
  MessagesUnstarred: ({ data }, moment) =>
    flagged(data, moment, flagChange('remove', 'starred', idsIn(data.messages))),
  MessagesCollapsed: ({ data }, moment) =>
    flagged(data, moment, flagChange('add', 'collapsed', idsIn(data.messages))),
  MessagesUncollapsed: ({ data }, moment) =>
    flagged(data, moment, flagChange('remove', 'collapsed', idsIn(data.messages))),
});

const flagged = (
  { userId }: Flagging,
  { after }: LiveTransition,
  payload: AddressedPayload['payload'],
): readonly AddressedPayload[] => payloadTo(activeAmong(after, [userId]), payload);

/** A change of one's own flag of messages. */
export const flagChange = <Op extends 'add' | 'remove'>(op: Op, flag: EditableFlag, messages: number[]) => ({
  type: 'update_message_flags' as const,
  op,
  operation: op,
  flag,
  messages,
  all: false,
});

const idsIn = (ranges: MessageRanges): number[] =>
  ranges.flatMap((range) => {
    if (typeof range === 'number') return [range];
    const [first, last] = range;
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });

type Unread = EventTypes['MessagesMarkedUnread'];

const unreadIds = ({ conversations }: Unread): number[] =>
  conversations.flatMap(({ messages }) => idsIn(messages)).sort((one, other) => one - other);

/** The conversation of each message, for clients that no longer have it. */
function unreadDetails({ userId, conversations, topics }: Unread): Record<string, UnreadDetails> {
  const named = readErasable(topics, []);
  const details = conversations.flatMap((conversation, index) => {
    const mentioning = new Set(idsIn(conversation.mentioning ?? []));
    return idsIn(conversation.messages).map((messageId): readonly [string, UnreadDetails] => [
      String(messageId),
      {
        ...conversationDetails(conversation, named[index] ?? '', userId),
        ...(mentioning.has(messageId) && { mentioned: true }),
      },
    ]);
  });
  return Object.fromEntries(details);
}

const conversationDetails = (
  { channelId, participantIds = [], isUnmuted }: Unread['conversations'][number],
  topic: string,
  userId: UserId,
): UnreadDetails =>
  channelId === undefined
    ? { type: 'private', user_ids: participantIds.filter((id) => id !== userId) }
    : { type: 'stream', stream_id: channelId, topic, unmuted_stream_msg: isUnmuted ?? false };

// Message summaries in a snapshot: unread and starred messages, and recent conversations.

type SummaryScope = Parameters<typeof findNewestMessage>[0];

/** All message summaries continue from the revision of these views. Spectators have none. */
const ofMessages = <Answer, Fields>(
  ask: (scope: SummaryScope) => Promise<Answer>,
  nothing: Answer,
  fields: (source: SnapshotSource, answer: Answer) => Fields,
) =>
  fromViews<Answer, Fields>({
    projections: [messages, messageFacts],
    events: ['message', 'update_message', 'delete_message', 'update_message_flags', 'reaction', 'submessage'],
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

export const snapshotParts = snapshot({
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
