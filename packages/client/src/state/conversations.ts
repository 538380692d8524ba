/** Conversations, and what events change of a message that a client has loaded. */
import type { ClientEvent } from '../eventQueue.ts';
import type { EventMessage, Message } from '../routes.ts';

/** A topic of a channel, or the other people of a direct conversation, ascending; the reader where there are none. */
export type Conversation =
  { readonly channelId: number; readonly topic: string } | { readonly userIds: readonly number[] };

/** The others of a direct conversation, ascending; the reader where there are none. */
export function otherUserIds(userIds: readonly number[], own: number): readonly number[] {
  const others = [...new Set(userIds)].filter((id) => id !== own);
  return others.length === 0 ? [own] : others.sort((one, other) => one - other);
}

/** The conversation of a message, for the reader with the ID `own`. */
export function conversationOf(message: EventMessage | Message, own: number): Conversation {
  const { stream_id: channelId = -1, subject: topic, display_recipient: recipients } = message;
  return typeof recipients === 'string'
    ? { channelId, topic }
    : {
        userIds: otherUserIds(
          recipients.map(({ id }) => id),
          own,
        ),
      };
}

/** Events that change messages. */
export type MessageChange = Extract<
  ClientEvent,
  { readonly type: 'update_message' | 'update_message_flags' | 'reaction' | 'submessage' }
>;

/** The IDs of the messages that an event changes; undefined for all of them. */
export function changedMessageIds(event: MessageChange): readonly number[] | undefined {
  if (event.type === 'update_message_flags') return event.all ? undefined : event.messages;
  return event.type === 'update_message' && 'propagate_mode' in event
    ? event.message_ids
    : [event.message_id];
}

/** A message after an event that changes it. */
export function applyToMessage<Loaded extends Message>(message: Loaded, event: MessageChange): Loaded {
  switch (event.type) {
    case 'update_message':
      return 'propagate_mode' in event ? moved(message, event) : edited(message, event);
    case 'update_message_flags': {
      const isAdded = event.op === 'add';
      if (message.flags.includes(event.flag) === isAdded) return message;
      const others = message.flags.filter((flag) => flag !== event.flag);
      return { ...message, flags: isAdded ? [...others, event.flag] : others };
    }
    case 'reaction': {
      const { emoji_name, emoji_code, reaction_type, user_id } = event;
      const others = message.reactions.filter(
        (other) =>
          other.user_id !== user_id ||
          other.emoji_code !== emoji_code ||
          other.reaction_type !== reaction_type,
      );
      const reaction = { emoji_name, emoji_code, reaction_type, user_id };
      return { ...message, reactions: event.op === 'add' ? [...others, reaction] : others };
    }
    case 'submessage': {
      const { submessage_id: id, message_id, sender_id, content, msg_type } = event;
      const others = message.submessages.filter((other) => other.id !== id);
      const submessage = { id, message_id, sender_id, content, msg_type };
      return { ...message, submessages: [...others, submessage] };
    }
  }
}

type Update = Extract<MessageChange, { readonly type: 'update_message' }>;
type Move = Extract<Update, { readonly propagate_mode: string }>;

const edited = <Loaded extends Message>(message: Loaded, event: Exclude<Update, Move>): Loaded => ({
  ...message,
  content: message.content_type === 'text/html' ? event.rendered_content : event.content,
  is_me_message: event.is_me_message,
  flags: event.flags,
  last_edit_timestamp: event.edit_timestamp,
});

const moved = <Loaded extends Message>(message: Loaded, event: Move): Loaded => ({
  ...message,
  subject: event.subject ?? event.orig_subject,
  topic_links: event.topic_links ?? message.topic_links,
  stream_id: event.new_stream_id ?? event.stream_id,
  last_moved_timestamp: event.edit_timestamp,
});
