/** Decisions about reminders of messages. */
import { Absent, requireThat } from '../errors.ts';
import type { EventTypes } from '../events/catalog.ts';
import { ReminderDeleted, ReminderDue, type ReminderId, ReminderSet } from '../events/reminders.ts';
import type { MessageId } from '../ids.ts';
import { ownEntry } from '../organization/owned.ts';
import { remindersDue } from '../organization/reminders.ts';
import { command } from './define.ts';
import type { WrittenText } from './messages/rendering.ts';
import { requireRoomFor } from './owned.ts';
import { callerOf } from './topics.ts';

/** Reminders of one person. */
const BOUND = { most: 500, what: 'reminders' };

/** Characters of a message that a reminder quotes. */
const MOST_QUOTED = 8_000;

interface SetReminderInput {
  readonly messageId: MessageId;
  /** What the owner will be told (`reminderText`). */
  readonly text: WrittenText;
  /** UNIX milliseconds. */
  readonly remindAt: number;
  /** What the clock says now. */
  readonly at: number;
}

/** Has the notification bot remind the caller of a message that they may read. */
export const setReminder = command<SetReminderInput, { readonly reminderId: ReminderId }>({
  name: 'SetReminder',
  decide(organization, { messageId, text, remindAt, at }, context) {
    const ownerId = callerOf(context);
    requireThat(remindAt > at, 'Scheduled delivery time must be in the future.');
    const { byOwner, nextId } = organization.reminders;
    const reminderId = nextId.get();
    const { content, rendered } = text;
    requireRoomFor(byOwner, ownerId, [{ id: reminderId, size: content.length }], BOUND);
    const html = rendered.html === undefined ? {} : { html: rendered.html };
    return {
      events: [ReminderSet({ ownerId, reminderId, messageId, content, ...html, remindAt })],
      result: { reminderId },
    };
  },
});

export const deleteReminder = command<{ readonly reminderId: ReminderId }, void>({
  name: 'DeleteReminder',
  decide({ reminders }, { reminderId }, context) {
    const ownerId = callerOf(context);
    const known = ownEntry(reminders.byOwner, ownerId, reminderId);
    if (known === undefined) throw new Absent('Reminder does not exist');
    return { events: [ReminderDeleted({ ownerId, reminderId })], result: undefined };
  },
});

interface TimeInput {
  /** What the clock says now, in UNIX milliseconds. */
  readonly at: number;
}

/** Reminders that become due at once; what is more waits for the next look. */
const AT_ONCE = 50;

/** Submitted by a clock: what is due is told, however late that is. */
export const tellDueReminders = command<TimeInput, void>({
  name: 'TellDueReminders',
  needs: (organization, { at }) => ({
    events: remindersDue(organization, at, AT_ONCE).map(({ saidAt }) => saidAt),
  }),
  decide(organization, { at }, { facts }) {
    const events = remindersDue(organization, at, AT_ONCE).map(({ ownerId, id: reminderId, saidAt }) => {
      const { content } = facts.event(saidAt).data as EventTypes['ReminderSet'];
      return ReminderDue({ ownerId, reminderId, content });
    });
    return { events, result: undefined };
  },
});

/** A message as its reader sees it. */
interface Reminded {
  readonly messageId: MessageId;
  /** The sender, by name. */
  readonly sender: string;
  /** Markdown. */
  readonly content: string;
}

/** What the owner of a reminder will be told: their own note, and the message as it is now. */
export function reminderText({ messageId, sender, content }: Reminded, note: string | undefined): string {
  const noted =
    note === undefined || note.trim() === '' ? '' : `\n\n> ${note.trim().replaceAll('\n', '\n> ')}`;
  const shown = [...content];
  const cut = shown.length > MOST_QUOTED ? `${shown.slice(0, MOST_QUOTED).join('')}…` : content;
  const longest = Math.max(2, ...Array.from(cut.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return (
    `You asked to be reminded of [a message](/#narrow/near/${messageId}).${noted}\n\n` +
    `${sender} said:\n\n${fence}quote\n${cut}\n${fence}`
  );
}
