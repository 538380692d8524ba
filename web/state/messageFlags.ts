/** Marking messages read as they are seen, and the flags of single messages. */
import { attempt, client } from './connection.ts';
import { callWithRetries } from './callWithRetries.ts';
import { takeEvent } from './events.ts';

/** The event that the server will send. */
const READ = {
  type: 'update_message_flags',
  op: 'add',
  operation: 'add',
  flag: 'read',
  all: false,
  id: -1,
} as const;

/** Milliseconds for which seen messages are collected. */
const COLLECTED_FOR = 400;
const seen = new Set<number>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Marks messages read, here at once and a moment later on the server. */
export function markSeen(ids: readonly number[]): void {
  if (ids.length === 0) return;
  takeEvent({ ...READ, messages: ids });
  for (const id of ids) seen.add(id);
  timer ??= setTimeout(flush, COLLECTED_FOR);
}

function flush(): void {
  timer = undefined;
  const messages = [...seen];
  seen.clear();
  void callWithRetries((signal) =>
    client.call('POST /messages/flags', { messages, op: 'add', flag: 'read' }, { signal, keepalive: true }),
  );
}

// The last messages are marked as read even while the page closes.
addEventListener('pagehide', () => {
  if (timer === undefined) return;
  clearTimeout(timer);
  flush();
});

/** Adds a reaction of the reader's. */
export const react = (id: number, name: string): Promise<boolean> =>
  attempt(() => client.call('POST /messages/:message_id/reactions', { message_id: id, emoji_name: name }));

/** Stars a message or takes the star away. */
export const star = (id: number, isStarred: boolean): Promise<boolean> =>
  attempt(() =>
    client.call('POST /messages/flags', {
      messages: [id],
      op: isStarred ? 'add' : 'remove',
      flag: 'starred',
    }),
  );

/** Marks everything from a message on unread, within what a list narrows to. */
export const markUnreadFrom = (id: number, narrow: readonly unknown[]): Promise<boolean> =>
  attempt(() =>
    client.call('POST /messages/flags/narrow', {
      anchor: String(id),
      include_anchor: true,
      num_before: 0,
      num_after: 1_000,
      narrow: narrow as never,
      op: 'remove',
      flag: 'read',
    }),
  );

/** Marks a whole list read. */
export async function markAllRead(narrow: readonly unknown[]): Promise<void> {
  let anchor = 'oldest';
  for (;;) {
    const answer = await client.call('POST /messages/flags/narrow', {
      anchor,
      include_anchor: anchor === 'oldest',
      num_before: 0,
      num_after: 1_000,
      narrow: narrow as never,
      op: 'add',
      flag: 'read',
    });
    if (answer.found_newest || answer.last_processed_id === null) return;
    anchor = String(answer.last_processed_id);
  }
}
