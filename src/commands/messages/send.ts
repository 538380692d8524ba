/** Sending messages: what is recorded, and what is answered. */
import { requireThat } from '../../errors.ts';
import { MessageSent } from '../../events/messages.ts';
import type { AutomaticTopicPolicy } from '../../events/topics.ts';
import type { MessageId } from '../../ids.ts';
import { alertedBy } from '../alertWords.ts';
import { command, type DecisionContext, nothingToDo } from '../define.ts';
import { shownFileFields } from './filesShown.ts';
import { policiesAfterSend } from '../topics.ts';
import { reportUndelivered } from './undelivered.ts';
import { topicMentionAudience, withoutUnreachableMentions, conversationFields } from './reach.ts';
import { renderedFields, type WrittenText } from './rendering.ts';
import { actorOf, checkedPost, postConversations, type NewPost } from './posts.ts';

export interface SendMessageInput extends Omit<NewPost, 'rendered'>, WrittenText {
  readonly readBySender: boolean;
  readonly queueId: string | undefined;
  readonly localId: string | undefined;
  readonly idempotency: { readonly keyHash: string; readonly parametersHash: string } | undefined;
}

/** The answer to a send, repeated for every retry under the same key. */
export interface SendResult {
  readonly messageId: MessageId;
  /** The sender's automatic policy for the topic. */
  readonly automaticTopicPolicy?: AutomaticTopicPolicy;
}

/**
 * Sends a channel or direct message. An idempotency key stands for one message, by facts and not by event
 * IDs.
 */
export const sendMessage = command<SendMessageInput, SendResult>({
  name: 'SendMessage',
  needs: (organization, input, actor) => ({
    conversations: postConversations(organization, input, actor),
    sendKeys: input.idempotency ? [input.idempotency.keyHash] : [],
  }),
  decide(organization, input, context) {
    const answered = earlierSend(input, context);
    if (answered !== undefined) return nothingToDo(answered);
    const senderId = actorOf(context);
    const { conversation, known } = checkedPost(organization, input, context);
    const messageId = (context.nextRevision + 1) as MessageId;
    const where = conversationFields(conversation);
    const rendered = withoutUnreachableMentions(organization, input.rendered, { messageId, ...where });
    const { mentionedUserIds } = rendered;
    const policies = policiesAfterSend(organization, { senderId, conversation, mentionedUserIds, known });
    const automatic = policies.ofSender && { automaticTopicPolicy: policies.ofSender };
    return {
      events: [
        MessageSent({
          senderId,
          ...where,
          ...writtenFields({ ...input, rendered }),
          ...topicMentionAudience(senderId, rendered, conversation, known),
          ...alertedBy(organization, input.content, conversation, mentionedUserIds),
          ...shownFileFields(organization, senderId, input.rendered.fileKeys),
          ...automatic,
        }),
        ...policies.events,
        ...reportUndelivered(organization, context, conversation),
      ],
      result: { messageId, ...automatic },
    };
  },
});

/** The message sent under the same idempotency key, if any; different parameters are refused. */
function earlierSend({ idempotency }: SendMessageInput, { facts }: DecisionContext): SendResult | undefined {
  const known = idempotency && facts.sentUnder(idempotency.keyHash);
  if (known === undefined) return undefined;
  const same = known.parametersHash === idempotency?.parametersHash;
  requireThat(same, 'This idempotency key was used for another message.', 'IDEMPOTENCY_KEY_REUSED');
  const { parametersHash: _hash, ...answer } = known;
  return answer;
}

/** Fields of MessageSent from the input; absent ones take no space in the log. */
const writtenFields = ({
  content,
  rendered,
  readBySender,
  queueId,
  localId,
  idempotency,
}: SendMessageInput) => ({
  content,
  ...renderedFields(rendered),
  ...(rendered.widget !== undefined && { widget: rendered.widget }),
  readBySender,
  ...(queueId !== undefined && { queueId }),
  ...(localId !== undefined && { localId }),
  ...(idempotency && { idempotency }),
});
