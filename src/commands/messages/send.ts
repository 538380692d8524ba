/** Deciding what may be said where (spec/endpoint-details.md 1.1 to 1.4). */
import { requireThat } from '../../errors.ts';
import { type Conversation, conversationKey, MessageSent } from '../../events/messages.ts';
import type { AutomaticTopicPolicy } from '../../events/topics.ts';
import type { MessageId, UserId } from '../../ids.ts';
import {
  areDirectMessagesOff,
  canInitiateDirect,
  canSendDirect,
} from '../../organization/access/messages.ts';
import { channelMeant } from '../../organization/channels.ts';
import type { ConversationFact } from '../../organization/messageFacts.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { command, type DecisionContext, nothingToDo } from '../define.ts';
import { policiesAfterSend } from '../topics.ts';
import { type Addressee, existingChannel, participantsOf, requireRecipients } from './addressee.ts';
import { calledInTopic, checkMentions, checkReach, checkTopic, type RenderedText, whereOf } from './reach.ts';

export interface SendMessageInput {
  readonly to: Addressee;
  /** Checked by `checkedTopic`; '' for direct messages. */
  readonly topic: string;
  /** Checked by `checkedContent`. */
  readonly content: string;
  readonly rendered: RenderedText;
  readonly readBySender: boolean;
  readonly queueId: string | undefined;
  readonly localId: string | undefined;
  readonly idempotency: { readonly keyHash: string; readonly parametersHash: string } | undefined;
}

/** What a send is answered, the first time and ever after under the same key. */
export interface SentAnswer {
  readonly messageId: MessageId;
  /** What the topic has become of itself to the sender. */
  readonly automaticTopicPolicy?: AutomaticTopicPolicy;
}

/** Says something in a channel or directly. One idempotency key is one message by the facts, not by event IDs. */
export const sendMessage = command<SendMessageInput, SentAnswer>({
  name: 'SendMessage',
  needs(organization, input, actor) {
    const conversation = conversationIn(organization, input, actor);
    return {
      conversations: conversation ? [conversationKey(conversation)] : [],
      sendKeys: input.idempotency ? [input.idempotency.keyHash] : [],
    };
  },
  decide(organization, input, context) {
    const answered = alreadySent(input, context);
    if (answered !== undefined) return nothingToDo(answered);
    const senderId = actorOf(context);
    const { conversation, known } =
      input.to.kind === 'channel'
        ? inChannel(organization, input.to, input, context)
        : direct(organization, input.to, input, context);
    const { mentionedUserIds } = input.rendered;
    const policies = policiesAfterSend(organization, { senderId, conversation, mentionedUserIds, known });
    const automatic = policies.ofSender && { automaticTopicPolicy: policies.ofSender };
    return {
      events: [
        MessageSent({
          senderId,
          ...whereOf(conversation),
          ...whatIsSaid(input),
          ...calledInTopic(senderId, input.rendered, conversation, known),
          ...automatic,
        }),
        ...policies.events,
      ],
      result: { messageId: (context.nextRevision + 1) as MessageId, ...automatic },
    };
  },
});

/** Where a message is said, and what is known of that conversation; undefined where this is its first. */
interface Said {
  readonly conversation: Conversation;
  readonly known: ConversationFact | undefined;
}

/** Where a message would be said, as far as that can be told: refusals are the decision's. */
function conversationIn(
  organization: OrganizationState,
  { to, topic }: SendMessageInput,
  actor: UserId | null,
): Conversation | undefined {
  if (to.kind === 'channel') {
    const channel = channelMeant(organization, to.channel);
    return channel && { kind: 'channel', channelId: channel.channelId, topic };
  }
  if (actor === null) return undefined;
  return { kind: 'direct', participantIds: participantsOf(organization, actor, to.recipients) };
}

/** The message that was sent under the same idempotency key, if any; other parameters under it are refused. */
function alreadySent({ idempotency }: SendMessageInput, { facts }: DecisionContext): SentAnswer | undefined {
  const known = idempotency && facts.sentUnder(idempotency.keyHash);
  if (known === undefined) return undefined;
  const same = known.parametersHash === idempotency?.parametersHash;
  requireThat(same, 'IDEMPOTENCY_KEY_REUSED', 'This idempotency key was used for another message.');
  const { parametersHash: _hash, ...answer } = known;
  return answer;
}

function actorOf({ actor }: DecisionContext): UserId {
  if (actor === null) throw new Error('A message needs a sender.');
  return actor;
}

function inChannel(
  organization: OrganizationState,
  to: Extract<Addressee, { kind: 'channel' }>,
  input: SendMessageInput,
  context: DecisionContext,
): Said {
  const senderId = actorOf(context);
  const channel = existingChannel(organization, to.channel);
  checkReach(organization, senderId, channel, 'name' in to.channel ? to.channel.name : undefined);
  const { channelId } = channel;
  const conversation = { kind: 'channel', channelId, topic: input.topic } as const;
  const known = context.facts.conversation(conversationKey(conversation));
  checkTopic(organization, senderId, channel, input.topic, known);
  checkMentions(organization, senderId, input.rendered, conversation, known);
  return { conversation: { ...conversation, topic: known?.topic ?? input.topic }, known };
}

function direct(
  organization: OrganizationState,
  { recipients }: Extract<Addressee, { kind: 'direct' }>,
  input: SendMessageInput,
  context: DecisionContext,
): Said {
  const senderId = actorOf(context);
  requireRecipients(organization, senderId, recipients);
  const participantIds = participantsOf(organization, senderId, recipients);
  const conversation: Conversation = { kind: 'direct', participantIds };
  const known = context.facts.conversation(conversationKey(conversation));
  checkDirect(organization, senderId, participantIds, known);
  checkMentions(organization, senderId, input.rendered, conversation, known);
  return { conversation, known };
}

/** Who may talk directly (spec/endpoint-details.md 1.2, 1.3): three questions, each with a refusal of its own. */
function checkDirect(
  organization: OrganizationState,
  senderId: UserId,
  participantIds: readonly UserId[],
  known: ConversationFact | undefined,
): void {
  const maySend = canSendDirect(organization, senderId, participantIds);
  requireThat(
    maySend || !areDirectMessagesOff(organization, senderId),
    'BAD_REQUEST',
    'Direct messages are disabled in this organization.',
  );
  requireThat(maySend, 'BAD_REQUEST', 'This conversation does not include any users who can authorize it.');
  requireThat(
    known !== undefined || canInitiateDirect(organization, senderId, participantIds),
    'BAD_REQUEST',
    'You do not have permission to initiate direct message conversations.',
  );
}

/** The fields of MessageSent that the input says; what is absent takes no room in the log. */
const whatIsSaid = ({
  content,
  rendered,
  readBySender,
  queueId,
  localId,
  idempotency,
}: SendMessageInput) => ({
  content,
  ...(rendered.html !== undefined && { html: rendered.html }),
  rendererVersion: rendered.rendererVersion,
  ...(rendered.mentionedUserIds.length > 0 && { mentionedUserIds: rendered.mentionedUserIds }),
  ...(rendered.mentionedGroupIds.length > 0 && { mentionedGroupIds: rendered.mentionedGroupIds }),
  ...(rendered.wildcards.length > 0 && { wildcards: rendered.wildcards }),
  ...(rendered.links.length > 0 && { links: rendered.links }),
  ...(rendered.widget !== undefined && { widget: rendered.widget }),
  readBySender,
  ...(queueId !== undefined && { queueId }),
  ...(localId !== undefined && { localId }),
  ...(idempotency && { idempotency }),
});
