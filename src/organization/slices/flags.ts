/**
 * Users' message flags: sets of message IDs per user and block of IDs, so that moving messages changes
 * nothing here (docs/decisions/0011). Whether a message is read follows from them and from the message.
 */
import type { MessageId, UserId } from '../../base/ids.ts';
import type { EventTypes } from '../../events/catalog.ts';
import type { MessageRanges } from '../../events/messages.ts';
import { BLOCK_SIZE, IdBlock, type Range } from '../containers/idBlock.ts';

/** The flags that a user may change. */
export type EditableFlag = 'read' | 'starred' | 'collapsed';

/**
 * Marks on messages; a message neither read nor unread is in its initial state. `historical` messages are those
 * that somebody has starred, collapsed, reacted to, or marked unread without having received them: they
 * remain among the person's own.
 */
export type Mark = 'read' | 'unread' | 'starred' | 'collapsed' | 'historical';

/** The marks of one user on one block of messages, each a saved `IdBlock`. */
export type FlagsFact = { readonly [Kind in Mark]?: string };

/** The key of the fact with a message's marks: `{user}/{block}`. */
export const flagsKey = (userId: UserId, messageId: number): string => `${userId}/${blockOf(messageId)}`;

/** Keys of all blocks up to a message's. */
export const flagsKeysUpTo = (userId: UserId, messageId: number): readonly string[] =>
  Array.from({ length: blockOf(messageId) + 1 }, (_, block) => `${userId}/${block}`);

const blockOf = (messageId: number): number => Math.floor(messageId / BLOCK_SIZE);

/** The change of one fact. */
interface FlagsChange {
  readonly id: string;
  readonly change: (fact: FlagsFact | undefined) => FlagsFact | undefined;
}

type MarkingEvent = Extract<keyof EventTypes, `Messages${string}`>;
type MarkEffect = { readonly sets?: readonly Mark[]; readonly clears?: Mark };

/** The marks that events change; becoming unread again differs from never having been read. */
const EFFECTS = {
  MessagesMarkedRead: { sets: ['read'], clears: 'unread' },
  MessagesMarkedUnread: { sets: ['unread'], clears: 'read' },
  MessagesStarred: { sets: ['starred', 'historical'] },
  MessagesUnstarred: { clears: 'starred' },
  MessagesCollapsed: { sets: ['collapsed', 'historical'] },
  MessagesUncollapsed: { clears: 'collapsed' },
} as const satisfies { readonly [Type in MarkingEvent]?: MarkEffect };

/** The facts changed by an event about flags. */
export const flagChanges = (
  type: keyof typeof EFFECTS,
  userId: UserId,
  messages: MessageRanges,
): readonly FlagsChange[] => changesBy(EFFECTS[type], userId, messages);

/** The facts changed when somebody holds messages. */
export const holdingChanges = (userId: UserId, messages: MessageRanges): readonly FlagsChange[] =>
  changesBy({ sets: ['historical'] }, userId, messages);

const changesBy = (effect: MarkEffect, userId: UserId, messages: MessageRanges): readonly FlagsChange[] =>
  [...byBlock(messages)].map(([block, ranges]) => ({
    id: `${userId}/${block}`,
    change: (fact) => changed(fact ?? {}, effect, ranges),
  }));

function changed(
  fact: FlagsFact,
  { sets = [], clears }: MarkEffect,
  ranges: readonly Range[],
): FlagsFact | undefined {
  const next: { [Kind in Mark]?: string } = { ...fact };
  const cleared = clears !== undefined && fact[clears] !== undefined ? [clears] : [];
  for (const mark of [...sets, ...cleared]) {
    const block = IdBlock.load(fact[mark]);
    for (const [first, last] of ranges) block.fill(first, last, mark !== clears);
    const saved = block.save();
    if (saved === undefined) delete next[mark];
    else next[mark] = saved;
  }
  return Object.keys(next).length === 0 ? undefined : next;
}

/** Ranges within blocks, by block. */
function byBlock(messages: MessageRanges): ReadonlyMap<number, readonly Range[]> {
  const blocks = new Map<number, Range[]>();
  for (const range of messages) {
    const [first, last] = typeof range === 'number' ? [range, range] : range;
    for (let block = blockOf(first); block <= blockOf(last); block += 1) {
      const start = block * BLOCK_SIZE;
      const offsets = [Math.max(first - start, 0), Math.min(last - start, BLOCK_SIZE - 1)] as const;
      const known = blocks.get(block);
      if (known) known.push(offsets);
      else blocks.set(block, [offsets]);
    }
  }
  return blocks;
}

/** Ascending IDs in the form of events. */
export function rangesOf(messageIds: readonly MessageId[]): MessageRanges {
  const ranges: [first: MessageId, last: MessageId][] = [];
  for (const messageId of messageIds) {
    const open = ranges.at(-1);
    if (open?.[1] === messageId - 1) open[1] = messageId;
    else ranges.push([messageId, messageId]);
  }
  return ranges.map(([first, last]) => (first === last ? first : [first, last]));
}

/** The marks of one user; each block is decoded once. */
export class UserMarks {
  readonly #userId: UserId;
  readonly #factOf: (key: string) => FlagsFact | undefined;
  readonly #unpacked = new Map<string, IdBlock>();

  constructor(userId: UserId, factOf: (key: string) => FlagsFact | undefined) {
    this.#userId = userId;
    this.#factOf = factOf;
  }

  has(mark: Mark, messageId: MessageId): boolean {
    return this.#block(mark, blockOf(messageId)).has(messageId % BLOCK_SIZE);
  }

  /** Whether a message is read; `readFromTheStart` is its initial state. */
  isRead(messageId: MessageId, readFromTheStart: boolean): boolean {
    if (this.has('read', messageId)) return true;
    return readFromTheStart && !this.has('unread', messageId);
  }

  /** The messages with a mark up to `last`, ascending. */
  *all(mark: Mark, last: number): Generator<MessageId> {
    for (let block = 0; block <= blockOf(last); block += 1) {
      for (const [from, to] of this.#block(mark, block).runs()) {
        for (let offset = from; offset <= to; offset += 1) yield (block * BLOCK_SIZE + offset) as MessageId;
      }
    }
  }

  /** The next ID from `id`, up or down, without the mark; at most a block beyond `last`. */
  nextWithout(mark: Mark, id: number, direction: 'ascending' | 'descending', last: number): number {
    const step = direction === 'ascending' ? 1 : -1;
    let from = id;
    for (let block = blockOf(id); block >= 0 && (block - blockOf(last)) * step <= 0; block += step) {
      const bits = this.#block(mark, block);
      const offset = from - block * BLOCK_SIZE;
      const found = step === 1 ? bits.next(offset, false) : bits.previous(offset, false);
      if (found >= 0 && found < BLOCK_SIZE) return block * BLOCK_SIZE + found;
      from = (block + 1) * BLOCK_SIZE - (step === 1 ? 0 : BLOCK_SIZE + 1);
    }
    return from;
  }

  #block(mark: Mark, block: number): IdBlock {
    const key = `${mark}/${block}`;
    const known = this.#unpacked.get(key);
    if (known) return known;
    const unpacked = IdBlock.load(this.#factOf(`${this.#userId}/${block}`)?.[mark]);
    this.#unpacked.set(key, unpacked);
    return unpacked;
  }
}
