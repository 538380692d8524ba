/** Texts of Zulip, which are Markdown as it is written here; names that mean something else here become references. */
import { type LinkPart, type LinkRecord, referenceTo, stripReferences } from './records.ts';
import { formulasIn, outsideCode } from './texts.ts';

// Links in Zulip's texts to conversations and messages of the organization itself: `…#narrow/channel/21-plans/near/7`.

/** The possible targets of links. */
interface LinkContext {
  readonly keyOf: (id: number) => string;
  /** Names by ID, also of channels that have been renamed since a link was written. */
  readonly channelNames: ReadonlyMap<number, string>;
  /** Hosts under which the organization was reached, as far as the export contains them. */
  readonly hosts: ReadonlySet<string>;
  /** The organization's name in the first label of its host; may be ''. */
  readonly subdomain: string;
}

const URL_PART = String.raw`(https?:\/\/[^\s()<>[\]/#]+)?\/?#narrow\/([^\s()<>"'[\]]+)`;
/** A Markdown link, or a URL alone. */
const LINK = new RegExp(
  String.raw`\[([^\]\n]*)\]\(${URL_PART}\)|(?<![\w"'(\]/])(https?:\/\/[^\s()<>[\]/#]+)\/#narrow\/([^\s()<>"'[\]]*[^\s()<>"'[\].,;:!?])`,
  'g',
);

/** The text with each link of the organization replaced. */
const withLinks = (text: string, context: LinkContext, replacement: (link: LinkRecord) => string): string =>
  text.replaceAll(
    LINK,
    (written: string, label?: string, host?: string, path?: string, alone?: string, end?: string) => {
      const parts = partsOf((path ?? end ?? '').split('/'), context);
      if (!isOwn(host ?? alone, parts, context)) return written;
      return replacement({ written, label, parts: parts.map(({ part }) => part) });
    },
  );

/** A part, and the channel that it names with its name in the link. */
interface ReadPart {
  readonly part: LinkPart;
  readonly channel?: { readonly id: number; readonly name: string };
}

function partsOf(words: readonly string[], { keyOf }: LinkContext): readonly ReadPart[] {
  return words.map((word, index): ReadPart => {
    const operator = index % 2 === 1 ? (words[index - 1] ?? '') : undefined;
    if (operator === undefined) return { part: word === 'stream' ? 'channel' : word };
    const [, id = '', name = ''] = /^(\d+)(?:-(.*))?$/s.exec(word) ?? [];
    if (/^-?(?:channel|stream)$/.test(operator) && id !== '')
      return {
        part: { channelKey: keyOf(Number(id)) },
        channel: { id: Number(id), name: decodeDotted(name) },
      };
    if (/^(?:near|with|id)$/.test(operator) && /^\d+$/.test(word))
      return { part: { messageKey: keyOf(Number(word)) } };
    const [, people] = /^([\d,]+)(?:-.*)?$/s.exec(word) ?? [];
    if (/^(?:dm|pm-with|group-pm-with|dm-including|sender)$/.test(operator) && people !== undefined)
      return { part: { personKeys: people.split(',').map((each) => keyOf(Number(each))) } };
    return { part: word };
  });
}

/** Organizations of other servers have channels of the same numbers, but hardly of the same names. */
function isOwn(
  host: string | undefined,
  parts: readonly ReadPart[],
  { hosts, subdomain, channelNames }: LinkContext,
): boolean {
  if (host === undefined) return true;
  const name = host.replace(/^https?:\/\//, '');
  if (hosts.has(name) || (subdomain !== '' && name.startsWith(`${subdomain}.`))) return true;
  return parts.some(
    ({ channel }) => channel && channelNames.get(channel.id)?.replaceAll(' ', '-') === channel.name,
  );
}

/** Zulip writes full stops for the percent signs of URLs. */
function decodeDotted(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('.', '%'));
  } catch {
    return text;
  }
}

/** The names that a text can contain: their keys, undefined for unknown ones. */
interface ZulipNames {
  readonly personKey: (name: string, userId: number | undefined) => string | undefined;
  readonly channelKey: (name: string) => string | undefined;
  readonly links: LinkContext;
}

const PERSON = /@_?\*\*([^*|\n]+)(?:\|(\d+))?\*\*/g;
const CHANNEL = /#\*\*([^*>\n]+)\*\*/g;
/** A link to a message within a topic: the number means another message here. */
const NEAR = /#\*\*([^*>\n]+)>([^*\n]*?)@(\d+)\*\*/g;
const PATH = String.raw`(?:https?:\/\/[^\s()<>[\]/]+)?\/user_uploads\/(\d+\/[^\s()<>"'[\]]+)`;
/** A file as a link, or its path alone. */
const FILE = new RegExp(String.raw`!?\[([^\]\n]*)\]\(${PATH}\)|(?<![\w"'(])${PATH}`, 'g');

/** The text with references to people, channels, files and links, which are added to `links`; and the paths of the files. */
export function markdownOf(
  source: string,
  { personKey, channelKey, links: linkContext }: ZulipNames,
  links: LinkRecord[],
) {
  const paths = new Set<string>();
  const link = (record: LinkRecord): string => referenceTo('l', String(links.push(record) - 1));
  const text = outsideCode(formulasIn(stripReferences(source)), (piece) => {
    const referring = withLinks(piece, linkContext, link)
      .replaceAll(FILE, (_, label?: string, target?: string, alone?: string) => {
        const path = decodePath(target ?? alone ?? '');
        paths.add(path);
        return referenceTo('f', path, label || undefined);
      })
      .replaceAll(PERSON, (written: string, name: string, userId?: string) => {
        const key = personKey(name, userId === undefined ? undefined : Number(userId));
        return key === undefined ? written : referenceTo(written.startsWith('@_') ? 's' : 'p', key);
      })
      .replaceAll(CHANNEL, (written, name: string) => {
        const key = channelKey(name);
        return key === undefined ? written : referenceTo('c', key);
      })
      .replaceAll(NEAR, (_, name: string, topic: string, messageId: string) => {
        const written = `#**${name}>${topic}**`;
        const channel = channelKey(name);
        if (channel === undefined) return written;
        const parts = ['channel', { channelKey: channel }, 'topic', encoded(topic), 'near'];
        const messageKey = linkContext.keyOf(Number(messageId));
        return link({ written, label: `#${name} > ${topic}`, parts: [...parts, { messageKey }] });
      });
    return asInZulip(referring);
  });
  return { text, paths: [...paths] };
}

/** As a part of a narrow: full stops in place of percent signs. */
const encoded = (topic: string): string =>
  encodeURIComponent(topic).replaceAll('.', '%2E').replaceAll('%', '.');

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

// What Zulip shows as it is and is markup here: underscores, backslashes, lines of dashes, unpaired asterisks.

/** What is markup there, too, or no text: references, mentions, targets of links, URLs, formulas, emoji, bullets. */
const MARKUP = [
  String.raw`\uE000[^\uE001]*\uE001`,
  String.raw`[@#]_?\*{1,2}[^*\n]+\*{1,2}`,
  String.raw`\]\([^)\n]*\)`,
  String.raw`(?:https?:\/\/|www\.)[^\s<>()\uE000]*`,
  String.raw`<[^<>\n]*>`,
  String.raw`\$\$[^\n$][^\n]*?\$\$`,
  String.raw`:[\w+-]+:`,
  String.raw`^[ \t]*[-+*](?=[ \t]+\S)`,
].join('|');

/** Text between two equal signs. */
const EMPHASIS = [
  String.raw`(?<three>\*{3})(?!\s)(?<inThree>[^*^\n]+)(?<!\s)\*{3}`,
  String.raw`(?<two>\*\*)(?<inTwo>[^\n]+?)\*\*`,
  String.raw`(?<one>\*)(?!\s)(?<inOne>[^*^\n]+)(?<!\s)\*`,
  String.raw`(?<!~)(?<struck>~~)(?<inStruck>[^~\n]+?)~~(?!~)`,
].join('|');

/** What comes before a sign that means something here alone: a line of dashes, the body of a table, a number with a bracket, an empty item. */
const BEFORE = [
  String.raw`^[ \t]*(?=(?:-[ \t]*){3,}$|(?:_[ \t]*){3,}$|(?:\*[ \t]*){3,}$|:-+:?[ \t]*$|-+:[ \t]*$)`,
  String.raw`^[ \t]*\d{1,9}(?=\)(?:[ \t]|$)|\.[ \t]*$)`,
  String.raw`^[ \t]*(?=(?:[-+]|#{1,6})[ \t]*$)`,
].join('|');

/** Such signs anywhere in a line. */
const SIGN = String.raw`[*~]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|\\(?=[!-/:-@[-\x60{-~\n])|\[(?=\^|[^\]\n]*\](?::|\[))|\$(?=\$)|(?<=\$)\$`;

const ALL = new RegExp(
  `(?<before>${BEFORE})(?<first>[^])|(?<markup>${MARKUP})|${EMPHASIS}|(?<sign>${SIGN})`,
  'gm',
);

/** Markdown that shows a text of Zulip as Zulip does. */
const asInZulip = (text: string): string =>
  text.replaceAll(ALL, (written: string, ...matched) => {
    const groups = matched.at(-1) as Readonly<Record<string, string | undefined>>;
    const { before, first = '', sign } = groups;
    if (before !== undefined) return `${before}\\${first}`;
    if (sign !== undefined) return `\\${sign}`;
    for (const [mark, inner] of EMPHASES)
      if (groups[mark] !== undefined) return groups[mark] + asInZulip(groups[inner] ?? '') + groups[mark];
    return written;
  });

const EMPHASES = [
  ['three', 'inThree'],
  ['two', 'inTwo'],
  ['one', 'inOne'],
  ['struck', 'inStruck'],
] as const;
