/** Texts of Zulip, which are Markdown as it is written here; names that mean something else here become references. */
import { outsideCode } from './code.ts';
import { type LinkRecord, referenceTo, stripReferences } from './records.ts';
import { type LinkScene, withLinks } from './zulipLinks.ts';

/** What a text can name: keys by what stands in it, undefined for what is not there. */
export interface ZulipNames {
  readonly personKey: (name: string, userId: number | undefined) => string | undefined;
  readonly channelKey: (name: string) => string | undefined;
  readonly links: LinkScene;
}

const PERSON = /@_?\*\*([^*|\n]+)(?:\|(\d+))?\*\*/g;
const CHANNEL = /#\*\*([^*>\n]+)\*\*/g;
/** A link to a message within a topic: the number means another message here. */
const NEAR = /#\*\*([^*>\n]+)>([^*\n]*?)@(\d+)\*\*/g;
const PATH = String.raw`(?:https?:\/\/[^\s()<>[\]/]+)?\/user_uploads\/(\d+\/[^\s()<>"'[\]]+)`;
/** A file as a link, or its path alone. */
const FILE = new RegExp(String.raw`!?\[[^\]\n]*\]\(${PATH}\)|(?<![\w"'(])${PATH}`, 'g');

/** The text with references to people, channels, files and links, which are added to `links`; and the paths of the files. */
export function markdownOf(
  source: string,
  { personKey, channelKey, links: scene }: ZulipNames,
  links: LinkRecord[],
) {
  const paths = new Set<string>();
  const link = (record: LinkRecord): string => referenceTo('l', String(links.push(record) - 1));
  const text = outsideCode(stripReferences(source), (piece) =>
    withLinks(piece, scene, link)
      .replaceAll(FILE, (_, linked?: string, alone?: string) => {
        const path = decoded(linked ?? alone ?? '');
        paths.add(path);
        return referenceTo('f', path);
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
        const messageKey = scene.keyOf(Number(messageId));
        return link({ written, label: `#${name} > ${topic}`, parts: [...parts, { messageKey }] });
      }),
  );
  return { text, paths: [...paths] };
}

/** As a part of a narrow: full stops in place of percent signs. */
const encoded = (topic: string): string =>
  encodeURIComponent(topic).replaceAll('.', '%2E').replaceAll('%', '.');

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
