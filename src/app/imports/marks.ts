/** The marks of people on an export's messages: stars, unread, collapsed. */
import type { UserId } from '../../base/ids.ts';
import type { ImportedMessage, MessageMarks } from '../../commands/messages/import.ts';
import type { Conversation } from '../../events/messages.ts';
import type { Reconciliation } from '../../import/reconciliation.ts';
import type { MessageRecord } from '../../import/records.ts';
import { isSubscribed } from '../../organization/slices/subscriptions.ts';
import type { OrganizationState } from '../../organization/state.ts';

/** Marks of a message: they are in its append, which is bounded. */
const MAX_MARKS_PER_MESSAGE = 1_000;

const TOO_MANY = `more than ${MAX_MARKS_PER_MESSAGE} marks on a message`;

export const countMarks = ({ starredBy = [], unreadBy = [], collapsedBy = [] }: MessageRecord): number =>
  starredBy.length + unreadBy.length + collapsedBy.length;

/** The people who have marked a message. People do not see as unread what they do not receive. */
export function resolveMarks(
  record: MessageRecord,
  conversation: Conversation,
  organization: OrganizationState,
  {
    people,
    reconciliation,
  }: { readonly people: ReadonlyMap<string, UserId>; readonly reconciliation: Reconciliation },
): MessageMarks {
  const receives = (userId: UserId): boolean =>
    conversation.kind === 'direct'
      ? conversation.participantIds.includes(userId)
      : isSubscribed(organization, userId, conversation.channelId);
  let left = MAX_MARKS_PER_MESSAGE;
  const found = (keys: readonly string[] = [], isPossible: (userId: UserId) => boolean = () => true) => {
    const marking = new Set<UserId>();
    for (const key of keys) {
      const userId = people.get(key);
      const problem = problemOf(userId, marking, isPossible) ?? (left > 0 ? undefined : TOO_MANY);
      if (problem === undefined) {
        marking.add(userId as UserId);
        left -= 1;
      }
      if (problem !== undefined) reconciliation.skipped('marks', `${record.key}/${key}`, problem);
    }
    reconciliation.imported('marks', marking.size);
    return [...marking];
  };
  return {
    starredBy: found(record.starredBy),
    unreadBy: found(record.unreadBy, receives),
    collapsedBy: found(record.collapsedBy),
  };
}

function problemOf(
  userId: UserId | undefined,
  marking: ReadonlySet<UserId>,
  isPossible: (userId: UserId) => boolean,
): string | undefined {
  if (userId === undefined) return 'by an unknown person';
  if (marking.has(userId)) return 'twice';
  if (!isPossible(userId)) return 'unread by somebody who does not receive it';
  return undefined;
}

// Splits texts that are too long for a message, and messages that are too many for an append.

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
