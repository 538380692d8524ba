/** Texts of Mattermost, which are Markdown already; only how they name people and channels differs. */
import { outsideCode } from './code.ts';
import { referenceTo, withoutReferences } from './records.ts';

/** Who and what a text can name. */
export interface Nameable {
  readonly people: ReadonlyMap<string, unknown>;
  /** The key of a channel by its name in the text's team; undefined if there is none. */
  readonly channelKey: (name: string) => string | undefined;
}

const PERSON = /(?<![\w@/.`])@([a-z0-9][a-z0-9._-]*)/gi;
const CHANNEL = /(?<![\w~/`])~([a-z0-9][a-z0-9_-]*)/gi;
const EVERYBODY: ReadonlySet<string> = new Set(['all', 'channel', 'here']);

/** The text with references to people and channels. */
export const markdownOf = (text: string, nameable: Nameable): string =>
  outsideCode(withoutReferences(text), (piece) =>
    piece
      .replaceAll(PERSON, (written, name: string) => personNamed(name, nameable) ?? written)
      .replaceAll(CHANNEL, (written, name: string) => {
        const key = nameable.channelKey(name.toLowerCase());
        return key === undefined ? written : referenceTo('c', key);
      }),
  ).trim();

/** Names may contain the signs that end sentences: the longest that is somebody's counts. Nobody is called any more. */
function personNamed(written: string, { people }: Nameable): string | undefined {
  for (let name = written; name !== ''; name = name.slice(0, -1)) {
    const rest = written.slice(name.length);
    const key = name.toLowerCase();
    if (people.has(key)) return referenceTo('p', key) + rest;
    if (EVERYBODY.has(key)) return `**@${key}**${rest}`;
    if (!/[._-]$/.test(name)) return undefined;
  }
  return undefined;
}
