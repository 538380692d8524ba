/** What has been changed in messages of Zulip's export: the texts and places before each edit and move. */
import type { EditRecord } from './records.ts';
import type { Message } from './zulipTables.ts';

/** When a text was last changed, in UNIX milliseconds; moves are no edits. */
export function editedAt({
  last_edit_time: last,
  edit_history: { items: entries },
}: Message): number | undefined {
  const edit = entries.find(({ prev_content: before }) => before !== undefined);
  if (edit !== undefined) return Math.round(edit.timestamp * 1000);
  return last && entries.length === 0 ? Math.round(last * 1000) : undefined;
}

/** What entries refer to: keys of people and channels, and texts as Markdown. */
interface Naming {
  readonly keyOf: (id: number) => string;
  readonly markdownOf: (source: string) => string;
  /** The ID of the channel that the message is in; undefined for a direct message. */
  readonly channelId: number | undefined;
}

/** The edits and moves, oldest first. Older releases of Zulip do not say where a message went: there it was until the next move. */
export function editsOf(
  { subject, edit_history: { items: entries } }: Message,
  { keyOf, markdownOf, channelId }: Naming,
): readonly EditRecord[] {
  let now = { topic: subject, channelId };
  return entries
    .map((entry): EditRecord => {
      const { user_id: editor, prev_content: text, timestamp } = entry;
      const before = { topic: entry.prev_topic ?? entry.prev_subject, channelId: entry.prev_stream };
      const after = { topic: entry.topic ?? now.topic, channelId: entry.stream ?? now.channelId };
      now = { topic: before.topic ?? now.topic, channelId: before.channelId ?? now.channelId };
      return {
        editorKey: typeof editor === 'number' ? keyOf(editor) : undefined,
        at: Math.round(timestamp * 1000),
        text: text === undefined ? undefined : markdownOf(text),
        topics: before.topic === undefined ? undefined : { from: before.topic, to: after.topic },
        channelKeys:
          before.channelId === undefined || after.channelId === undefined
            ? undefined
            : { from: keyOf(before.channelId), to: keyOf(after.channelId) },
      };
    })
    .reverse();
}
