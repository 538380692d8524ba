/** Decisions about alert words. */
import { requireThat } from '../errors.ts';
import { AlertWordsAdded, AlertWordsRemoved } from '../events/alertWords.ts';
import type { Conversation } from '../events/messages.ts';
import type { UserId } from '../ids.ts';
import {
  alertKey,
  alertWordsOf,
  MAX_TOKENS_PER_WORD,
  peopleAlertedBy,
  tokensOf,
} from '../organization/alertWords.ts';
import type { OrganizationState } from '../organization/state.ts';
import { subscribersOf } from '../organization/subscriptions.ts';
import { command, nothingToDo } from './define.ts';
import { requirePrintable } from './text.ts';
import { callerOf } from './topics.ts';

interface AlertWordsInput {
  readonly words: readonly string[];
}

/** Alert words of one person. */
const MAX_WORDS_PER_USER = 500;

/** Adds words; blank ones, and those the caller has in any spelling, are ignored. */
export const addAlertWords = command<AlertWordsInput, void>({
  name: 'AddAlertWords',
  decide(organization, input, context) {
    const userId = callerOf(context);
    const present = alertWordsOf(organization, userId);
    const known = new Set(present.map(alertKey));
    const words = [...byKey(input.words)].flatMap(([key, word]) => (known.has(key) ? [] : [word]));
    if (words.length === 0) return nothingToDo(undefined);
    for (const word of words) requirePrintable(word, 'alert word');
    const areShort = words.every((word) => tokensOf(alertKey(word)).length <= MAX_TOKENS_PER_WORD);
    requireThat(areShort, `An alert word has at most ${MAX_TOKENS_PER_WORD} words and signs.`);
    const hasRoom = present.length + words.length <= MAX_WORDS_PER_USER;
    requireThat(hasRoom, `Too many alert words (maximum ${MAX_WORDS_PER_USER}).`);
    return { events: [AlertWordsAdded({ userId, words })], result: undefined };
  },
});

/** Removes words in any spelling. */
export const removeAlertWords = command<AlertWordsInput, void>({
  name: 'RemoveAlertWords',
  decide(organization, input, context) {
    const userId = callerOf(context);
    const wanted = byKey(input.words);
    const words = alertWordsOf(organization, userId).filter((word) => wanted.has(alertKey(word)));
    if (words.length === 0) return nothingToDo(undefined);
    return { events: [AlertWordsRemoved({ userId, words })], result: undefined };
  },
});

/** Key → the first spelling of each word that is not blank. */
function byKey(words: readonly string[]): ReadonlyMap<string, string> {
  const all = new Map<string, string>();
  for (const word of words.map((each) => each.trim()))
    if (word !== '' && !all.has(alertKey(word))) all.set(alertKey(word), word);
  return all;
}

/** People listed in one event as alerted by a message. */
const MAX_ALERTED_USERS = 5_000;

/** Recipients whose alert words are in a text; beyond the limit only the first. */
export function alertedBy(
  organization: OrganizationState,
  content: string,
  conversation: Conversation,
  mentionedUserIds: readonly UserId[],
): { readonly alertedUserIds?: readonly UserId[] } {
  const people = peopleAlertedBy(organization, content);
  if (people.size === 0) return {};
  const received =
    conversation.kind === 'direct'
      ? conversation.participantIds
      : people.intersection(subscribersOf(organization, conversation.channelId).with(mentionedUserIds));
  const alertedUserIds = [...received].filter((userId) => people.has(userId)).slice(0, MAX_ALERTED_USERS);
  return alertedUserIds.length === 0 ? {} : { alertedUserIds };
}
