/** Links in a topic. Linkifiers are not supported yet. */
import { LinkifyIt, type Match, REBuilder } from 'linkify-it';

/** The link's text and target. */
export interface TopicLink {
  readonly text: string;
  readonly url: string;
}

/** Top-level domains recognized without a scheme, beside country codes and the oldest ones. */
const NEWER_ENDINGS = [
  ...[
    'app',
    'art',
    'blog',
    'chat',
    'cloud',
    'club',
    'design',
    'dev',
    'email',
    'games',
    'link',
    'live',
    'media',
    'news',
  ],
  ...[
    'online',
    'page',
    'science',
    'site',
    'social',
    'software',
    'space',
    'store',
    'team',
    'tech',
    'tools',
    'video',
  ],
  ...['wiki', 'work', 'world', 'xyz', 'zone'],
];

/** A port after a host without a scheme; `main.rs:45` is a line of a file. */
const PORT = String.raw`(?::\d{4,5}(?!\d)|:\d{2,5}(?=/))?`;

/** A host without a scheme may have a port, too. */
class Patterns extends REBuilder {
  override get_fuzzy_url_host_port(): RegExp {
    return (this.cache['fuzzy_url_host_port'] ??= new RegExp(
      `(?:(?:${this.get_domain().source})\\.){1,10}(?:${this.get_tld().source})` +
        `${PORT}${this.get_host_terminator().source}`,
    ));
  }
}

let links: LinkifyIt | undefined;

/** Created on first use, because its patterns take a while to compile. */
const linksOf = (topic: string): readonly Match[] => (links ??= newLinks()).match(topic) ?? [];

const newLinks = (): LinkifyIt =>
  new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false, urlAuth: true, rebuilder: new Patterns() }).tlds(
    NEWER_ENDINGS,
    true,
  );

/** In order of appearance. */
export const topicLinks = (topic: string): TopicLink[] =>
  topic.includes('.') || topic.includes('://') ? linksOf(topic).flatMap(linkOf) : [];

/** Other schemes would not lead where readers expect. */
function linkOf({ schema, text }: Match): TopicLink[] {
  if (schema === '') return [{ text, url: `https://${text}` }];
  return /^https?:$/i.test(schema) ? [{ text, url: text }] : [];
}
