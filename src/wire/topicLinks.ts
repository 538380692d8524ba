/** The links in a topic: addresses as they are; linkifiers have their own issue. */
import { LinkifyIt, type Match, REBuilder } from 'linkify-it';

/** What readers see, and where it leads. */
export interface TopicLink {
  readonly text: string;
  readonly url: string;
}

/** Endings of names of hosts that people write without a scheme, beside those of countries and the oldest ones. */
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

/** A port behind a host without a scheme; `main.rs:45` is a line of a file. */
const PORT = String.raw`(?::\d{4,5}(?!\d)|:\d{2,5}(?=/))?`;

/** A name of a host without a scheme may have a port, too. */
class Patterns extends REBuilder {
  override get_fuzzy_url_host_port(): RegExp {
    return (this.cache['fuzzy_url_host_port'] ??= new RegExp(
      `(?:(?:${this.get_domain().source})\\.){1,10}(?:${this.get_tld().source})` +
        `${PORT}${this.get_host_terminator().source}`,
    ));
  }
}

let links: LinkifyIt | undefined;

/** Made when it is first needed: its patterns take a while to compile. */
const linksOf = (topic: string): readonly Match[] => (links ??= newLinks()).match(topic) ?? [];

const newLinks = (): LinkifyIt =>
  new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false, urlAuth: true, rebuilder: new Patterns() }).tlds(
    NEWER_ENDINGS,
    true,
  );

/** In the order of their appearance. */
export const topicLinks = (topic: string): TopicLink[] =>
  topic.includes('.') || topic.includes('://') ? linksOf(topic).flatMap(linkOf) : [];

/** Other schemes lead nowhere that a reader of topics would expect. */
function linkOf({ schema, text }: Match): TopicLink[] {
  if (schema === '') return [{ text, url: `https://${text}` }];
  return /^https?:$/i.test(schema) ? [{ text, url: text }] : [];
}
