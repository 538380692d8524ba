/** Decisions about scheduled messages that are due: each is sent or fails. */
import { Refused } from '../../base/errors.ts';
import { newEvent } from '../../events/catalog.ts';
import { readErasable } from '../../events/define.ts';
import type { ScheduledMessageId } from '../../events/personal.ts';
import { isActive } from '../../organization/access/rules.ts';
import type { ScheduledMessage } from '../../organization/slices/scheduledMessages.ts';
import type { OrganizationState } from '../../organization/state.ts';
import {
  command,
  type Command,
  type DecidedEvent,
  type DecisionContext,
  done,
  nothingToDo,
  requireActiveAccount,
} from '../define.ts';
import { postTo } from './posts.ts';
import {
  previousRendering,
  readScheduledContent,
  scheduledContent,
  type ScheduledContent,
  scheduledSendKey,
  scheduledTextFacts,
} from './scheduled.ts';
import { sendMessage, type SendMessageInput, sentOnce, type UncheckedMessage } from './send.ts';

/** Milliseconds after which an overdue message is not sent any more. */
const MAX_DELAY_MS = 10 * 60 * 1000;
const TOO_LATE = 'Message could not be sent at the scheduled time.';

/** A message as the sender has read it; a changed message is not touched. */
interface ReadMessage {
  readonly scheduledMessageId: ScheduledMessageId;
  /** Revision of the event that was read. */
  readonly textRevision: number;
}

interface StartInput {
  readonly scheduledMessageId: ScheduledMessageId;
  /** The current time in UNIX milliseconds; the clock may have been set back since the last event. */
  readonly at: number;
}

/** Starts sending a due message, or fails it if it was due long ago. */
export const startScheduledSend = command<StartInput, void>({
  name: 'StartScheduledSend',
  needs(organization, input) {
    const scheduled = dueMessage(organization, input);
    return scheduled && isTooLate(scheduled, input) ? scheduledTextFacts(scheduled) : undefined;
  },
  decide(organization, input, { facts }) {
    const scheduled = dueMessage(organization, input);
    if (scheduled === undefined) return nothingToDo(undefined);
    const { scheduledMessageId, authorId } = scheduled;
    const event = isTooLate(scheduled, input)
      ? failure(scheduled, readScheduledContent(facts, scheduled), TOO_LATE)
      : newEvent('ScheduledSendStarted', { scheduledMessageId, authorId });
    return done(event);
  },
});

const isTooLate = ({ deliverAt }: ScheduledMessage, { at }: StartInput): boolean =>
  at - deliverAt > MAX_DELAY_MS;

/**
 * The message to send, from a started scheduled message and its event; its own idempotency key ensures that
 * it is sent once.
 */
export const messageToDeliver = (
  organization: OrganizationState,
  {
    scheduledMessageId,
    authorId,
    conversation,
  }: Pick<ScheduledMessage, 'scheduledMessageId' | 'authorId' | 'conversation'>,
  { content, readBySender }: ScheduledContent,
): UncheckedMessage => ({
  ...postTo(conversation),
  source: readErasable(content, ''),
  writerId: authorId,
  readBySender,
  ...sentOnce(scheduledSendKey(organization, authorId, scheduledMessageId)),
});

interface DeliverInput extends ReadMessage {
  /** The event that was read. */
  readonly content: ScheduledContent;
  /** The result of `messageToDeliver`, checked and rendered. */
  readonly message: SendMessageInput;
}

/**
 * Sends a started message in its author's name, with all checks of an ordinary message; a refusal is recorded
 * as its failure. Not a `command`, because a deactivated organization is such a refusal.
 */
export const deliverScheduledMessage: Command<DeliverInput, void> = {
  name: 'DeliverScheduledMessage',
  needs(organization, input) {
    const scheduled = startedMessage(organization, input);
    return scheduled && sendMessage.needs?.(organization, input.message, scheduled.authorId);
  },
  decide(organization, input, context) {
    const scheduled = startedMessage(organization, input);
    if (scheduled === undefined) return nothingToDo(undefined);
    try {
      return done(...delivery(organization, scheduled, input.message, context));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return done(failure(scheduled, input.content, error.message));
    }
  },
};

/** Fails a started message that cannot be sent. */
export const failScheduledSend = command<ReadMessage & { readonly reason: string }, void>({
  name: 'FailScheduledSend',
  needs(organization, input) {
    const scheduled = startedMessage(organization, input);
    return scheduled && scheduledTextFacts(scheduled);
  },
  decide(organization, input, { facts }) {
    const scheduled = startedMessage(organization, input);
    if (scheduled === undefined) return nothingToDo(undefined);
    return done(failure(scheduled, readScheduledContent(facts, scheduled), input.reason));
  },
});

function dueMessage(
  { scheduledMessages }: OrganizationState,
  { scheduledMessageId, at }: StartInput,
): ScheduledMessage | undefined {
  const scheduled = scheduledMessages.byId.get(scheduledMessageId);
  return scheduled?.status === 'pending' && scheduled.deliverAt <= at ? scheduled : undefined;
}

function startedMessage(
  { scheduledMessages }: OrganizationState,
  { scheduledMessageId, textRevision }: ReadMessage,
): ScheduledMessage | undefined {
  const scheduled = scheduledMessages.byId.get(scheduledMessageId);
  return scheduled?.status === 'started' && scheduled.textRevision === textRevision ? scheduled : undefined;
}

/** The message with its consequences, and the end of the scheduled one; once sent, it is not sent again. */
function delivery(
  organization: OrganizationState,
  scheduled: ScheduledMessage,
  message: SendMessageInput,
  context: DecisionContext,
): readonly DecidedEvent[] {
  const { scheduledMessageId, authorId } = scheduled;
  requireActiveAccount(isActive(organization, authorId));
  const { events, result } = sendMessage.decide(organization, message, context);
  const { messageId } = result;
  return [...events, newEvent('ScheduledMessageSent', { scheduledMessageId, authorId, messageId })];
}

function failure(scheduled: ScheduledMessage, content: ScheduledContent, reason: string): DecidedEvent {
  const { readBySender, ...text } = previousRendering(content);
  return newEvent('ScheduledSendFailed', {
    ...scheduledContent({ ...scheduled, readBySender }, text),
    reason,
  });
}
