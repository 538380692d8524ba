/** Texts of Zulip, which are Markdown as it is written here; names that mean something else here become references. */
import { outsideCode } from './code.ts';
import { referenceTo, withoutReferences } from './records.ts';

/** What a text can name: keys by what stands in it, undefined for what is not there. */
export interface Nameable {
  readonly personKey: (name: string, userId: number | undefined) => string | undefined;
  readonly channelKey: (name: string) => string | undefined;
}

const PERSON = /@_?\*\*([^*|\n]+)(?:\|(\d+))?\*\*/g;
const CHANNEL = /#\*\*([^*>\n]+)\*\*/g;
/** A link to a message within a topic: the number means another message here. */
const NEAR = /(#\*\*[^*>\n]+>[^*\n]*?)@\d+\*\*/g;
const PATH = String.raw`(?:https?:\/\/[^\s()<>[\]/]+)?\/user_uploads\/(\d+\/[^\s()<>"'[\]]+)`;
/** A file as a link, or its path alone. */
const FILE = new RegExp(String.raw`!?\[[^\]\n]*\]\(${PATH}\)|(?<![\w"'(])${PATH}`, 'g');

/** The text with references to people, channels and files; and the paths of the files. */
export function markdownOf(source: string, { personKey, channelKey }: Nameable) {
  const paths = new Set<string>();
  const text = outsideCode(withoutReferences(source), (piece) =>
    piece
      .replaceAll(FILE, (_, linked?: string, alone?: string) => {
        const path = decoded(linked ?? alone ?? '');
        paths.add(path);
        return referenceTo('f', path);
      })
      .replaceAll(PERSON, (written, name: string, userId?: string) => {
        const key = personKey(name, userId === undefined ? undefined : Number(userId));
        return key === undefined ? written : referenceTo('p', key);
      })
      .replaceAll(CHANNEL, (written, name: string) => {
        const key = channelKey(name);
        return key === undefined ? written : referenceTo('c', key);
      })
      .replaceAll(NEAR, '$1**'),
  );
  return { text, paths: [...paths] };
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
