/** A narrow prepared for reading: where its messages are found, and which of those match. */
import type { MessageId } from '../../base/ids.ts';
import type { SlicedWork } from '../../base/timeSlices.ts';
import type { SearchQuery } from '../../search/searchQuery.ts';
import type { StoredMessage, MessagePredicate } from './document.ts';
import { type HistoryScope, type IndexRange, indexRangesFor } from './indexRanges.ts';
import { charactersOfTexts, fieldToken, matchesSearch, narrowestFieldToken } from './messageWords.ts';
import {
  firstPositiveTerm,
  matchesNothing,
  matchesTerms,
  type NarrowTerm,
  searchesSharedHistory,
  searchQueryIn,
} from './narrow.ts';
import { type Direction, loadSome } from './cursors.ts';
import { loadMessage, type ReadBudget, readMessages } from './reading.ts';
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
  /** Where the last read ended early, because too few messages matched: the ID to go on from, in its direction. */
  readonly stoppedAt: number | undefined;
  read(direction: Direction, start: number, limit: number): Promise<StoredMessage[]>;
  /** The message with this ID, if it matches. */
  at(messageId: number): Promise<StoredMessage[]>;
}

/** Messages examined by one search; clients continue from where it ended. */
const MAX_MESSAGES_SCANNED = 100_000;
/** Characters of texts, for each thing that is looked for in them, that count as one message. */
const CHARACTERS_PER_MESSAGE = 200;

/** Named messages that are read at once, and their characters; others get a turn in between. */
const NAMED_AT_ONCE = 500;
const CHARACTERS_AT_ONCE = 100_000;

/** Prepares a narrow; `condition` applies in addition. */
export async function prepareSearch(
  viewer: Viewer,
  narrow: readonly NarrowTerm[],
  condition: MessagePredicate = () => true,
): Promise<Search> {
  const { documents, access, work } = viewer;
  const hopeless = matchesNothing(narrow, viewer);
  const shared = searchesSharedHistory(narrow, access);
  const personal = new ViewerFlags(viewer);
  const history = shared ? 'shared' : 'personal';
  const ranges = hopeless ? [] : await searchRanges(viewer, personal, narrow, history);
  const reaches: MessagePredicate = shared
    ? (message) => access.mayReadMessage(message)
    : (message) => personal.hasReceived(message) || personal.holds(message);
  const meets = matchesTerms(narrow, personal);
  const budget: ReadBudget = { left: MAX_MESSAGES_SCANNED };
  const hasWords = textCondition(narrow, budget, work);
  const shows = (message: StoredMessage, isFound: boolean) =>
    reaches(message) && meets(message) && condition(message) && hasWords(message, isFound);
  const learn = (messages: readonly StoredMessage[]) => personal.learn(messages);
  const marks = firstPositiveTerm(narrow, 'unread') && (await personal.learnAll());
  return {
    isHopeless: hopeless,
    personal,
    get stoppedAt() {
      return budget.stoppedAt;
    },
    read(direction, start, limit) {
      const leap = marks && ((id: number, end: number) => marks.nextWithout('read', id, direction, end));
      const reading = { ranges, direction, start, limit, shows, learn, budget, work, ...(leap && { leap }) };
      return readMessages(documents, reading);
    },
    async at(messageId) {
      const message = hopeless ? undefined : await loadMessage(documents, messageId);
      if (message) await learn([message]);
      return message && (await shows(message, false)) ? [message] : [];
    },
  };
}

/**
 * Whether a message has the words of a narrow. What the index of words decides is not looked for in a text that it has found;
 * others get a turn in between, and long texts use up the budget sooner.
 */
function textCondition(narrow: readonly NarrowTerm[], budget: ReadBudget, work: SlicedWork) {
  const query = searchQueryIn(narrow);
  const undecided = query.filter(({ isDecidedByIndex }) => !isDecidedByIndex);
  const excluded = narrow.flatMap((term) => (term.kind === 'search' && term.negated ? [term.query] : []));
  const excludedClauses = excluded.reduce((sum, { length }) => sum + length, 0);
  return (message: StoredMessage, isFound: boolean): boolean | Promise<boolean> => {
    const clauses = isFound ? undecided : query;
    const count = clauses.length + excludedClauses;
    if (count === 0) return excluded.length === 0;
    const matches = matchesSearch(message, clauses) && !excluded.some((each) => matchesSearch(message, each));
    budget.left -= (count * charactersOfTexts(message)) / CHARACTERS_PER_MESSAGE;
    return work.isOver ? work.next().then(() => matches) : matches;
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
  const { access, documents, work } = viewer;
  const ids = [...new Set(messageIds)].sort((one, other) => one - other);
  const personal = new ViewerFlags(viewer);
  const meets = matchesTerms(narrow, personal);
  const hasWords = textCondition(narrow, { left: Infinity }, work);
  const readable: StoredMessage[] = [];
  for (let start = 0; start < ids.length;) {
    const { messages, count } = await loadSome(
      documents,
      ids.slice(start, start + NAMED_AT_ONCE),
      CHARACTERS_AT_ONCE,
    );
    start += count;
    await personal.learn(messages);
    for (const message of messages)
      if (access.mayReadMessage(message) && meets(message) && (await hasWords(message, false)))
        readable.push(message);
    if (work.isOver) await work.next();
  }
  return readable;
}
