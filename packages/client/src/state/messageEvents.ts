/** Events of messages: what is unread, starred and newest. */
import type { Message, UnreadDetails } from '../routes.ts';
import type { ClientState, Handlers, UnreadMessage } from './clientState.ts';
import { conversationOf, otherUserIds } from './conversations.ts';
import { Table } from './table.ts';

type MessageEventName =
  'message' | 'update_message' | 'delete_message' | `update_message_flags/${'add' | 'remove'}`;

const hasMention = (flags: Message['flags']): boolean => flags.some((flag) => flag.endsWith('mentioned'));

const ownId = ({ fields }: ClientState): number => fields.user_id ?? -1;

/** Handlers of messages; how a loaded message changes is in `applyToMessage`. */
export const messageHandlers: Handlers<MessageEventName> = {
  message(state, { message, flags }) {
    const { unread, directConversations: direct, channels, params } = state;
    const conversation = conversationOf(message, ownId(state));
    const isDirect = 'userIds' in conversation;
    const isSubscribed = isDirect || channels.get(conversation.channelId)?.isSubscribed !== false;
    // Queues of all public channels get messages that their reader has not received.
    if (params.all_public_streams === true && !isSubscribed && !hasMention(flags)) return {};
    return {
      newestMessage: message.id,
      directConversations: isDirect ? direct.with(conversation.userIds.join(), message.id) : direct,
      unread: flags.includes('read')
        ? unread
        : unread.with(message.id, { conversation, isMention: hasMention(flags) }),
    };
  },
  update_message({ unread }, event) {
    if (!('propagate_mode' in event)) {
      const isMention = hasMention(event.flags);
      return { unread: unread.change([event.message_id], (message) => ({ ...message, isMention })) };
    }
    const {
      stream_id: from,
      new_stream_id: channelId = from,
      orig_subject: before,
      subject: topic = before,
    } = event;
    const conversation = { channelId, topic };
    return { unread: unread.change(event.message_ids, (message) => ({ ...message, conversation })) };
  },
  delete_message({ unread, starred }, event) {
    const ids = 'message_ids' in event ? event.message_ids : [event.message_id];
    return { unread: unread.without(ids), starred: starred.without(ids) };
  },
  'update_message_flags/add'({ unread, starred }, { flag, messages, all }) {
    if (flag === 'starred') return { starred: starred.withAll(messages.map((id) => [id, true])) };
    if (flag !== 'read') return {};
    return { unread: all ? new Table() : unread.without(messages) };
  },
  'update_message_flags/remove'(state, { flag, messages, message_details: details = {} }) {
    if (flag === 'starred') return { starred: state.starred.without(messages) };
    const again = Object.entries(details).map(
      ([id, detail]) => [Number(id), unreadAgain(state, detail)] as const,
    );
    return { unread: state.unread.withAll(again) };
  },
};

function unreadAgain(state: ClientState, detail: UnreadDetails): UnreadMessage {
  const isMention = detail.mentioned === true;
  return detail.type === 'stream'
    ? { conversation: { channelId: detail.stream_id, topic: detail.topic }, isMention }
    : { conversation: { userIds: otherUserIds(detail.user_ids, ownId(state)) }, isMention };
}
