/** Messages of Mattermost's bulk export: posts, and the replies within them, in the order of time. */
import { lookup } from 'mime-types';
import type { Archive } from './archive.ts';
import { reportUnreadable } from './lists.ts';
import { type Channel, Reply } from './mattermostLines.ts';
import {
  type ExportRecord,
  type FileRecord,
  type FoundCounts,
  type LinkRecord,
  type MessageRecord,
  type ReactionRecord,
  referenceTo,
  skippedRecord,
  stripReferences,
} from './records.ts';
import { Spool } from './spool.ts';
import { outsideCode, quotesOf, Threads } from './texts.ts';

// Texts of Mattermost, which are Markdown already; only how they name people and channels differs.

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

/** The text with references to people, channels and links; the links are added to `links`. */
const markdownOf = (text: string, nameable: MattermostNames, links: LinkRecord[] = []): string =>
  outsideCode(stripReferences(text), (piece) =>
    piece
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

// Sorts the entries of an export by time, on disk.

class SortedMessages<Entry> {
  readonly #spool: Spool;
  /** Times, and where each begins; a message ends where the next one begins. */
  readonly #times: number[] = [];
  readonly #offsets: number[] = [];

  /** `folder` is where the file system has room. */
  constructor(folder: string) {
    this.#spool = Spool.in(folder);
  }

  async add(time: number, entry: Entry): Promise<void> {
    this.#times.push(time);
    this.#offsets.push(this.#spool.size);
    await this.#spool.add(Buffer.from(JSON.stringify(entry)));
  }

  /** The messages by time; those of the same time in the order in which they came. */
  async *inOrder(): AsyncGenerator<Entry> {
    await this.#spool.flush();
    const order = Uint32Array.from(this.#times.keys());
    order.sort((one, other) => (this.#times[one] ?? 0) - (this.#times[other] ?? 0) || one - other);
    for (const index of order) {
      const offset = this.#offsets[index] ?? 0;
      const length = (this.#offsets[index + 1] ?? this.#spool.size) - offset;
      yield JSON.parse((await this.#spool.read({ offset, length })).toString('utf8')) as Entry;
    }
  }

  close(): void {
    this.#spool.close();
  }
}

/** The people and channels that the messages refer to. */
interface ExportNames {
  readonly archive: Archive;
  readonly found: FoundCounts;
  readonly folder: string;
  readonly people: Map<string, { readonly name: string; readonly email: string | undefined }>;
  readonly channels: ReadonlyMap<string, Channel>;
}

/** The location of a post: `members` of a direct conversation; the key of its line. */
interface PostLocation {
  readonly where: string;
  readonly members?: readonly string[];
  readonly key: string;
}

/** A post or reply. */
interface LocatedPost extends PostLocation {
  readonly content: Reply;
  /** The line of the thread's first post; undefined outside of threads. */
  readonly thread: string | undefined;
  readonly beganAt: number;
  readonly isFirst: boolean;
}

/** The key of a direct conversation. */
export const directPostKey = (members: readonly string[]): string => `@${[...members].sort().join(',')}`;

/** The topic of messages outside of threads. */
const NO_THREAD = 'imported from Mattermost';

export class MattermostMessages {
  readonly #context: ExportNames;
  readonly #sorted: SortedMessages<LocatedPost>;
  readonly #threads: Threads;
  readonly #used = new Set<string>();
  /** How often a message's identity has occurred at the current time. */
  #same = { time: NaN, keys: new Map<string, number>() };

  constructor(context: ExportNames) {
    this.#context = context;
    this.#sorted = new SortedMessages(context.folder);
    this.#threads = new Threads(namesOf(context.people));
  }

  close(): void {
    this.#sorted.close();
  }

  /** The archive's entry for a path in the export. */
  entryAt(path: string): string | undefined {
    const { archive } = this.#context;
    const entry = [`data/${path}`, path].find((name) => archive.has(name));
    if (entry !== undefined) this.#used.add(entry);
    return entry;
  }

  /** Whether a message or an emoji shows an entry. */
  isUsed(entry: string): boolean {
    return this.#used.has(entry);
  }

  /** Takes a post with its replies; answers what cannot be read. */
  async add(
    post: Reply,
    replies: readonly unknown[],
    location: PostLocation,
  ): Promise<readonly ExportRecord[]> {
    const problems: ExportRecord[] = [];
    const { create_at: beganAt } = post;
    const thread = replies.length > 0 ? location.key : undefined;
    const { replies: _, ...content } = post;
    await this.#sorted.add(beganAt, { ...location, content, thread, beganAt, isFirst: true });
    for (const [index, value] of replies.entries()) {
      const parsed = Reply.safeParse(value);
      const key = `${location.key}, reply ${index + 1}`;
      if (parsed.success) {
        const reply = { ...location, key, content: parsed.data, thread, beganAt, isFirst: false };
        await this.#sorted.add(parsed.data.create_at, reply);
      } else {
        this.#context.found.messages += 1;
        problems.push(skippedRecord('messages', key, 'not understood'));
      }
    }
    return problems;
  }

  async *inOrder(): AsyncIterable<ExportRecord> {
    for await (const each of this.#sorted.inOrder()) yield* this.#recordsOf(each);
  }

  *#recordsOf(each: LocatedPost): Iterable<ExportRecord> {
    const { found, people } = this.#context;
    const { content } = each;
    found.messages += 1;
    const { attachments: files, reactions, flagged_by: marks } = content;
    found.files += files.items.length;
    found.reactions += reactions.items.length;
    found.marks += marks.items.length + (content.is_pinned ? 1 : 0);
    yield* reportUnreadable(each.key, { files, reactions, marks }, found);
    const problem = problemOf(content);
    if (problem !== undefined) return yield* leftOutWhole(each, problem);
    if (content.is_pinned)
      yield skippedRecord('marks', `${each.key}/pinned`, 'messages cannot be pinned here');
    const author = authorOf(content);
    if (author.name !== undefined && !people.has(author.key)) {
      people.set(author.key, { name: author.name, email: undefined });
      found.people += 1;
      yield { is: 'person', person: { key: author.key, name: author.name, email: undefined } };
    }
    yield { is: 'message', message: this.#messageOf(each, author.key) };
  }

  #messageOf({ where, members, content, ...thread }: LocatedPost, authorKey: string): MessageRecord {
    const links: LinkRecord[] = [];
    const markdown = this.#markdownOf(content, where, links);
    const files = content.attachments.items.map(({ path }) => this.#fileAt(path));
    const { create_at: sentAt, edit_at: editedAt = 0 } = content;
    const topic = this.#topicOf({ where, ...thread }, markdown);
    return {
      key: this.#keyOf(sentAt, `${where}/${content.user}`),
      authorKey,
      sentAt,
      editedAt: editedAt > 0 ? editedAt : undefined,
      to: members ? { personKeys: members } : { channelKey: where, topic },
      text: [markdown, ...files.map(({ key }) => referenceTo('f', key))].filter(Boolean).join('\n'),
      reactions: reactionsIn(content),
      files,
      links,
      starredBy: content.flagged_by.items,
    };
  }

  /** Messages have no IDs: conversation, author and time distinguish them, and their order at the same time. */
  #keyOf(time: number, identity: string): string {
    if (this.#same.time !== time) this.#same = { time, keys: new Map() };
    const count = (this.#same.keys.get(identity) ?? 0) + 1;
    this.#same.keys.set(identity, count);
    return `${identity}/${time}${count === 1 ? '' : `/${count}`}`;
  }

  #markdownOf({ message, props, type }: Reply, where: string, links: LinkRecord[]): string {
    const { channels, people } = this.#context;
    const [team = ''] = where.split('/');
    const channelKeyIn = (its: string, name: string) =>
      channels.has(`${its}/${name}`) ? `${its}/${name}` : undefined;
    const channelKey = (name: string) => channelKeyIn(team, name);
    const convert = (text: string): string => markdownOf(text, { people, channelKey, channelKeyIn }, links);
    const shown = [convert(message ?? ''), ...quotesOf(props?.attachments ?? [], convert)];
    const markdown = shown.filter(Boolean).join('\n\n');
    return type === 'me' ? `/me ${markdown.replace(/^\*(.*)\*$/s, '$1')}` : markdown;
  }

  #topicOf(
    { where, thread, beganAt, isFirst }: Omit<LocatedPost, 'content' | 'members'>,
    markdown: string,
  ): string {
    if (thread === undefined) return NO_THREAD;
    return this.#threads.topicOf({ where, key: thread, beganAt, opening: isFirst ? markdown : undefined });
  }

  #fileAt(path: string): FileRecord {
    const name = path.split('/').at(-1) || 'file';
    return {
      key: path,
      name,
      contentType: lookup(name) || 'application/octet-stream',
      entry: this.entryAt(path),
    };
  }
}

/** Names by keys, looked up at each call. */
const namesOf = (people: ExportNames['people']) =>
  ({ get: (key: string) => people.get(key)?.name }) as ReadonlyMap<string, string>;

/** The reason why a message is left out; undefined if it is not. */
function problemOf({ type, message, props, attachments }: Reply): string | undefined {
  if (type?.startsWith('system_')) return `a notice of Mattermost (${type})`;
  const isEmpty = (message ?? '').trim() === '' && attachments.items.length === 0;
  return isEmpty && quotesOf(props?.attachments ?? [], (text) => text).length === 0
    ? 'without a text'
    : undefined;
}

/** Messages of webhooks that have a name of their own are by somebody of that name, not by who set the webhook up. */
function authorOf({ user, props }: Reply): { readonly key: string; readonly name?: string } {
  const name = props?.override_username;
  const isByWebhook = name !== undefined && name !== '' && String(props?.from_webhook) === 'true';
  return isByWebhook ? { key: `webhook ${name}`, name } : { key: user };
}

function* leftOutWhole({ key, content }: LocatedPost, reason: string): Iterable<ExportRecord> {
  yield skippedRecord('messages', key, reason);
  const together = 'its message is not imported';
  for (const { path } of content.attachments.items) yield skippedRecord('files', path, together);
  for (const { user, emoji_name: name } of content.reactions.items)
    yield skippedRecord('reactions', `${key}/${name}/${user}`, together);
  for (const user of content.flagged_by.items) yield skippedRecord('marks', `${key}/${user}`, together);
  if (content.is_pinned) yield skippedRecord('marks', `${key}/pinned`, together);
}

function reactionsIn({ reactions }: Reply): readonly ReactionRecord[] {
  const byName = new Map<string, string[]>();
  for (const { emoji_name: name, user } of reactions.items)
    byName.set(name, [...(byName.get(name) ?? []), user]);
  return Array.from(byName, ([emojiName, personKeys]) => ({ emojiName, personKeys }));
}
