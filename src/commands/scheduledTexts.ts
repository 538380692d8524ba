/** What a scheduled message says: kept whole in each event about it, and read there again when a decision needs it. */
import type { RenderedText } from './messages/rendering.ts';
import type { EventTypes } from '../events/catalog.ts';
import { revealed } from '../events/define.ts';
import type { ScheduledMessageId, UserId } from '../ids.ts';
import type { ScheduledMessage } from '../organization/scheduledMessages.ts';
import type { OrganizationState } from '../organization/state.ts';
import type { Facts, FactsNeeded } from './define.ts';
import { whereOf } from './messages/reach.ts';
import { sendKeyHash } from './messages/sendKeys.ts';

/** A text as it was written, checked by `checkedContent`, and rendered. */
export interface WrittenText {
  readonly content: string;
  readonly rendered: RenderedText;
}

type WholeMessage = EventTypes['MessageScheduled'];

/** What an event says of a message beside its text. */
type Envelope = Pick<ScheduledMessage, 'scheduledMessageId' | 'authorId' | 'conversation' | 'deliverAt'> &
  Pick<WholeMessage, 'readBySender'>;

/** All of a message, as its events carry it. */
export const wholeMessage = (message: Envelope, { content, rendered }: WrittenText): WholeMessage => ({
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

/** The fact that `writtenBefore` asks for. */
export const factsOfText = ({ saidAt }: ScheduledMessage): FactsNeeded => ({ events: [saidAt] });

/** What a message says, as it was rendered when it was written; '' once erased. */
export function writtenBefore(
  facts: Facts,
  { saidAt }: ScheduledMessage,
): WrittenText & Pick<WholeMessage, 'readBySender'> {
  const said = facts.event(saidAt).data as WholeMessage;
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
