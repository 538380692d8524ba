/** Decisions about alert words. */
import { requireThat } from '../../base/errors.ts';
import { newEvent } from '../../events/catalog.ts';
import {
  alertKey,
  alertWordsOf,
  MAX_TOKENS_PER_WORD,
  tokensOf,
} from '../../organization/slices/alertWords.ts';
import { done, command, nothingToDo, requireCaller } from '../define.ts';
import { requirePrintable } from '../text.ts';

interface AlertWordsInput {
  readonly words: readonly string[];
}

/** Alert words of one person. */
const MAX_WORDS_PER_USER = 500;

/** Adds words; blank ones, and those the caller has in any spelling, are ignored. */
export const addAlertWords = command<AlertWordsInput, void>({
  name: 'AddAlertWords',
  decide(organization, input, context) {
    const userId = requireCaller(context);
    const present = alertWordsOf(organization, userId);
    const known = new Set(present.map(alertKey));
    const words = [...byKey(input.words)].flatMap(([key, word]) => (known.has(key) ? [] : [word]));
    if (words.length === 0) return nothingToDo(undefined);
    for (const word of words) requirePrintable(word, 'alert word');
    const areShort = words.every((word) => tokensOf(alertKey(word)).length <= MAX_TOKENS_PER_WORD);
    requireThat(areShort, `An alert word has at most ${MAX_TOKENS_PER_WORD} words and signs.`);
    const hasCapacity = present.length + words.length <= MAX_WORDS_PER_USER;
    requireThat(hasCapacity, `Too many alert words (maximum ${MAX_WORDS_PER_USER}).`);
    return done(newEvent('AlertWordsAdded', { userId, words }));
  },
});

/** Removes words in any spelling. */
export const removeAlertWords = command<AlertWordsInput, void>({
  name: 'RemoveAlertWords',
  decide(organization, input, context) {
    const userId = requireCaller(context);
    const requested = byKey(input.words);
    const words = alertWordsOf(organization, userId).filter((word) => requested.has(alertKey(word)));
    if (words.length === 0) return nothingToDo(undefined);
    return done(newEvent('AlertWordsRemoved', { userId, words }));
  },
});

/** Key → the first spelling of each word that is not blank. */
function byKey(words: readonly string[]): ReadonlyMap<string, string> {
  const all = new Map<string, string>();
  for (const word of words.map((each) => each.trim()))
    if (word !== '' && !all.has(alertKey(word))) all.set(alertKey(word), word);
  return all;
}
