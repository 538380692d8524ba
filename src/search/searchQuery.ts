/**
 * What an operand of `search` asks for. Words are searched in any form and in any order; what stands in quotes, and what is
 * written in one piece (a file name, a URL), also as it stands; a word with a star, by its beginning.
 */
import {
  foldText,
  indexWordsFor,
  isWholePrefix,
  prefixIndexWord,
  searchStem,
  splitWords,
  type Word,
} from './indexWords.ts';
import type { Hit, SearchedText } from './searchedText.ts';

/** One thing that a text must have. */
export interface SearchClause {
  /** Equal for clauses that ask for the same. */
  readonly key: string;
  readonly kind: 'word' | 'beginning' | 'phrase';
  /** Words under which an index has such texts: in each list, any. */
  readonly indexWords: readonly (readonly string[])[];
  /** Whether every text that an index has under these words matches: then no text has to be examined. */
  readonly isDecidedByIndex: boolean;
  isIn(text: SearchedText): boolean;
  /** Where a text has it. */
  hitsIn(text: SearchedText): Iterable<Hit>;
}

/** Everything that an operand asks for. */
export type SearchQuery = readonly SearchClause[];

/** The same query with each clause once. */
export const withoutRepetitions = (query: SearchQuery): SearchQuery => [
  ...new Map(query.map((clause) => [clause.key, clause])).values(),
];

/** A quote that is not closed goes on to the end; stars behind a quote mean that its last word may go on. */
const PIECE = /"([^"]*)(?:"(\**)|$)|[^\s"]+/g;
/** Stars alone ask for nothing. */
const STARS = /^\*+$/;
/** Signs around a word that belong to the sentence. */
const OUTER_SIGNS = /^[.,;:!?()[\]{}<>«»'…]+|[.,;:!?()[\]{}<>«»'…]+$/g;

/** Understands an operand; what it asks for twice is in the query once. */
export const parseSearchQuery = (operand: string): SearchQuery =>
  withoutRepetitions(
    Array.from(foldText(operand).matchAll(PIECE), ({ 0: text, 1: quoted, 2: stars = '' }) =>
      quoted === undefined ? pieceOf(text) : quote(quoted.trim() + stars),
    ).filter((piece) => piece !== undefined),
  );

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

function oneWord(word: Word): SearchClause {
  const indexWords = indexWordsFor(word);
  const stem = searchStem(word.text);
  return {
    key: `word ${stem}`,
    kind: 'word',
    indexWords,
    isDecidedByIndex: true,
    isIn: (text) => text.has(indexWords),
    hitsIn: ({ words }) => words.hitsOfStem(stem),
  };
}

function beginning(prefix: string): SearchClause {
  const indexWord = prefixIndexWord(prefix);
  return {
    key: `beginning ${prefix}`,
    kind: 'beginning',
    indexWords: indexWord === undefined ? [] : [[indexWord]],
    isDecidedByIndex: indexWord !== undefined && isWholePrefix(prefix),
    isIn: ({ words }) => words.hasBeginning(prefix),
    hitsIn: ({ words }) => words.hitsOfBeginning(prefix),
  };
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
    key: `phrase ${literal} ${indexed.length}`,
    kind: 'phrase',
    indexWords,
    isDecidedByIndex: false,
    isIn: (searched) => once.test(searched.folded) && searched.has(indexWords),
    *hitsIn({ folded }) {
      for (const { 0: found, index } of folded.matchAll(new RegExp(literal, 'gu')))
        yield [index, index + found.length];
    },
  };
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
