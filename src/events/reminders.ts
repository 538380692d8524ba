import { z } from 'zod';
import { MessageId, numericId, UserId } from '../ids.ts';
import { defineEvents, erasable, fact } from './define.ts';

/** ID of a reminder of a message. */
export const ReminderId = numericId<'ReminderId'>();
export type ReminderId = z.infer<typeof ReminderId>;

const reminder = { ownerId: UserId, reminderId: ReminderId } as const;

/** Facts of reminders, each its owner's own: it ends due or deleted. */
export const reminderEvents = defineEvents('organization', {
  ReminderSet: fact(1, {
    ...reminder,
    /** Of what the owner wants to be reminded. */
    messageId: MessageId,
    /** What the owner will be told, Markdown. */
    content: erasable('person:ownerId', z.string()),
    /** Absent where it is the escaped paragraph of the content. */
    html: erasable('person:ownerId', z.string()).optional(),
    /** UNIX milliseconds, on a full second. */
    remindAt: z.number().int(),
  }),
  ReminderDeleted: fact(1, reminder),
  /** Its time has come: the notification bot tells the owner. */
  ReminderDue: fact(1, { ...reminder, content: erasable('person:ownerId', z.string()) }),
});
export const { ReminderSet, ReminderDeleted, ReminderDue } = reminderEvents.make;
