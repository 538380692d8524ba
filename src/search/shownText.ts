/** The text that a piece of our own HTML shows. */

/** A tag or character reference of our own HTML: attributes are in double quotes. */
const MARKUP =
  /<(?<closes>\/?)(?<tag>[a-z][a-z0-9]*)(?:"[^"]*"|[^">])*>|&(?<reference>#x?[0-9a-f]+|[a-z]+);/gi;

/** Elements that stand in the line; all others separate words. */
const INLINE: ReadonlySet<string> = new Set([
  ...['a', 'b', 'code', 'del', 'em', 'i', 'img', 'math', 'mi', 'mn', 'mo', 'mrow', 'semantics', 'span'],
  ...['strong', 'sub', 'sup', 'time', 'u'],
]);

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** A stretch of HTML between two tags, or a character reference, and what it shows. */
export interface HtmlTextPiece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether the text stands there letter for letter. */
  readonly isLiteral: boolean;
}

/** Tells what HTML shows, piece by piece; a tag that separates words shows a line end at its place. */
export function* htmlTextPieces(html: string): Generator<HtmlTextPiece> {
  let start = 0;
  for (const { 0: found, index, groups = {} } of html.matchAll(MARKUP)) {
    const end = index + found.length;
    if (index > start) yield { text: html.slice(start, index), start, end: index, isLiteral: true };
    start = end;
    const { tag, reference } = groups;
    if (reference !== undefined) yield { text: referenced(reference), start: index, end, isLiteral: false };
    else if (!INLINE.has((tag ?? '').toLowerCase())) yield { text: '\n', start: end, end, isLiteral: false };
  }
  if (start < html.length) yield { text: html.slice(start), start, end: html.length, isLiteral: true };
}

/** All that HTML shows. */
export function htmlToText(html: string): string {
  let text = '';
  for (const piece of htmlTextPieces(html)) text += piece.text;
  return text;
}

function referenced(reference: string): string {
  if (!reference.startsWith('#')) return NAMED[reference.toLowerCase()] ?? ' ';
  const code = /^#x/i.test(reference) ? parseInt(reference.slice(2), 16) : parseInt(reference.slice(1), 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}
