/** The elements for the spans of a text, from a directory of what exists. */
import type { Element, ElementContent, Properties, Root, RootContent } from 'hast';
import { nameKey } from '../base/identity.ts';
import { MAX_EMOJI } from './bounds.ts';
import { element, textNode } from './elements.ts';
import { emojiCodeOf, emojiNamesOf } from './emoji.ts';
import { inlineFormula } from './formulas.ts';
import { mentionResolver, readMention, type ResolvedMention } from './mentions.ts';
import { emoticonsIn } from './plain.ts';
import {
  channelLinkTarget,
  EMPTY_TOPIC,
  type PictureEmoji,
  readChannelLink,
  type RenderDirectory,
  type WrittenChannelLink,
} from './rendered.ts';
import { parseTimestamp } from './timestamps.ts';

// Elements of emoji: by name, as characters, as pictures.

/** A Unicode emoji by its name; undefined where none has it. */
function namedEmoji(name: string): Element | undefined {
  const code = emojiCodeOf(name);
  return code === undefined ? undefined : emojiSpan(name, code);
}

function emojiSpan(name: string, code: string): Element {
  const title = name.replaceAll('_', ' ');
  return element(
    'span',
    { ariaLabel: title, className: ['emoji', `emoji-${code}`], role: 'img', title },
    textNode(`:${name}:`),
  );
}

/** An emoji that is a picture. */
const pictureEmoji = ({ name, url }: PictureEmoji): Element =>
  element('img', { alt: `:${name}:`, className: ['emoji'], src: url, title: name.replaceAll('_', ' ') });

/** A picture or a sign that may be followed by a variation selector, a skin tone or both, and joined to others. */
const PICTOGRAPH = String.raw`\p{Extended_Pictographic}(?:\ufe0f?\p{Emoji_Modifier}|\ufe0f)?`;
/** Flags, key caps, and pictographs with the letters of a region behind them. */
const EMOJI = new RegExp(
  String.raw`\p{Regional_Indicator}{2}|[#*\d]\ufe0f?\u20e3|${PICTOGRAPH}(?:\u200d${PICTOGRAPH})*[\u{e0020}-\u{e007f}]*`,
  'gu',
);

const NAME = /:[a-z0-9_+-]+:/g;

/** The number of emoji in a text, as characters or by name: an estimate that is hardly ever too low. */
export const countEmoji = (source: string): number =>
  (source.match(EMOJI)?.length ?? 0) + (source.match(NAME)?.length ?? 0);

/** Characters such as © are text unless a variation selector follows; so are those with a selector for the text form. */
const IS_LETTER = /^[\0-\u218f](?!\ufe0f|\u20e3)/u;
const TEXT_FORM = '\ufe0e';

/** The kinds of emoji that become elements. */
interface EmojiOptions {
  readonly characters: boolean;
  readonly emoticons: boolean;
}

/** Replaces emoji and emoticons in a text by elements, as the options say. */
function withEmoji(value: string, { characters, emoticons }: EmojiOptions): ElementContent[] {
  const found = Array.from(characters ? value.matchAll(EMOJI) : [], ({ index, 0: source }) => ({
    index,
    source,
    shown: value[index + source.length] === TEXT_FORM ? undefined : characterEmoji(source),
  }));
  if (emoticons)
    for (const { index, source, name } of emoticonsIn(value))
      found.push({ index, source, shown: namedEmoji(name) });
  return replaced(
    value,
    found.sort((one, other) => one.index - other.index),
  );
}

function characterEmoji(source: string): Element | undefined {
  if (IS_LETTER.test(source)) return undefined;
  const code = Array.from(source.replaceAll('\ufe0f', ''), codePoint).join('-');
  const [name] = emojiNamesOf(code);
  return name === undefined ? undefined : emojiSpan(name, code);
}

/** At least four digits, as the table has them. */
const codePoint = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');

interface Replacement {
  readonly index: number;
  readonly source: string;
  readonly shown: Element | undefined;
}

function replaced(value: string, replacements: readonly Replacement[]): ElementContent[] {
  const pieces: ElementContent[] = [];
  let at = 0;
  for (const { index, source, shown } of replacements) {
    if (!shown) continue;
    if (index > at) pieces.push(textNode(value.slice(at, index)));
    pieces.push(shown);
    at = index + source.length;
  }
  if (at < value.length) pieces.push(textNode(value.slice(at)));
  return pieces;
}

/** The sign at the end of a displayed link to a message. */
const MESSAGE_SIGN = '💬';

/** Elements of one span; undefined where it stays as it was written. */
type Show = (source: string, isBrief: boolean) => readonly ElementContent[] | undefined;

/**
 * Replaces each span, and emoji in the text between them, by what readers see: elements, or the source
 * where it refers to nothing; more emoji than can be elements stay characters. In quotes mentions are silent.
 * Works on the HTML tree, so that exactly what is shown is returned: the mentions that are not silent.
 */
export function resolveSpans(tree: Root, source: string, directory: RenderDirectory): ResolvedMention[] {
  const emojiOptions = { characters: countEmoji(source) <= MAX_EMOJI, emoticons: directory.emoticons };
  const heard: ResolvedMention[] = [];
  const resolve = mentionResolver(directory);
  const mention =
    (quoted: boolean): Show =>
    (source) => {
      const written = readMention(source);
      const found = written && resolve({ ...written, silent: written.silent || quoted });
      if (found && !found.silent) heard.push(found);
      return found && [mentionSpan(found)];
    };
  const shows = showsOf(directory);

  const shown = (node: RootContent, isInLink: boolean): readonly ElementContent[] => {
    if (node.type === 'chatSpan') {
      const { value, quoted = false, data } = node;
      const show = value.startsWith('@') ? mention(quoted) : shows.get(value.charAt(0));
      const elements = show?.(value, data?.isBrief ?? false) ?? [textNode(value)];
      return isInLink ? elements.flatMap(unlinked) : elements;
    }
    if (node.type === 'text') return withEmoji(node.value, emojiOptions);
    if (node.type === 'element') {
      if (node.tagName === 'img') node.properties['className'] = ['inline-image'];
      visit(node, isInLink || node.tagName === 'a');
    }
    return [node as ElementContent];
  };
  const visit = (parent: Root | Element, isInLink: boolean): void => {
    if ('tagName' in parent && parent.tagName === 'code') return;
    parent.children = parent.children.flatMap<ElementContent>((node) => [...shown(node, isInLink)]);
  };
  visit(tree, false);
  return heard;
}

/** Renderers of spans, by their first character; the caller adds mentions. */
const showsOf = (directory: RenderDirectory): ReadonlyMap<string, Show> =>
  new Map<string, Show>([
    ['#', channelLinks(directory)],
    [':', emoji(directory)],
    ['$', inlineFormula],
    ['<', time],
  ]);

/** A link has no other link in it: what that would be is shown, and leads where the outer one does. */
const unlinked = (shown: ElementContent): readonly ElementContent[] =>
  shown.type === 'element' && shown.tagName === 'a' ? shown.children : [shown];

function mentionSpan(mention: ResolvedMention): Element {
  const { className, ...data } = mentionProperties(mention);
  const properties = { className: mention.silent ? [...className, 'silent'] : className, ...data };
  return element('span', properties, textNode(mention.silent ? mention.label : `@${mention.label}`));
}

function mentionProperties(mention: ResolvedMention): Properties & { className: string[] } {
  switch (mention.kind) {
    case 'user':
      return { className: ['user-mention'], dataUserId: mention.id };
    case 'group':
      return { className: ['user-group-mention'], dataUserGroupId: mention.id };
    case 'channel':
      return { className: ['user-mention', 'channel-wildcard-mention'], dataUserId: '*' };
    case 'topic':
      return { className: ['topic-mention'] };
  }
}

function channelLinks({ channels, topics }: RenderDirectory): Show {
  const byName = new Map(channels.map((channel) => [nameKey(channel.name), channel]));
  const newest = new Map(topics.map((known) => [topicKey(known.channelId, known.topic), known.messageId]));
  const named = ({ channel }: WrittenChannelLink) => byName.get(nameKey(channel.trim()));
  return (source) => {
    const link = readChannelLink(source).find(named);
    const channel = link && named(link);
    if (!link || !channel) return undefined;
    const { topic, messageId } = link;
    const newestId = topic === undefined ? undefined : newest.get(topicKey(channel.id, topic));
    const href = channelLinkTarget(channel, link, newestId);
    const dataStreamId = channel.id;
    if (topic === undefined)
      return [element('a', { className: ['stream'], dataStreamId, href }, textNode(`#${channel.name}`))];
    const label = [
      textNode(`#${channel.name} > ${topic}`),
      ...(topic === '' ? [element('em', {}, textNode(EMPTY_TOPIC))] : []),
    ];
    if (messageId === undefined)
      return [element('a', { className: ['stream-topic'], dataStreamId, href }, ...label)];
    return [element('a', { className: ['message-link'], href }, ...label, textNode(` @ ${MESSAGE_SIGN}`))];
  };
}

const topicKey = (channelId: number, topic: string): string => `${channelId}:${nameKey(topic)}`;

/** An organization's own emoji come before those of Unicode. */
function emoji({ emoji: pictures }: RenderDirectory): Show {
  const byName = new Map(pictures.map((picture) => [picture.name, picture]));
  return (source) => {
    const name = source.slice(1, -1);
    const picture = byName.get(name);
    const found = picture ? pictureEmoji(picture) : namedEmoji(name);
    return found && [found];
  };
}

const time: Show = (source) => {
  const written = source.slice('<time:'.length, -1);
  const dateTime = parseTimestamp(written);
  return dateTime === undefined ? undefined : [element('time', { dateTime }, textNode(written))];
};
