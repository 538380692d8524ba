/** Reminders of messages. */
import { z } from 'zod';
import { writtenText } from '../commands/messages/rendering.ts';
import { deleteReminder, reminderText, setReminder } from '../commands/reminders.ts';
import { checkedContent } from '../commands/text.ts';
import { Refused } from '../errors.ts';
import { ReminderId } from '../events/reminders.ts';
import { MessageId } from '../ids.ts';
import { accessOf } from '../organization/access.ts';
import { messageFacts } from '../projections/messages/facts.ts';
import { messageFor } from '../projections/messages/page.ts';
import { messages } from '../projections/messages/projection.ts';
import { reminders, remindersOf } from '../projections/reminders.ts';
import { Reminder, wireReminder } from '../wire/reminders.ts';
import { json, path, text } from './http/parameters.ts';
import { Nothing, read, routes, write } from './http/route.ts';
import { listAnswer } from './listings/pieces.ts';

/** The last second of the year 9999. */
const LATEST = 253_402_300_799;
const LONGEST_NOTE = 1_000;

export const reminderRoutes = routes({
  'GET /reminders': read({
    who: 'user',
    summary: 'List your reminders, in the order of their times',
    params: {},
    response: z.strictObject({ reminders: z.array(Reminder) }),
    async handle({ actor, organization: { state }, level }) {
      const views = await level(reminders);
      const all = await remindersOf(views, state, actor.userId);
      const access = accessOf(state, actor.userId);
      return listAnswer('reminders', all, (reminder) => wireReminder(reminder, access));
    },
  }),

  'POST /reminders': write({
    who: 'user',
    summary: 'Be reminded of a message by a direct message of the notification bot',
    params: {
      message_id: json(MessageId),
      scheduled_delivery_timestamp: json(z.int().max(LATEST)),
      note: text(z.string().max(LONGEST_NOTE)).optional().describe('What you want to be told besides.'),
    },
    response: z.strictObject({ reminder_id: z.int() }),
    async handle({ params, actor, organization: { state }, services, currentViews, submit }) {
      const { message_id: messageId, note } = params;
      const views = await currentViews(messages, messageFacts);
      const access = accessOf(state, actor.userId);
      const message = await messageFor(views, access, state, messageId);
      if (message === undefined) throw new Refused('Invalid message(s)');
      const checked = checkedContent(reminderText(messageId, note));
      const { reminderId } = await submit(setReminder, {
        messageId,
        text: await writtenText(services.render, state, checked, actor.userId),
        remindAt: params.scheduled_delivery_timestamp * 1000,
        at: services.clock.now(),
      });
      return { reminder_id: reminderId };
    },
  }),

  'DELETE /reminders/:reminder_id': write({
    who: 'user',
    summary: 'Delete a reminder',
    params: { reminder_id: path(ReminderId) },
    response: Nothing,
    async handle({ params, submit }) {
      await submit(deleteReminder, { reminderId: params.reminder_id });
      return {};
    },
  }),
});
