/** Names of emoji and their characters. */
import { customEmoji, snapshot } from './data.ts';

export interface Emoji {
  readonly name: string;
  /** Characters, or for a custom one the address of its picture. */
  readonly text?: string;
  readonly picture?: string;
}

let names: Promise<readonly Emoji[]> | undefined;

/** All built-in emoji by their first names, in the order of the table. */
export const builtInEmoji = (): Promise<readonly Emoji[]> =>
  (names ??= fetch(namesPath())
    .then((answer) => answer.json() as Promise<{ code_to_names: Record<string, string[]> }>)
    .then(({ code_to_names: table }) =>
      Object.entries(table).flatMap(([code, all]) =>
        // Those with a skin tone would hide all others.
        /-1f3f[b-f]/.test(code) ? [] : all.map((name) => ({ name, text: charactersOf(code) })),
      ),
    )
    .catch(() => {
      // The next who looks for one asks again.
      names = undefined;
      return [];
    }));

/** On this host, whatever name the server has for it. */
function namesPath(): string {
  const { pathname, search } = new URL(
    snapshot.peek().server_emoji_data_url ?? '/emoji/names.json',
    location.origin,
  );
  return pathname + search;
}

/** The characters of a code such as `1f44d`. */
export function charactersOf(code: string): string {
  const points = code.split('-').map((part) => Number.parseInt(part, 16));
  if (!points.every((point) => point > 0 && point <= 0x10ffff)) return '';
  // Characters that may also be text are requested as pictures.
  const isSign = points.length === 1 && (points[0] ?? 0) < 0x1f000;
  return String.fromCodePoint(...points) + (isSign ? '\ufe0f' : '');
}

/** Custom emoji that can be used. */
export const ownEmoji = (): readonly Emoji[] =>
  [...customEmoji.value.values()]
    .filter(({ deactivated }) => !deactivated)
    .map(({ name, source_url: picture }) => ({ name, picture }));

/** The most common emoji, one click away. */
export const USUAL: readonly string[] = ['+1', 'heart', 'joy', 'tada', 'eyes', 'white_check_mark'];
/** Common emoji, which come first while nothing is searched for. */
const FREQUENT: readonly string[] = [
  ...USUAL,
  'smile',
  'slight_smile',
  'laughing',
  'wink',
  'blush',
  'heart_eyes',
  'thinking',
  'sob',
  'cry',
  'hug',
  'shrug',
  'pray',
  'clap',
  'raised_hands',
  'muscle',
  'ok_hand',
  'wave',
  '-1',
  'fire',
  'rocket',
  '100',
  'sparkles',
  'star',
  'bulb',
  'question',
  'warning',
  'x',
  'bug',
  'hourglass',
  'memo',
  'coffee',
  'cake',
];

/** Emoji whose name contains a text; those that begin with it come first. */
export async function emojiLike(text: string, most: number): Promise<readonly Emoji[]> {
  const query = text.toLowerCase().replaceAll(' ', '_');
  const all = [...ownEmoji(), ...(await builtInEmoji())].filter(({ name }) => name.includes(query));
  const ranks =
    query === '' ? (name: string) => FREQUENT.includes(name) : (name: string) => name.startsWith(query);
  const begin = all.filter(({ name }) => ranks(name));
  if (query === '') begin.sort((one, other) => FREQUENT.indexOf(one.name) - FREQUENT.indexOf(other.name));
  const found = [...begin, ...all.filter(({ name }) => !ranks(name))];
  const shown = new Map<string, Emoji>();
  for (const emoji of found) {
    const key = emoji.text ?? emoji.picture ?? emoji.name;
    if (!shown.has(key)) shown.set(key, emoji);
    if (shown.size === most) break;
  }
  return [...shown.values()];
}
