/**
 * Texts of scheduled messages: complete in each event about them, and read there when a decision needs them.
 */
import type { EventTypes } from '../events/catalog.ts';
import { revealed } from '../events/define.ts';
import type { ScheduledMessageId } from '../events/scheduledMessages.ts';
import type { UserId } from '../ids.ts';
import type { ScheduledMessage } from '../organization/scheduledMessages.ts';
import type { OrganizationState } from '../organization/state.ts';
import type { Facts, FactsNeeded } from './define.ts';
import type { RenderedText } from './messages/rendering.ts';
import { whereOf } from './messages/reach.ts';
import { sendKeyHash } from './messages/sendKeys.ts';

/** A complete scheduled message, as events carry it. */
export type WholeMessage = EventTypes['MessageScheduled'];

/** A scheduled message without its text. */
type Envelope = Pick<ScheduledMessage, 'scheduledMessageId' | 'authorId' | 'conversation' | 'deliverAt'> &
  Pick<WholeMessage, 'readBySender'>;

/** A text with its rendering at the time of writing; '' once erased. */
interface SaidText {
  readonly content: string;
  readonly rendered: RenderedText;
}

/** The complete message for an event. */
export const wholeMessage = (message: Envelope, { content, rendered }: SaidText): WholeMessage => ({
  scheduledMessageId: message.scheduledMessageId,
  authorId: message.authorId,
  ...whereOf(message.conversation),
  content,
  ...(rendered.html !== undefined && { html: rendered.html }),
  rendererVersion: rendered.rendererVersion,
  ...(rendered.mentionedGroupIds.length > 0 && { mentionedGroupIds: rendered.mentionedGroupIds }),
  ...(rendered.wildcards.length > 0 && { wildcards: rendered.wildcards }),
  deliverAt: message.deliverAt,
  readBySender: message.readBySender,
});

/** The fact that `wholeMessageOf` needs. */
export const factsOfText = ({ saidAt }: ScheduledMessage): FactsNeeded => ({ events: [saidAt] });

/** The event with a message's current content. */
export const wholeMessageOf = (facts: Facts, { saidAt }: ScheduledMessage): WholeMessage =>
  facts.event(saidAt).data as WholeMessage;

/** The text as it was rendered at the time of writing. */
export function writtenBefore(said: WholeMessage): SaidText & Pick<WholeMessage, 'readBySender'> {
  return {
    content: revealed(said.content, ''),
    rendered: {
      html: revealed(said.html, undefined),
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
