/** Reminders as their owners are shown them. */
import type { EventTypes } from '../events/catalog.ts';
import { readRecordedText } from '../events/messages.ts';
import type { ReminderId } from '../events/reminders.ts';
import type { MessageId, UserId } from '../ids.ts';
import type { OrganizationState } from '../organization/state.ts';
import { collection, defineProjection } from './define.ts';
import { documentsOf } from './documents.ts';
import type { Views } from './views.ts';

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

/** What is shown of a reminder that was set. */
export function shownReminder(said: EventTypes['ReminderSet']): ShownReminder {
  const { content: _content, html: _html, ...others } = said;
  return { ...others, ...readRecordedText(said) };
}

const reminderDocuments = collection<ReminderDocument, ReminderId>('reminders', {
  id: 'number',
  fields: { ownerId: 'number', remindAt: 'number' },
  indexes: [['ownerId', 'remindAt']],
});

/** Reminders by ID; there is none that was deleted, or is due. */
export const reminders = defineProjection({
  name: 'reminders',
  version: 2,
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
