/** Folded texts that know where in the original each of their characters comes from. */
import { partitionPoint } from '../base/collections.ts';
import { foldText } from './indexWords.ts';

/** A folded text with the way back to its original. */
export interface FoldedText {
  readonly text: string;
  /** The offset in the original of a code unit of `text`, or of its end. */
  offsetOf(at: number): number;
}

/** A part of the original that is folded apart from the rest: nothing joins over a space. */
interface FoldedWord {
  readonly original: string;
  readonly folded: string;
  /** Its offsets in the original, and in the folded text. */
  readonly start: number;
  readonly at: number;
  /** By code unit of `folded`, as offsets in `original`; only for words that somebody asked about. */
  offsets?: readonly number[];
}

const WORDS = /\s+|\S+/gu;

/** Folds a text and keeps the offsets. */
export function foldTextWithOffsets(original: string): FoldedText {
  const words: FoldedWord[] = [];
  let text = '';
  for (const { 0: word, index: start } of original.matchAll(WORDS)) {
    const folded = foldText(word);
    if (folded !== '') words.push({ original: word, folded, start, at: text.length });
    text += folded;
  }
  return { text, offsetOf: (at) => (at < text.length ? offsetIn(wordAt(words, at), at) : original.length) };
}

/** The word that contains a code unit of the folded text. */
const wordAt = (words: readonly FoldedWord[], at: number): FoldedWord =>
  words[partitionPoint(0, words.length, (index) => words[index]!.at <= at) - 1]!;

function offsetIn(word: FoldedWord, at: number): number {
  word.offsets ??= partsOf(word).flatMap(([offset, part]) => Array<number>(part.length).fill(offset));
  return word.start + (word.offsets[at - word.at] ?? word.original.length);
}

/**
 * A character with what usually joins it: marks, the half-width signs that fold into marks, the vowels and finals of a
 * Hangul syllable, and signs that show nothing.
 */
const CLUSTER = /[^][\p{M}\p{Cf}\uff9e\uff9f\u1160-\u11ff]*/gu;

type Part = readonly [offset: number, folded: string];

/** The parts of a word that fold one by one into what the word folds into. */
function partsOf({ original, folded }: FoldedWord): readonly Part[] {
  const clusters = Array.from(
    original.matchAll(CLUSTER),
    ({ 0: cluster, index }) => [index, cluster] as const,
  );
  const parts = clusters.map(([offset, cluster]): Part => [offset, foldText(cluster)]);
  return parts.map(([, part]) => part).join('') === folded ? parts : joinedParts(clusters);
}

/** The same where clusters join each other, such as the letters of a Hangul syllable that are written one by one. */
function joinedParts(clusters: readonly Part[]): readonly Part[] {
  const joined: [offset: number, original: string][] = [];
  for (const [offset, cluster] of clusters) {
    const last = joined.at(-1);
    if (last && foldText(last[1] + cluster) !== foldText(last[1]) + foldText(cluster)) last[1] += cluster;
    else joined.push([offset, cluster]);
  }
  return joined.map(([offset, original]) => [offset, foldText(original)]);
}
