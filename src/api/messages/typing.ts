/** Typing notifications. */
import { z } from 'zod';
import { Refused, requireThat } from '../../base/errors.ts';
import { ChannelId, MessageId, type UserId } from '../../base/ids.ts';
import { participantsOf } from '../../commands/messages/posts.ts';
import {
  notifyEditTyping,
  mayBegin,
  notifyTyping,
  typingEdit,
  typingIn,
} from '../../commands/messages/typing.ts';
import { checkedTopic } from '../../commands/text.ts';
import type { Conversation } from '../../events/messages.ts';
import { TypingOp } from '../../events/presence.ts';
import { accessOf } from '../../organization/access/access.ts';
import { findConversation, messageFacts } from '../../projections/messages/facts.ts';
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
    async handle({ params, actor, organization, currentViews }) {
      const { state } = organization;
      const conversation = typedConversation(params, actor.userId);
      const known = mayBegin(state, actor.userId, conversation)
        ? undefined
        : await findConversation(await currentViews(messages, messageFacts), state, conversation);
      const audience = typingIn(state, actor.userId, conversation, known);
      const typing = { senderId: actor.userId, op: params.op, ...audience };
      await (await organization.presence()).submit(notifyTyping, typing);
    },
  }),

  'POST /messages/:message_id/typing': write({
    who: 'user',
    summary: 'Send a typing notification for an edit',
    params: { message_id: path(MessageId), op },
    async handle({ params, actor, organization, services, currentViews }) {
      const { message_id: messageId, op: operation } = params;
      const { state } = organization;
      const views = await currentViews(messages, messageFacts);
      const message = await requireMessage(views, accessOf(state, actor.userId), state, messageId);
      const editor = { editorId: actor.userId, now: services.clock.now() };
      const audience = typingEdit(state, editor, message);
      const typing = { senderId: actor.userId, op: operation, messageId, ...audience };
      await (await organization.presence()).submit(notifyEditTyping, typing);
    },
  }),
});

interface TypingParameters {
  readonly type: Parameters<typeof addresseeKind>[0];
  readonly to?: readonly number[] | undefined;
  readonly stream_id?: ChannelId | undefined;
  readonly topic?: string | undefined;
}

/** The conversation that a request names; older clients name the channel in `to`. */
function typedConversation(
  { type, to, stream_id: named, topic }: TypingParameters,
  senderId: UserId,
): Conversation {
  if (addresseeKind(type) === 'direct') {
    if (to === undefined) throw missingParameter('to');
    requireThat(to.length > 0, "Empty 'to' list");
    return { kind: 'direct', participantIds: participantsOf(senderId, to as UserId[]) };
  }
  const channelId = named ?? (to?.length === 1 ? (to[0] as ChannelId) : undefined);
  if (channelId === undefined) throw new Refused('Missing stream_id');
  if (topic === undefined) throw new Refused('Missing topic');
  return { kind: 'channel', channelId, topic: checkedTopic(topic) };
}
