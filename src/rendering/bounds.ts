/**
 * Limits of what a text may cost. Parsing time grows with the square of some nestings, and HTML can be a
 * thousand times its source, so both are limited; everything else is caught by the time limit.
 */

/**
 * The parser's time grows with the square of the length, and a text of this length takes a few milliseconds
 * at most.
 */
const SHORT = 500;

/**
 * Formulas and fences with a language, for which KaTeX and the highlighter take a hundred times as long as
 * the parser. A quote fence is not code; the header of a spoiler may contain a formula written with character
 * references.
 */
const DEAR = /\$\$|(?:```|~~~)[ \t]*(?!quote(?:\s|$))[^\s`~]/;

/** Whether a text is quick to render in any case; formulas and code are not. */
export const isShort = (source: string): boolean => source.length <= SHORT && !DEAR.test(source);

/** Nested quotes and lists on one line; people stay below ten. */
const MAX_DEPTH = 60;

/** Markers of quotes and lists in a whole message. */
const MAX_CONTAINERS = 2000;

/** Cells of all tables as shown: short rows are filled up to the width of the head. */
export const MAX_CELLS = 5000;

/** Emoji of one text shown as elements; if there are more, all stay characters. */
export const MAX_EMOJI = 1000;

const OUTPUT_RATIO = 20;

/** A mention of seven characters may show a name of a hundred. */
const OUTPUT_FLOOR = 40_000;

/**
 * Characters of all formulas of a text shown in full, with KaTeX's boxes beside MathML; if there are more,
 * all are MathML only, which takes a tenth.
 */
export const MAX_FULL_FORMULAS = 1000;

/** Output per character of a formula in ordinary mathematics, in full and as MathML. */
const FORMULA_OUTPUT = { full: 160, brief: 40 };

/** Output of all formulas of a text. */
const MAX_FORMULA_OUTPUT = 300_000;

/** Output of one emoji with the longest name. */
const EMOJI_OUTPUT = 240;

const CONTAINER = /[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=\s|$))/y;

/** Whether the quotes and lists of a text are few and flat enough to be parsed in time. */
export function isWithinNesting(source: string): boolean {
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
 * Markup characters with which no text takes the parser longer than an ordinary one, so that a timeout would
 * be the machine's fault. People's texts stay below, apart from formulas and escapes.
 */
const MAX_SIGNS = 4000;

const SIGNS = /[*_~`[\]<>!\\@:$#]/g;
/** The parser searches for these from many positions. */
const DEAR_SIGNS = /&|www/g;

/** Time limits for a text with so few markup characters; a text that may never end has one. */
const TIME_LIMITS_WITH_FEW_SIGNS = 2.5;

const countIn = (source: string, signs: RegExp): number => source.match(signs)?.length ?? 0;

/** The number of time limits that a text may take: this depends on its markup, not on the load of the machine. */
export const timeLimitsFor = (source: string): number =>
  countIn(source, SIGNS) + 2 * countIn(source, DEAR_SIGNS) <= MAX_SIGNS ? TIME_LIMITS_WITH_FEW_SIGNS : 1;

/** Measures of a text on which the limits depend. */
interface Counted {
  readonly emojiIn: (source: string) => number;
  readonly mayHoldFormula: (source: string) => boolean;
}

/**
 * Whether the HTML is in proportion to its source, its emoji and its formulas, which are counted only if that
 * matters.
 */
export function isWithinOutput(source: string, html: string, { emojiIn, mayHoldFormula }: Counted): boolean {
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
