/** The words of a folded text, and how an index spells them. */
import porter2 from 'wink-porter2-stemmer';

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

/** Whether a word of a text is any form of the searched word. */
export function isSameWord(word: string, asked: string): boolean {
  const stem = stemOf(cut(asked));
  const known = cut(word);
  return known === stem || stemOf(known) === stem;
}

/** Characters of the shortest prefix that is looked up in an index. */
const MIN_PREFIX_LENGTH = 3;

/** The index word of all words that begin so; undefined where there are too many to look for. */
export const prefixIndexWord = (beginning: string): string | undefined =>
  [...beginning].length < MIN_PREFIX_LENGTH ? undefined : cut(beginning) + BEGINNING;
