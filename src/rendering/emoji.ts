import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * Sets of short names, most familiar to chat users first: where two sets give one name to different emoji the
 * earlier set wins, and the first name that an emoji gets is its canonical one.
 */
const NAME_SETS = ['iamcal', 'github', 'emojibase', 'joypixels', 'cldr'];

/** Emoji names: letters, digits, `_`, `-`, `+`. */
const EMOJI_NAME = /^[a-z0-9_+-]+$/;

const VARIATION_SELECTOR = /-fe0f/g;

interface EmojiTable {
  readonly codes: ReadonlyMap<string, string>;
  readonly names: ReadonlyMap<string, readonly string[]>;
}

let table: EmojiTable | undefined;

/** Read when the first emoji is looked up: many servers run for hours without a reaction. */
const loaded = (): EmojiTable => (table ??= readTable());

function readTable(): EmojiTable {
  const given = new Map<string, string>();
  for (const set of NAME_SETS) {
    for (const [hexcode, names] of Object.entries(readSet(set))) {
      const code = hexcode.toLowerCase().replace(VARIATION_SELECTOR, '');
      for (const name of typeof names === 'string' ? [names] : names)
        if (!given.has(name) && EMOJI_NAME.test(name)) given.set(name, code);
    }
  }
  const codes = withTonesOf(given);
  const names = new Map<string, string[]>();
  for (const [name, code] of codes) {
    const known = names.get(code);
    if (known) known.push(name);
    else names.set(code, [name]);
  }
  return { codes, names };
}

const SKIN = String.raw`_(?:light|medium_light|medium_dark|medium|dark)_skin_tone`;
/** The parts of names for one skin tone or for two. */
const TONE_OF_NAME = new RegExp(String.raw`[_-]tone[1-5](?:[-_](?:tone)?[1-5])?|(?:${SKIN}){1,2}`);
const TONES = /-1f3f[b-f]/g;

/**
 * Names with a skin tone, each for the emoji that has its name without: sets disagree about what `point_up` is, and so
 * about `point_up_tone4`. An emoji that has no tones stays as it is.
 */
function withTonesOf(given: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const byTones = new Map(Array.from(given.values(), (code) => [toneKey(code), code]));
  const codeFor = (name: string, code: string): string | undefined => {
    const tone = TONE_OF_NAME.exec(name);
    const tones = code.match(TONES);
    if (!tone || !tones) return code;
    const plain = given.get(name.replace(tone[0], ''));
    const withFirst = byTones.get(`${plain} ${tones[0]}`);
    // Two people of two tones are several characters where they are one otherwise.
    return withFirst === undefined ? plain : tones.length === 1 ? withFirst : code;
  };
  return new Map(
    [...given].flatMap(([name, code]) => {
      const toned = codeFor(name, code);
      return toned === undefined ? [] : [[name, toned] as const];
    }),
  );
}

const toneKey = (code: string): string =>
  `${code.replaceAll(TONES, '')} ${code.match(TONES)?.join('') ?? ''}`;

/** Read and parsed explicitly, since `require` would keep the whole file in memory for good. */
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

/** The Unicode emoji, by name and by code, for parts that are handed them; `namesByCode` has the names of all. */
export const emojiTable = {
  codeOf: emojiCodeOf,
  namesOf: emojiNamesOf,
  namesByCode: (): ReadonlyMap<string, readonly string[]> => loaded().names,
};
