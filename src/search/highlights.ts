/** Marks what was searched for in HTML. */
import { foldTextWithOffsets } from './indexWords.ts';
import type { SearchQuery } from './searchQuery.ts';

// The text that a piece of our own HTML shows.

/** A tag or character reference of our own HTML: attributes are in double quotes. */
const MARKUP =
  /<(?<closes>\/?)(?<tag>[a-z][a-z0-9]*)(?:"[^"]*"|[^">])*>|&(?<reference>#x?[0-9a-f]+|[a-z]+);/gi;

/** Elements that stand in the line; all others separate words. */
const INLINE: ReadonlySet<string> = new Set([
  'a',
  'b',
  'code',
  'del',
  'em',
  'i',
  'img',
  'math',
  'mi',
  'mn',
  'mo',
  'mrow',
  'semantics',
  'span',
  'strong',
  'sub',
  'sup',
  'time',
  'u',
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
interface HtmlTextPiece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** True if the text occurs letter for letter. */
  readonly isLiteral: boolean;
}

/** Tells what HTML shows, piece by piece; a tag that separates words shows a line end at its place. */
function* htmlTextPieces(html: string): Generator<HtmlTextPiece> {
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

const OPEN = '<span class="highlight">';
const CLOSE = '</span>';

/** Parts of HTML in which nothing may be put around a text. */
const UNTOUCHABLE = /<(math|svg)\b.*?<\/\1>/gs;

/** The HTML with every hit in an element of its own; a hit that goes on behind a tag has several. */
export function highlightHits(html: string, query: SearchQuery): string {
  const pieces = [...htmlTextPieces(html)];
  const hits = hitsIn(pieces.map(({ text }) => text).join(''), query);
  if (hits === undefined) return html;
  const marking = new Marking(html);
  let at = 0;
  for (const piece of pieces) {
    for (const { from, to, isHit } of runsOf(piece, hits, at)) marking.add(from, to, isHit);
    at += piece.text.length;
  }
  return marking.end();
}

/** For each code unit of a text whether it is part of a hit; undefined where none is. */
function hitsIn(text: string, query: SearchQuery): Uint8Array | undefined {
  const { text: folded, offsetOf } = foldTextWithOffsets(text);
  const hits = query.flatMap((piece) => piece.hitsIn(folded));
  if (hits.length === 0) return undefined;
  const isHit = new Uint8Array(text.length);
  for (const [start, end] of hits) isHit.fill(1, offsetOf(start), endOf(offsetOf, end));
  return isHit;
}

/** The place behind the last character of a hit, and behind the marks on it. */
function endOf(offsetOf: (at: number) => number, end: number): number {
  const last = offsetOf(end - 1);
  let next = end;
  while (offsetOf(next) === last) next += 1;
  return offsetOf(next);
}

/** A part of HTML that is a hit throughout, or not at all. */
interface HighlightRun {
  readonly from: number;
  readonly to: number;
  readonly isHit: boolean;
}

function* runsOf(
  { text, start, end, isLiteral }: HtmlTextPiece,
  hits: Uint8Array,
  at: number,
): Generator<HighlightRun> {
  if (start === end) return;
  if (!isLiteral) return yield { from: start, to: end, isHit: hits[at] === 1 };
  for (let from = 0; from < text.length;) {
    const value = hits[at + from];
    let to = from + 1;
    while (to < text.length && hits[at + to] === value) to += 1;
    yield { from: start + from, to: start + to, isHit: value === 1 };
    from = to;
  }
}

/** HTML that is written with marks. */
class Marking {
  readonly #html: string;
  readonly #untouchable: readonly (readonly [from: number, to: number])[];
  #marked = '';
  #written = 0;
  #isOpen = false;

  constructor(html: string) {
    this.#html = html;
    this.#untouchable = Array.from(html.matchAll(UNTOUCHABLE), ({ 0: found, index }) => [
      index,
      index + found.length,
    ]);
  }

  /** Writes what the HTML shows between two places, and the tags before it. */
  add(from: number, to: number, isHit: boolean): void {
    const isMarked = isHit && !this.#untouchable.some(([start, end]) => start <= from && from < end);
    if (this.#isOpen && (!isMarked || from !== this.#written)) this.#close();
    this.#marked += this.#html.slice(this.#written, from);
    if (isMarked && !this.#isOpen) {
      this.#marked += OPEN;
      this.#isOpen = true;
    }
    this.#marked += this.#html.slice(from, to);
    this.#written = to;
  }

  end(): string {
    if (this.#isOpen) this.#close();
    return this.#marked + this.#html.slice(this.#written);
  }

  #close(): void {
    this.#marked += CLOSE;
    this.#isOpen = false;
  }
}
