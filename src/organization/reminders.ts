/** Reminders that are not due yet: whose each is and when, and not what it says. */
import { readErasable } from '../events/define.ts';
import type { ReminderId } from '../events/reminders.ts';
import type { MessageId, UserId } from '../ids.ts';
import { cell, map } from './containers.ts';
import { slice } from './define.ts';
import { dropEntry, type Owned, putEntries } from './owned.ts';

export interface Reminder extends Owned {
  readonly id: ReminderId;
  readonly messageId: MessageId;
  /** UNIX milliseconds. */
  readonly remindAt: number;
  /** Revision of the event that says all of it. */
  readonly saidAt: number;
}

export const remindersSlice = slice({
  version: 3,
  state: () => ({
    byOwner: map<UserId, readonly Reminder[]>(),
    nextId: cell(1 as ReminderId),
  }),
  evolve: {
    ReminderSet(
      { byOwner, nextId },
      { ownerId, reminderId: id, messageId, content, html, remindAt },
      { revision },
    ) {
      const size = readErasable(content, '').length + readErasable(html ?? '', '').length;
      putEntries(byOwner, ownerId, [{ id, messageId, size, remindAt, saidAt: revision }]);
      nextId.set((id + 1) as ReminderId);
    },
    ReminderDeleted: ({ byOwner }, { ownerId, reminderId }) => dropEntry(byOwner, ownerId, reminderId),
    ReminderDue: ({ byOwner }, { ownerId, reminderId }) => dropEntry(byOwner, ownerId, reminderId),
  },
});

/** State that knows reminders. */
interface WithReminders {
  readonly reminders: ReturnType<typeof remindersSlice.state>;
}

/** When the first reminder is due, found once for all questions until one of them changes. */
const nextDue = new WeakMap<WithReminders['reminders'], { readonly writes: number; readonly at: number }>();

/** When the next reminder is due, in UNIX milliseconds; Infinity if there is none. */
export function nextReminderAt({ reminders }: WithReminders): number {
  const { writes } = reminders.byOwner;
  const known = nextDue.get(reminders);
  if (known?.writes === writes) return known.at;
  let at = Infinity;
  for (const own of reminders.byOwner.values()) for (const { remindAt } of own) at = Math.min(at, remindAt);
  nextDue.set(reminders, { writes, at });
  return at;
}

/** A reminder, and whose it is. */
export interface DueReminder extends Reminder {
  readonly ownerId: UserId;
}

/** What is due at `now` (UNIX milliseconds), at most so many. */
export function dueReminders(
  { reminders }: WithReminders,
  now: number,
  most: number,
): readonly DueReminder[] {
  const due: DueReminder[] = [];
  for (const [ownerId, own] of reminders.byOwner.entries())
    for (const reminder of own) {
      if (due.length >= most) return due;
      if (reminder.remindAt <= now) due.push({ ...reminder, ownerId });
    }
  return due;
}
