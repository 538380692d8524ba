/** Links in a topic: those of linkifiers, and URLs. */
import { LinkifyIt, type Match, REBuilder } from 'linkify-it';
import { RecentMap } from '../base/collections.ts';
import { compileLinkifiers } from '../base/linkifiers.ts';
import { type Linkifier, linkifiersOf } from '../organization/slices/emoji.ts';
import type { OrganizationState } from '../organization/state.ts';

/** The link's text and target. */
interface TopicLink {
  readonly text: string;
  readonly url: string;
}

/** Top-level domains recognized without a scheme, beside country codes and the oldest ones. */
const NEWER_ENDINGS = [
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
  'wiki',
  'work',
  'world',
  'xyz',
  'zone',
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

type WithLinkifiers = Pick<OrganizationState, 'linkifiers'>;

/** In order of appearance. */
export function topicLinks(organization: WithLinkifiers, topic: string): TopicLink[] {
  const urls = topic.includes('.') || topic.includes('://') ? linksOf(topic) : [];
  const linkifiers = linkifiersOf(organization);
  if (linkifiers.length === 0) return urls.flatMap(linkOf);
  const present = known.get(linkifiers) ?? new RecentMap<string, TopicLink[]>(1_000);
  known.set(linkifiers, present);
  const links = present.get(topic) ?? linksWith(linkifiers, topic, urls);
  present.set(topic, links);
  return links;
}

/** By list of linkifiers, which is replaced with every change: pages of messages repeat their topics. */
const known = new WeakMap<readonly Linkifier[], RecentMap<string, TopicLink[]>>();

function linksWith(linkifiers: readonly Linkifier[], topic: string, urls: readonly Match[]): TopicLink[] {
  const parts = compileLinkifiers(linkifiers).partsOf(topic);
  const isOutside = ({ index, lastIndex }: Match): boolean =>
    parts.every(({ start, end }) => lastIndex <= start || index >= end);
  return [
    ...parts.map(({ start, end, url }) => ({ at: start, link: [{ text: topic.slice(start, end), url }] })),
    ...urls.filter(isOutside).map((url) => ({ at: url.index, link: linkOf(url) })),
  ]
    .sort((one, other) => one.at - other.at)
    .flatMap(({ link }) => link);
}

/** Other schemes would not lead where readers expect. */
function linkOf({ schema, text }: Match): TopicLink[] {
  if (schema === '') return [{ text, url: `https://${text}` }];
  return /^https?:$/i.test(schema) ? [{ text, url: text }] : [];
}
