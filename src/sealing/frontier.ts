/**
 * The frontier of an organization: the seeds that remain of all its trees. It starts with the roots and grows only
 * by erasures. It lies in shared memory, sorted, so that every thread derives keys synchronously; one thread, the
 * writer, changes it.
 */
import { partitionPoint } from '../base/collections.ts';
import {
  mergeRanges,
  type NumberRange,
  requireNumber,
  SEED_LENGTH,
  type SeedNode,
  seedOnTheWay,
  SUBJECTS_PER_TREE,
  type Subject,
  subjectsBelow,
  TREE_DEPTH,
  withoutRanges,
} from './seeds.ts';

/** A change of a frontier, to be made durable in one transaction before it is applied. */
export interface Puncture {
  readonly removed: readonly SeedNode[];
  /** In the order of the frontier. */
  readonly added: readonly SeedNode[];
}

// Memory: a header, then a row for each node, in the order of kind, tree and first number.

const HEADER_BYTES = 16;
/** Even while the rows can be read, odd while they are written. */
const VERSION = 0;
const COUNT = 1;

const ROW_BYTES = 48;
const DEPTH_AT = 1;
const TREE_AT = 4;
const FIRST_AT = 8;
const SEED_AT = 16;

/** 200 MB, of which only the address space is taken before it is used. */
const MAX_NODES = 2 ** 22;

/** Nodes of this depth are remembered: 12 hashes from there to a key instead of 40. */
const CACHED_DEPTH = 28;
const CACHED_NODES = 1024;

/** Where a node stands in the order of rows. */
type Location = Pick<SeedNode, 'kind' | 'tree' | 'first'>;

export class Frontier {
  /** To be handed to other threads, for `Frontier.over`. */
  readonly memory: SharedArrayBuffer;
  readonly #header: Int32Array;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #cache = new AncestorCache();
  #cachedVersion = 0;

  private constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
    this.#header = new Int32Array(memory, 0, HEADER_BYTES / 4);
    this.#bytes = new Uint8Array(memory);
    this.#view = new DataView(memory);
  }

  /** A frontier of these nodes, in any order. */
  static of(nodes: Iterable<SeedNode>): Frontier {
    const maxByteLength = HEADER_BYTES + MAX_NODES * ROW_BYTES;
    const frontier = new Frontier(new SharedArrayBuffer(HEADER_BYTES, { maxByteLength }));
    frontier.apply({ removed: [], added: [...nodes].sort(byLocation) });
    return frontier;
  }

  /** The frontier in another thread's memory, to read. */
  static over(memory: SharedArrayBuffer): Frontier {
    return new Frontier(memory);
  }

  /** How many seeds there are. */
  get size(): number {
    return Atomics.load(this.#header, COUNT);
  }

  /** Every node, in order; for the writer. */
  *nodes(): Iterable<SeedNode> {
    for (let row = 0; row < this.size; row += 1) yield this.#nodeAt(row);
  }

  /** The key of a subject; undefined if it has been erased, or if its tree is not among these. */
  key(subject: Subject): Uint8Array | undefined {
    requireNumber(subject.number);
    for (;;) {
      const version = this.#readableVersion();
      const key = this.#derive(subject);
      if (Atomics.load(this.#header, VERSION) === version) return key;
      this.forgetAncestors();
    }
  }

  /**
   * The change that takes the keys of these numbers from all trees of a kind, or from those that `isOf` accepts.
   * The caller makes it durable and applies it before it asks for another one. Takes two hashes for each bit on the
   * way to each end of a range: split thousands of ranges.
   */
  puncture(kind: number, ranges: readonly NumberRange[], isOf = (_tree: number): boolean => true): Puncture {
    const merged = mergeRanges(ranges);
    const removed: SeedNode[] = [];
    const added: SeedNode[] = [];
    for (const tree of this.#treesOf(kind)) {
      if (!isOf(tree)) continue;
      for (const node of this.#touchedNodes(kind, tree, merged)) {
        removed.push(node);
        added.push(...withoutRanges(node, rangesFrom(merged, node)));
      }
    }
    return { removed, added };
  }

  /** Replaces nodes, and overwrites those that were removed, here and in `change`. */
  apply(change: Puncture): void {
    const rows = this.#merge(change);
    const length = HEADER_BYTES + rows.length;
    Atomics.add(this.#header, VERSION, 1);
    if (length > this.memory.byteLength) this.memory.grow(length);
    this.#bytes.set(rows, HEADER_BYTES);
    this.#bytes.fill(0, length);
    Atomics.store(this.#header, COUNT, rows.length / ROW_BYTES);
    Atomics.add(this.#header, VERSION, 1);
    Atomics.notify(this.#header, VERSION);
    rows.fill(0);
    for (const { seed } of change.removed) seed.fill(0);
    this.forgetAncestors();
  }

  /** Overwrites what this thread remembers of seeds; to be called in every thread once a change was applied. */
  forgetAncestors(): void {
    this.#cache.clear();
    this.#cachedVersion = Atomics.load(this.#header, VERSION);
  }

  /** The version of the rows, once nobody writes them. */
  #readableVersion(): number {
    let version = Atomics.load(this.#header, VERSION);
    while (version % 2 !== 0) {
      Atomics.wait(this.#header, VERSION, version);
      version = Atomics.load(this.#header, VERSION);
    }
    if (version !== this.#cachedVersion) this.forgetAncestors();
    return version;
  }

  #derive({ kind, tree, number }: Subject): Uint8Array | undefined {
    const cached = this.#cache.find(kind, tree, number);
    if (cached) return seedOnTheWay(cached, number, TREE_DEPTH);
    const row = this.#rowAfter({ kind, tree, first: number }) - 1;
    if (row < 0) return undefined;
    const node = this.#nodeAt(row);
    const isCovering =
      node.kind === kind && node.tree === tree && number < node.first + subjectsBelow(node.depth);
    if (!isCovering) return undefined;
    if (node.depth >= CACHED_DEPTH) return seedOnTheWay(node, number, TREE_DEPTH);
    const seed = seedOnTheWay(node, number, CACHED_DEPTH);
    const ancestor = { kind, tree, depth: CACHED_DEPTH, first: firstCached(number), seed };
    this.#cache.add(ancestor);
    return seedOnTheWay(ancestor, number, TREE_DEPTH);
  }

  *#treesOf(kind: number): Iterable<number> {
    for (let row = this.#rowAfter({ kind, tree: 0, first: -1 }); row < this.size;) {
      const { kind: found, tree } = this.#locationAt(row);
      if (found !== kind) return;
      yield tree;
      row = this.#rowAfter({ kind, tree, first: SUBJECTS_PER_TREE });
    }
  }

  /** The nodes of a tree above numbers of the ranges, each once. */
  *#touchedNodes(kind: number, tree: number, ranges: readonly NumberRange[]): Iterable<SeedNode> {
    const end = this.#rowAfter({ kind, tree, first: SUBJECTS_PER_TREE });
    let next = this.#rowAfter({ kind, tree, first: -1 });
    for (const { from, to } of ranges) {
      next = Math.max(next, this.#rowAfter({ kind, tree, first: from }) - 1);
      for (; next < end && this.#locationAt(next).first < to; next += 1) {
        const node = this.#nodeAt(next);
        if (node.first + subjectsBelow(node.depth) > from) yield node;
      }
    }
  }

  /** The number of rows at or before a location. */
  #rowAfter(location: Location): number {
    return partitionPoint(0, this.size, (row) => byLocation(this.#locationAt(row), location) <= 0);
  }

  #locationAt(row: number): Location {
    const at = HEADER_BYTES + row * ROW_BYTES;
    const view = this.#view;
    return {
      kind: view.getUint8(at),
      tree: view.getUint32(at + TREE_AT),
      first: view.getFloat64(at + FIRST_AT),
    };
  }

  #nodeAt(row: number): SeedNode {
    const at = HEADER_BYTES + row * ROW_BYTES;
    const seed = this.#bytes.slice(at + SEED_AT, at + SEED_AT + SEED_LENGTH);
    return { ...this.#locationAt(row), depth: this.#view.getUint8(at + DEPTH_AT), seed };
  }

  #isAt(row: number, node: SeedNode): boolean {
    const depth = this.#view.getUint8(HEADER_BYTES + row * ROW_BYTES + DEPTH_AT);
    return depth === node.depth && byLocation(this.#locationAt(row), node) === 0;
  }

  /** The rows after a change. */
  #merge({ removed, added }: Puncture): Uint8Array {
    const count = this.size - removed.length + added.length;
    if (count > MAX_NODES) throw new RangeError(`A frontier has at most ${MAX_NODES} seeds.`);
    const rows = new Uint8Array(count * ROW_BYTES);
    let from = 0;
    let to = 0;
    const copyUntil = (row: number): void => {
      const part = this.#bytes.subarray(HEADER_BYTES + from * ROW_BYTES, HEADER_BYTES + row * ROW_BYTES);
      rows.set(part, to);
      to += part.length;
      from = row;
    };
    const changes = [
      ...removed.map((node) => ({ node, isRemoved: true })),
      ...added.map((node) => ({ node, isRemoved: false })),
    ].sort(
      (one, other) => byLocation(one.node, other.node) || Number(other.isRemoved) - Number(one.isRemoved),
    );
    for (const { node, isRemoved } of changes) {
      const row = this.#rowAfter(node);
      if (!isRemoved) {
        copyUntil(Math.max(row, from));
        writeRow(new DataView(rows.buffer, to, ROW_BYTES), node);
        to += ROW_BYTES;
        continue;
      }
      if (row === 0 || !this.#isAt(row - 1, node)) throw new Error('A seed to be removed does not exist.');
      copyUntil(row - 1);
      from = row;
    }
    copyUntil(this.size);
    return rows;
  }
}

function writeRow(row: DataView, { kind, depth, tree, first, seed }: SeedNode): void {
  row.setUint8(0, kind);
  row.setUint8(DEPTH_AT, depth);
  row.setUint32(TREE_AT, tree);
  row.setFloat64(FIRST_AT, first);
  new Uint8Array(row.buffer, row.byteOffset + SEED_AT, SEED_LENGTH).set(seed);
}

const byLocation = (one: Location, other: Location): number =>
  one.kind - other.kind || one.tree - other.tree || one.first - other.first;

/** The ranges, of many in order, that can touch a node. */
function rangesFrom(ranges: readonly NumberRange[], node: SeedNode): readonly NumberRange[] {
  const end = node.first + subjectsBelow(node.depth);
  const first = partitionPoint(0, ranges.length, (index) => ranges[index]!.to <= node.first);
  return ranges.slice(
    first,
    partitionPoint(first, ranges.length, (index) => ranges[index]!.from < end),
  );
}

const firstCached = (number: number): number => number - (number % subjectsBelow(CACHED_DEPTH));

/** The last nodes of CACHED_DEPTH that keys were derived from, each in the one slot of its numbers. */
class AncestorCache {
  readonly #slots: (SeedNode | undefined)[] = [];

  find(kind: number, tree: number, number: number): SeedNode | undefined {
    const first = firstCached(number);
    const node = this.#slots[slotOf(first)];
    return node?.first === first && node.tree === tree && node.kind === kind ? node : undefined;
  }

  add(node: SeedNode): void {
    const slot = slotOf(node.first);
    this.#slots[slot]?.seed.fill(0);
    this.#slots[slot] = node;
  }

  clear(): void {
    for (const node of this.#slots) node?.seed.fill(0);
    this.#slots.length = 0;
  }
}

const slotOf = (first: number): number => (first / subjectsBelow(CACHED_DEPTH)) % CACHED_NODES;
