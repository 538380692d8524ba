/**
 * The short cut around the Markdown parser: most chat messages have no markup at all, and their HTML is the text
 * in one paragraph. The main thread asks it without loading the parser.
 */
import { hasEmoticon } from './emoticons.ts';

/**
 * Anything that could start markup, anywhere in the text: inline syntax, character references, autolinks (`www.`,
 * addresses, `scheme:` glued to what follows, which also covers `:emoji:`), formulas, characters that are emoji or make one,
 * control characters, line ends among them, trailing spaces. Ranges, because asking for the property takes twice the time.
 */
const INLINE_MARKUP =
  /[`*_~[\\<>&|@\u2190-\u2bff\u3030\u303d\u3297\u3299\u20e3\ufe0f\u{1f000}-\u{1faff}]|\p{Cc}|:[^ ]|\$\$|[wW]{3}\.| $/u;

/** A text that opens no block: it begins with a letter or a harmless sign, or with a number that numbers no list. */
const OPENS_NO_BLOCK = /^(?:[\p{L}\p{M}"'“”‘’«»„(¿¡…/]|\d+(?![\d.)]))/u;

/** True when the HTML of `source` is `plainHtml(source)`; a false answer says nothing. */
export function isPlain(source: string): boolean {
  return !INLINE_MARKUP.test(source) && OPENS_NO_BLOCK.test(source);
}

/** As `isPlain`, of somebody who wants emoticons turned into emoji. */
export const isPlainWithEmoticons = (source: string): boolean => isPlain(source) && !hasEmoticon(source);

/** The HTML of a text without markup: one paragraph; nothing in such a text needs escaping. */
export const plainHtml = (source: string): string => `<p>${source}</p>`;
