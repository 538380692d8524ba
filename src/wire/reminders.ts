/** What the wire shows of a reminder. */
import { z } from 'zod';
import { htmlOf } from '../events/messages.ts';
import type { ShownReminder } from '../projections/reminders.ts';
import { type PeopleAccess, redactNames } from './mentionNames.ts';
import { eventShape } from './row.ts';
import { named } from './named.ts';

export const Reminder = named(
  'Reminder',
  z.strictObject({
    reminder_id: z.int(),
    type: z.literal('private'),
    to: z.array(z.int()),
    content: z.string(),
    rendered_content: z.string(),
    scheduled_delivery_timestamp: z.int(),
    failed: z.boolean(),
    reminder_target_message_id: z.int(),
  }),
);

/** A reminder, for its owner alone, who may know fewer people than before; it never fails. */
export const wireReminder = (reminder: ShownReminder, owner?: PeopleAccess): z.infer<typeof Reminder> => ({
  reminder_id: reminder.reminderId,
  type: 'private',
  to: [reminder.ownerId],
  content: reminder.content,
  rendered_content: redactNames(htmlOf(reminder), owner),
  scheduled_delivery_timestamp: reminder.remindAt / 1000,
  failed: false,
  reminder_target_message_id: reminder.messageId,
});

/** What clients are told of them. */
export const reminderPayloads = {
  'reminders/add': eventShape('reminders', 'add', { reminders: z.array(Reminder) }),
  'reminders/remove': eventShape('reminders', 'remove', { reminder_id: z.int() }),
} as const;
