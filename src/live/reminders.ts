/** What an owner's own clients are told of their reminders. */
import type { EventTypes } from '../events/catalog.ts';
import { reminders, findReminders, shownReminder } from '../projections/reminders.ts';
import { wireReminder } from '../wire/reminders.ts';
import { activeAmong } from './audiences.ts';
import { type AddressedPayload, type LiveTransition, payloadTo, translate } from './define.ts';
import { fromViews, snapshot } from './snapshot/define.ts';

export const remindersLive = translate({
  ReminderSet: ({ data }, { after }) =>
    payloadTo(activeAmong(after, [data.ownerId]), {
      type: 'reminders',
      op: 'add',
      reminders: [wireReminder(shownReminder(data))],
    }),
  ReminderDeleted: ({ data }, moment) => removed(data, moment),
  ReminderDue: ({ data }, moment) => removed(data, moment),
});

const removed = (
  { ownerId, reminderId }: EventTypes['ReminderDeleted'],
  { after }: LiveTransition,
): readonly AddressedPayload[] =>
  payloadTo(activeAmong(after, [ownerId]), { type: 'reminders', op: 'remove', reminder_id: reminderId });

export const remindersSnapshot = snapshot({
  reminders: fromViews({
    projections: [reminders],
    version: ({ state, viewerId }) => viewerId && state.reminders.byOwner.get(viewerId),
    read: async (views, { state, viewerId }) =>
      viewerId === null ? [] : findReminders(views, state, viewerId),
    fields: ({ access }, found) => ({ reminders: found.map((reminder) => wireReminder(reminder, access)) }),
  }),
});
