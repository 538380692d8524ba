/** Decisions about scheduled messages whose time has come: each ends sent or failed. */
import { Refused, requireThat } from '../errors.ts';
import { revealed } from '../events/define.ts';
import {
  type ScheduledMessageId,
  ScheduledMessageSent,
  ScheduledSendFailed,
  ScheduledSendStarted,
} from '../events/scheduledMessages.ts';
import { isActive } from '../organization/access/rules.ts';
import type { ScheduledMessage } from '../organization/scheduledMessages.ts';
import type { OrganizationState } from '../organization/state.ts';
import { type Command, command, type DecidedEvent, type DecisionContext, nothingToDo } from './define.ts';
import { postTo } from './messages/posts.ts';
import { type SendMessageInput, sendMessage } from './messages/send.ts';
import { sentOnce } from './messages/sendKeys.ts';
import type { RawMessage } from './messages/submit.ts';
import {
  factsOfText,
  scheduledSendKey,
  type WholeMessage,
  wholeMessage,
  wholeMessageOf,
  writtenBefore,
} from './scheduledTexts.ts';

/** Milliseconds after its time from which on a message is not sent any more. */
const LATEST = 10 * 60 * 1000;
const TOO_LATE = 'Message could not be sent at the scheduled time.';

/** A message as its sender has read it: of another version nothing is decided. */
interface ReadMessage {
  readonly scheduledMessageId: ScheduledMessageId;
  /** Revision of the event that was read. */
  readonly saidAt: number;
}

interface StartInput {
  readonly scheduledMessageId: ScheduledMessageId;
  /** What the clock says now, in UNIX milliseconds; it may have been set back since the last event. */
  readonly at: number;
}

/** Begins to send a message whose time has come, or gives it up where that was long ago. */
export const startScheduledSend = command<StartInput, void>({
  name: 'StartScheduledSend',
  needs(organization, input) {
    const scheduled = dueMessage(organization, input);
    return scheduled && isTooLate(scheduled, input) ? factsOfText(scheduled) : undefined;
  },
  decide(organization, input, { facts }) {
    const scheduled = dueMessage(organization, input);
    if (scheduled === undefined) return nothingToDo(undefined);
    const { scheduledMessageId, authorId } = scheduled;
    const event = isTooLate(scheduled, input)
      ? failure(scheduled, wholeMessageOf(facts, scheduled), TOO_LATE)
      : ScheduledSendStarted({ scheduledMessageId, authorId });
    return { events: [event], result: undefined };
  },
});

const isTooLate = ({ deliverAt }: ScheduledMessage, { at }: StartInput): boolean => at - deliverAt > LATEST;

/** What is to be sent for a message that was started and read; under a key of its own, so that it is sent once. */
export const messageToDeliver = (
  organization: OrganizationState,
  {
    scheduledMessageId,
    authorId,
    conversation,
  }: Pick<ScheduledMessage, 'scheduledMessageId' | 'authorId' | 'conversation'>,
  { content, readBySender }: WholeMessage,
): RawMessage => ({
  ...postTo(conversation),
  source: revealed(content, ''),
  writerId: authorId,
  readBySender,
  ...sentOnce(scheduledSendKey(organization, authorId, scheduledMessageId)),
});

interface DeliverInput extends ReadMessage {
  /** The event that was read. */
  readonly said: WholeMessage;
  /** The message of `messageToDeliver`, checked and rendered. */
  readonly message: SendMessageInput;
}

/**
 * Sends a message that was started, in the name of its author, with all the checks of any other message; what they
 * refuse is put on record as its failure. Not a `command`: a deactivated organization is such a refusal.
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
      return { events: delivery(organization, scheduled, input.message, context), result: undefined };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { events: [failure(scheduled, input.said, error.message)], result: undefined };
    }
  },
};

/** Gives up a message that was started and cannot be sent. */
export const failScheduledSend = command<ReadMessage & { readonly reason: string }, void>({
  name: 'FailScheduledSend',
  needs(organization, input) {
    const scheduled = startedMessage(organization, input);
    return scheduled && factsOfText(scheduled);
  },
  decide(organization, input, { facts }) {
    const scheduled = startedMessage(organization, input);
    if (scheduled === undefined) return nothingToDo(undefined);
    return {
      events: [failure(scheduled, wholeMessageOf(facts, scheduled), input.reason)],
      result: undefined,
    };
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
  { scheduledMessageId, saidAt }: ReadMessage,
): ScheduledMessage | undefined {
  const scheduled = scheduledMessages.byId.get(scheduledMessageId);
  return scheduled?.status === 'started' && scheduled.saidAt === saidAt ? scheduled : undefined;
}

/** The message, what follows from it, and that it was the scheduled one; once sent, it is not sent again. */
function delivery(
  organization: OrganizationState,
  scheduled: ScheduledMessage,
  message: SendMessageInput,
  context: DecisionContext,
): readonly DecidedEvent[] {
  const { scheduledMessageId, authorId } = scheduled;
  requireThat(isActive(organization, authorId), 'Account is deactivated', 'USER_DEACTIVATED');
  const { events, result } = sendMessage.decide(organization, message, context);
  const { messageId } = result;
  return [...events, ScheduledMessageSent({ scheduledMessageId, authorId, messageId })];
}

function failure(scheduled: ScheduledMessage, said: WholeMessage, reason: string): DecidedEvent {
  const { readBySender, ...text } = writtenBefore(said);
  return ScheduledSendFailed({ ...wholeMessage({ ...scheduled, readBySender }, text), reason });
}
