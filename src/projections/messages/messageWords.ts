/** The words under which messages are found: those of their texts, and signs for who may read them and where they are. */
import { htmlToText, showsEmoji } from '../../search/highlights.ts';
import { addIndexWords, foldText } from '../../search/indexWords.ts';
import { SearchedText } from '../../search/searchedText.ts';
import type { SearchQuery } from '../../search/searchQuery.ts';
import type { Wording } from '../running/define.ts';

/** Fields by which messages are found together with words, the narrowest first, and what stands for each in a sign. */
const SIGNS = {
  mentionedUserIds: '#m',
  mentionedGroupIds: '#g',
  wildcards: '#w',
  sentToChannelIds: '#f',
  conversation: '#t',
  senderId: '#s',
  participantIds: '#p',
  channelId: '#c',
} as const;
type SignField = keyof typeof SIGNS;
const FIELDS = Object.keys(SIGNS) as SignField[];

/** The word that stands for a value of a field. */
export const fieldToken = (field: SignField, value: number | string): string =>
  SIGNS[field] + (typeof value === 'number' ? value : spelled(value));

const spelled = (value: string): string =>
  value.replace(SEPARATING, (character) => `%${character.charCodeAt(0)};`);

/** Characters that are no part of a word, or have a meaning in one. */
const SEPARATING = /[\0-\x20\x7f"*%A-Z]/g;

/** The sign of the narrowest of the fields; undefined where none of them has signs. */
export function narrowestFieldToken(where: Readonly<Record<string, number | string>>): string | undefined {
  for (const field of FIELDS) {
    const value = where[field];
    if (value !== undefined) return fieldToken(field, value);
  }
  return undefined;
}

/** The texts of a message. */
interface MessageTexts {
  readonly content: string;
  readonly html?: string;
  readonly links?: readonly string[];
  readonly topic?: string;
}

type Worded = MessageTexts & { readonly [Field in SignField]?: unknown };

/** The text of a message that is searched: the text of its HTML, and the URLs of its links. */
const searchableTextOf = ({ content, html, links = [] }: MessageTexts): string => {
  const text = html === undefined ? content : htmlToText(html);
  return links.length === 0 ? text : [text, ...links].join('\n');
};

/** All words of a message. */
export const messageWording: Wording<Worded> = {
  wordsOf(message) {
    const words = new Set<string>();
    addIndexWords(foldText(searchableTextOf(message)), words);
    if (message.topic) addIndexWords(foldText(message.topic), words);
    for (const field of FIELDS) {
      const value = message[field];
      if (value === undefined) continue;
      for (const each of Array.isArray(value) ? value : [value]) words.add(fieldToken(field, each as number));
    }
    return [...words].join(' ');
  },
  haveSameWords: (one, other) =>
    one.content === other.content &&
    one.html === other.html &&
    one.topic === other.topic &&
    one.links === other.links &&
    FIELDS.every((field) => one[field] === other[field]),
};

/** The texts of a message that are searched, each taken apart once: the last one examined is asked about again and again. */
let lastSearched: { readonly message: MessageTexts; readonly texts: readonly SearchedText[] } | undefined;

function searchedTextsOf(message: MessageTexts): readonly SearchedText[] {
  if (lastSearched?.message === message) return lastSearched.texts;
  const { html = '', topic = '' } = message;
  const texts = [
    searchableTextOf(message),
    ...(showsEmoji(html) ? [htmlToText(html, 'characters')] : []),
    ...(topic === '' ? [] : [topic]),
  ].map((text) => SearchedText.of(text));
  lastSearched = { message, texts };
  return texts;
}

/** Whether a message contains every clause of a query, in its text or its topic. */
export function matchesSearch(message: MessageTexts, query: SearchQuery): boolean {
  const texts = searchedTextsOf(message);
  return query.every((clause) => texts.some((text) => clause.isIn(text)));
}
