/**
 * The short cut around the Markdown parser: most chat messages have no markup at all, and their HTML is the text
 * in one paragraph. The main thread uses it without loading the parser.
 */

// Emoticons that become emoji for those who have set so.

/** Emoticon → name of the emoji. */
const EMOTICONS: Readonly<Record<string, string>> = {
  ':)': 'slightly_smiling_face',
  '(:': 'slightly_smiling_face',
  ':(': 'slightly_frowning_face',
  ':D': 'smile',
  ';)': 'wink',
  ':P': 'stuck_out_tongue',
  ':p': 'stuck_out_tongue',
  ':O': 'open_mouth',
  ':o': 'open_mouth',
  ':|': 'neutral_face',
  ':/': 'confused',
  '<3': 'heart',
};

const escaped = (emoticon: string): string => emoticon.replaceAll(/[()|]/g, String.raw`\$&`);

/** An emoticon is a word of its own, save for what ends a sentence. */
const EMOTICON = new RegExp(
  `(?<=^|\\s)(?:${Object.keys(EMOTICONS).map(escaped).join('|')})(?=$|[\\s.,;!?])`,
  'g',
);

/** True if a text contains an emoticon, possibly in code. */
const hasEmoticon = (text: string): boolean => text.search(EMOTICON) >= 0;

/** The emoticons of a text: where each begins, what it is, and the name of its emoji. */
export const emoticonsIn = (text: string) =>
  Array.from(text.matchAll(EMOTICON), ({ index, 0: source }) => ({
    index,
    source,
    name: EMOTICONS[source] ?? '',
  }));

/**
 * Anything that could start markup, anywhere in the text: inline syntax, character references, autolinks (`www.`,
 * addresses, `scheme:` glued to what follows, which also covers `:emoji:`), formulas, characters that are emoji or make one,
 * control characters, line ends among them, trailing spaces. Ranges, because asking for the property takes twice the time.
 */
const INLINE_MARKUP =
  /[`*_~[\\<>&|@\u2190-\u2bff\u3030\u303d\u3297\u3299\u20e3\ufe0f\u{1f000}-\u{1faff}]|\p{Cc}|:[^ ]|\$\$|[wW]{3}\.| $/u;

/** A text that opens no block: it begins with a letter or a harmless sign, or with a number that numbers no list. */
const OPENS_NO_BLOCK = /^(?:[\p{L}\p{M}"'“”‘’«»„(¿¡…/]|\d+(?![\d.)]))/u;

/** True when the HTML of `source` is `plainHtml(source)`; false proves nothing. */
export function isPlain(source: string): boolean {
  return !INLINE_MARKUP.test(source) && OPENS_NO_BLOCK.test(source);
}

/** As `isPlain`, of somebody who wants emoticons turned into emoji. */
export const isPlainWithEmoticons = (source: string): boolean => isPlain(source) && !hasEmoticon(source);

/** The HTML of a text without markup: one paragraph; nothing in such a text needs escaping. */
export const plainHtml = (source: string): string => `<p>${source}</p>`;
