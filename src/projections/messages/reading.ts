/**
 * Reads stretches of the message indexes as one list in order of ID. A stretch is asked only when its next message
 * could be the next of all, and in pages that grow, so a read costs what it shows and not what there is.
 */
import type { MessageId } from '../../ids.ts';
import type { Documents } from '../documents.ts';
import type { StoredMessage } from './narrow.ts';
import type { MessageDocument } from './projection.ts';
import type { Stretch } from './stretches.ts';

export type Direction = 'ascending' | 'descending';

/** What to read: `wanted` messages from `start` (included) in one direction, among those that `shows` lets pass. */
export interface Reading {
  readonly stretches: readonly Stretch[];
  readonly direction: Direction;
  readonly start: number;
  readonly wanted: number;
  readonly shows: (message: StoredMessage) => boolean;
}

/** A stretch that is being read. */
interface Cursor {
  readonly where: Stretch['where'];
  /** Where its reading ends. */
  readonly end: number;
  /** No message that is still to come lies before this ID, in the direction of reading. */
  next: number;
  /** Messages that have been read but not taken, the next one last. */
  loaded: StoredMessage[];
  pageSize: number;
}

const FIRST_PAGE = 8;
const LARGEST_PAGE = 500;
/** What is read between two turns of the event loop, in messages; a page costs as much as PAGE_COST of them. */
const READ_PER_TURN = 500;
const PAGE_COST = 20;

/** The messages, nearest to `start` first; fewer than wanted only where there are no more. */
export async function readMessages(documents: Documents, reading: Reading): Promise<StoredMessage[]> {
  const { direction, wanted, shows } = reading;
  const found: StoredMessage[] = [];
  if (wanted <= 0) return found;
  const queue = new CursorQueue(cursorsOf(reading), direction);
  let read = 0;
  let last: MessageId | undefined;
  for (let cursor = queue.take(); cursor && found.length < wanted; cursor = queue.take()) {
    const message = cursor.loaded.pop();
    if (message === undefined) {
      if (await loadPage(documents, cursor, direction)) queue.add(cursor);
      read += PAGE_COST + cursor.loaded.length;
      if (read > READ_PER_TURN) read = await nextTurn();
      continue;
    }
    if (message.messageId !== last && shows(message)) found.push(message);
    last = message.messageId;
    if (advance(cursor, message.messageId, direction)) queue.add(cursor);
  }
  return found;
}

/** Lets others have their turn; what has been read since is 0. */
const nextTurn = (): Promise<number> => new Promise((resolve) => setImmediate(resolve, 0));

/** One cursor per stretch that has something on this side of `start`. */
function cursorsOf({ stretches, direction, start, wanted }: Reading): Cursor[] {
  const share = Math.ceil((2 * wanted) / stretches.length);
  const pageSize = stretches.length === 1 ? wanted : Math.max(FIRST_PAGE, share);
  return stretches.flatMap(({ where, from, to }) => {
    const next = direction === 'ascending' ? Math.max(from, start) : Math.min(to, start);
    const end = direction === 'ascending' ? to : from;
    const isEmpty = direction === 'ascending' ? next > end : next < end;
    return isEmpty ? [] : [{ where, end, next, loaded: [], pageSize: Math.min(pageSize, LARGEST_PAGE) }];
  });
}

/** Reads on; false when the stretch has nothing more. */
async function loadPage(documents: Documents, cursor: Cursor, direction: Direction): Promise<boolean> {
  const { where, next, end, pageSize } = cursor;
  const [atLeast, atMost] = direction === 'ascending' ? [next, end] : [end, next];
  const page = await documents.find<MessageDocument>('messages', {
    where,
    range: { field: 'id', atLeast, ...(atMost < Number.MAX_SAFE_INTEGER && { atMost }) },
    order: { field: 'id', direction },
    limit: pageSize,
  });
  cursor.loaded = page.map(({ id, document }) => ({ ...document, messageId: id as MessageId })).reverse();
  cursor.pageSize = Math.min(pageSize * 4, LARGEST_PAGE);
  const nearest = cursor.loaded.at(-1);
  if (nearest) cursor.next = nearest.messageId;
  return nearest !== undefined;
}

/** Moves a cursor past a message; false when it has come to its end. */
function advance(cursor: Cursor, past: MessageId, direction: Direction): boolean {
  const following = direction === 'ascending' ? past + 1 : past - 1;
  cursor.next = cursor.loaded.at(-1)?.messageId ?? following;
  return direction === 'ascending' ? cursor.next <= cursor.end : cursor.next >= cursor.end;
}

/** Cursors in order of their next message, the nearest last. */
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
