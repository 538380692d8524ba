/** What an owner's own clients are told of their reminders. */
import type { EventTypes } from '../events/catalog.ts';
import { reminders, remindersOf, shownReminder } from '../projections/reminders.ts';
import { wireReminder } from '../wire/reminders.ts';
import { onlyThem } from './audiences.ts';
import { type AddressedPayload, type Moment, payloadTo, translate } from './define.ts';
import { fromViews, snapshot } from './snapshot/define.ts';

export const remindersLive = translate({
  ReminderSet: ({ data }, { after }) =>
    payloadTo(onlyThem(after, [data.ownerId]), {
      type: 'reminders',
      op: 'add',
      reminders: [wireReminder(shownReminder(data))],
    }),
  ReminderDeleted: ({ data }, moment) => removed(data, moment),
  ReminderDue: ({ data }, moment) => removed(data, moment),
});

const removed = (
  { ownerId, reminderId }: EventTypes['ReminderDeleted'],
  { after }: Moment,
): readonly AddressedPayload[] =>
  payloadTo(onlyThem(after, [ownerId]), { type: 'reminders', op: 'remove', reminder_id: reminderId });

export const remindersSnapshot = snapshot({
  reminders: fromViews({
    projections: [reminders],
    version: ({ state, viewerId }) => viewerId && state.reminders.byOwner.get(viewerId),
    read: async (views, { state, viewerId }) =>
      viewerId === null ? [] : remindersOf(views, state, viewerId),
    fields: ({ access }, found) => ({ reminders: found.map((reminder) => wireReminder(reminder, access)) }),
  }),
});
