/** People's alert words with a common index: a text is searched once, however many people have words. */
import { nameKey } from '../../base/identity.ts';
import type { UserId } from '../../base/ids.ts';
import { readErasable } from '../../events/define.ts';
import { type Bitset, idSet, NOBODY } from '../containers/bitset.ts';
import { map } from '../containers/containers.ts';
import { slice } from '../containers/define.ts';

/** Tokens of one alert word at most. */
export const MAX_TOKENS_PER_WORD = 20;

/** Scripts that are written without spaces. */
const CONTINUOUS = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('');

/**
 * A token is a run of letters and digits, or one character of a script without spaces, or one sign. Words and
 * texts are compared token by token.
 */
const TOKENS = new RegExp(`[${CONTINUOUS}]|(?:(?![${CONTINUOUS}])[\\p{L}\\p{N}\\p{M}_])+|[^]`, 'gu');

/** Equal for equivalent words: ignores case and the number of spaces. */
export const alertKey = (word: string): string => nameKey(word).replaceAll(/\s+/gu, ' ').trim();

export const tokensOf = (key: string): readonly string[] => key.match(TOKENS) ?? [];

export const alertWordsSlice = slice({
  version: 1,
  state: () => ({
    /** As written, in the order in which they were added. */
    wordsOf: map<UserId, readonly string[]>(),
    /** By `alertKey`. */
    peopleBy: map<string, Bitset<UserId>>(idSet()),
    /** First token → for the keys that begin with it, the number of keys by length in tokens. */
    lengthsBy: map<string, Readonly<Record<number, number>>>(),
  }),
  evolve: {
    AlertWordsAdded(state, { userId, words }) {
      const added = readErasable(words, []);
      state.wordsOf.set(userId, [...(state.wordsOf.get(userId) ?? []), ...added]);
      for (const key of added.map(alertKey)) {
        const people = state.peopleBy.get(key);
        if (people === undefined) countKey(state.lengthsBy, key, 1);
        state.peopleBy.set(key, (people ?? NOBODY).with(userId));
      }
    },
    AlertWordsRemoved(state, { userId, words }) {
      const removed = new Set<string>(readErasable(words, []).map(alertKey));
      const left = (state.wordsOf.get(userId) ?? []).filter((word) => !removed.has(alertKey(word)));
      state.wordsOf.set(userId, left);
      for (const key of removed) {
        const people = state.peopleBy.get(key)?.without(userId) ?? NOBODY;
        if (people.size > 0) state.peopleBy.set(key, people);
        else if (state.peopleBy.delete(key)) countKey(state.lengthsBy, key, -1);
      }
    },
  },
});
type AlertWords = ReturnType<typeof alertWordsSlice.state>;

function countKey(lengthsBy: AlertWords['lengthsBy'], key: string, change: 1 | -1): void {
  const tokens = tokensOf(key);
  const [first = ''] = tokens;
  const lengths = {
    ...lengthsBy.get(first),
    [tokens.length]: (lengthsBy.get(first)?.[tokens.length] ?? 0) + change,
  };
  const left = Object.entries(lengths).filter(([, count]) => count > 0);
  if (left.length > 0) lengthsBy.set(first, Object.fromEntries(left));
  else lengthsBy.delete(first);
}

/** State with alert words. */
interface WithAlertWords {
  readonly alertWords: AlertWords;
}

export const alertWordsOf = ({ alertWords }: WithAlertWords, userId: UserId): readonly string[] =>
  alertWords.wordsOf.get(userId) ?? [];

/** Everybody with an alert word in the text, whether or not they receive it. */
export function peopleAlertedBy({ alertWords }: WithAlertWords, text: string): Bitset<UserId> {
  const { peopleBy, lengthsBy } = alertWords;
  if (peopleBy.size === 0) return NOBODY;
  const tokens = tokensOf(alertKey(text));
  const found = new Set<string>();
  for (const [start, token] of tokens.entries()) {
    let [key, end] = ['', start];
    // Numbers as keys come in ascending order: each key continues the one before.
    for (const length of Object.keys(lengthsBy.get(token) ?? {})) {
      for (; end < start + Number(length); end += 1) key += tokens[end] ?? '';
      found.add(key);
    }
  }
  let people = NOBODY;
  for (const key of found) people = people.union(peopleBy.get(key) ?? NOBODY);
  return people;
}
