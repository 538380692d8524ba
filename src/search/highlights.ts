/** Marks what was searched for in HTML. */
import { foldTextWithOffsets } from './foldedOffsets.ts';
import { SearchedText } from './searchedText.ts';
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

/** A stretch of HTML between two tags, a character reference, or an emoji, and what it shows. */
interface HtmlTextPiece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** True if the text occurs letter for letter. */
  readonly isLiteral: boolean;
}

/** The characters of an emoji, as the class of its element has them in hexadecimal. */
const EMOJI = /class="emoji emoji-([0-9a-f]+(?:-[0-9a-f]+)*)"/;

/** Whether HTML shows emoji, which have a name in the HTML and are characters to their readers. */
export const showsEmoji = (html: string): boolean => html.includes('class="emoji emoji-');

/** What emoji are in a text: `:tada:` or 🎉. */
type EmojiAs = 'names' | 'characters';

/** Tells what HTML shows, piece by piece; a tag that separates words shows a line end at its place. */
function* htmlTextPieces(html: string, emojiAs: EmojiAs): Generator<HtmlTextPiece> {
  let start = 0;
  let emoji: string | undefined;
  for (const { 0: found, index, groups = {} } of html.matchAll(MARKUP)) {
    const end = index + found.length;
    if (index > start) yield { ...shownText(html.slice(start, index), emoji), start, end: index };
    start = end;
    const { tag, reference } = groups;
    emoji = emojiAs === 'names' || reference !== undefined ? undefined : EMOJI.exec(found)?.[1];
    if (reference !== undefined) yield { text: referenced(reference), start: index, end, isLiteral: false };
    else if (!INLINE.has((tag ?? '').toLowerCase())) yield { text: '\n', start: end, end, isLiteral: false };
  }
  if (start < html.length) yield { text: html.slice(start), start, end: html.length, isLiteral: true };
}

/** What a text of HTML shows: itself, or the emoji whose name it is. */
const shownText = (text: string, emoji: string | undefined): Pick<HtmlTextPiece, 'text' | 'isLiteral'> =>
  emoji === undefined
    ? { text, isLiteral: true }
    : {
        text: emoji
          .split('-')
          .map((code) => characterOf(parseInt(code, 16)))
          .join(''),
        isLiteral: false,
      };

/** All that HTML shows. */
export function htmlToText(html: string, emojiAs: EmojiAs = 'names'): string {
  let text = '';
  for (const piece of htmlTextPieces(html, emojiAs)) text += piece.text;
  return text;
}

function referenced(reference: string): string {
  if (!reference.startsWith('#')) return NAMED[reference.toLowerCase()] ?? ' ';
  return characterOf(
    /^#x/i.test(reference) ? parseInt(reference.slice(2), 16) : parseInt(reference.slice(1), 10),
  );
}

const characterOf = (code: number): string =>
  code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';

const OPEN = '<span class="highlight">';
const CLOSE = '</span>';

/** Parts of HTML in which nothing may be put around a text. */
const UNTOUCHABLE = /<(math|svg)\b.*?<\/\1>/gs;

/** The HTML with every hit in an element of its own; a hit that goes on behind a tag has several. */
export function highlightHits(html: string, query: SearchQuery): string {
  const hits = new Uint8Array(html.length);
  const found = [
    findHits(html, 'names', query, hits),
    showsEmoji(html) && findHits(html, 'characters', query, hits),
  ];
  if (!found.includes(true)) return html;
  const marking = new Marking(html);
  for (const piece of htmlTextPieces(html, 'names'))
    for (const { from, to, isHit } of runsOf(piece, hits)) marking.add(from, to, isHit);
  return marking.end();
}

/** Marks the code units of HTML that show a hit; false if there are none. */
function findHits(html: string, emojiAs: EmojiAs, query: SearchQuery, hits: Uint8Array): boolean {
  const pieces = [...htmlTextPieces(html, emojiAs)];
  const isHit = hitsIn(pieces.map(({ text }) => text).join(''), query);
  if (isHit === undefined) return false;
  let at = 0;
  for (const { text, start, end, isLiteral } of pieces) {
    const shown = isHit.subarray(at, at + text.length);
    if (isLiteral) shown.forEach((value, index) => value === 1 && (hits[start + index] = 1));
    else if (shown.includes(1)) hits.fill(1, start, end);
    at += text.length;
  }
  return true;
}

/** For each code unit of a text whether it is part of a hit; undefined where none is. */
function hitsIn(text: string, query: SearchQuery): Uint8Array | undefined {
  const { text: folded, offsetOf } = foldTextWithOffsets(text);
  const searched = SearchedText.ofFolded(folded);
  let isHit: Uint8Array | undefined;
  for (const clause of query)
    for (const [start, end] of clause.hitsIn(searched))
      (isHit ??= new Uint8Array(text.length)).fill(1, offsetOf(start), endOf(offsetOf, end));
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

function* runsOf({ start, end, isLiteral }: HtmlTextPiece, hits: Uint8Array): Generator<HighlightRun> {
  if (start === end) return;
  if (!isLiteral) return yield { from: start, to: end, isHit: hits[start] === 1 };
  for (let from = start; from < end;) {
    const value = hits[from];
    let to = from + 1;
    while (to < end && hits[to] === value) to += 1;
    yield { from, to, isHit: value === 1 };
    from = to;
  }
}

/** HTML that is written with marks. */
class Marking {
  readonly #html: string;
  readonly #untouchable: readonly (readonly [from: number, to: number])[];
  #passed = 0;
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
    const isMarked = isHit && !this.#isUntouchable(from);
    if (this.#isOpen && (!isMarked || from !== this.#written)) this.#close();
    this.#marked += this.#html.slice(this.#written, from);
    if (isMarked && !this.#isOpen) {
      this.#marked += OPEN;
      this.#isOpen = true;
    }
    this.#marked += this.#html.slice(from, to);
    this.#written = to;
  }

  /** Offsets come in ascending order. */
  #isUntouchable(at: number): boolean {
    while ((this.#untouchable[this.#passed]?.[1] ?? Infinity) <= at) this.#passed += 1;
    return (this.#untouchable[this.#passed]?.[0] ?? Infinity) <= at;
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
