/**
 * Mentions such as `@**Name**`: the names in a text, and what each resolves to. Imports almost nothing, so
 * that the main thread can use it without loading the Markdown parser.
 */
import { decodeEntities } from '../base/html.ts';
import { nameKey } from '../base/identity.ts';

/** A user as mentions see them. */
interface MentionableUser {
  readonly id: number;
  readonly name: string;
  readonly active: boolean;
  /** Names that meant them in an earlier version of the text. */
  readonly formerNames?: readonly string[];
}

/** A user group under the name that was written; readers see `displayName`. */
interface MentionableGroup {
  readonly id: number;
  readonly name: string;
  readonly displayName: string;
  readonly system: boolean;
  readonly active: boolean;
}

/** The users and groups behind the candidates of one text; more entries do no harm. */
export interface MentionDirectory {
  readonly users: readonly MentionableUser[];
  readonly groups: readonly MentionableGroup[];
}

/** Names, as written, and IDs that a text may mention; look the names up ignoring case. */
export interface MentionCandidates {
  readonly users: readonly string[];
  readonly userIds: readonly number[];
  readonly groups: readonly string[];
}

/** The people notified by a wildcard: everybody in the channel, or all participants of the topic. */
export type WildcardKind = 'channel' | 'topic';

/** A mention as written: `@**text**` for a user or wildcard, `@*text*` for a group, `@_…` silently. */
interface WrittenMention {
  readonly kind: 'user' | 'group';
  readonly silent: boolean;
  readonly text: string;
}

/** A resolved mention; `label` is what readers see after the `@`. */
export type ResolvedMention =
  | { readonly kind: 'user'; readonly id: number; readonly label: string; readonly silent: boolean }
  | { readonly kind: 'group'; readonly id: number; readonly label: string; readonly silent: boolean }
  | { readonly kind: WildcardKind; readonly label: string; readonly silent: boolean };

const WILDCARDS: ReadonlyMap<string, WildcardKind> = new Map([
  ['all', 'channel'],
  ['everyone', 'channel'],
  ['channel', 'channel'],
  ['stream', 'channel'],
  ['topic', 'topic'],
]);

const MENTION = /@(_?)(?:\*\*([^*`\n\r]+)\*\*|\*([^*`\n\r]+)\*)/g;
/**
 * A match at every sign, even where one mention would begin within another, because the parser may read
 * either.
 */
const MENTION_HERE = new RegExp(`(?=${MENTION.source})@`, 'g');
const WITH_ID = /^(.*)\|(\d{1,15})$/;

/** In a table the bar of `@**Name|id**` is written `\|`, because a plain one would end the cell. */
const unescapeBar = (text: string): string => text.replaceAll('\\|', '|');

/** Parses a mention; undefined if the text is none. */
export function readMention(source: string): WrittenMention | undefined {
  const [match] = source.matchAll(MENTION);
  return match && written(match);
}

function written([, silent, user, group]: RegExpMatchArray): WrittenMention {
  return {
    kind: user === undefined ? 'group' : 'user',
    silent: silent === '_',
    text: unescapeBar(user ?? group ?? ''),
  };
}

/**
 * A cheap scan for mentions in a text: finds at least what the parser finds, sometimes more (mentions in
 * code).
 */
export function mentionCandidates(source: string): MentionCandidates {
  const users = new Set<string>();
  const userIds = new Set<number>();
  const groups = new Set<string>();
  if (source.includes('@')) {
    for (const { kind, text } of Array.from(source.matchAll(MENTION_HERE), written)) {
      const id = WITH_ID.exec(text)?.[2];
      if (kind === 'group') groups.add(text);
      else if (id !== undefined) userIds.add(Number(id));
      else if (!WILDCARDS.has(text)) users.add(text);
    }
  }
  return { users: [...users], userIds: [...userIds], groups: [...groups] };
}

/**
 * Resolves a written mention; undefined if nobody (or more than one user) has the name. Deactivated users and
 * groups, and system groups, can only be mentioned silently, however it was written.
 */
export function mentionResolver(directory: MentionDirectory) {
  const users = usersByText(directory.users);
  const groups = new Map(directory.groups.map((group) => [nameKey(group.name), group]));

  return ({ kind, text, silent }: WrittenMention): ResolvedMention | undefined => {
    if (kind === 'group') {
      const group = groups.get(nameKey(text));
      return group && groupMention(group, silent);
    }
    const wildcard = WILDCARDS.get(text);
    if (wildcard) return { kind: wildcard, label: text, silent };
    const user = users.get(nameKey(text));
    return user && { kind, id: user.id, label: user.name, silent: silent || !user.active };
  };
}

function groupMention(group: MentionableGroup, silent: boolean): ResolvedMention {
  const { id, displayName, system, active } = group;
  return { kind: 'group', id, label: displayName, silent: silent || system || !active };
}

/** All ways to write a user: `|id`, `name|id`, and `name` if only one user has it. */
function usersByText(users: readonly MentionableUser[]): Map<string, MentionableUser | undefined> {
  const byText = new Map<string, MentionableUser | undefined>();
  for (const user of users) {
    const name = nameKey(user.name);
    byText.set(name, byText.has(name) ? undefined : user);
    byText.set(`|${user.id}`, user);
    byText.set(`${name}|${user.id}`, user);
  }
  for (const user of users)
    for (const name of user.formerNames ?? [])
      byText.set(nameKey(name), user).set(`${nameKey(name)}|${user.id}`, user);
  return byText;
}

const USER_MENTION = /<span class="user-mention(?: silent)?" data-user-id="(\d+)">@?([^<]*)<\/span>/g;

/** Names by which a text mentions people, with the IDs they had when it was rendered. */
export function mentionedNames(source: string, html: string): ReadonlyMap<string, number> {
  const texts = Array.from(source.matchAll(MENTION_HERE), written)
    .filter(({ kind, text }) => kind === 'user' && !WILDCARDS.has(text))
    .map(({ text }) => WITH_ID.exec(text)?.[1] ?? text);
  const meant = Array.from(html.matchAll(USER_MENTION), ([, id, name = '']) => ({
    id: Number(id),
    name: decodeEntities(name),
  }));
  const isAllMeant = texts.length === meant.length;
  return new Map(
    texts.flatMap((text, index) => {
      const found = isAllMeant ? meant[index] : meant.find(({ name }) => nameKey(name) === nameKey(text));
      return found && text !== '' ? [[text, found.id] as const] : [];
    }),
  );
}
