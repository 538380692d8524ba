/** Drafts as their owners see them. */
import type { ChannelId, MessageId, UserId } from '../base/ids.ts';
import type { EventTypes } from '../events/catalog.ts';
import { ERASED, readErasable } from '../events/define.ts';
import { readRecordedText } from '../events/messages.ts';
import type {
  DraftId,
  DraftText,
  ReminderId,
  SavedSnippetId,
  ScheduledMessageId,
} from '../events/personal.ts';
import type { OrganizationState } from '../organization/state.ts';
import { collection, defineProjection, type ViewWriter } from './running/define.ts';
import { documentsOf, type Views } from './running/views.ts';

/** A document of the collection `drafts`. */
interface DraftDocument extends DraftText {
  readonly ownerId: UserId;
}

/** A draft as shown. */
export interface ShownDraft extends DraftText {
  readonly draftId: DraftId;
}

const draftDocuments = collection<DraftDocument, DraftId>('drafts', {
  id: 'number',
  fields: { ownerId: 'number', writtenAt: 'number' },
  indexes: [['ownerId', 'writtenAt']],
});

/** Drafts by ID, except erased ones. */
export const drafts = defineProjection({
  name: 'drafts',
  version: 2,
  collections: [draftDocuments],
  on: {
    DraftsSaved({ data: { ownerId, draftIds, texts } }, views) {
      readErasable(texts, []).forEach((text, index) => {
        const draftId = draftIds[index];
        if (draftId !== undefined) views.put(draftDocuments, draftId, { ownerId, ...text });
      });
    },
    DraftEdited({ data: { ownerId, draftId, text } }, views) {
      const content = readErasable(text, undefined);
      if (content) views.put(draftDocuments, draftId, { ownerId, ...content });
      else views.remove(draftDocuments, draftId);
    },
    DraftDeleted: ({ data }, views) => views.remove(draftDocuments, data.draftId),
  },
});

/** A person's drafts, in order of writing. */
export async function findDrafts(
  views: Views,
  organization: OrganizationState,
  ownerId: UserId,
): Promise<readonly ShownDraft[]> {
  const found = await documentsOf(views, organization).find(draftDocuments, {
    where: { ownerId },
    order: { field: 'writtenAt', direction: 'ascending' },
  });
  return found.map(({ id, document: { ownerId: _, ...text } }) => ({ draftId: id, ...text }));
}

// Reminders as their owners are shown them.

/** A document of the collection `reminders`; texts are '' once erased. */
interface ReminderDocument {
  readonly ownerId: UserId;
  readonly messageId: MessageId;
  readonly content: string;
  /** Absent where it is the escaped paragraph of the content. */
  readonly html?: string;
  /** UNIX milliseconds. */
  readonly remindAt: number;
}

/** A reminder as it is shown. */
export interface ShownReminder extends ReminderDocument {
  readonly reminderId: ReminderId;
}

/** The shown form of a reminder, from its event. */
export function shownReminder(data: EventTypes['ReminderSet']): ShownReminder {
  const { content: _content, html: _html, ...others } = data;
  return { ...others, ...readRecordedText(data) };
}

const reminderDocuments = collection<ReminderDocument, ReminderId>('reminders', {
  id: 'number',
  fields: { ownerId: 'number', remindAt: 'number' },
  indexes: [['ownerId', 'remindAt']],
});

/** Reminders by ID; there is none that was deleted, or is due. */
export const reminders = defineProjection({
  name: 'reminders',
  version: 3,
  collections: [reminderDocuments],
  on: {
    ReminderSet({ data }, views) {
      const { reminderId, ...document } = shownReminder(data);
      views.put(reminderDocuments, reminderId, document);
    },
    ReminderDeleted: ({ data }, views) => views.remove(reminderDocuments, data.reminderId),
    ReminderDue: ({ data }, views) => views.remove(reminderDocuments, data.reminderId),
  },
});

/** The reminders of somebody that are not due yet, in the order of their times. */
export async function findReminders(
  views: Views,
  organization: OrganizationState,
  ownerId: UserId,
): Promise<readonly ShownReminder[]> {
  const found = await documentsOf(views, organization).find(reminderDocuments, {
    where: { ownerId },
    order: { field: 'remindAt', direction: 'ascending' },
  });
  return found.map(({ id, document }) => ({ reminderId: id, ...document }));
}

// Saved snippets as their owners see them.

/** A document of the collection `savedSnippets`. */
interface SnippetDocument {
  readonly ownerId: UserId;
  readonly title: string;
  readonly content: string;
  /** UNIX milliseconds. */
  readonly createdAt: number;
}

/** A snippet as shown. */
export interface ShownSnippet extends Omit<SnippetDocument, 'ownerId'> {
  readonly snippetId: SavedSnippetId;
}

const snippetDocuments = collection<SnippetDocument, SavedSnippetId>('savedSnippets', {
  id: 'number',
  fields: { ownerId: 'number' },
  indexes: [['ownerId', 'id']],
});

function putSnippet(views: ViewWriter, data: EventTypes['SnippetSaved'], time: number): void {
  const { ownerId, snippetId, title, content } = data;
  views.upsert(snippetDocuments, snippetId, (present) =>
    title === ERASED || content === ERASED
      ? undefined
      : { ownerId, title, content, createdAt: present?.createdAt ?? time },
  );
}

/** Saved snippets by ID, except erased ones. */
export const savedSnippets = defineProjection({
  name: 'savedSnippets',
  version: 2,
  collections: [snippetDocuments],
  on: {
    SnippetSaved: ({ data, metadata }, views) => putSnippet(views, data, metadata.time),
    SnippetEdited: ({ data, metadata }, views) => putSnippet(views, data, metadata.time),
    SnippetDeleted: ({ data }, views) => views.remove(snippetDocuments, data.snippetId),
  },
});

/** A person's snippets, oldest first. */
export async function findSavedSnippets(
  views: Views,
  organization: OrganizationState,
  ownerId: UserId,
): Promise<readonly ShownSnippet[]> {
  const found = await documentsOf(views, organization).find(snippetDocuments, {
    where: { ownerId },
    order: { field: 'id', direction: 'ascending' },
  });
  return found.map(({ id, document: { ownerId: _, ...text } }) => ({ snippetId: id, ...text }));
}

// Unsent scheduled messages as their authors see them.

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
export function shownScheduledMessage(data: ScheduledContent, isFailed: boolean): ShownScheduledMessage {
  const { scheduledMessageId, authorId, channelId, topic, participantIds, deliverAt } = data;
  return {
    scheduledMessageId,
    authorId,
    ...(channelId !== undefined && { channelId, topic: readErasable(topic ?? '', '') }),
    ...(participantIds && { participantIds }),
    ...readRecordedText(data),
    deliverAt,
    isFailed,
  };
}

const scheduledDocuments = collection<ScheduledMessageDocument, ScheduledMessageId>('scheduledMessages', {
  id: 'number',
  fields: { authorId: 'number', deliverAt: 'number' },
  indexes: [['authorId', 'deliverAt']],
});

function putScheduledMessage(views: ViewWriter, data: ScheduledContent, isFailed: boolean): void {
  const { scheduledMessageId, ...document } = shownScheduledMessage(data, isFailed);
  views.put(scheduledDocuments, scheduledMessageId, document);
}

/** Scheduled messages by ID, without sent and deleted ones. */
export const scheduledMessages = defineProjection({
  name: 'scheduledMessages',
  version: 2,
  collections: [scheduledDocuments],
  on: {
    MessageScheduled: ({ data }, views) => putScheduledMessage(views, data, false),
    ScheduledMessageEdited: ({ data }, views) => putScheduledMessage(views, data, false),
    ScheduledSendFailed: ({ data }, views) => putScheduledMessage(views, data, true),
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

// Data that bots store for themselves.

/** A document of the collection `botStorage`; its ID is `{botId}:{key}`. */
interface StoredValue {
  readonly botId: UserId;
  readonly key: string;
  readonly value: string;
}

const values = collection<StoredValue, string>('botStorage', {
  id: 'text',
  fields: { botId: 'number' },
  indexes: [['botId', 'id']],
});

const idOf = (botId: UserId, key: string): string => `${botId}:${key}`;

/** Stored values by bot and key, except erased ones. */
export const botStorage = defineProjection({
  name: 'botStorage',
  version: 2,
  collections: [values],
  on: {
    BotStorageWritten({ data: { botId, entries } }, views) {
      for (const [key, value] of readErasable(entries, []))
        views.put(values, idOf(botId, key), { botId, key, value });
    },
    BotStorageCleared({ data: { botId, keys } }, views) {
      for (const key of readErasable(keys, [])) views.remove(values, idOf(botId, key));
    },
  },
});

/** Everything that a bot has stored, by key. */
export async function findBotStorage(
  views: Views,
  organization: OrganizationState,
  botId: UserId,
): Promise<ReadonlyMap<string, string>> {
  const found = await documentsOf(views, organization).find(values, {
    where: { botId },
    order: { field: 'id', direction: 'ascending' },
  });
  return new Map(found.map(({ document: { key, value } }) => [key, value]));
}
