import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * Sets of short names, most familiar to chat users first: where two sets give one name to different emoji the
 * earlier set wins, and the first name that an emoji gets is its canonical one.
 */
const NAME_SETS = ['iamcal', 'github', 'emojibase', 'joypixels', 'cldr'];

/** Emoji names: letters, digits, `_`, `-`, `+` (spec/endpoint-details.md §20). */
const EMOJI_NAME = /^[a-z0-9_+-]+$/;

const VARIATION_SELECTOR = /-fe0f/g;

interface EmojiTable {
  readonly codes: ReadonlyMap<string, string>;
  readonly names: ReadonlyMap<string, readonly string[]>;
}

let table: EmojiTable | undefined;

/** Read when the first emoji is asked for: many servers run for hours without a reaction. */
const loaded = (): EmojiTable => (table ??= readTable());

function readTable(): EmojiTable {
  const codes = new Map<string, string>();
  const names = new Map<string, string[]>();
  for (const set of NAME_SETS) {
    for (const [hexcode, given] of Object.entries(readSet(set))) {
      const code = hexcode.toLowerCase().replace(VARIATION_SELECTOR, '');
      for (const name of typeof given === 'string' ? [given] : given) {
        if (codes.has(name) || !EMOJI_NAME.test(name)) continue;
        codes.set(name, code);
        const known = names.get(code);
        if (known) known.push(name);
        else names.set(code, [name]);
      }
    }
  }
  return { codes, names };
}

/** Read and parsed by hand, since `require` would keep the whole file in memory for good. */
function readSet(set: string): Record<string, string | string[]> {
  const path = createRequire(import.meta.url).resolve(`emojibase-data/en/shortcodes/${set}.json`);
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, string | string[]>;
}

/**
 * The code of a Unicode emoji by one of its names: lower-case hexadecimal code points joined by `-`, without
 * variation selectors (`1f604`); undefined for an unknown name.
 */
export const emojiCodeOf = (name: string): string | undefined => loaded().codes.get(name);

/** All names of a Unicode emoji by its code, the canonical one first; empty for an unknown code. */
export const emojiNamesOf = (code: string): readonly string[] => loaded().names.get(code) ?? [];
