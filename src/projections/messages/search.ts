/** A narrow prepared for reading: where its messages are found, and which of those match. */
import { nextTurn } from '../../base/concurrency.ts';
import type { MessageId } from '../../base/ids.ts';
import type { SearchQuery } from '../../search/searchQuery.ts';
import type { StoredMessage, MessagePredicate } from './document.ts';
import { type HistoryScope, type IndexRange, indexRangesFor } from './indexRanges.ts';
import { fieldToken, narrowestFieldToken } from './messageWords.ts';
import {
  firstPositiveTerm,
  matchesNothing,
  matchesTerms,
  type NarrowTerm,
  searchesSharedHistory,
  searchQueryIn,
} from './narrow.ts';
import { type Direction, loadMessage, loadMessages, readMessages } from './reading.ts';
import { type Viewer, ViewerFlags } from './viewerFlags.ts';

// Index ranges for a narrow with words: the index of words, with field tokens for the conversations that the viewer may
// see, so that the index itself skips messages that they may not read.

/** Field tokens per query: each costs the index a look-up. */
const MAX_FIELD_TOKENS = 128;

/** Terms whose index ranges have no field token, or that have a field token of their own. */
const SIGNLESS: ReadonlySet<NarrowTerm['kind']> = new Set(['search', 'sender', 'trait', 'alerted']);

/** The terms of a narrow that limit where words are searched. */
const locationTerms = (narrow: readonly NarrowTerm[]): readonly NarrowTerm[] =>
  narrow.filter(({ kind }) => !SIGNLESS.has(kind));

/** Ranges of the index of words that replace the given ones; ranges of listed IDs stay as they are. */
function wordRanges(
  ranges: readonly IndexRange[],
  narrow: readonly NarrowTerm[],
  query: SearchQuery,
  newestId: number,
): readonly IndexRange[] {
  const sender = firstPositiveTerm(narrow, 'sender');
  const words = query.flatMap(({ indexWords }) => indexWords);
  const requiredWords = sender ? [...words, [fieldToken('senderId', sender.senderId)]] : words;
  const named = ranges.filter(({ only }) => only);
  const everywhere = ranges.filter(({ only, where }) => !only && narrowestFieldToken(where) === undefined);
  const located = ranges.filter(({ only, where }) => !only && narrowestFieldToken(where) !== undefined);
  return [
    ...named,
    ...everywhere.map(({ from, to }) => ({
      where: {},
      words: requiredWords,
      from,
      to: Math.min(to, newestId),
    })),
    ...groupsOf(located).map((group) => ({
      where: {},
      words: [...requiredWords, [...new Set(group.map(({ where }) => narrowestFieldToken(where) ?? ''))]],
      from: Math.min(...group.map(({ from }) => from)),
      to: Math.min(Math.max(...group.map(({ to }) => to)), newestId),
    })),
  ];
}

/** Groups of ranges that begin and end near each other: a group is scanned from its first message to its last. */
function groupsOf(ranges: readonly IndexRange[]): readonly (readonly IndexRange[])[] {
  const sorted = [...ranges].sort((one, other) => other.to - one.to || one.from - other.from);
  return Array.from({ length: Math.ceil(sorted.length / MAX_FIELD_TOKENS) }, (_, group) =>
    sorted.slice(group * MAX_FIELD_TOKENS, (group + 1) * MAX_FIELD_TOKENS),
  );
}

interface Search {
  readonly isHopeless: boolean;
  /** The viewer's personal data about the messages read. */
  readonly personal: ViewerFlags;
  /** Whether reading stopped early because too few messages matched. */
  readonly isCutShort: boolean;
  read(direction: Direction, start: number, limit: number): Promise<StoredMessage[]>;
  /** The message with this ID, if it matches. */
  at(messageId: number): Promise<StoredMessage[]>;
}

/** Messages examined by one search; clients continue from where it ended. */
const MAX_MESSAGES_SCANNED = 100_000;

/** Named messages read at once; others get a turn in between. */
const AT_ONCE = 500;

/** Prepares a narrow; `condition` applies in addition. */
export async function prepareSearch(
  viewer: Viewer,
  narrow: readonly NarrowTerm[],
  condition: MessagePredicate = () => true,
): Promise<Search> {
  const { documents, access } = viewer;
  const hopeless = matchesNothing(narrow, viewer);
  const shared = searchesSharedHistory(narrow, access);
  const personal = new ViewerFlags(viewer);
  const history = shared ? 'shared' : 'personal';
  const ranges = hopeless ? [] : await searchRanges(viewer, personal, narrow, history);
  const reaches: MessagePredicate = shared
    ? (message) => access.mayReadMessage(message)
    : (message) => personal.hasReceived(message) || personal.holds(message);
  const meets = matchesTerms(narrow, personal);
  const shows: MessagePredicate = (message) => reaches(message) && meets(message) && condition(message);
  const learn = (messages: readonly StoredMessage[]) => personal.learn(messages);
  const marks = firstPositiveTerm(narrow, 'unread') && (await personal.learnAll());
  const budget = { left: MAX_MESSAGES_SCANNED };
  return {
    isHopeless: hopeless,
    personal,
    get isCutShort() {
      return budget.left <= 0;
    },
    read(direction, start, limit) {
      const leap = marks && ((id: number, end: number) => marks.nextWithout('read', id, direction, end));
      const reading = { ranges, direction, start, limit, shows, learn, budget, ...(leap && { leap }) };
      return readMessages(documents, reading);
    },
    async at(messageId) {
      const message = hopeless ? undefined : await loadMessage(documents, messageId);
      if (message) await learn([message]);
      return message && shows(message) ? [message] : [];
    },
  };
}

/** The index ranges of the narrow: of the index of words if it has any words that are indexed. */
async function searchRanges(
  viewer: Viewer,
  personal: ViewerFlags,
  narrow: readonly NarrowTerm[],
  history: HistoryScope,
): Promise<readonly IndexRange[]> {
  const query = searchQueryIn(narrow);
  if (query.every(({ indexWords }) => indexWords.length === 0))
    return indexRangesFor(viewer, personal, narrow, history);
  const ranges = await indexRangesFor(viewer, personal, locationTerms(narrow), history);
  return wordRanges(ranges, narrow, query, personal.newestId);
}

/**
 * Of the named messages those that the viewer may read, received or not, and that match the narrow;
 * ascending.
 */
export async function filterReadable(
  viewer: Viewer,
  narrow: readonly NarrowTerm[],
  messageIds: readonly MessageId[],
): Promise<StoredMessage[]> {
  const ids = [...new Set(messageIds)].sort((one, other) => one - other);
  const readable: StoredMessage[] = [];
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    readable.push(...(await readableOf(viewer, narrow, ids.slice(start, start + AT_ONCE))));
    await nextTurn();
  }
  return readable;
}

async function readableOf(
  viewer: Viewer,
  narrow: readonly NarrowTerm[],
  ids: readonly MessageId[],
): Promise<readonly StoredMessage[]> {
  const messages = await loadMessages(viewer.documents, ids);
  const personal = new ViewerFlags(viewer);
  await personal.learn(messages);
  const meets = matchesTerms(narrow, personal);
  return messages.filter((message) => viewer.access.mayReadMessage(message) && meets(message));
}
