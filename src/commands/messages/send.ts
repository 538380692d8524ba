/** Sending messages: what is recorded, and what is answered. */
import { hash } from 'node:crypto';
import { requireThat } from '../../base/errors.ts';
import type { ChannelId, MessageId, OrganizationId, UserId } from '../../base/ids.ts';
import { newEvent } from '../../events/catalog.ts';
import type { Conversation, Idempotency } from '../../events/messages.ts';
import type { AutomaticTopicPolicy } from '../../events/subscriptions.ts';
import { isActive } from '../../organization/access/rules.ts';
import { subscribersOf } from '../../organization/slices/subscriptions.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { policiesAfterSend } from '../channels/topics.ts';
import {
  done,
  command,
  type DecidedEvent,
  type DecisionContext,
  nothingToDo,
  requireCaller,
} from '../define.ts';
import { checkedContent } from '../text.ts';
import { conversationFields, topicMentionAudience, withoutUnreachableMentions } from './postPermissions.ts';
import { checkedPost, type NewPost, postConversations } from './posts.ts';
import {
  alertedBy,
  renderedFields,
  type RenderedText,
  renderText,
  type RenderText,
  shownFileFields,
  type WrittenText,
} from './rendering.ts';

// Reports to bot owners, with a pause, that their bot's messages reach nobody.

/** Milliseconds before the owner is notified again. */
const REPORT_INTERVAL_MS = 5 * 60 * 1000;
/** Characters of a channel's name in the report. */
const MAX_REPORTED_NAME_LENGTH = 60;

/** A bot has named a channel that does not exist: the send was refused, and the owner is notified. */
export const reportMissingChannel = command<{ readonly named: string }, void>({
  name: 'ReportMissingChannel',
  decide(organization, { named }, context) {
    const characters = Array.from(named);
    const shown = characters.slice(0, MAX_REPORTED_NAME_LENGTH).join('');
    const missingChannelName = characters.length > MAX_REPORTED_NAME_LENGTH ? `${shown}…` : shown;
    return done(...reportToOwner(organization, context, { missingChannelName }));
  },
});

/** The events of a bot's message in a channel without subscribers. */
function reportUndelivered(
  organization: OrganizationState,
  context: DecisionContext,
  conversation: Conversation,
): readonly DecidedEvent[] {
  if (conversation.kind === 'direct' || ownerOf(organization, context.actor) === undefined) return [];
  const { channelId } = conversation;
  const inactive = organization.userGroups.inactiveUsers.get();
  const isHeard = subscribersOf(organization, channelId).difference(inactive).size > 0;
  return isHeard ? [] : reportToOwner(organization, context, { channelId });
}

function reportToOwner(
  organization: OrganizationState,
  { actor: botId, now }: DecisionContext,
  where: { readonly channelId: ChannelId } | { readonly missingChannelName: string },
): readonly DecidedEvent[] {
  const ownerId = ownerOf(organization, botId);
  if (botId === null || ownerId === undefined) return [];
  const lastReportAt = organization.bots.lastReportAt.get(botId);
  const isReported = lastReportAt !== undefined && now - lastReportAt < REPORT_INTERVAL_MS;
  return isReported ? [] : [newEvent('BotMessageUndelivered', { botId, ownerId, ...where })];
}

/** The owner to notify; people and the organization's own bots have none. */
function ownerOf(organization: OrganizationState, botId: UserId | null): UserId | undefined {
  const ownerId = botId === null ? null : (organization.users.byId.get(botId)?.bot?.ownerId ?? null);
  return ownerId !== null && isActive(organization, ownerId) ? ownerId : undefined;
}

export interface SendMessageInput extends Omit<NewPost, 'rendered'>, WrittenText {
  readonly readBySender: boolean;
  readonly queueId: string | undefined;
  readonly localId: string | undefined;
  readonly idempotency: Idempotency | undefined;
}

/** The answer to a send, repeated for every retry under the same key. */
interface SendResult {
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
    const senderId = requireCaller(context);
    const { conversation, known } = checkedPost(organization, input, context);
    const messageId = (context.nextRevision + 1) as MessageId;
    const where = conversationFields(conversation);
    const rendered = withoutUnreachableMentions(organization, input.rendered, { messageId, ...where });
    const { mentionedUserIds } = rendered;
    const policies = policiesAfterSend(organization, { senderId, conversation, mentionedUserIds, known });
    const automatic = policies.ofSender && { automaticTopicPolicy: policies.ofSender };
    return {
      events: [
        newEvent('MessageSent', {
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
const earlierSend = ({ idempotency }: SendMessageInput, { facts }: DecisionContext): SendResult | undefined =>
  earlierAnswer(idempotency, (keyHash) => facts.sentUnder(keyHash));

/** The answer that was given under the same idempotency key, if any; different parameters are refused. */
export function earlierAnswer<Fact extends Pick<Idempotency, 'parametersHash'>>(
  idempotency: Idempotency | undefined,
  answeredUnder: (keyHash: string) => Fact | undefined,
): Omit<Fact, 'parametersHash'> | undefined {
  const known = idempotency && answeredUnder(idempotency.keyHash);
  if (known === undefined) return undefined;
  const { parametersHash, ...answer } = known;
  const same = parametersHash === idempotency?.parametersHash;
  requireThat(same, 'This idempotency key was used for another message.', 'IDEMPOTENCY_KEY_REUSED');
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

// Idempotency keys of sends, by clients and by the server itself.

/** SHA-256 of the organization and of what distinguishes this send from all others in it, in base64url. */
export const sendKeyHash = (
  organizationId: OrganizationId,
  ...parts: readonly (string | number | null)[]
): string => hash('sha256', JSON.stringify([organizationId, ...parts]), 'base64url');

/** For the server's own messages: the text may differ between attempts, and the first one counts. */
export const sentOnce = (keyHash: string): Pick<SendMessageInput, 'queueId' | 'localId' | 'idempotency'> => ({
  queueId: undefined,
  localId: undefined,
  idempotency: { keyHash, parametersHash: keyHash },
});

// The steps from an author's text to the lane: check, render, submit.

/** A message with an unchecked text. */
export interface UncheckedMessage extends Omit<SendMessageInput, keyof WrittenText> {
  /** Markdown. */
  readonly source: string;
  /** Names in the text mean people whom this user may know. */
  readonly writerId: UserId;
  /** Replaces the widget that the text defines, as JSON text. */
  readonly widget?: string | undefined;
  /** Whether mentions in the text notify nobody. */
  readonly isSilent?: boolean;
}

/**
 * Checks a message's text, renders it, and calls `submit` once. Throws what `checkedContent` refuses; submits
 * in the same turn unless rendering needs more time.
 */
export function submitMessage<Result>(
  render: RenderText,
  organization: OrganizationState,
  { source, writerId, widget, isSilent = false, ...message }: UncheckedMessage,
  submit: (message: SendMessageInput) => Promise<Result>,
): Promise<Result> {
  const submitted = ({ content, rendered }: WrittenText) =>
    submit({ ...message, content, rendered: adapted(rendered, widget, isSilent) });
  const text = renderText(render, organization, checkedContent(source), writerId);
  return text instanceof Promise ? text.then(submitted) : submitted(text);
}

const NO_MENTIONS = { mentionedUserIds: [], mentionedGroupIds: [], wildcards: [] } as const;

function adapted(rendered: RenderedText, widget: string | undefined, isSilent: boolean): RenderedText {
  if (widget === undefined && !isSilent) return rendered;
  return { ...rendered, ...(isSilent && NO_MENTIONS), widget: widget ?? rendered.widget };
}
