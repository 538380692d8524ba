/** What an import cuts up: texts that are too long for a message, and messages that are too many for an append. */
import type { ImportedMessage } from '../commands/messages/importMessages.ts';

/** Bytes of texts per command. */
const BYTES_PER_COMMAND = 300_000;
/** Bytes of an event beside its texts. */
const FRAME = 700;
/** Code points of a message; longer texts become several. */
const LONGEST = 9_900;

/** A text in parts that each fit into a message, cut between lines where that is possible; none of an empty text. */
export function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  let rest = [...text.trimEnd().replace(/^\n+/, '')];
  while (rest.length > LONGEST) {
    const lastLine = rest.lastIndexOf('\n', LONGEST);
    const cut = lastLine > LONGEST / 2 ? lastLine : LONGEST;
    parts.push(rest.slice(0, cut).join(''));
    rest = rest.slice(cut);
  }
  return [...parts, rest.join('')].filter((part) => part.trim() !== '');
}

/** Messages in batches that one append can hold. */
export function* batchesOf(messages: readonly ImportedMessage[]): Iterable<readonly ImportedMessage[]> {
  let [batch, size]: [ImportedMessage[], number] = [[], 0];
  for (const message of messages) {
    const bytes = bytesOf(message);
    if (batch.length > 0 && size + bytes > BYTES_PER_COMMAND) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(message);
    size += bytes;
  }
  if (batch.length > 0) yield batch;
}

function bytesOf({ content, rendered, earlierChanges }: ImportedMessage): number {
  const texts = [
    content,
    rendered.html,
    ...earlierChanges.flatMap(({ oldContent, oldHtml }) => [oldContent, oldHtml]),
  ];
  return FRAME + texts.reduce((sum, text = '') => sum + Buffer.byteLength(text), 0);
}
