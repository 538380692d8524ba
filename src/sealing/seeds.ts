/**
 * Subjects (what can be erased alone) and the trees of seeds from which their keys are derived: section 1 of the
 * sealing format. A tree's root is 32 random bytes; the key of subject number n is the leaf that n's 40 bits lead
 * to, highest bit first. Erasing a subject means to forget every seed above its leaf.
 */
import { hash } from 'node:crypto';

/** Kinds of subjects. The numbers are stored: a new kind is a new number, never a new meaning. */
export const SUBJECT_KINDS = {
  /** By the revision of the event that wrote the text. */
  event: 1,
  person: 2,
  channel: 3,
  file: 4,
  scheduledMessage: 5,
  invitation: 6,
  draft: 7,
  snippet: 8,
  reminder: 9,
  group: 10,
  /** Number 0: the organization's own texts, and texts without an author. */
  organization: 11,
} as const;

/** What can be erased alone, and the tree that its key is taken from. */
export interface Subject {
  /** A value of SUBJECT_KINDS. */
  readonly kind: number;
  /** The tree's ID: 4 random bytes, as an unsigned number. */
  readonly tree: number;
  /** At least 0, less than SUBJECTS_PER_TREE. */
  readonly number: number;
}

/** Bits of a subject's number. */
export const TREE_DEPTH = 40;
export const SUBJECTS_PER_TREE = 2 ** TREE_DEPTH;
/** Bytes of a seed, and of a subject's key. */
export const SEED_LENGTH = 32;

const CHILD_LABEL = Buffer.from('hansard tree v1\n');
const BIT_AT = CHILD_LABEL.length + SEED_LENGTH;

/** What a child's seed is the hash of: one buffer for all, since deriving is synchronous. */
const childInput = Buffer.concat([CHILD_LABEL, Buffer.alloc(SEED_LENGTH + 1)]);

/** The seed below another, on the side of a bit. */
export function childSeed(seed: Uint8Array, bit: 0 | 1): Buffer {
  childInput.set(seed, CHILD_LABEL.length);
  childInput[BIT_AT] = bit;
  const child = hash('sha256', childInput, 'buffer');
  childInput.fill(0, CHILD_LABEL.length, BIT_AT);
  return child;
}

/** A node of a tree: the seed of the 2^(40 - depth) subjects from `first` on. */
export interface SeedNode {
  readonly kind: number;
  readonly tree: number;
  /** 0 for a root, TREE_DEPTH for a subject's key. */
  readonly depth: number;
  readonly first: number;
  /** SEED_LENGTH bytes. */
  readonly seed: Uint8Array;
}

/** Subjects below a node of that depth. */
export const subjectsBelow = (depth: number): number => 2 ** (TREE_DEPTH - depth);

/** Both nodes below one that is no leaf. */
function childrenOf(node: SeedNode): readonly [SeedNode, SeedNode] {
  const depth = node.depth + 1;
  return [
    { ...node, depth, seed: childSeed(node.seed, 0) },
    { ...node, depth, seed: childSeed(node.seed, 1), first: node.first + subjectsBelow(depth) },
  ];
}

/** The seed at `depth` on the way from a node down to the key of a subject that it covers. */
export function seedOnTheWay(
  node: Omit<SeedNode, 'kind' | 'tree'>,
  number: number,
  depth: number,
): Uint8Array {
  requireNumber(number);
  let { seed } = node;
  for (let level = node.depth + 1; level <= depth; level += 1) seed = childSeed(seed, bitOf(number, level));
  return seed;
}

/** The bit of a subject's number that leads from level - 1 to level. Shifts are 32 bits wide, numbers 40. */
const bitOf = (number: number, level: number): 0 | 1 =>
  Math.floor(number / subjectsBelow(level)) % 2 === 1 ? 1 : 0;

/** Throws for a number that no tree has. */
export function requireNumber(number: number): void {
  if (!Number.isInteger(number) || number < 0 || number >= SUBJECTS_PER_TREE)
    throw new RangeError(`${number} is not the number of a subject.`);
}

/** Numbers of subjects from `from` up to, not including, `to`. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Removes ranges from below a node: the seeds that remain, in the order of their numbers; the node itself if no
 * range touches it. `ranges` are in order and do not overlap. What was derived on the way is overwritten.
 */
export function withoutRanges(node: SeedNode, ranges: readonly NumberRange[]): readonly SeedNode[] {
  const end = node.first + subjectsBelow(node.depth);
  const touching = ranges.filter(({ from, to }) => from < end && to > node.first);
  const [only] = touching;
  if (only === undefined) return [node];
  if (only.from <= node.first && only.to >= end) return [];
  return childrenOf(node).flatMap((child) => {
    const rest = withoutRanges(child, touching);
    if (rest[0] !== child) child.seed.fill(0);
    return rest;
  });
}

/** Ranges in order, those that touch each other as one; RangeError for what no tree has. */
export function mergeRanges(ranges: readonly NumberRange[]): readonly NumberRange[] {
  const merged: NumberRange[] = [];
  for (const range of [...ranges].sort((one, other) => one.from - other.from)) {
    requireNumber(range.from);
    if (!Number.isInteger(range.to) || range.to <= range.from || range.to > SUBJECTS_PER_TREE)
      throw new RangeError(`${range.from} to ${range.to} is not a range of subjects.`);
    const last = merged.at(-1);
    if (last === undefined || range.from > last.to) merged.push(range);
    else merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
  }
  return merged;
}
