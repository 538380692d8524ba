/** The plain text of a notification, from the message's well-formed HTML without markup and spoilers. */

/** Maximum length in characters. */
const MAX_TEXT_LENGTH = 200;

/** Characters of HTML text that surely contain these, despite spaces and entities. */
const ENOUGH = 2_000;

const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|[^"<>])*)>|[^<]+/g;
const BLOCKS: ReadonlySet<string> = new Set(['p', 'li', 'br', 'tr', 'pre', 'blockquote', 'div', 'hr']);
const VOID: ReadonlySet<string> = new Set(['br', 'img', 'hr', 'input', 'wbr', 'col']);

/** The beginning of the plain text. */
export function plainTextOf(html: string): string {
  let text = '';
  /** Open elements within a hidden one. */
  let hidden = 0;
  for (const [token, slash, tag = '', attributes = ''] of html.matchAll(TOKEN)) {
    if (text.length > ENOUGH) break;
    if (tag === '') text += hidden > 0 ? '' : unescaped(token.slice(0, ENOUGH));
    else if (hidden > 0) hidden += VOID.has(tag) ? 0 : slash ? -1 : 1;
    else if (isHidden(tag, attributes)) [hidden, text] = [1, text + insteadOf(attributes)];
    else text += BLOCKS.has(tag) ? '\n' : textOf(tag, attributes);
  }
  return shortened(text.replaceAll(/\s*\n\s*/g, '\n').trim());
}

function shortened(text: string): string {
  const characters = Array.from(text.slice(0, 2 * MAX_TEXT_LENGTH + 2));
  return characters.length > MAX_TEXT_LENGTH ? `${characters.slice(0, MAX_TEXT_LENGTH).join('')}…` : text;
}

/** Spoilers, all but one form of a formula, and the names of emoji, which are shown as characters. */
const isHidden = (tag: string, attributes: string): boolean =>
  tag === 'annotation' || attributes.includes('aria-hidden="true"') || emojiIn(attributes) !== undefined;

function insteadOf(attributes: string): string {
  const codes = emojiIn(attributes)?.split('-') ?? [];
  if (codes.length > 0) return String.fromCodePoint(...codes.map((code) => parseInt(code, 16)));
  return attributes.includes('spoiler-content') ? ' (…)' : '';
}

/** `class="emoji emoji-1f604"`. */
const emojiIn = (attributes: string): string | undefined =>
  /[" ]emoji-([0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*)[" ]/.exec(attributes)?.[1];

/** Pictures are custom emoji, or need no text. */
const textOf = (tag: string, attributes: string): string =>
  tag === 'img' ? unescaped(/ alt="([^"]*)"/.exec(attributes)?.[1] ?? '') : '';

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', nbsp: ' ' };

const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (entity, hex, decimal, name) => {
    if (typeof name === 'string') return NAMED[name] ?? entity;
    const code = typeof hex === 'string' ? parseInt(hex, 16) : Number(decimal);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : entity;
  });
