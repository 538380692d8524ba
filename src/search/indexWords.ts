/** The words of a folded text, and how an index spells them. */
import porter2 from 'wink-porter2-stemmer';
import { nameKey } from '../base/identity.ts';

/** A word: letters, digits and the marks on them. Everything else separates, so that parts of names are words too. */
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

const BEYOND_ASCII = /[^\0-\x7f]/;
/** The same in folded ASCII, found in a third of the time. */
const ASCII_WORD = /[a-z0-9]+/g;

/** Scripts without spaces between words, or with endings that are not separate words. */
const UNSPACED = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}`;
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
const RUN = new RegExp(`(?<unspaced>[${UNSPACED}]+)|[^${UNSPACED}]+`, 'gu');

/** Code units of a word that tell it from others. */
const MAX_WORD_LENGTH = 64;

/** A word in a folded text, or a run of characters of a script without spaces. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly isUnspaced: boolean;
}

export function* splitWords(text: string): Generator<Word> {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!HAS_UNSPACED.test(word)) {
      yield { text: word, start: index, isUnspaced: false };
      continue;
    }
    for (const { 0: run, index: start, groups } of word.matchAll(RUN))
      yield { text: run, start: index + start, isUnspaced: groups?.unspaced !== undefined };
  }
}

/** Marks what stands for a stem, and for all words with one beginning: no word has either sign. */
const STEM = '~';
const BEGINNING = '*';

const ENGLISH = /^[a-z]{3,}$/;

/** The index word of the stem by word: most words of a text have been seen before. */
const stemWords = new Map<string, string>();
const MAX_STEMS = 50_000;

/** The index word of the stem of an English word; other words are their own. */
function stemWordOf(word: string): string {
  const known = stemWords.get(word);
  if (known !== undefined) return known;
  if (stemWords.size >= MAX_STEMS) stemWords.clear();
  const stem = ENGLISH.test(word) ? porter2(word) : word;
  const stemWord = stem === word ? word : STEM + stem;
  stemWords.set(word, stemWord);
  return stemWord;
}

function stemOf(word: string): string {
  const stemWord = stemWordOf(word);
  return stemWord.startsWith(STEM) ? stemWord.slice(STEM.length) : stemWord;
}

/** A word as it is indexed: long ones are cut. */
const cut = (word: string): string =>
  word.length > MAX_WORD_LENGTH ? [...word].slice(0, MAX_WORD_LENGTH).join('') : word;

/** Adds the words under which an index finds a text: each word and its stem, characters and pairs of them. */
export function addIndexWords(text: string, to: Set<string>): void {
  if (!BEYOND_ASCII.test(text)) for (const word of text.match(ASCII_WORD) ?? []) addSpaced(word, to);
  else if (HAS_UNSPACED.test(text)) for (const word of splitWords(text)) addWord(word, to);
  else for (const word of text.match(WORD) ?? []) addSpaced(word, to);
}

function addWord({ text, isUnspaced }: Word, to: Set<string>): void {
  if (!isUnspaced) return addSpaced(text, to);
  for (const piece of piecesOf(text)) to.add(piece);
}

function addSpaced(word: string, to: Set<string>): void {
  const known = cut(word);
  to.add(known);
  to.add(stemWordOf(known));
}

/** Characters of a run, and pairs of neighbours. */
function* piecesOf(run: string): Generator<string> {
  let before = '';
  for (const character of run) {
    yield character;
    if (before !== '') yield before + character;
    before = character;
  }
}

/** Under which words an index has the texts with a word: in each list, under any. */
export function indexWordsFor(word: Word): readonly (readonly string[])[] {
  if (word.isUnspaced) {
    const pieces = [...new Set(piecesOf(word.text))];
    const longest = pieces.filter((piece) => pieces.length === 1 || [...piece].length > 1);
    return longest.map((piece) => [piece]);
  }
  const stem = stemOf(cut(word.text));
  return [[...new Set([stem, STEM + stem])]];
}

/** The stem under which a searched word is any form of it. */
export const searchStem = (searched: string): string => stemOf(cut(searched));

/** What a word of a text is a form of: itself, and its stem. */
export const formsOf = (word: string): readonly string[] => {
  const known = cut(word);
  return [...new Set([known, stemOf(known)])];
};

/** Characters of the shortest prefix that is looked up in an index. */
const MIN_PREFIX_LENGTH = 3;

/** The index word of all words that begin so; undefined where there are too many to look for. */
export const prefixIndexWord = (beginning: string): string | undefined =>
  [...beginning].length < MIN_PREFIX_LENGTH ? undefined : cut(beginning) + BEGINNING;

/** Whether an index knows all of a beginning: words are cut in it. */
export const isWholePrefix = (beginning: string): boolean => cut(beginning) === beginning;

// * Texts made comparable: case and diacritics folded, compatibility characters replaced by ordinary ones. What is left of a
// text is searched literally, so folding keeps punctuation and spaces.

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
  ı: 'i',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
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
