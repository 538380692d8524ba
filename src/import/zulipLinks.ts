/** Links in Zulip's texts to conversations and messages of the organization itself: `…#narrow/channel/21-plans/near/7`. */
import type { LinkPart, LinkRecord } from './records.ts';

/** What links can point to. */
export interface LinkScene {
  readonly keyOf: (id: number) => string;
  /** Names by ID, also of channels that have been renamed since a link was written. */
  readonly channelNames: ReadonlyMap<number, string>;
  /** Hosts under which the organization was reached, as far as the export tells. */
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
export const withLinks = (
  text: string,
  scene: LinkScene,
  replacement: (link: LinkRecord) => string,
): string =>
  text.replaceAll(
    LINK,
    (written: string, label?: string, host?: string, path?: string, alone?: string, end?: string) => {
      const parts = partsOf((path ?? end ?? '').split('/'), scene);
      if (!isOwn(host ?? alone, parts, scene)) return written;
      return replacement({ written, label, parts: parts.map(({ part }) => part) });
    },
  );

/** A part, and the channel that it names with its name in the link. */
interface ReadPart {
  readonly part: LinkPart;
  readonly channel?: { readonly id: number; readonly name: string };
}

function partsOf(words: readonly string[], { keyOf }: LinkScene): readonly ReadPart[] {
  return words.map((word, index): ReadPart => {
    const operator = index % 2 === 1 ? (words[index - 1] ?? '') : undefined;
    if (operator === undefined) return { part: word === 'stream' ? 'channel' : word };
    const [, id = '', name = ''] = /^(\d+)(?:-(.*))?$/s.exec(word) ?? [];
    if (/^-?(?:channel|stream)$/.test(operator) && id !== '')
      return { part: { channelKey: keyOf(Number(id)) }, channel: { id: Number(id), name: decoded(name) } };
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
  { hosts, subdomain, channelNames }: LinkScene,
): boolean {
  if (host === undefined) return true;
  const name = host.replace(/^https?:\/\//, '');
  if (hosts.has(name) || (subdomain !== '' && name.startsWith(`${subdomain}.`))) return true;
  return parts.some(
    ({ channel }) => channel && channelNames.get(channel.id)?.replaceAll(' ', '-') === channel.name,
  );
}

/** Zulip writes full stops for the percent signs of URLs. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('.', '%'));
  } catch {
    return text;
  }
}
