/** Typing notifications. */
import { z } from 'zod';
import { Refused } from '../../base/errors.ts';
import { ChannelId, MessageId, type UserId } from '../../base/ids.ts';
import {
  channelTyping,
  directTyping,
  notifyEditTyping,
  notifyTyping,
} from '../../commands/messages/typing.ts';
import { checkedTopic } from '../../commands/text.ts';
import { conversationOf } from '../../events/messages.ts';
import { TypingOp } from '../../events/presence.ts';
import { accessOf } from '../../organization/access/access.ts';
import { messageFacts } from '../../projections/messages/facts.ts';
import { messages } from '../../projections/messages/projection.ts';
import { Topic } from '../../wire/define.ts';
import { json, missingParameter, path, text } from '../http/parameters.ts';
import { routes, write } from '../http/route.ts';
import { requireMessage } from './reading.ts';
import { addresseeKind, MAX_RECIPIENTS, messageType } from './recipients.ts';

const op = text(TypingOp).describe(
  '`start` every ten seconds while somebody writes, `stop` when they do not any more.',
);

export const typingRoutes = routes({
  'POST /typing': write({
    who: 'user',
    summary: 'Send a typing notification',
    params: {
      op,
      type: messageType().default('direct'),
      to: json(z.array(z.int()).max(MAX_RECIPIENTS))
        .optional()
        .describe('IDs of people; older clients send a list of the channel’s ID.'),
      stream_id: json(ChannelId).optional(),
      topic: text().optional().describe(Topic),
    },
    errors: ['STREAM_DOES_NOT_EXIST'],
    async handle({ params, actor, organization }) {
      const { to, stream_id: named, topic, type } = params;
      const sender = { senderId: actor.userId, op: params.op };
      const presence = await organization.presence();
      if (addresseeKind(type) === 'direct') {
        if (to === undefined) throw missingParameter('to');
        const audience = directTyping(organization.state, actor.userId, to as UserId[]);
        await presence.submit(notifyTyping, { ...sender, ...audience });
        return;
      }
      const channelId = named ?? (to?.length === 1 ? (to[0] as ChannelId) : undefined);
      if (channelId === undefined) throw new Refused('Missing stream_id');
      if (topic === undefined) throw new Refused('Missing topic');
      const audience = channelTyping(organization.state, actor.userId, channelId, checkedTopic(topic));
      await presence.submit(notifyTyping, { ...sender, ...audience });
    },
  }),

  'POST /messages/:message_id/typing': write({
    who: 'user',
    summary: 'Send a typing notification for an edit',
    params: { message_id: path(MessageId), op },
    async handle({ params: { message_id: messageId, op: operation }, actor, organization, currentViews }) {
      const { state } = organization;
      const views = await currentViews(messages, messageFacts);
      const message = await requireMessage(views, accessOf(state, actor.userId), state, messageId);
      const conversation = conversationOf(message);
      const audience =
        conversation.kind === 'direct'
          ? directTyping(state, actor.userId, conversation.participantIds)
          : channelTyping(state, actor.userId, conversation.channelId, conversation.topic);
      const typing = { senderId: actor.userId, op: operation, messageId, ...audience };
      await (await organization.presence()).submit(notifyEditTyping, typing);
    },
  }),
});
