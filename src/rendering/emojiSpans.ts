/** How emoji are shown: by name, as characters, as pictures. */
import type { Element, ElementContent } from 'hast';
import type { PictureEmoji } from './directory.ts';
import { element, textNode } from './elements.ts';
import { emojiCodeOf, emojiNamesOf } from './emoji.ts';
import { emoticonsIn } from './emoticons.ts';

/** A Unicode emoji by its name; undefined where none has it. */
export function namedEmoji(name: string): Element | undefined {
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
export const pictureEmoji = ({ name, url }: PictureEmoji): Element =>
  element('img', { alt: `:${name}:`, className: ['emoji'], src: url, title: name.replaceAll('_', ' ') });

/** A picture or a sign that may be followed by a variation selector, a skin tone or both, and joined to others. */
const PICTOGRAPH = String.raw`\p{Extended_Pictographic}(?:\ufe0f?\p{Emoji_Modifier}|\ufe0f)?`;
/** Flags, key caps, and pictographs with the letters of a region behind them. */
const EMOJI = new RegExp(
  String.raw`\p{Regional_Indicator}{2}|[#*\d]\ufe0f?\u20e3|${PICTOGRAPH}(?:\u200d${PICTOGRAPH})*[\u{e0020}-\u{e007f}]*`,
  'gu',
);

const NAME = /:[a-z0-9_+-]+:/g;

/** How many emoji a text has, written as characters or by name: hardly less than are found in it. */
export const countEmoji = (source: string): number =>
  (source.match(EMOJI)?.length ?? 0) + (source.match(NAME)?.length ?? 0);

/** Signs such as © are letters unless a variation selector says otherwise; so is what asks for the text form. */
const IS_LETTER = /^[\0-\u218f](?!\ufe0f|\u20e3)/u;
const TEXT_FORM = '\ufe0e';

/** What of a text is to become elements. */
interface EmojiOptions {
  readonly characters: boolean;
  readonly emoticons: boolean;
}

/** A text in which emoji and emoticons, where they are wanted, have become elements. */
export function withEmoji(value: string, { characters, emoticons }: EmojiOptions): ElementContent[] {
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
