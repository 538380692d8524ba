/** Messages of Mattermost's bulk export: posts, and the replies within them, in the order of time. */
import { lookup } from 'mime-types';
import type { Archive } from './archive.ts';
import type { UnreadFields } from './reports.ts';
import { reportUnreadable } from './lists.ts';
import { type Channel, KNOWN_OF_FILE, KNOWN_OF_POST, KNOWN_OF_PROPS, Reply } from './mattermostLines.ts';
import { markdownOf } from './mattermostText.ts';
import {
  type ExportRecord,
  FileCounter,
  type FileRecord,
  type FoundCounts,
  type LinkRecord,
  type MessageRecord,
  type ReactionRecord,
  referenceTo,
  skippedRecord,
} from './records.ts';
import { Spool } from './spool.ts';
import { KNOWN_OF_ADDED, quotesOf, Threads } from './texts.ts';

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
  readonly unread: UnreadFields;
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
  readonly #files = new FileCounter();
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
    this.#files.add(
      files.items.map(({ path: key }) => ({ key })),
      found,
    );
    found.reactions += reactions.items.length;
    found.marks += marks.items.length + (content.is_pinned ? 1 : 0);
    yield* reportUnreadable(each.key, { files, reactions, marks }, found);
    const problem = problemOf(content);
    if (problem !== undefined) return yield* leftOutWhole(each, problem);
    this.#walk(each);
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

  /** Counts what a post and what apps have added say, and nothing is made of. */
  #walk({ key, content }: LocatedPost): void {
    const { unread } = this.#context;
    const { props, attachments } = content;
    unread.walk(content, 'post', key, KNOWN_OF_POST);
    unread.walk(props, 'post: props', key, KNOWN_OF_PROPS);
    for (const added of props?.attachments.items ?? []) unread.walk(added, 'attachment', key, KNOWN_OF_ADDED);
    for (const file of attachments.items) unread.walk(file, 'file', key, KNOWN_OF_FILE);
    unread.count('attachment: not understood', key, props?.attachments.unreadable);
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
    const shown = [
      convert(message ?? ''),
      ...quotesOf(props?.attachments.items ?? [], { markdownOf: convert }),
    ];
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
function problemOf({ type, message, props, attachments, delete_at: isDeleted }: Reply): string | undefined {
  if (isDeleted) return 'deleted in Mattermost';
  if (type?.startsWith('system_')) return `a notice of Mattermost (${type.slice(0, 40)})`;
  if (type === 'burn_on_read') return 'to be read once only';
  const isEmpty = (message ?? '').trim() === '' && attachments.items.length === 0;
  return isEmpty && quotesOf(props?.attachments.items ?? [], { markdownOf: (text) => text }).length === 0
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
  for (const { path } of content.attachments.items)
    yield { is: 'file left out', key: path, reason: together };
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
