/** What an import cuts up: texts that are too long for a message, and messages that are too many for an append. */
import type { ImportedMessage } from '../../commands/messages/importMessages.ts';

/** Bytes of texts per command. */
const BYTES_PER_COMMAND = 300_000;
/** Bytes of an event beside its texts, and of a mark in one. */
const EVENT_OVERHEAD_BYTES = 700;
const MARK_BYTES = 100;
/** Code points of a message; longer texts become several. */
const MAX_PART_LENGTH = 9_900;

/** A text in parts that each fit into a message, cut between lines where that is possible; none of an empty text. */
export function splitText(text: string): readonly string[] {
  const parts: string[] = [];
  let rest = [...text.trimEnd().replace(/^\n+/, '')];
  while (rest.length > MAX_PART_LENGTH) {
    const lastLine = rest.lastIndexOf('\n', MAX_PART_LENGTH);
    const cut = lastLine > MAX_PART_LENGTH / 2 ? lastLine : MAX_PART_LENGTH;
    parts.push(rest.slice(0, cut).join(''));
    rest = rest.slice(cut);
  }
  return [...parts, rest.join('')].filter((part) => part.trim() !== '');
}

/** Messages in batches that one append can hold. */
export function* batchMessages(messages: readonly ImportedMessage[]): Iterable<readonly ImportedMessage[]> {
  let [batch, size]: [ImportedMessage[], number] = [[], 0];
  let marking = new Set<string>();
  for (const message of messages) {
    const marks = marksOn(message);
    let bytes = bytesOf(message) + marks.length * MARK_BYTES;
    for (const mark of marks) if (!marking.has(mark)) bytes += EVENT_OVERHEAD_BYTES;
    if (batch.length > 0 && size + bytes > BYTES_PER_COMMAND) {
      yield batch;
      [batch, size, marking] = [[], 0, new Set()];
    }
    for (const mark of marks) marking.add(mark);
    batch.push(message);
    size += bytes;
  }
  if (batch.length > 0) yield batch;
}

/** Kinds of marks and who has made them: the marks of one kind and person in an append are one event. */
const marksOn = ({ starredBy, unreadBy, collapsedBy }: ImportedMessage): readonly string[] => [
  ...starredBy.map((userId) => `s${userId}`),
  ...unreadBy.map((userId) => `u${userId}`),
  ...collapsedBy.map((userId) => `c${userId}`),
];

function bytesOf({ content, rendered, earlierChanges }: ImportedMessage): number {
  const former = earlierChanges.flatMap(({ oldContent, oldHtml }) => [oldContent, oldHtml]);
  return (
    EVENT_OVERHEAD_BYTES +
    [content, rendered.html, ...former].reduce((sum, text = '') => sum + Buffer.byteLength(text), 0)
  );
}
