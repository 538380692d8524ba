/**
 * What a text may ask of the renderer. Parsing time grows with the square of some nestings, and HTML can be a
 * thousand times its source, so both are bounded; what slips through these bounds meets the time limit.
 */

/**
 * What a text of this length can do to the parser, whose time grows with the square of the length, is over in a few
 * milliseconds.
 */
const SHORT = 500;

/**
 * Formulas and fences that name a language, for which KaTeX and the highlighter take a hundred times as long as the
 * parser. A quote is no code; the header of a spoiler may hold a formula whose signs are written as references.
 */
const DEAR = /\$\$|(?:```|~~~)[ \t]*(?!quote(?:\s|$))[^\s`~]/;

/** Whether a text can take no long time, whatever it is; formulas and code can. */
export const isShort = (source: string): boolean => source.length <= SHORT && !DEAR.test(source);

/** Quotes and lists inside one another on one line; people stay below ten. */
const MAX_DEPTH = 60;

/** Signs of quotes and lists in a whole message. */
const MAX_CONTAINERS = 2000;

/** Cells of all tables, counted as they are shown: short rows are filled up to the width of the head. */
export const MAX_CELLS = 5000;

/** Emoji of one text that are shown as elements; where there are more, all stay the characters that they are. */
export const MAX_EMOJI = 1000;

const OUTPUT_RATIO = 20;

/** A mention of seven characters may show a name of a hundred. */
const OUTPUT_FLOOR = 40_000;

/**
 * Characters of all formulas of a text up to which they are shown in full, in KaTeX's own boxes and MathML beside them;
 * where there are more, all are MathML alone, which takes a tenth.
 */
export const MAX_FULL_FORMULAS = 1000;

/** What a character of a formula takes at most in ordinary mathematics, in full and as MathML. */
const FORMULA_OUTPUT = { full: 160, brief: 40 };

/** What all formulas of a text may take. */
const MAX_FORMULA_OUTPUT = 300_000;

/** What one emoji, a single character, takes as an element if it has the longest of names. */
const EMOJI_OUTPUT = 240;

const CONTAINER = /[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=\s|$))/y;

/** True when the quotes and lists of a text are few and flat enough to be parsed in time. */
export function withinNesting(source: string): boolean {
  let all = 0;
  for (let line = 0; line < source.length; line = nextLine(source, line)) {
    let depth = 0;
    CONTAINER.lastIndex = line;
    while (depth <= MAX_DEPTH && CONTAINER.test(source)) depth += 1;
    all += depth;
    if (depth > MAX_DEPTH || all > MAX_CONTAINERS) return false;
  }
  return true;
}

function nextLine(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  return end < 0 ? source.length : end + 1;
}

/**
 * Signs of markup up to which no text takes the parser longer than it takes to render an ordinary one, so that time is
 * lost by what else the machine does. Texts of people stay below, formulas and escapes aside.
 */
const MAX_SIGNS = 4000;

const SIGNS = /[*_~`[\]<>!\\@:$#]/g;
/** They are looked for from many places. */
const DEAR_SIGNS = /&|www/g;

/** Time limits for a text that has so few signs; what may never end has one. */
const PATIENCE = 2.5;

const countIn = (source: string, signs: RegExp): number => source.match(signs)?.length ?? 0;

/** How many time limits a text may take: it is judged by its signs, not by the load of the machine. */
export const timeLimitsFor = (source: string): number =>
  countIn(source, SIGNS) + 2 * countIn(source, DEAR_SIGNS) <= MAX_SIGNS ? PATIENCE : 1;

/** What the bounds ask of a text. */
export interface Counted {
  readonly emojiIn: (source: string) => number;
  readonly mayHoldFormula: (source: string) => boolean;
}

/** True when the HTML stands in proportion to its source, its emoji and its formulas, which are asked for where that matters. */
export function withinOutput(source: string, html: string, { emojiIn, mayHoldFormula }: Counted): boolean {
  const bound = Math.max(OUTPUT_FLOOR, OUTPUT_RATIO * source.length);
  if (html.length <= bound) return true;
  const emoji = emojiIn(source);
  const forEmoji = emoji > MAX_EMOJI ? 0 : EMOJI_OUTPUT * emoji;
  return html.length <= bound + forEmoji + (mayHoldFormula(source) ? formulaOutput(source.length) : 0);
}

function formulaOutput(length: number): number {
  const full = Math.min(length, MAX_FULL_FORMULAS);
  return Math.min(MAX_FORMULA_OUTPUT, FORMULA_OUTPUT.full * full + FORMULA_OUTPUT.brief * (length - full));
}
