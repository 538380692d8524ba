/**
 * The short cut around the Markdown parser: most chat messages have no markup at all, and their HTML is the text
 * in one paragraph. Imports nothing, so that the main thread may ask without loading the parser.
 */

/**
 * Anything that could start markup, anywhere in the text: inline syntax, character references, autolinks (`www.`,
 * addresses, `scheme:` glued to what follows, which also covers `:emoji:`), control characters, trailing spaces, blank lines.
 */
const INLINE_MARKUP = /[`*_~[\\<&|@]|[^\P{Cc}\n]|:[^ \n]|[wW]{3}\.| \n|\n\n|[ \n]$/u;

/** A line that opens no block: it begins with a letter or a harmless sign, or with a number that numbers no list. */
const PLAIN_LINE = /^(?:[\p{L}\p{M}"'“”‘’«»„(¿¡…✔✅]|\d+(?![\d.)]))/u;

/** True when the HTML of `source` is `plainHtml(source)`; a false answer says nothing. */
export function isPlain(source: string): boolean {
  if (INLINE_MARKUP.test(source)) return false;
  if (!PLAIN_LINE.test(source)) return false;
  return !source.includes('\n') || source.split('\n').every((line) => PLAIN_LINE.test(line));
}

/** The HTML of a text without markup: one paragraph; nothing in such a text needs escaping. */
export const plainHtml = (source: string): string => `<p>${source}</p>`;
