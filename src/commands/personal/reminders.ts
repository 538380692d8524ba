/** Decisions about reminders of messages. */
import { NotFound, requireThat } from '../../base/errors.ts';
import type { MessageId } from '../../base/ids.ts';
import { type EventTypes, newEvent } from '../../events/catalog.ts';
import { ERASED } from '../../events/define.ts';
import type { ReminderId } from '../../events/personal.ts';
import { accessOf } from '../../organization/access/access.ts';
import type { ExcerptMessage, ExcerptQuery } from '../../organization/slices/excerpts.ts';
import { type DueReminder, dueReminders, ownEntry } from '../../organization/slices/personal.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { done, command, requireCaller } from '../define.ts';
import type { WrittenText } from '../messages/rendering.ts';
import { noteOf, quoteOf } from '../text.ts';
import { refuseTooManyEntries } from './owned.ts';

/** Reminders of one person. */
const BOUND = { most: 500, what: 'reminders' };

interface SetReminderInput {
  readonly messageId: MessageId;
  /** The text until it is due (`reminderText`). */
  readonly text: WrittenText;
  /** UNIX milliseconds. */
  readonly remindAt: number;
  /** The current time in UNIX milliseconds. */
  readonly at: number;
}

/** Has the notification bot remind the caller of a message that they may read. */
export const setReminder = command<SetReminderInput, { readonly reminderId: ReminderId }>({
  name: 'SetReminder',
  decide(organization, { messageId, text, remindAt, at }, context) {
    const ownerId = requireCaller(context);
    requireThat(remindAt > at, 'Scheduled delivery time must be in the future.');
    const { byOwner, nextId } = organization.reminders;
    const reminderId = nextId.get();
    const { content, rendered } = text;
    const size = content.length + (rendered.html?.length ?? 0);
    refuseTooManyEntries(byOwner, ownerId, [{ id: reminderId, size }], BOUND);
    const html = rendered.html === undefined ? {} : { html: rendered.html };
    return {
      events: [newEvent('ReminderSet', { ownerId, reminderId, messageId, content, ...html, remindAt })],
      result: { reminderId },
    };
  },
});

export const deleteReminder = command<{ readonly reminderId: ReminderId }, void>({
  name: 'DeleteReminder',
  decide({ reminders }, { reminderId }, context) {
    const ownerId = requireCaller(context);
    const known = ownEntry(reminders.byOwner, ownerId, reminderId);
    if (known === undefined) throw new NotFound('Reminder does not exist');
    return done(newEvent('ReminderDeleted', { ownerId, reminderId }));
  },
});

interface TimeInput {
  /** The current time in UNIX milliseconds. */
  readonly at: number;
}

/** Reminders that become due at once; what is more waits for the next look. */
const REMINDERS_PER_COMMAND = 50;

/** The message of a reminder as it is when the reminder is due. */
const targetOf = ({ messageId }: DueReminder): ExcerptQuery => ({
  of: messageId,
  reach: 'one',
  actor: null,
  means: () => true,
});

/** Submitted by a timer: notifies the owners of all due reminders, also of overdue ones. */
export const sendDueReminders = command<TimeInput, void>({
  name: 'TellDueReminders',
  needs(organization, { at }) {
    const due = dueReminders(organization, at, REMINDERS_PER_COMMAND);
    return { events: due.map(({ textRevision }) => textRevision), excerpts: due.map(targetOf) };
  },
  decide(organization, { at }, { facts }) {
    const events = dueReminders(organization, at, REMINDERS_PER_COMMAND).map((reminder) => {
      const { ownerId, id: reminderId, textRevision } = reminder;
      const { content } = facts.event(textRevision).data as EventTypes['ReminderSet'];
      const target = facts.excerpt(targetOf(reminder))?.named;
      const text = content === ERASED ? ERASED : `${content}\n\n${quoteFor(organization, reminder, target)}`;
      return newEvent('ReminderDue', { ownerId, reminderId, content: text });
    });
    return done(...events);
  },
});

/** The text of a reminder before it is due: a link to the message, and the owner's note. */
export function reminderText(messageId: MessageId, note = ''): string {
  const noted = note.trim() === '' ? '' : `\n\n${noteOf(note)}`;
  return `You asked to be reminded of [a message](/#narrow/near/${messageId}).${noted}`;
}

/** The message as it is now, if the owner of the reminder may still read it; Markdown. */
function quoteFor(
  organization: OrganizationState,
  { ownerId, messageId }: DueReminder,
  message: ExcerptMessage | undefined,
): string {
  const access = accessOf(organization, ownerId);
  if (message === undefined || !access.mayReadMessage({ ...message, messageId }))
    return 'You can no longer read the message.';
  const { senderId, content } = message;
  const name = organization.users.byId.get(senderId)?.fullName ?? '';
  const sender = access.seesUser(senderId) && name !== '' ? `@_**${name}|${senderId}**` : 'Somebody';
  return `${sender} said:\n\n${quoteOf(content)}`;
}
