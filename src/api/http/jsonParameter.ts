/**
 * JSON text of one parameter. Its depth and number of values are limited before it is parsed, because a
 * megabyte of `[[[[` or of wrong elements costs the parser and the schema far more than it costs its sender.
 */
import { Refused } from '../../errors.ts';

const MAX_DEPTH = 32;
/** Enough for a list of all users in the largest organization that one process serves. */
const MAX_VALUES = 25_000;
/** Texts up to this length cannot be expensive. */
const HARMLESS_LENGTH = 2048;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** A JSON-escaped surrogate; its other half may follow. */
const ESCAPED_HALF = /\\u[dD][89a-fA-F]/;
/** A surrogate without its other half. */
const LONE_HALF = /\p{Cs}/u;

/** The value, or BAD_REQUEST. */
export function parseJson(name: string, text: string): unknown {
  if (text.length > HARMLESS_LENGTH && isOutsized(text)) throw new Refused(`${name} is too large`);
  const value = parsed(name, text);
  if (ESCAPED_HALF.test(text) && !hasWholeTexts(value))
    throw new Refused(`${name} is not valid JSON: it has half a surrogate pair`);
  return value;
}

/** A key that JavaScript treats specially: dictionaries would silently lose it. */
const NO_KEY = '__proto__';
/** The key in plain text or with escapes. */
const MAYBE_NO_KEY = /__proto__|\\u00/i;

/** Refuses a value with a dictionary key that JavaScript objects cannot hold. */
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

/** A lone surrogate has no UTF-8 form: stores would keep it or replace it, each in its own way. */
function hasWholeTexts(value: unknown): boolean {
  if (typeof value === 'string') return !LONE_HALF.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => !LONE_HALF.test(key) && hasWholeTexts(inner));
}

/** Commas and brackets outside of strings give the depth and the number of values. */
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

/** The end of the string that begins at `start`, or of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}
