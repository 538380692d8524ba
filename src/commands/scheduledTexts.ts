/**
 * Texts of scheduled messages: complete in each event about them, and read there when a decision needs them.
 */
import type { EventTypes } from '../events/catalog.ts';
import { readErasable } from '../events/define.ts';
import type { ScheduledMessageId } from '../events/scheduledMessages.ts';
import type { UserId } from '../ids.ts';
import type { ScheduledMessage } from '../organization/scheduledMessages.ts';
import type { OrganizationState } from '../organization/state.ts';
import type { Facts, FactsNeeded } from './define.ts';
import type { RenderedText } from './messages/rendering.ts';
import { conversationFields } from './messages/reach.ts';
import { sendKeyHash } from './messages/sendKeys.ts';

/** A complete scheduled message, as events carry it. */
export type ScheduledContent = EventTypes['MessageScheduled'];

/** A scheduled message without its text. */
type ScheduledEnvelope = Pick<
  ScheduledMessage,
  'scheduledMessageId' | 'authorId' | 'conversation' | 'deliverAt'
> &
  Pick<ScheduledContent, 'readBySender'>;

/** A text with its rendering at the time of writing; '' once erased. */
interface SaidText {
  readonly content: string;
  readonly rendered: RenderedText;
}

/** The complete message for an event. */
export const scheduledContent = (
  message: ScheduledEnvelope,
  { content, rendered }: SaidText,
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

/** The fact that `wholeMessageOf` needs. */
export const scheduledTextFacts = ({ saidAt }: ScheduledMessage): FactsNeeded => ({ events: [saidAt] });

/** The event with a message's current content. */
export const readScheduledContent = (facts: Facts, { saidAt }: ScheduledMessage): ScheduledContent =>
  facts.event(saidAt).data as ScheduledContent;

/** The text as it was rendered at the time of writing. */
export function previousRendering(said: ScheduledContent): SaidText & Pick<ScheduledContent, 'readBySender'> {
  return {
    content: readErasable(said.content, ''),
    rendered: {
      html: readErasable(said.html, undefined),
      rendererVersion: said.rendererVersion,
      mentionedUserIds: [],
      mentionedGroupIds: said.mentionedGroupIds ?? [],
      wildcards: said.wildcards ?? [],
      links: [],
      widget: undefined,
    },
    readBySender: said.readBySender,
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
