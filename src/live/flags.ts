/** Client events about a user's message flags, for that user. */
import type { EventTypes } from '../events/catalog.ts';
import { readErasable } from '../events/define.ts';
import type { MessageRanges } from '../events/flags.ts';
import type { UserId } from '../ids.ts';
import { activeAmong } from './audiences.ts';
import { type LiveTransition, payloadTo, type AddressedPayload, translate } from './define.ts';
import type { UnreadDetails } from '../wire/flags.ts';

type Flagging = EventTypes['MessagesStarred'];

export const flagsLive = translate({
  MessagesMarkedRead: ({ data }, moment) =>
    payloadTo(activeAmong(moment.after, [data.userId]), {
      ...change('add', 'read', data.all ? [] : idsIn(data.messages)),
      all: data.all ?? false,
    }),
  MessagesMarkedUnread: ({ data }, moment) =>
    payloadTo(activeAmong(moment.after, [data.userId]), {
      ...change('remove', 'read', unreadIds(data)),
      message_details: unreadDetails(data),
    }),
  MessagesStarred: ({ data }, moment) =>
    flagged(data, moment, change('add', 'starred', idsIn(data.messages))),
  MessagesUnstarred: ({ data }, moment) =>
    flagged(data, moment, change('remove', 'starred', idsIn(data.messages))),
  MessagesCollapsed: ({ data }, moment) =>
    flagged(data, moment, change('add', 'collapsed', idsIn(data.messages))),
  MessagesUncollapsed: ({ data }, moment) =>
    flagged(data, moment, change('remove', 'collapsed', idsIn(data.messages))),
});

type EditableWireFlag = 'read' | 'starred' | 'collapsed';

const flagged = (
  { userId }: Flagging,
  { after }: LiveTransition,
  payload: AddressedPayload['payload'],
): readonly AddressedPayload[] => payloadTo(activeAmong(after, [userId]), payload);

const change = <Op extends 'add' | 'remove'>(op: Op, flag: EditableWireFlag, messages: number[]) => ({
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
        ...whereOf(conversation, named[index] ?? '', userId),
        ...(mentioning.has(messageId) && { mentioned: true }),
      },
    ]);
  });
  return Object.fromEntries(details);
}

const whereOf = (
  { channelId, participantIds = [], isUnmuted }: Unread['conversations'][number],
  topic: string,
  userId: UserId,
): UnreadDetails =>
  channelId === undefined
    ? { type: 'private', user_ids: participantIds.filter((id) => id !== userId) }
    : { type: 'stream', stream_id: channelId, topic, unmuted_stream_msg: isUnmuted ?? false };
