/**
 * Reads ranges of the message indexes as one list in order of ID. A range is read only when its next
 * message could be the next of all, in pages that grow, so a read costs what it returns and not what exists.
 */
import { partitionPoint } from '../../base/collections.ts';
import { nextTurn } from '../../base/concurrency.ts';
import type { MessageId } from '../../base/ids.ts';
import type { SlicedWork } from '../../base/timeSlices.ts';
import type { Documents } from '../running/views.ts';
import { advance, type Cursor, cursorsOf, type CursorStart, type Direction, loadPage } from './cursors.ts';
import { messageDocuments, type StoredMessage } from './document.ts';

/** What a read may still cost: the number of messages that it may examine, long texts counting as several. */
export interface ReadBudget {
  left: number;
  /** Where the last read that ran out of it ended: the ID of the next message to examine, in its direction. */
  stoppedAt?: number;
}

/** A read of at most `limit` messages from `start` (included) in one direction, among those that `shows` accepts. */
interface MessageRead extends CursorStart {
  /** `isFound`: the message comes from the index of words, which has found it by all words of its range. */
  readonly shows: (message: StoredMessage, isFound: boolean) => boolean | Promise<boolean>;
  /** Receives messages before `shows` examines them. */
  readonly learn?: (messages: readonly StoredMessage[]) => Promise<void>;
  /** Reading ends when it is used up. */
  readonly budget?: ReadBudget;
  /** From an ID on, in reading direction up to `end`, the next that `shows` may accept. */
  readonly leap?: (id: number, end: number) => number;
  /** By default others get a turn after every few pages. */
  readonly work?: SlicedWork;
}

/** Pages between two turns of a read that takes none with others. */
const PAGES_PER_TURN = 5;

/** A read for a decision: nobody waits for it who could leave. */
function unsharedWork(): SlicedWork {
  let pages = 0;
  return {
    get isOver() {
      pages += 1;
      return pages % PAGES_PER_TURN === 0;
    },
    next: nextTurn,
    alone: (task) => task(),
  };
}

/** The messages, nearest to `start` first; fewer than `limit` only if there are no more. */
export async function readMessages(documents: Documents, reading: MessageRead): Promise<StoredMessage[]> {
  const {
    direction,
    limit,
    shows,
    learn,
    leap,
    budget = { left: Infinity },
    work = unsharedWork(),
  } = reading;
  const found: StoredMessage[] = [];
  delete budget.stoppedAt;
  if (limit <= 0) return found;
  const queue = new CursorQueue(cursorsOf(reading), direction);
  let last: MessageId | undefined;
  for (let cursor = queue.take(); cursor && found.length < limit; cursor = queue.take()) {
    if (budget.left <= 0) {
      budget.stoppedAt = cursor.next;
      break;
    }
    const message = cursor.loaded.pop();
    if (message === undefined) {
      const from = leap ? leap(cursor.next, cursor.end) : cursor.next;
      if (await loadPage(documents, cursor, from, work)) queue.add(cursor);
      await learn?.(cursor.loaded);
      budget.left -= cursor.loaded.length;
      if (work.isOver) await work.next();
      continue;
    }
    const isFound = cursor.range.words !== undefined;
    const isShown = message.messageId !== last && shows(message, isFound);
    if (typeof isShown === 'boolean' ? isShown : await isShown) found.push(message);
    last = message.messageId;
    if (advance(cursor, message.messageId)) queue.add(cursor);
  }
  return found;
}

/** One message without a permission check; undefined if it does not exist. */
export async function loadMessage(documents: Documents, id: number): Promise<StoredMessage | undefined> {
  if (id < 1 || id > Number.MAX_SAFE_INTEGER) return undefined;
  const messageId = id as MessageId;
  const message = await documents.get(messageDocuments, messageId);
  return message && { messageId, ...message };
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
    const isBefore = (index: number): boolean => this.#sign * (this.#cursors[index]!.next - cursor.next) > 0;
    this.#cursors.splice(partitionPoint(0, this.#cursors.length, isBefore), 0, cursor);
  }
}
