/**
 * Reads ranges of the message indexes as one list in order of ID. A range is read only when its next
 * message could be the next of all, in pages that grow, so a read costs what it returns and not what exists.
 */
import { nextTurn } from '../../base/concurrency.ts';
import type { MessageId } from '../../base/ids.ts';
import type { Documents } from '../running/views.ts';
import { messageDocuments, type StoredMessage } from './document.ts';
import type { IndexRange } from './indexRanges.ts';

export type Direction = 'ascending' | 'descending';

/** A read of at most `limit` messages from `start` (included) in one direction, among those that `shows` accepts. */
interface MessageRead {
  readonly ranges: readonly IndexRange[];
  readonly direction: Direction;
  readonly start: number;
  readonly limit: number;
  readonly shows: (message: StoredMessage) => boolean;
  /** Receives messages before `shows` examines them. */
  readonly learn?: (messages: readonly StoredMessage[]) => Promise<void>;
  /** The number of messages that may still be examined; reading ends at 0. */
  readonly budget?: { left: number };
  /** From an ID on, in reading direction up to `end`, the next that `shows` may accept. */
  readonly leap?: (id: number, end: number) => number;
}

/** The state of reading one range. */
interface Cursor {
  readonly range: IndexRange;
  /** The ID at which reading it ends. */
  readonly end: number;
  /** All its remaining messages are at this ID or beyond it, in reading direction. */
  next: number;
  /** Messages loaded but not taken yet, the next one last. */
  loaded: StoredMessage[];
  pageSize: number;
}

const FIRST_PAGE = 8;
const MAX_PAGE_SIZE = 500;
/** Messages read between two turns of the event loop; loading a page costs as much as PAGE_COST of them. */
const READ_PER_TURN = 500;
const PAGE_COST = 20;

/** The messages, nearest to `start` first; fewer than `limit` only if there are no more. */
export async function readMessages(documents: Documents, reading: MessageRead): Promise<StoredMessage[]> {
  const { direction, limit, shows, budget = { left: Infinity } } = reading;
  const found: StoredMessage[] = [];
  if (limit <= 0) return found;
  const queue = new CursorQueue(cursorsOf(reading), direction);
  let read = 0;
  let last: MessageId | undefined;
  for (let cursor = queue.take(); cursor && found.length < limit; cursor = queue.take()) {
    if (budget.left <= 0) break;
    const message = cursor.loaded.pop();
    if (message === undefined) {
      if (await loadPage(documents, cursor, reading)) queue.add(cursor);
      read += PAGE_COST + cursor.loaded.length;
      budget.left -= cursor.loaded.length;
      if (read > READ_PER_TURN) {
        await nextTurn();
        read = 0;
      }
      continue;
    }
    if (message.messageId !== last && shows(message)) found.push(message);
    last = message.messageId;
    if (advance(cursor, message.messageId, direction)) queue.add(cursor);
  }
  return found;
}

/** A cursor for each range that has an ID at `start` or beyond it, in reading direction. */
function cursorsOf({ ranges, direction, start, limit }: MessageRead): Cursor[] {
  const share = Math.ceil((2 * limit) / ranges.length);
  const pageSize = ranges.length === 1 ? limit : Math.max(FIRST_PAGE, share);
  return ranges.flatMap((range) => {
    const { from, to } = range;
    const next = direction === 'ascending' ? Math.max(from, start) : Math.min(to, start);
    const end = direction === 'ascending' ? to : from;
    const isEmpty = direction === 'ascending' ? next > end : next < end;
    return isEmpty ? [] : [{ range, end, next, loaded: [], pageSize: Math.min(pageSize, MAX_PAGE_SIZE) }];
  });
}

/** Loads more; false at the end of the range. */
async function loadPage(
  documents: Documents,
  cursor: Cursor,
  { direction, learn, leap }: MessageRead,
): Promise<boolean> {
  const { next, end, pageSize, range } = cursor;
  const from = leap ? leap(next, end) : next;
  const [atLeast, atMost] = direction === 'ascending' ? [from, end] : [end, from];
  if (atLeast > atMost) return false;
  const page = await pageOf(documents, range, { atLeast, atMost, direction, limit: pageSize });
  await learn?.(page);
  cursor.loaded = page.reverse();
  cursor.pageSize = Math.min(pageSize * 4, MAX_PAGE_SIZE);
  const nearest = cursor.loaded.at(-1);
  if (nearest) cursor.next = nearest.messageId;
  return nearest !== undefined;
}

interface ReadPage {
  readonly atLeast: number;
  readonly atMost: number;
  readonly direction: Direction;
  readonly limit: number;
}

async function pageOf(documents: Documents, range: IndexRange, page: ReadPage): Promise<StoredMessage[]> {
  const { where, only, words } = range;
  if (only) return firstOf(documents, only, page);
  if (words) return firstWithWords(documents, words, page);
  const { atLeast, atMost, direction, limit } = page;
  const found = await documents.find(messageDocuments, {
    where,
    range: { field: 'id', atLeast, ...(atMost < Number.MAX_SAFE_INTEGER && { atMost }) },
    order: { field: 'id', direction },
    limit,
  });
  return found.map(({ id, document }) => ({ messageId: id, ...document }));
}

/** IDs among which words are looked for at once: a part that has none of them takes a few milliseconds. */
const SEARCHED_AT_ONCE = 200_000;

/** The first messages with the words, in the first part of the range that has any. */
async function firstWithWords(
  documents: Documents,
  words: NonNullable<IndexRange['words']>,
  { atLeast, atMost, direction, limit }: ReadPage,
): Promise<StoredMessage[]> {
  for (let [low, high] = [atLeast, atMost]; low <= high;) {
    const part =
      direction === 'ascending'
        ? { atLeast: low, atMost: Math.min(high, low + SEARCHED_AT_ONCE - 1) }
        : { atLeast: Math.max(low, high - SEARCHED_AT_ONCE + 1), atMost: high };
    const order = { field: 'id', direction } as const;
    const found = await documents.find(messageDocuments, {
      words,
      range: { field: 'id', ...part },
      order,
      limit,
    });
    if (found.length > 0) return found.map(({ id, document }) => ({ messageId: id, ...document }));
    if (direction === 'ascending') low = part.atMost + 1;
    else high = part.atLeast - 1;
    await nextTurn();
  }
  return [];
}

/** The first of the named messages that still exist. */
async function firstOf(
  documents: Documents,
  only: readonly MessageId[],
  { atLeast, atMost, direction, limit }: ReadPage,
): Promise<StoredMessage[]> {
  const inRange = only.filter((messageId) => atLeast <= messageId && messageId <= atMost);
  const ids = direction === 'ascending' ? inRange : inRange.reverse();
  for (let at = 0; at < ids.length; at += limit) {
    const found = await loadMessages(documents, ids.slice(at, at + limit));
    if (found.length > 0) return found;
  }
  return [];
}

/** The messages that exist, without a permission check. */
export async function loadMessages(
  documents: Documents,
  ids: readonly MessageId[],
): Promise<StoredMessage[]> {
  const loaded = await documents.load(messageDocuments, ids);
  return ids.flatMap((messageId, index) => {
    const document = loaded[index];
    return document ? [{ messageId, ...document }] : [];
  });
}

/** One message without a permission check; undefined if it does not exist. */
export async function loadMessage(documents: Documents, id: number): Promise<StoredMessage | undefined> {
  if (id < 1 || id > Number.MAX_SAFE_INTEGER) return undefined;
  const messageId = id as MessageId;
  const message = await documents.get(messageDocuments, messageId);
  return message && { messageId, ...message };
}

/** Moves a cursor past a message; false at its end. */
function advance(cursor: Cursor, past: MessageId, direction: Direction): boolean {
  const following = direction === 'ascending' ? past + 1 : past - 1;
  cursor.next = cursor.loaded.at(-1)?.messageId ?? following;
  return direction === 'ascending' ? cursor.next <= cursor.end : cursor.next >= cursor.end;
}

/** Cursors sorted by their next message, the nearest last. */
class CursorQueue {
  readonly #cursors: Cursor[];
  readonly #sign: 1 | -1;

  constructor(cursors: Cursor[], direction: Direction) {
    this.#sign = direction === 'ascending' ? 1 : -1;
    this.#cursors = cursors.sort((one, other) => this.#sign * (other.next - one.next));
  }

  take(): Cursor | undefined {
    return this.#cursors.pop();
  }

  add(cursor: Cursor): void {
    let low = 0;
    for (let high = this.#cursors.length; low < high;) {
      const middle = (low + high) >>> 1;
      if (this.#sign * (this.#cursors[middle]!.next - cursor.next) > 0) low = middle + 1;
      else high = middle;
    }
    this.#cursors.splice(low, 0, cursor);
  }
}
