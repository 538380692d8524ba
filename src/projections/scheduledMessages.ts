/** Unsent scheduled messages as their authors see them. */
import type { EventTypes } from '../events/catalog.ts';
import { readErasable } from '../events/define.ts';
import { readRecordedText } from '../events/messages.ts';
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
  /** The author included. */
  readonly participantIds?: readonly UserId[];
  readonly content: string;
  /** Absent if it is the escaped source in one paragraph. */
  readonly html?: string;
  /** UNIX milliseconds. */
  readonly deliverAt: number;
  readonly isFailed: boolean;
}

/** A scheduled message as shown. */
export interface ShownScheduledMessage extends ScheduledMessageDocument {
  readonly scheduledMessageId: ScheduledMessageId;
}

type ScheduledContent = EventTypes['MessageScheduled' | 'ScheduledMessageEdited' | 'ScheduledSendFailed'];

/** The shown form of a message, from the event with its complete content. */
export function shownScheduledMessage(said: ScheduledContent, isFailed: boolean): ShownScheduledMessage {
  const { scheduledMessageId, authorId, channelId, topic, participantIds, deliverAt } = said;
  return {
    scheduledMessageId,
    authorId,
    ...(channelId !== undefined && { channelId, topic: readErasable(topic ?? '', '') }),
    ...(participantIds && { participantIds }),
    ...readRecordedText(said),
    deliverAt,
    isFailed,
  };
}

const scheduledDocuments = collection<ScheduledMessageDocument, ScheduledMessageId>('scheduledMessages', {
  id: 'number',
  fields: { authorId: 'number', deliverAt: 'number' },
  indexes: [['authorId', 'deliverAt']],
});

function put(views: ViewWriter, said: ScheduledContent, isFailed: boolean): void {
  const { scheduledMessageId, ...document } = shownScheduledMessage(said, isFailed);
  views.put(scheduledDocuments, scheduledMessageId, document);
}

/** Scheduled messages by ID, without sent and deleted ones. */
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

/** A person's unsent messages, failed ones included, in order of their times. */
export async function findScheduledMessages(
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
