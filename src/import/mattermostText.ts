/** Texts of Mattermost, which are Markdown already: how they name people and channels differs, and what is markup here alone. */
import { COMMAND, formulasIn, outsideCode } from './texts.ts';
import { type LinkRecord, referenceTo, stripReferences } from './records.ts';

/** The people and channels that a text can name. */
interface MattermostNames {
  readonly people: ReadonlyMap<string, unknown>;
  /** The key of a channel by its name in the text's team; undefined if there is none. */
  readonly channelKey: (name: string) => string | undefined;
  /** The same for a channel of any team. */
  readonly channelKeyIn: (team: string, name: string) => string | undefined;
}

const PERSON = /(?<![\w@/.`])@([a-z0-9][a-z0-9._-]*)/gi;
const CHANNEL = /(?<![\w~/`])~([a-z0-9][a-z0-9_-]*)/gi;
const EVERYBODY: ReadonlySet<string> = new Set(['all', 'channel', 'here']);

/** A link to a channel in Markdown, or its URL alone. Messages have no IDs in an export: links to them stay what they are. */
const URL_OF_CHANNEL = String.raw`https?:\/\/[^\s()<>[\]/]+\/([a-z0-9-]+)\/channels\/([a-z0-9_-]+)`;
const LINK = new RegExp(
  String.raw`\[([^\]\n]*)\]\(${URL_OF_CHANNEL}\/?\)|(?<![\w"'(\]/])${URL_OF_CHANNEL}(?![\w/])`,
  'g',
);

/** Mentions and links to channels as they are written here, times, footnotes, tables without a border, and formulas between two signs. */
const MARKUP_HERE =
  /(?<=^[ \t]*)(?::(?=-+:?[ \t]*$)|-(?=-*:[ \t]*$))|[@#](?=_?\*)|<(?=time:)|\[(?=\^)|\$(?=\$)|(?<=\$)\$/gm;
/** A formula between single signs, which in Markdown of here has two. */
const FORMULA = /(?<![\w\\$])\$(?![\s$])([^\n$]*[^\s\\$])\$(?![\w$])/g;
/** Bold text between underscores, which here are plain. */
const BOLD = /(?<![\w\\])__(?=[^\s_])([^\n]*?[^\s_])__(?!\w)/g;

/** Fences that are code there and text here. */
const BOXES = /^([ \t>]*(?:`{3,}|~{3,})[ \t]*)(?:quote|spoiler)\b[^\n]*/gim;

/** The text with references to people, channels and links; the links are added to `links`. */
export function markdownOf(text: string, nameable: MattermostNames, links: LinkRecord[] = []): string {
  const source = formulasIn(stripReferences(text).replaceAll(BOXES, '$1text'));
  const markdown = outsideCode(source, (piece) =>
    piece
      .replaceAll(MARKUP_HERE, String.raw`\$&`)
      .replaceAll(FORMULA, '$$$$$1$$$$')
      .replaceAll(BOLD, '**$1**')
      .replaceAll(LINK, (written: string, label?: string, ...names: (string | undefined)[]) => {
        const [team, name] = label === undefined ? names.slice(2) : names;
        const channelKey = nameable.channelKeyIn(team ?? '', name ?? '');
        if (channelKey === undefined) return written;
        return referenceTo(
          'l',
          String(links.push({ written, label, parts: ['channel', { channelKey }] }) - 1),
        );
      })
      .replaceAll(PERSON, (written, name: string) => personNamed(name, nameable) ?? written)
      .replaceAll(CHANNEL, (written, name: string) => {
        const key = nameable.channelKey(name.toLowerCase());
        return key === undefined ? written : referenceTo('c', key);
      }),
  ).trim();
  return markdown.replace(COMMAND, String.raw`\/`);
}

/** Names may contain the signs that end sentences: the longest that is somebody's counts. Nobody is called any more. */
function personNamed(written: string, { people }: MattermostNames): string | undefined {
  for (let name = written; name !== ''; name = name.slice(0, -1)) {
    const rest = written.slice(name.length);
    const key = name.toLowerCase();
    if (people.has(key)) return referenceTo('p', key) + rest;
    if (EVERYBODY.has(key)) return `**@${key}**${rest}`;
    if (!/[._-]$/.test(name)) return undefined;
  }
  return undefined;
}
