/** The links in a topic (spec/endpoint-details.md 20): addresses as they are; linkifiers have their own issue. */

/** What readers see, and where it leads. */
export interface TopicLink {
  readonly text: string;
  readonly url: string;
}

/** Endings of names of hosts that people write without a scheme; two letters are a country. */
const ENDINGS = 'com|org|net|edu|gov|info|biz|app|dev|cloud|blog|online|site|shop|wiki|page|[a-z]{2}';

/** Not within a word or an address of mail; what ends a sentence is no part of it. */
const ADDRESS = new RegExp(
  String.raw`(?<![\w@./-])(?:(https?:\/\/)[\w.-]+|(?:[a-z\d][a-z\d-]*\.)+(?:${ENDINGS})(?![\w-]))(?::\d{1,5})?(?:[/?#][^\s<>"]*)?`,
  'gi',
);
const SENTENCE_END = /[.,;:!?')\]]+$/;

/** In the order of their appearance. */
export const topicLinks = (topic: string): TopicLink[] =>
  topic.includes('.') || topic.includes('://') ? Array.from(topic.matchAll(ADDRESS), linkOf) : [];

function linkOf([written, scheme]: RegExpMatchArray): TopicLink {
  const text = written.replace(SENTENCE_END, '');
  return { text, url: scheme === undefined ? `https://${text}` : text };
}
