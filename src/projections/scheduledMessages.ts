/** Messages that have not been sent yet, as their authors are shown them. */
import type { EventTypes } from '../events/catalog.ts';
import { ERASED, revealed } from '../events/define.ts';
import type { ScheduledMessageId } from '../events/scheduledMessages.ts';
import type { ChannelId, UserId } from '../ids.ts';
import type { OrganizationState } from '../organization/state.ts';
import { collection, defineProjection, type ViewWriter } from './define.ts';
import { documentsOf } from './documents.ts';
import type { Views } from './views.ts';

/** A document of the collection `scheduledMessages`; texts are '' once erased. */
interface ScheduledMessageDocument {
  readonly authorId: UserId;
  readonly channelId?: ChannelId;
  readonly topic?: string;
  /** The author among them. */
  readonly participantIds?: readonly UserId[];
  readonly content: string;
  /** Absent where it is the escaped paragraph of the content. */
  readonly html?: string;
  /** UNIX milliseconds. */
  readonly deliverAt: number;
  readonly isFailed: boolean;
}

/** A scheduled message as it is shown. */
export interface ShownScheduledMessage extends ScheduledMessageDocument {
  readonly scheduledMessageId: ScheduledMessageId;
}

type Said = EventTypes['MessageScheduled' | 'ScheduledMessageEdited' | 'ScheduledSendFailed'];

/** What is shown of the message that an event says all of. */
export function shownScheduledMessage(said: Said, isFailed: boolean): ShownScheduledMessage {
  const { scheduledMessageId, authorId, channelId, topic, participantIds, deliverAt } = said;
  return {
    scheduledMessageId,
    authorId,
    ...(channelId !== undefined && { channelId, topic: revealed(topic ?? '', '') }),
    ...(participantIds && { participantIds }),
    ...textOf(said),
    deliverAt,
    isFailed,
  };
}

function textOf({ content, html }: Said): Pick<ShownScheduledMessage, 'content' | 'html'> {
  if (content === ERASED || html === ERASED) return { content: '', html: '' };
  return { content, ...(html !== undefined && { html }) };
}

const scheduledDocuments = collection<ScheduledMessageDocument, ScheduledMessageId>('scheduledMessages', {
  id: 'number',
  fields: { authorId: 'number', deliverAt: 'number' },
  indexes: [['authorId', 'deliverAt']],
});

function put(views: ViewWriter, said: Said, isFailed: boolean): void {
  const { scheduledMessageId, ...document } = shownScheduledMessage(said, isFailed);
  views.put(scheduledDocuments, scheduledMessageId, document);
}

/** Scheduled messages by ID; there is none that was sent or deleted. */
export const scheduledMessages = defineProjection({
  name: 'scheduledMessages',
  version: 1,
  collections: [scheduledDocuments],
  on: {
    MessageScheduled: ({ data }, views) => put(views, data, false),
    ScheduledMessageEdited: ({ data }, views) => put(views, data, false),
    ScheduledSendFailed: ({ data }, views) => put(views, data, true),
    ScheduledMessageDeleted: ({ data }, views) => views.remove(scheduledDocuments, data.scheduledMessageId),
    ScheduledMessageSent: ({ data }, views) => views.remove(scheduledDocuments, data.scheduledMessageId),
  },
});

/** What somebody has scheduled and is not sent, failed messages among it, in the order of the times. */
export async function scheduledMessagesOf(
  views: Views,
  organization: OrganizationState,
  authorId: UserId,
): Promise<readonly ShownScheduledMessage[]> {
  const found = await documentsOf(views, organization).find(scheduledDocuments, {
    where: { authorId },
    order: { field: 'deliverAt', direction: 'ascending' },
  });
  return found.map(({ id, document }) => ({ ...document, scheduledMessageId: id }));
}
