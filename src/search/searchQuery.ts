/**
 * What an operand of `search` asks for. Words are searched in any form and in any order; what stands in quotes, and what is
 * written in one piece (a file name, a URL), also as it stands; a word with a star, by its beginning.
 */
import {
  addIndexWords,
  foldText,
  indexWordsFor,
  isSameWord,
  prefixIndexWord,
  splitWords,
  type Word,
} from './indexWords.ts';

/** One thing that a text must have. */
interface SearchClause {
  /** Words under which an index has such texts: in each list, any. */
  readonly indexWords: readonly (readonly string[])[];
  isIn(text: SearchedText): boolean;
  /** Where a folded text has it: starts and ends. */
  hitsIn(text: string): readonly Hit[];
}

type Hit = readonly [start: number, end: number];

/** Everything that an operand asks for. */
export type SearchQuery = readonly SearchClause[];

/** A text that is searched, taken apart once. */
export class SearchedText {
  readonly folded: string;
  #words: Set<string> | undefined;

  constructor(text: string) {
    this.folded = foldText(text);
  }

  /** Whether an index has the text under one of the words of each list. */
  has(indexWords: SearchClause['indexWords']): boolean {
    const words = this.#indexWords();
    return indexWords.every((some) => some.some((word) => words.has(word)));
  }

  #indexWords(): ReadonlySet<string> {
    if (this.#words === undefined) addIndexWords(this.folded, (this.#words = new Set()));
    return this.#words;
  }
}

/** A quote that is not closed goes on to the end; stars behind a quote mean that its last word may go on. */
const PIECE = /"([^"]*)(?:"(\**)|$)|[^\s"]+/g;
/** Stars alone ask for nothing. */
const STARS = /^\*+$/;
/** Signs around a word that belong to the sentence. */
const OUTER_SIGNS = /^[.,;:!?()[\]{}<>«»'…]+|[.,;:!?()[\]{}<>«»'…]+$/g;

/** Understands an operand. */
export function parseSearchQuery(operand: string): SearchQuery {
  return Array.from(foldText(operand).matchAll(PIECE), ({ 0: text, 1: quoted, 2: stars = '' }) =>
    quoted === undefined ? pieceOf(text) : quote(quoted.trim() + stars),
  ).filter((piece) => piece !== undefined);
}

function pieceOf(text: string): SearchClause | undefined {
  if (STARS.test(text)) return undefined;
  if (text.endsWith('*')) {
    const prefix = text.replace(/\*+$/, '');
    const [word, ...others] = splitWords(prefix);
    const isWord = word !== undefined && others.length === 0 && word.text === prefix;
    if (isWord) return word.isUnspaced ? phrase(prefix) : beginning(prefix);
    if (word !== undefined) return quote(text);
  }
  const inner = text.replace(OUTER_SIGNS, '');
  const [word, ...others] = splitWords(inner);
  if (word && others.length === 0 && word.text === inner && !word.isUnspaced) return oneWord(word);
  return phrase(word ? inner : text);
}

const oneWord = (word: Word): SearchClause => ({
  indexWords: indexWordsFor(word),
  isIn: (text) => text.has(indexWordsFor(word)),
  hitsIn: (text) => wordHits(text, (other) => isSameWord(other, word.text)),
});

function beginning(prefix: string): SearchClause {
  const indexWord = prefixIndexWord(prefix);
  const begins = (word: string): boolean => word.startsWith(prefix);
  return {
    indexWords: indexWord === undefined ? [] : [[indexWord]],
    isIn: (text) => wordHits(text.folded, begins).length > 0,
    hitsIn: (text) => wordHits(text, begins),
  };
}

function wordHits(text: string, isHit: (word: string) => boolean): Hit[] {
  return [...splitWords(text)].flatMap(({ text: word, start, isUnspaced }) =>
    !isUnspaced && isHit(word) ? [[start, start + word.length] as const] : [],
  );
}

/** A phrase; with a star at its end the last word of a text may go on, so the index is not asked for that one. */
function quote(text: string): SearchClause | undefined {
  const prefix = text.replace(/\*+$/, '').trimEnd();
  if (prefix === text) return phrase(text);
  const last = [...splitWords(prefix)].at(-1);
  const isOpen = last !== undefined && !last.isUnspaced && last.start + last.text.length === prefix.length;
  return phrase(prefix, isOpen ? prefix.slice(0, last.start) : prefix);
}

/** Words that are found one by one, and stand together as they are written; spaces may be of any length. */
function phrase(text: string, indexed = text): SearchClause | undefined {
  if (text === '') return undefined;
  const indexWords = [...splitWords(indexed)].flatMap(indexWordsFor);
  const literal = text
    .split(/\s+/)
    .map(escaped)
    .join(String.raw`\s+`);
  const once = new RegExp(literal, 'u');
  return {
    indexWords,
    isIn: (searched) => once.test(searched.folded) && searched.has(indexWords),
    hitsIn: (searched) =>
      Array.from(searched.matchAll(new RegExp(literal, 'gu')), ({ 0: found, index }) => [
        index,
        index + found.length,
      ]),
  };
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
