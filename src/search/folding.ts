/**
 * Texts made comparable: case and diacritics folded, compatibility characters replaced by ordinary ones. What is left of a
 * text is searched literally, so folding keeps punctuation and spaces.
 */
import { nameKey } from '../names.ts';

const BEYOND_ASCII = /[^\0-\x7f]/;

/**
 * Accents, vowel points of Hebrew and Arabic, the Arabic tatweel, and characters that show nothing. Marks of other scripts
 * are letters to their readers and stay.
 */
const IGNORED = new RegExp(
  String.raw`[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f` +
    String.raw`\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f` +
    String.raw`\u00ad\u200b-\u200f\u2060\ufeff]`,
  'g',
);

/** Letters that are written with a stroke or joined, and have no decomposition, and typographic signs. */
const ALIKE: Readonly<Record<string, string>> = {
  ...{ ı: 'i', ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ŧ: 't', æ: 'ae', œ: 'oe' },
  ...{ '’': "'", '‘': "'", '“': '"', '”': '"', '„': '"', '‐': '-', '‑': '-', '–': '-', '—': '-' },
};
const ALIKE_CHARACTERS = new RegExp(`[${Object.keys(ALIKE).join('')}]`, 'g');

/** A text as it is compared. */
export function foldText(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
  return nameKey(text.normalize('NFKD').replace(IGNORED, '')).replace(
    ALIKE_CHARACTERS,
    (character) => ALIKE[character] ?? character,
  );
}

/** A folded text that knows where it comes from. */
export interface FoldedText {
  readonly text: string;
  /** The place in the original of a code unit of `text`, or of its end. */
  offsetOf(at: number): number;
}

/** A character with the marks on it. */
const CLUSTER = /\P{M}\p{M}*|\p{M}+/gsu;

/** Folds a text and keeps the places. */
export function foldTextWithOffsets(original: string): FoldedText {
  if (!BEYOND_ASCII.test(original)) return { text: foldText(original), offsetOf: (at) => at };
  const places: number[] = [];
  let text = '';
  for (const { 0: cluster, index } of original.matchAll(CLUSTER)) {
    const piece = foldText(cluster);
    for (let at = 0; at < piece.length; at++) places.push(index);
    text += piece;
  }
  return { text, offsetOf: (at) => places[at] ?? original.length };
}
