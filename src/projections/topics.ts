/** The topics of a channel in which a viewer has messages. */
import { nextTurn } from '../base/concurrency.ts';
import type { ChannelId, MessageId } from '../base/ids.ts';
import { conversationKey } from '../events/messages.ts';
import type { Access } from '../organization/access/access.ts';
import type { ConversationFact } from '../organization/slices/messageFacts.ts';
import type { MessageInterval } from '../organization/slices/subscriptions.ts';
import type { OrganizationState } from '../organization/state.ts';
import type { StoredMessage } from './messages/document.ts';
import { conversationFacts } from './messages/facts.ts';
import { type IndexRange, movedInRanges, NEWEST_END } from './messages/indexRanges.ts';
import { readMessages } from './messages/reading.ts';
import { createViewer, type Viewer } from './messages/viewerFlags.ts';
import type { Documents, Views } from './running/views.ts';

interface ShownTopic {
  /** In its first spelling; '' is the empty topic. */
  readonly name: string;
  /** The newest message that the viewer may read. */
  readonly lastMessageId: MessageId;
}

/** The topics of a channel with readable messages, most recent first, 10,000 at most. */
export async function findTopics(
  views: Views,
  access: Access,
  organization: OrganizationState,
  channelId: ChannelId,
): Promise<readonly ShownTopic[]> {
  const readable = access.readableIntervals(channelId);
  if (readable === 'none') return [];
  const viewer = createViewer(views, access, organization);
  const facts = await topicsWithMessages(viewer.documents, channelId);
  const all = facts.map(({ topic: name, lastMessageId }) => ({ name, lastMessageId }));
  const shown = readable === 'all' ? all : await reached(viewer, channelId, readable, facts);
  return [...shown].sort((one, other) => other.lastMessageId - one.lastMessageId).slice(0, MAX_TOPICS);
}

/** Of one channel, in one answer: about a megabyte. Older ones are found by their messages. */
const MAX_TOPICS = 10_000;

/** Topics read between two turns of the event loop. */
const PAGE = 500;

/** A channel's topics have keys with a common prefix, so they are adjacent. */
async function topicsWithMessages(
  documents: Documents,
  channelId: ChannelId,
): Promise<readonly ConversationFact[]> {
  const first = conversationKey({ kind: 'channel', channelId, topic: '' });
  const [facts, below]: [ConversationFact[], string] = [[], after(first)];
  for (let start: object = { atLeast: first }; ;) {
    const range = { field: 'id', ...start, below };
    const page = await documents.find(conversationFacts, { range, limit: PAGE });
    for (const { document } of page) facts.push(document);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return facts;
    start = { above: last.id };
    await nextTurn();
  }
}

/** The first text after all that begin with this one. */
const after = (start: string): string =>
  start.slice(0, -1) + String.fromCodePoint((start.codePointAt(start.length - 1) ?? 0) + 1);

/** Topics examined between two turns of the event loop. */
const PER_TURN = 100;

/**
 * With protected history: messages that arrived while the viewer was subscribed, and messages moved here that
 * they have received.
 */
async function reached(
  viewer: Viewer,
  channelId: ChannelId,
  intervals: readonly MessageInterval[],
  facts: readonly ConversationFact[],
): Promise<readonly ShownTopic[]> {
  const last = await readable(viewer, [{ ...everywhere, only: facts.map(lastIn).sort((a, b) => a - b) }]);
  const readableLast = new Set(last.map(({ messageId }) => messageId));
  const brought = await readable(viewer, await movedInRanges(viewer, channelId));
  const newestBrought = new Map(
    brought.reverse().map((message) => [message.conversation, message.messageId]),
  );
  const shown: ShownTopic[] = [];
  for (const [index, fact] of facts.entries()) {
    if (index % PER_TURN === 0) await nextTurn();
    const conversation = conversationKey({ kind: 'channel', channelId, topic: fact.topic });
    const newest = readableLast.has(fact.lastMessageId)
      ? fact.lastMessageId
      : newer(await newestReceived(viewer, conversation, intervals, fact), newestBrought.get(conversation));
    if (newest !== undefined) shown.push({ name: fact.topic, lastMessageId: newest });
  }
  return shown;
}

const everywhere = { where: {}, from: 1, to: NEWEST_END } as const;

const lastIn = ({ lastMessageId }: ConversationFact): MessageId => lastMessageId;

/** The readable messages of some index ranges, newest first. */
const readable = (
  { access, documents, work }: Viewer,
  ranges: readonly IndexRange[],
  limit = Infinity,
): Promise<StoredMessage[]> =>
  readMessages(documents, {
    direction: 'descending',
    start: NEWEST_END,
    ranges,
    limit,
    shows: (message) => access.mayReadMessage(message),
    work,
  });

/** The newest message of a topic that arrived while the viewer was subscribed and that they may read. */
async function newestReceived(
  viewer: Viewer,
  conversation: string,
  intervals: readonly MessageInterval[],
  { firstMessageId, lastMessageId }: ConversationFact,
): Promise<MessageId | undefined> {
  const ranges = intervals
    .filter(({ from, to }) => from <= lastMessageId && firstMessageId <= to)
    .map((interval) => ({ where: { conversation }, ...interval }));
  const [newest] = await readable(viewer, ranges, 1);
  return newest?.messageId;
}

const newer = (one: MessageId | undefined, other: MessageId | undefined): MessageId | undefined =>
  one === undefined || (other !== undefined && other > one) ? other : one;
