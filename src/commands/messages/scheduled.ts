/** Authors' decisions about scheduled messages. */
import { NotFound, requireThat } from '../../base/errors.ts';
import type { UserId } from '../../base/ids.ts';
import { type EventTypes, newEvent } from '../../events/catalog.ts';
import { readErasable } from '../../events/define.ts';
import { type Conversation, conversationKey, type Idempotency } from '../../events/messages.ts';
import type { ScheduledMessageId } from '../../events/personal.ts';
import type { ScheduledMessage } from '../../organization/slices/scheduledMessages.ts';
import type { OrganizationState } from '../../organization/state.ts';
import {
  done,
  command,
  type DecisionContext,
  type Facts,
  type FactsNeeded,
  nothingToDo,
  requireCaller,
} from '../define.ts';
import { type CheckedTopic, trustedTopic } from '../text.ts';
import { conversationFields } from './postPermissions.ts';
import { type Addressee, checkedPost, type NewPost, postConversation, postFacts, postTo } from './posts.ts';
import type { RenderedText, WrittenText } from './rendering.ts';
import { earlierAnswer, sendKeyHash } from './send.ts';

// * Texts of scheduled messages: complete in each event about them, and read there when a decision needs them.

/** A complete scheduled message, as events carry it. */
export type ScheduledContent = EventTypes['MessageScheduled'];

/** A scheduled message without its text. */
type ScheduledEnvelope = Pick<
  ScheduledMessage,
  'scheduledMessageId' | 'authorId' | 'conversation' | 'deliverAt'
> &
  Pick<ScheduledContent, 'readBySender'>;

/** A text with its rendering at the time of writing; '' once erased. */
interface ScheduledText {
  readonly content: string;
  readonly rendered: RenderedText;
}

/** The complete message for an event. */
export const scheduledContent = (
  message: ScheduledEnvelope,
  { content, rendered }: ScheduledText,
): ScheduledContent => ({
  scheduledMessageId: message.scheduledMessageId,
  authorId: message.authorId,
  ...conversationFields(message.conversation),
  content,
  ...(rendered.html !== undefined && { html: rendered.html }),
  rendererVersion: rendered.rendererVersion,
  ...(rendered.mentionedGroupIds.length > 0 && { mentionedGroupIds: rendered.mentionedGroupIds }),
  ...(rendered.wildcards.length > 0 && { wildcards: rendered.wildcards }),
  deliverAt: message.deliverAt,
  readBySender: message.readBySender,
});

/** The fact that `readScheduledContent` needs. */
export const scheduledTextFacts = ({ textRevision }: ScheduledMessage): FactsNeeded => ({
  events: [textRevision],
});

/** The event with a message's current content. */
export const readScheduledContent = (facts: Facts, { textRevision }: ScheduledMessage): ScheduledContent =>
  facts.event(textRevision).data as ScheduledContent;

/** The text as it was rendered at the time of writing. */
export function previousRendering(
  previous: ScheduledContent,
): ScheduledText & Pick<ScheduledContent, 'readBySender'> {
  return {
    content: readErasable(previous.content, ''),
    rendered: {
      html: readErasable(previous.html, undefined),
      rendererVersion: previous.rendererVersion,
      mentionedUserIds: [],
      mentionedGroupIds: previous.mentionedGroupIds ?? [],
      wildcards: previous.wildcards ?? [],
      links: [],
      widget: undefined,
    },
    readBySender: previous.readBySender,
  };
}

/**
 * Hash of the idempotency key under which a scheduled message is sent. It belongs to the author and stays in
 * the log, so it also shows what has been sent.
 */
export const scheduledSendKey = (
  { organizationId }: OrganizationState,
  authorId: UserId | null,
  scheduledMessageId: ScheduledMessageId,
): string => sendKeyHash(organizationId, authorId, 'scheduled', scheduledMessageId);

/**
 * Times in UNIX milliseconds; `at` is the current one, and the clock may have been set back since the last
 * event.
 */
interface Timing {
  readonly deliverAt: number;
  readonly at: number;
}

export interface ScheduleMessageInput extends Omit<NewPost, 'rendered'>, WrittenText, Timing {
  readonly readBySender: boolean;
  readonly idempotency?: Idempotency | undefined;
}

/** Schedules a message, if it could be sent now; an idempotency key stands for one, also after it was sent or deleted. */
export const scheduleMessage = command<
  ScheduleMessageInput,
  { readonly scheduledMessageId: ScheduledMessageId }
>({
  name: 'ScheduleMessage',
  needs: (organization, input, actor) => ({
    ...postFacts(organization, input, actor),
    scheduleKeys: input.idempotency ? [input.idempotency.keyHash] : [],
  }),
  decide(organization, input, context) {
    const { idempotency } = input;
    const answered = earlierAnswer(idempotency, (keyHash) => context.facts.scheduledUnder(keyHash));
    if (answered !== undefined) return nothingToDo(answered);
    requireFuture(input);
    const authorId = requireCaller(context);
    refuseTooManyScheduled(organization, authorId, input);
    const conversation = checkedDestination(organization, input, context);
    const scheduledMessageId = organization.scheduledMessages.nextId.get();
    const { deliverAt, readBySender } = input;
    const message = { scheduledMessageId, authorId, conversation, deliverAt, readBySender };
    return {
      events: [
        newEvent('MessageScheduled', {
          ...scheduledContent(message, input),
          ...(idempotency && { idempotency }),
        }),
      ],
      result: { scheduledMessageId },
    };
  },
});

/** Unsent scheduled messages per author, failed ones included, and characters of their texts and HTML: one answer. */
const MAX_SCHEDULED_PER_USER = { count: 500, characters: 4_000_000 } as const;

/** Refuses a new or replacing text beyond the limits of one author. */
function refuseTooManyScheduled(
  { scheduledMessages }: OrganizationState,
  authorId: UserId,
  { content, rendered }: WrittenText,
  replaced?: ScheduledMessageId,
): void {
  let [count, characters] = [1, content.length + (rendered.html?.length ?? 0)];
  for (const { scheduledMessageId, authorId: other, size } of scheduledMessages.byId.values()) {
    if (other !== authorId || scheduledMessageId === replaced) continue;
    count += 1;
    characters += size;
  }
  const full = `Too many scheduled messages (maximum ${MAX_SCHEDULED_PER_USER.count}).`;
  requireThat(replaced !== undefined || count <= MAX_SCHEDULED_PER_USER.count, full);
  requireThat(
    characters <= MAX_SCHEDULED_PER_USER.characters,
    'Your scheduled messages are too long altogether.',
  );
}

/** Requested changes of a scheduled message; undefined means no change. */
export interface EditScheduledMessageInput {
  readonly scheduledMessageId: ScheduledMessageId;
  readonly kind: Addressee['kind'] | undefined;
  readonly to: Addressee | undefined;
  readonly topic: CheckedTopic | undefined;
  readonly text: WrittenText | undefined;
  readonly deliverAt: number | undefined;
  readonly at: number;
}

/** Changes the text, destination or time of an unsent message; changing only the time needs no permission. */
export const editScheduledMessage = command<EditScheduledMessageInput, void>({
  name: 'EditScheduledMessage',
  needs(organization, input, actor) {
    const scheduled = ownMessage(organization, input, actor);
    if (scheduled === undefined)
      return { sendKeys: [scheduledSendKey(organization, actor, input.scheduledMessageId)] };
    return {
      ...postFacts(organization, newDestination(scheduled, input), actor),
      ...scheduledTextFacts(scheduled),
    };
  },
  decide(organization, input, context) {
    const scheduled = requireEditable(organization, input, context);
    const deliverAt = newTime(scheduled, input);
    const { readBySender, ...before } = previousRendering(readScheduledContent(context.facts, scheduled));
    const text = input.text ?? before;
    const destination = newDestination(scheduled, input);
    if (input.text !== undefined)
      refuseTooManyScheduled(organization, scheduled.authorId, input.text, scheduled.scheduledMessageId);
    const isRewritten =
      !hasDestination(organization, scheduled, destination) || text.content !== before.content;
    const isLeftAlone = !isRewritten && deliverAt === scheduled.deliverAt && scheduled.status === 'pending';
    if (isLeftAlone) return nothingToDo(undefined);
    const conversation = isRewritten
      ? checkedDestination(organization, { ...destination, ...text }, context)
      : scheduled.conversation;
    const message = { ...scheduled, conversation, deliverAt, readBySender };
    return done(newEvent('ScheduledMessageEdited', scheduledContent(message, text)));
  },
});

interface DeleteScheduledMessageInput {
  readonly scheduledMessageId: ScheduledMessageId;
}

/** Deletes an unsent message. */
export const deleteScheduledMessage = command<DeleteScheduledMessageInput, void>({
  name: 'DeleteScheduledMessage',
  decide(organization, input, { actor }) {
    const scheduled = ownMessage(organization, input, actor);
    if (scheduled === undefined || scheduled.status === 'started') throw absent();
    const { scheduledMessageId, authorId } = scheduled;
    return done(newEvent('ScheduledMessageDeleted', { scheduledMessageId, authorId }));
  },
});

/** The destination in the author's spelling; refused if they may not post there now. */
function checkedDestination(
  organization: OrganizationState,
  post: NewPost,
  context: DecisionContext,
): Conversation {
  const { conversation } = checkedPost(organization, post, context);
  return conversation.kind === 'channel' ? { ...conversation, topic: post.topic } : conversation;
}

/** Whether a message already has this destination in this spelling. */
function hasDestination(
  organization: OrganizationState,
  { authorId, conversation }: ScheduledMessage,
  destination: Omit<NewPost, 'rendered'>,
): boolean {
  const there = postConversation(organization, destination, authorId);
  if (there === undefined || conversationKey(there) !== conversationKey(conversation)) return false;
  return conversation.kind === 'direct' || conversation.topic === destination.topic;
}

const absent = (): NotFound => new NotFound('Scheduled message does not exist');

function ownMessage(
  { scheduledMessages }: OrganizationState,
  { scheduledMessageId }: { readonly scheduledMessageId: ScheduledMessageId },
  actor: UserId | null,
): ScheduledMessage | undefined {
  const scheduled = scheduledMessages.byId.get(scheduledMessageId);
  return scheduled?.authorId === actor ? scheduled : undefined;
}

/** A message that is sent or being sent is refused differently from one that was never the caller's. */
function requireEditable(
  organization: OrganizationState,
  input: EditScheduledMessageInput,
  { actor, facts }: DecisionContext,
): ScheduledMessage {
  const scheduled = ownMessage(organization, input, actor);
  const isSent =
    scheduled === undefined
      ? facts.sentUnder(scheduledSendKey(organization, actor, input.scheduledMessageId)) !== undefined
      : scheduled.status === 'started';
  requireThat(!isSent, 'Scheduled message was already sent');
  if (scheduled === undefined) throw absent();
  return scheduled;
}

const requireFuture = ({ deliverAt, at }: Timing): void =>
  requireThat(deliverAt > at, 'Scheduled delivery time must be in the future.');

/** A failed message needs a new time. */
function newTime(scheduled: ScheduledMessage, { deliverAt, at }: EditScheduledMessageInput): number {
  if (deliverAt === undefined && scheduled.status !== 'failed') return scheduled.deliverAt;
  const time = deliverAt ?? at;
  requireFuture({ deliverAt: time, at });
  return time;
}

const MISFITS = {
  channel: 'Invalid data type for channel ID',
  direct: 'Invalid data type for recipients',
} as const;

/** Refuses people for a channel message, and the reverse. */
export function requireKind(kind: Addressee['kind'], to: Addressee | undefined): asserts to is Addressee {
  requireThat(to?.kind === kind, MISFITS[kind]);
}

/** The destination of an edited message; changing its kind requires a new one. */
function newDestination(
  { conversation }: ScheduledMessage,
  { kind = conversation.kind, to, topic }: EditScheduledMessageInput,
): Omit<NewPost, 'rendered'> {
  const isOther = kind !== conversation.kind;
  const noRecipient = 'Recipient required when updating type of scheduled message.';
  requireThat(!isOther || to !== undefined, noRecipient);
  const noTopic = 'Topic required when updating scheduled message type to stream.';
  requireThat(!isOther || kind === 'direct' || topic !== undefined, noTopic);
  if (to !== undefined) requireKind(kind, to);
  const before = postTo(conversation);
  return { to: to ?? before.to, topic: kind === 'channel' ? (topic ?? before.topic) : trustedTopic('') };
}
