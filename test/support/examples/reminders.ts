/** Samples of events about reminders. */
import { reminderEvents } from '../../../src/events/personal.ts';
import { sample } from './sample.ts';

export const reminderExamples = {
  reminderSet: sample(reminderEvents, 'ReminderSet', () => ({
    ownerId: 1,
    reminderId: 1,
    messageId: 5,
    content: 'You asked to be reminded.',
    remindAt: Date.UTC(2026, 0, 2),
  })),
  reminderDeleted: sample(reminderEvents, 'ReminderDeleted', () => ({ ownerId: 1, reminderId: 2 })),
  reminderDue: sample(reminderEvents, 'ReminderDue', () => ({
    ownerId: 1,
    reminderId: 3,
    content: 'You asked to be reminded.',
  })),
};
