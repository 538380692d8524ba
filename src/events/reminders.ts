import { z } from 'zod';
import { MessageId, numericId, UserId } from '../ids.ts';
import { defineEvents, erasable, eventType } from './define.ts';

/** ID of a reminder of a message. */
export const ReminderId = numericId<'ReminderId'>();
export type ReminderId = z.infer<typeof ReminderId>;

const reminder = { ownerId: UserId, reminderId: ReminderId } as const;

/**
 * Version 1 quoted the message after the link and the note. The HTML is made from what remains, the note as one plain paragraph:
 * what was rendered cannot be cut.
 */
function withoutQuote({ html: _html, ...data }: Record<string, unknown>): Record<string, unknown> {
  const [link = '', ...note] = String(data.content)
    .replace(/\n\n(?!>)[^\n]* said:\n\n`{3,}quote\n[^]*$/, '')
    .split('\n\n');
  const quoted = note.join('\n\n').replaceAll(/^> ?/gm, '');
  const shown = quoted === '' ? '' : `\n<blockquote>\n<p>${escaped(quoted)}</p>\n</blockquote>`;
  const linked = escaped(link).replace(
    /\[a message\]\((\/#narrow\/near\/\d+)\)/,
    '<a href="$1">a message</a>',
  );
  return { ...data, content: [link, ...note].join('\n\n'), html: `<p>${linked}</p>${shown}` };
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Facts of reminders, each its owner's own: it ends due or deleted. */
export const reminderEvents = defineEvents('organization', {
  ReminderSet: eventType(
    2,
    {
      ...reminder,
      /** Of what the owner wants to be reminded. */
      messageId: MessageId,
      /** A link to the message, and the owner's note: Markdown without anybody else's words. */
      content: erasable('person:ownerId', z.string()),
      /** Absent where it is the escaped paragraph of the content. */
      html: erasable('person:ownerId', z.string()).optional(),
      /** UNIX milliseconds, on a full second. */
      remindAt: z.number().int(),
    },
    { 1: withoutQuote },
  ),
  ReminderDeleted: eventType(1, reminder),
  /** Its time has come: the notification bot tells the owner. */
  ReminderDue: eventType(1, { ...reminder, content: erasable('person:ownerId', z.string()) }),
});
export const { ReminderSet, ReminderDeleted, ReminderDue } = reminderEvents.make;
