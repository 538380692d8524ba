/** Sets of numeric IDs with one bit per possible member: members of groups, subscribers of channels. */
import type { UserId } from '../../base/ids.ts';
import type { Codec } from './containers.ts';

const WORD_BITS = 32;
const NO_WORDS = new Uint32Array(0);

/** One set → another one → both combined. Audiences are combined from the same few sets for event after event. */
type Combinations = WeakMap<Bitset, WeakMap<Bitset, Bitset>>;
const unions: Combinations = new WeakMap();
const intersections: Combinations = new WeakMap();
const differences: Combinations = new WeakMap();
/** Words from which combining takes longer than remembering. */
const REMEMBERED_WORDS = 16;

/** An immutable set of IDs; every change returns another set. Meant for dense counters such as UserId. */
export class Bitset<Id extends number = number> implements Iterable<Id> {
  readonly #words: Uint32Array;
  readonly size: number;

  private constructor(words: Uint32Array, size: number) {
    this.#words = words;
    this.size = size;
  }

  static of<Id extends number>(ids: Iterable<Id> = []): Bitset<Id> {
    return new Bitset<Id>(NO_WORDS, 0).with(ids);
  }

  /** Accepts any integer; IDs above 32 bits, which shifting would truncate, are never members. */
  has(id: number): boolean {
    const isInside = id >= 0 && id < this.#words.length * WORD_BITS;
    return isInside && ((this.#words[id >>> 5]! >>> (id & 31)) & 1) === 1;
  }

  /** This set with the given IDs. */
  with(ids: Id | Iterable<Id>): Bitset<Id> {
    const added = listOf(ids);
    if (added.every((id) => this.has(id))) return this;
    const words = new Uint32Array(Math.max(this.#words.length, wordsFor(added)));
    words.set(this.#words);
    let size = this.size;
    for (const id of added) {
      const before = words[id >>> 5]!;
      words[id >>> 5] = before | (1 << (id & 31));
      if (words[id >>> 5] !== before) size += 1;
    }
    return new Bitset(words, size);
  }

  /** This set without the given IDs. */
  without(ids: Id | Iterable<Id>): Bitset<Id> {
    const removed = listOf(ids).filter((id) => this.has(id));
    if (removed.length === 0) return this;
    const words = this.#words.slice();
    for (const id of removed) words[id >>> 5]! &= ~(1 << (id & 31));
    return new Bitset(words, countOf(words));
  }

  union(other: Bitset<Id>): Bitset<Id> {
    if (other.size === 0) return this;
    if (this.size === 0) return other;
    const length = Math.max(this.#words.length, other.#words.length);
    return this.#remembered(unions, other, length, (a, b) => a | b);
  }

  intersection(other: Bitset<Id>): Bitset<Id> {
    const length = Math.min(this.#words.length, other.#words.length);
    return this.#remembered(intersections, other, length, (a, b) => a & b);
  }

  difference(other: Bitset<Id>): Bitset<Id> {
    if (other.size === 0) return this;
    return this.#remembered(differences, other, this.#words.length, (a, b) => a & ~b);
  }

  /** True if both have the same members: of equal size, none lies beyond the words of the other set. */
  equals(other: Bitset<Id>): boolean {
    if (this === other) return true;
    if (this.size !== other.size) return false;
    const length = Math.min(this.#words.length, other.#words.length);
    for (let index = 0; index < length; index += 1)
      if (this.#words[index] !== other.#words[index]) return false;
    return true;
  }

  intersects(other: Bitset<Id>): boolean {
    const length = Math.min(this.#words.length, other.#words.length);
    for (let index = 0; index < length; index += 1) {
      if ((this.#words[index]! & other.#words[index]!) !== 0) return true;
    }
    return false;
  }

  /** The members, ascending. */
  *[Symbol.iterator](): IterableIterator<Id> {
    for (let index = 0; index < this.#words.length; index += 1) {
      for (let word = this.#words[index]!; word !== 0; word &= word - 1) {
        yield (index * WORD_BITS + WORD_BITS - 1 - Math.clz32(word & -word)) as Id;
      }
    }
  }

  /** As base64 text, for snapshots. */
  save(): string {
    return integersToText(this.#words);
  }

  static load<Id extends number>(text: string): Bitset<Id> {
    const words = integersFromText(text);
    return new Bitset(words, countOf(words));
  }

  /** Sets never change, so the combination of two large ones is kept as long as both exist. */
  #remembered(
    combinations: Combinations,
    other: Bitset<Id>,
    length: number,
    combine: (a: number, b: number) => number,
  ): Bitset<Id> {
    if (length < REMEMBERED_WORDS) return this.#combined(other, length, combine);
    let ofThis = combinations.get(this);
    if (ofThis === undefined) combinations.set(this, (ofThis = new WeakMap()));
    let combined = ofThis.get(other);
    if (combined === undefined) ofThis.set(other, (combined = this.#combined(other, length, combine)));
    return combined as Bitset<Id>;
  }

  #combined(other: Bitset<Id>, length: number, combine: (a: number, b: number) => number): Bitset<Id> {
    const words = new Uint32Array(length);
    for (let index = 0; index < length; index += 1) {
      words[index] = combine(this.#words[index] ?? 0, other.#words[index] ?? 0);
    }
    return new Bitset(words, countOf(words));
  }
}

/** The form of sets of IDs in snapshots. */
export const idSet = <Id extends number>(): Codec<Bitset<Id>> => ({
  save: (set) => set.save(),
  load: (saved) => Bitset.load(saved as string),
});

/** Integers as little-endian base64 and back: typed arrays in JSON. */
export const integersToText = (integers: Uint32Array): string =>
  Buffer.from(integers.buffer, integers.byteOffset, integers.byteLength).toString('base64');

export const integersFromText = (text: string): Uint32Array =>
  new Uint32Array(new Uint8Array(Buffer.from(text, 'base64')).buffer);

const listOf = <Id extends number>(ids: Id | Iterable<Id>): readonly Id[] =>
  typeof ids === 'number' ? [ids] : Array.isArray(ids) ? (ids as readonly Id[]) : [...ids];

const wordsFor = (ids: readonly number[]): number =>
  ids.reduce((words, id) => Math.max(words, (id >>> 5) + 1), 0);

function countOf(words: Uint32Array): number {
  let count = 0;
  for (let index = 0; index < words.length; index += 1) count += bitsIn(words[index]!);
  return count;
}

/** Counts the bits of a word by adding ever wider neighbours, as fast for full words as for empty ones. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The empty set of people. */
export const NOBODY = Bitset.of<UserId>();
