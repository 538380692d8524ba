/** Client events of reactions and submessages. */
import type { EventTypes } from '../events/catalog.ts';
import { readErasable } from '../events/define.ts';
import { messageReaders } from './audiences.ts';
import { payloadTo, translate } from './define.ts';

export const reactionsLive = translate({
  ReactionAdded: ({ data }, { after }) =>
    payloadTo(messageReaders(after, data), { type: 'reaction', op: 'add', ...reactionOf(data) }),
  ReactionRemoved: ({ data }, { after }) =>
    payloadTo(messageReaders(after, data), { type: 'reaction', op: 'remove', ...reactionOf(data) }),
  SubmessageAdded: ({ data, revision }, { after }) =>
    payloadTo(messageReaders(after, data), {
      type: 'submessage',
      message_id: data.messageId,
      submessage_id: revision + 1,
      sender_id: data.senderId,
      msg_type: data.messageType,
      content: readErasable(data.content, ''),
    }),
});

const reactionOf = (data: EventTypes['ReactionAdded']) => ({
  message_id: data.messageId,
  emoji_name: data.emojiName,
  emoji_code: data.emojiCode,
  reaction_type: data.reactionType,
  user_id: data.userId,
});
