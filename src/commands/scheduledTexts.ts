/** What a scheduled message says: kept whole in each event about it, and read there again when a decision needs it. */
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

/** A scheduled message as an event carries it, whole. */
export type WholeMessage = EventTypes['MessageScheduled'];

/** What an event says of a message beside its text. */
type Envelope = Pick<ScheduledMessage, 'scheduledMessageId' | 'authorId' | 'conversation' | 'deliverAt'> &
  Pick<WholeMessage, 'readBySender'>;

/** A text, and what was found in it when it was written; '' once erased. */
interface SaidText {
  readonly content: string;
  readonly rendered: RenderedText;
}

/** All of a message, as its events carry it. */
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

/** The fact that `wholeMessageOf` asks for. */
export const factsOfText = ({ saidAt }: ScheduledMessage): FactsNeeded => ({ events: [saidAt] });

/** The event that says what a message is now. */
export const wholeMessageOf = (facts: Facts, { saidAt }: ScheduledMessage): WholeMessage =>
  facts.event(saidAt).data as WholeMessage;

/** What a message says, as it was rendered when it was written. */
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
 * Hash of the idempotency key under which a scheduled message is sent. It is nobody's but the author's, and the log
 * knows it for ever: so it also tells what has been sent.
 */
export const scheduledSendKey = (
  { organizationId }: OrganizationState,
  authorId: UserId | null,
  scheduledMessageId: ScheduledMessageId,
): string => sendKeyHash(organizationId, authorId, 'scheduled', scheduledMessageId);
