/** Positions in index ranges: what of each has been loaded, page by page. */
import type { MessageId } from '../../base/ids.ts';
import type { SlicedWork } from '../../base/timeSlices.ts';
import type { Documents } from '../running/views.ts';
import { messageDocuments, type StoredMessage } from './document.ts';
import type { IndexRange } from './indexRanges.ts';

export type Direction = 'ascending' | 'descending';

/** The state of reading one range. */
export interface Cursor {
  readonly range: IndexRange;
  readonly direction: Direction;
  /** The ID at which reading it ends. */
  readonly end: number;
  /** All its remaining messages are at this ID or beyond it, in reading direction. */
  next: number;
  /** Messages loaded but not taken yet, the next one last. */
  loaded: StoredMessage[];
  pageSize: number;
  /** IDs listed, or found by words, but not loaded yet, the next one last. */
  readonly ids: MessageId[];
  /** Where the index of words has not been asked yet. */
  unasked: number;
  /** IDs to ask it for. */
  idLimit: number;
}

const FIRST_PAGE = 8;
const MAX_PAGE_SIZE = 100;
/** Characters of a page: reading it takes less than a millisecond. */
const PAGE_CHARACTERS = 40_000;

/** IDs among which words are looked for at once: a part that has none of them takes a few milliseconds. */
const SEARCHED_AT_ONCE = 200_000;
/** IDs that the index of words is asked for first, and at most: each question for beginnings costs as much as one for all. */
const FIRST_IDS = 200;
const MAX_IDS = 20_000;

export interface CursorStart {
  readonly ranges: readonly IndexRange[];
  readonly direction: Direction;
  readonly start: number;
  readonly limit: number;
}

/** A cursor for each range that has an ID at `start` or beyond it, in reading direction. */
export function cursorsOf({ ranges, direction, start, limit }: CursorStart): Cursor[] {
  const share = Math.ceil((2 * limit) / ranges.length);
  const pageSize = ranges.length === 1 ? limit : Math.max(FIRST_PAGE, share);
  return ranges.flatMap((range) => {
    const { from, to, only = [] } = range;
    const isAscending = direction === 'ascending';
    const next = isAscending ? Math.max(from, start) : Math.min(to, start);
    const end = isAscending ? to : from;
    if (isAscending ? next > end : next < end) return [];
    const ids = isAscending ? only.toReversed() : [...only];
    return {
      range,
      direction,
      end,
      next,
      loaded: [],
      pageSize: Math.min(pageSize, MAX_PAGE_SIZE),
      ids,
      unasked: next,
      idLimit: FIRST_IDS,
    };
  });
}

/** Loads the next page from an ID on; false at the end of the range. */
export async function loadPage(
  documents: Documents,
  cursor: Cursor,
  from: number,
  work: SlicedWork,
): Promise<boolean> {
  const { end, direction, range } = cursor;
  if (direction === 'ascending' ? from > end : from < end) return false;
  const isById = range.only !== undefined || range.words !== undefined;
  const page = isById ? await pageById(documents, cursor, from, work) : await pageOf(documents, cursor, from);
  cursor.loaded = page.reverse();
  cursor.pageSize = Math.min(cursor.pageSize * 4, MAX_PAGE_SIZE);
  const nearest = cursor.loaded.at(-1);
  if (nearest) cursor.next = nearest.messageId;
  return nearest !== undefined;
}

async function pageOf(documents: Documents, cursor: Cursor, from: number): Promise<StoredMessage[]> {
  const { direction, end, range, pageSize } = cursor;
  const [atLeast, atMost] = direction === 'ascending' ? [from, end] : [end, from];
  const found = await documents.find(messageDocuments, {
    where: range.where,
    range: { field: 'id', atLeast, ...(atMost < Number.MAX_SAFE_INTEGER && { atMost }) },
    order: { field: 'id', direction },
    limit: pageSize,
    characters: PAGE_CHARACTERS,
  });
  return found.map(({ id, document }) => ({ messageId: id, ...document }));
}

/** The first of the listed or found messages that still exist. */
async function pageById(
  documents: Documents,
  cursor: Cursor,
  from: number,
  work: SlicedWork,
): Promise<StoredMessage[]> {
  const { ids, pageSize } = cursor;
  while (await hasIds(documents, cursor, from, work)) {
    const next = ids.slice(-pageSize).reverse();
    const { messages, count } = await loadSome(documents, next, PAGE_CHARACTERS);
    ids.length -= count;
    if (messages.length > 0) return messages;
    if (work.isOver) await work.next();
  }
  return [];
}

/** Whether there are IDs at `from` or beyond it; the index of words is asked for more. */
async function hasIds(
  documents: Documents,
  cursor: Cursor,
  from: number,
  work: SlicedWork,
): Promise<boolean> {
  const { ids, direction, end, range } = cursor;
  const isAscending = direction === 'ascending';
  const isBefore = (id: number, other: number): boolean => (isAscending ? id < other : id > other);
  for (;;) {
    for (let id = ids.at(-1); id !== undefined && isBefore(id, from); id = ids.at(-1)) ids.pop();
    if (ids.length > 0) return !isBefore(end, ids.at(-1) ?? end);
    if (range.words === undefined || isBefore(end, cursor.unasked)) return false;
    if (isBefore(cursor.unasked, from)) cursor.unasked = from;
    await askForIds(documents, cursor, range.words, work);
  }
}

/** Asks the index of words about the next IDs, outside this thread. */
async function askForIds(
  documents: Documents,
  cursor: Cursor,
  words: NonNullable<IndexRange['words']>,
  work: SlicedWork,
): Promise<void> {
  const { direction, end, unasked, idLimit: limit } = cursor;
  const isAscending = direction === 'ascending';
  const from = isAscending ? unasked : Math.max(end, unasked - SEARCHED_AT_ONCE + 1);
  const to = isAscending ? Math.min(end, unasked + SEARCHED_AT_ONCE - 1) : unasked;
  const found = await work.alone(() =>
    documents.findIds(messageDocuments, { words, from, to, direction, limit }),
  );
  const last = found.length < limit ? (isAscending ? to : from) : (found.at(-1) ?? unasked);
  cursor.unasked = isAscending ? last + 1 : last - 1;
  cursor.idLimit = MAX_IDS;
  cursor.ids.push(...found.toReversed());
}

/** Those of the messages that exist, up to so many characters, and how many IDs that are; without a permission check. */
export async function loadSome(
  documents: Documents,
  ids: readonly MessageId[],
  characters?: number,
): Promise<{ readonly messages: StoredMessage[]; readonly count: number }> {
  const loaded = await documents.load(messageDocuments, ids, characters);
  const messages = loaded.flatMap((document, index) => {
    const messageId = ids[index];
    return document && messageId !== undefined ? [{ messageId, ...document }] : [];
  });
  return { messages, count: loaded.length };
}

/** Moves a cursor past a message; false at its end. */
export function advance(cursor: Cursor, past: MessageId): boolean {
  const isAscending = cursor.direction === 'ascending';
  cursor.next = cursor.loaded.at(-1)?.messageId ?? (isAscending ? past + 1 : past - 1);
  return isAscending ? cursor.next <= cursor.end : cursor.next >= cursor.end;
}
