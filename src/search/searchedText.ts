/** A text that is searched: folded, and its words found, once for all clauses of a query. */
import { getOrCreateList, partitionPoint } from '../base/collections.ts';
import { addIndexWords, foldText, formsOf, splitWords } from './indexWords.ts';

/** Start and end of a match in a folded text. */
export type Hit = readonly [start: number, end: number];

export class SearchedText {
  readonly folded: string;
  #indexWords: Set<string> | undefined;
  #words: SpacedWords | undefined;

  /** Takes a text that is folded already. */
  private constructor(folded: string) {
    this.folded = folded;
  }

  static of(text: string): SearchedText {
    return new SearchedText(foldText(text));
  }

  static ofFolded(folded: string): SearchedText {
    return new SearchedText(folded);
  }

  /** Whether an index has the text under one of the words of each list. */
  has(indexWords: readonly (readonly string[])[]): boolean {
    if (this.#indexWords === undefined) addIndexWords(this.folded, (this.#indexWords = new Set()));
    const words = this.#indexWords;
    return indexWords.every((some) => some.some((word) => words.has(word)));
  }

  /** Its words, but those of scripts without spaces. */
  get words(): SpacedWords {
    return (this.#words ??= new SpacedWords(this.folded));
  }
}

/** The words of a folded text with their places. */
class SpacedWords {
  /** Offsets by word. */
  readonly #starts = new Map<string, number[]>();
  #sorted: readonly string[] | undefined;
  #byForm: Map<string, string[]> | undefined;

  constructor(folded: string) {
    for (const { text, start, isUnspaced } of splitWords(folded)) {
      if (!isUnspaced) getOrCreateList(this.#starts, text).push(start);
    }
  }

  /** Whether a word begins so. */
  hasBeginning(prefix: string): boolean {
    return this.#beginningWith(prefix).next().done !== true;
  }

  /** Where words begin so. */
  hitsOfBeginning(prefix: string): Iterable<Hit> {
    return this.#hitsOf(this.#beginningWith(prefix));
  }

  /** Where words are a form of a stem. */
  hitsOfStem(stem: string): Iterable<Hit> {
    return this.#hitsOf(this.#forms().get(stem) ?? []);
  }

  *#beginningWith(prefix: string): Generator<string> {
    const words = (this.#sorted ??= [...this.#starts.keys()].sort());
    const first = partitionPoint(0, words.length, (at) => words[at]! < prefix);
    for (let at = first; words[at]?.startsWith(prefix); at += 1) yield words[at]!;
  }

  #forms(): ReadonlyMap<string, readonly string[]> {
    if (this.#byForm) return this.#byForm;
    this.#byForm = new Map();
    for (const word of this.#starts.keys())
      for (const form of formsOf(word)) getOrCreateList(this.#byForm, form).push(word);
    return this.#byForm;
  }

  *#hitsOf(words: Iterable<string>): Generator<Hit> {
    for (const word of words) for (const start of this.#starts.get(word)!) yield [start, start + word.length];
  }
}
