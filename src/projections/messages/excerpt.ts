/** Excerpts of conversations for decisions; `organization/excerpts.ts` describes them. */
import type { ChannelId } from '../../base/ids.ts';
import { conversationKey, conversationOf } from '../../events/messages.ts';
import { type Excerpt, type ExcerptQuery, MAX_EXCERPT_MESSAGES } from '../../organization/slices/excerpts.ts';
import type { Documents } from '../running/views.ts';
import { messageDocuments, type StoredMessage, type MessagePredicate } from './document.ts';
import { conversationFacts } from './facts.ts';
import { type IndexRange, NEWEST_END } from './indexRanges.ts';
import type { Direction } from './cursors.ts';
import { readMessages } from './reading.ts';

/** The requested excerpt; undefined if the message or the conversation does not exist. */
export async function findExcerpt(
  documents: Documents,
  question: ExcerptQuery,
): Promise<Excerpt | undefined> {
  const named = await namedBy(documents, question);
  if (named === undefined) return undefined;
  const { messages, isComplete } = await meant(documents, question, named);
  const taken = new Set(messages.map(({ messageId }) => messageId));
  const staysIn = (where: IndexRange['where'], direction: Direction) =>
    nearest(documents, where, direction, ({ messageId }) => !taken.has(messageId));
  const whole = { conversation: named.conversation };
  const first = await staysIn(whole, 'ascending');
  const last = await staysIn(whole, 'descending');
  const [here, there] = await documents.load(conversationFacts, [
    named.conversation,
    destinationOf(question, named),
  ]);
  return {
    conversation: conversationOf(named),
    here,
    there,
    messages,
    isComplete,
    named,
    oldestSentAt: (await oldestMeant(documents, question, named)).sentAt,
    remaining: first && last && { firstMessageId: first.messageId, lastMessageId: last.messageId },
    channelBeginning: await beginningOf(documents, named.channelId, staysIn),
    intoBeginning: (await oldestOf(documents, question.into?.channelId))?.messageId ?? null,
  };
}

const destinationOf = ({ into }: ExcerptQuery, named: StoredMessage): string =>
  conversationKey(
    conversationOf({
      channelId: into?.channelId ?? named.channelId,
      topic: into?.topic ?? named.topic,
      participantIds: named.participantIds,
    }),
  );

async function namedBy(documents: Documents, { of }: ExcerptQuery): Promise<StoredMessage | undefined> {
  if (typeof of === 'string') return nearest(documents, { conversation: of }, 'descending', () => true);
  const message = await documents.get(messageDocuments, of);
  return message && { messageId: of, ...message };
}

/**
 * The requested messages, as many as fit. The named one comes last, because the next excerpt is found through
 * it.
 */
async function meant(
  documents: Documents,
  { of, reach, means, limit = MAX_EXCERPT_MESSAGES }: ExcerptQuery,
  named: StoredMessage,
) {
  if (reach === 'one') return { messages: [named], isComplete: true };
  const isByMessage = typeof of === 'number';
  const from = reach === 'later' ? named.messageId : 1;
  const others = await readMessages(documents, {
    ranges: [{ where: { conversation: named.conversation }, from, to: NEWEST_END }],
    direction: 'descending',
    start: NEWEST_END,
    limit,
    shows: (message) => means(message) && !(isByMessage && message.messageId === named.messageId),
  });
  const isComplete = others.length < limit;
  const messages = isByMessage && isComplete ? [...others, named] : others;
  return { messages: messages.sort((one, other) => one.messageId - other.messageId), isComplete };
}

async function oldestMeant(
  documents: Documents,
  { reach, means }: ExcerptQuery,
  named: StoredMessage,
): Promise<StoredMessage> {
  if (reach !== 'all') return named;
  return (await nearest(documents, { conversation: named.conversation }, 'ascending', means)) ?? named;
}

async function beginningOf(
  documents: Documents,
  channelId: ChannelId | undefined,
  staysIn: (where: IndexRange['where'], direction: Direction) => Promise<StoredMessage | undefined>,
): Promise<Excerpt['channelBeginning']> {
  if (channelId === undefined) return { now: null, without: null };
  const now = await oldestOf(documents, channelId);
  const without = await staysIn({ channelId }, 'ascending');
  return { now: now?.messageId ?? null, without: without?.messageId ?? null };
}

const oldestOf = (documents: Documents, channelId: ChannelId | undefined) =>
  channelId === undefined ? undefined : nearest(documents, { channelId }, 'ascending', () => true);

/** The first message under an index, from one end, that passes the test. */
async function nearest(
  documents: Documents,
  where: IndexRange['where'],
  direction: Direction,
  shows: MessagePredicate,
): Promise<StoredMessage | undefined> {
  const start = direction === 'ascending' ? 1 : NEWEST_END;
  const ranges = [{ where, from: 1, to: NEWEST_END }];
  const [found] = await readMessages(documents, { ranges, direction, start, limit: 1, shows });
  return found;
}
