/** Reminders of messages. */
import { z } from 'zod';
import { MessageId } from '../../base/ids.ts';
import { renderText } from '../../commands/messages/rendering.ts';
import { deleteReminder, reminderText, setReminder } from '../../commands/personal/reminders.ts';
import { checkedContent } from '../../commands/text.ts';
import { ReminderId } from '../../events/personal.ts';
import { accessOf } from '../../organization/access/access.ts';
import { messageFacts } from '../../projections/messages/facts.ts';
import { messages } from '../../projections/messages/projection.ts';
import { findReminders, reminders } from '../../projections/personal.ts';
import { DueAt, Reminders, wireReminder } from '../../wire/personal.ts';
import { json, path, text } from '../http/parameters.ts';
import { read, routes, write } from '../http/route.ts';
import { listResponse } from '../listings/listResponse.ts';
import { requireMessage } from '../messages/reading.ts';
import { MAX_TIMESTAMP_SECONDS } from '../messages/scheduledMessages.ts';

const MAX_NOTE_LENGTH = 1_000;

export const reminderRoutes = routes({
  'GET /reminders': read({
    who: 'user',
    summary: 'List your reminders, in the order of their times',
    params: {},
    response: z.strictObject({ reminders: Reminders }),
    async handle({ actor, organization: { state }, level }) {
      const views = await level(reminders);
      const all = await findReminders(views, state, actor.userId);
      const access = accessOf(state, actor.userId);
      return listResponse('reminders', all, (reminder) => wireReminder(reminder, access));
    },
  }),

  'POST /reminders': write({
    who: 'user',
    summary: 'Be reminded of a message by a direct message of the notification bot',
    params: {
      message_id: json(MessageId),
      scheduled_delivery_timestamp: json(z.int().max(MAX_TIMESTAMP_SECONDS)).describe(DueAt),
      note: text(z.string().max(MAX_NOTE_LENGTH)).optional().describe('What you want to be told besides.'),
    },
    response: z.strictObject({ reminder_id: ReminderId }),
    async handle({ params, actor, organization: { state }, services, currentViews, submit }) {
      const { message_id: messageId, note } = params;
      const views = await currentViews(messages, messageFacts);
      const access = accessOf(state, actor.userId);
      await requireMessage(views, access, state, messageId);
      const checked = checkedContent(reminderText(messageId, note));
      const { reminderId } = await submit(setReminder, {
        messageId,
        text: await renderText(services.render, state, checked, actor.userId),
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
    async handle({ params, submit }) {
      await submit(deleteReminder, { reminderId: params.reminder_id });
    },
  }),
});
