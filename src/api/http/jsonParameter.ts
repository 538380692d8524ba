/**
 * JSON text of one parameter. Its depth and its number of values are bounded before it is parsed, because a
 * megabyte of `[[[[` or of wrong elements costs a parser and a schema far more than it costs its sender.
 */
import { Refused } from '../../errors.ts';

const MAX_DEPTH = 32;
/** Enough for a list of everybody in the largest organizations that one process serves. */
const MAX_VALUES = 25_000;
/** Texts up to this length cannot be costly. */
const HARMLESS_LENGTH = 2048;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Half of a surrogate pair as JSON escapes it; its other half may well stand beside it. */
const ESCAPED_HALF = /\\u[dD][89a-fA-F]/;
/** One without the other. */
const LONE_HALF = /\p{Cs}/u;

/** The value, or BAD_REQUEST. */
export function parseJson(name: string, text: string): unknown {
  if (text.length > HARMLESS_LENGTH && isOutsized(text)) throw new Refused(`${name} is too large`);
  const value = parsed(name, text);
  if (ESCAPED_HALF.test(text) && !hasWholeTexts(value))
    throw new Refused(`${name} is not valid JSON: it has half a surrogate pair`);
  return value;
}

/** What JavaScript takes for something else than a key: dictionaries would lose it without a word. */
const NO_KEY = '__proto__';
/** Written as it is, or with escapes. */
const MAYBE_NO_KEY = /__proto__|\\u00/i;

/** Refuses a value whose dictionaries have a key that no dictionary can keep. */
export function requireKeys(name: string, text: string): void {
  if (!MAYBE_NO_KEY.test(text)) return;
  JSON.parse(text, (key, value: unknown) => {
    if (key === NO_KEY) throw new Refused(`${name} has the key ${NO_KEY}, which cannot be one`);
    return value;
  });
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused(`${name} is not valid JSON`);
  }
}

/** Half a character has no form in UTF-8: one store would keep it, the next another one in its place. */
function hasWholeTexts(value: unknown): boolean {
  if (typeof value === 'string') return !LONE_HALF.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => !LONE_HALF.test(key) && hasWholeTexts(inner));
}

/** Commas and brackets outside of strings tell depth and number of values. */
function isOutsized(text: string): boolean {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at + 1);
    else if (code === COMMA) values++;
    else if (OPENING.has(code)) depth++;
    else if (CLOSING.has(code)) depth--;
    if (depth > MAX_DEPTH || values > MAX_VALUES) return true;
  }
  return false;
}

/** Where the string that begins at `start` ends, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}
