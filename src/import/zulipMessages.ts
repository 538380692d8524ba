/** Messages of Zulip's export, joined with the rows of other tables. */
import { lookup } from 'mime-types';
import type { z } from 'zod';
import { getOrCreateList } from '../base/collections.ts';
import {
  type EditRecord,
  type ExportRecord,
  type FileRecord,
  type FoundCounts,
  type HoldersRecord,
  type LinkRecord,
  type MessageRecord,
  type ReactionRecord,
  skippedRecord,
  taken,
} from './records.ts';
import { reportNarrowed } from './roles.ts';
import type { ProtectedHistories } from './zulipHistories.ts';
import {
  type Attachment,
  type Channel,
  FLAGS,
  Message,
  type Person,
  type Reaction,
  Received,
  type Recipient,
  RECIPIENTS,
} from './zulipTables.ts';
import { markdownOf } from './zulipText.ts';

// The history of messages of Zulip's export: the texts and conversations before each edit and move.

/** The time of the last change of a text, in UNIX milliseconds; moves are no edits. */
function editedAt({ last_edit_time: last, edit_history: { items: entries } }: Message): number | undefined {
  const edit = entries.find(({ prev_content: before }) => before !== undefined);
  if (edit !== undefined) return Math.round(edit.timestamp * 1000);
  return last && entries.length === 0 ? Math.round(last * 1000) : undefined;
}

/** References of entries: keys of people and channels, and texts as Markdown. */
interface Naming {
  readonly keyOf: (id: number) => string;
  readonly markdownOf: (source: string) => string;
  /** The ID of the channel that the message is in; undefined for a direct message. */
  readonly channelId: number | undefined;
}

/** The edits and moves, oldest first. Older releases of Zulip do not record the destination of a move: it is the source of the next one. */
function editsOf(
  { subject, edit_history: { items: entries } }: Message,
  { keyOf, markdownOf, channelId }: Naming,
): readonly EditRecord[] {
  let now = { topic: subject, channelId };
  return entries
    .map((entry): EditRecord => {
      const { user_id: editor, prev_content: text, timestamp } = entry;
      const before = { topic: entry.prev_topic ?? entry.prev_subject, channelId: entry.prev_stream };
      const after = { topic: entry.topic ?? now.topic, channelId: entry.stream ?? now.channelId };
      now = { topic: before.topic ?? now.topic, channelId: before.channelId ?? now.channelId };
      return {
        editorKey: typeof editor === 'number' ? keyOf(editor) : undefined,
        at: Math.round(timestamp * 1000),
        text: text === undefined ? undefined : markdownOf(text),
        topics: before.topic === undefined ? undefined : { from: before.topic, to: after.topic },
        channelKeys:
          before.channelId === undefined || after.channelId === undefined
            ? undefined
            : { from: keyOf(before.channelId), to: keyOf(after.channelId) },
      };
    })
    .reverse();
}

interface ExportKeys {
  readonly keyOf: (id: number) => string;
  readonly subdomain: string;
  readonly histories: ProtectedHistories;
  readonly found: FoundCounts;
  /** The entry of a file by its path. */
  readonly entryOf: (path: string) => string | undefined;
}

/** Addresses that Zulip makes up name the host of the organization. */
const MADE_ADDRESS = /^(?:user\d+|.+-bot)@([^@]+)$/;

interface ZulipConversation {
  readonly recipient: Recipient;
  readonly memberKeys: readonly string[];
}

/** Keys of the people who marked messages, by the messages' IDs. */
interface MessageMarkKeys {
  readonly starredBy: Map<number, string[]>;
  readonly unreadBy: Map<number, string[]>;
  readonly collapsedBy: Map<number, string[]>;
}

export class ZulipMessages {
  readonly #context: ExportKeys;
  readonly #people = new Set<number>();
  /** The person of a name; null if there are several. */
  readonly #peopleByName = new Map<string, string | null>();
  readonly #conversations = new Map<number, ZulipConversation>();
  readonly #channelRecipients = new Map<number, number>();
  readonly #channelsByName = new Map<string, string>();
  readonly #channelNames = new Map<number, string>();
  readonly #hosts = new Set<string>();
  readonly #reactions = new Map<number, z.infer<typeof Reaction>[]>();
  readonly #files = new Map<string, Attachment>();
  readonly #shown = new Set<string>();

  constructor(context: ExportKeys) {
    this.#context = context;
  }

  keyOf(id: number): string {
    return this.#context.keyOf(id);
  }

  /** Answers the person's key. */
  addPerson({ id, email = '' }: Person, name: string): string {
    const key = this.keyOf(id);
    const [, host] = MADE_ADDRESS.exec(email) ?? [];
    if (host !== undefined) this.#hosts.add(host);
    this.#people.add(id);
    this.#peopleByName.set(name, this.#peopleByName.has(name) ? null : key);
    return key;
  }

  addRecipient(recipient: Recipient, memberKeys: readonly string[]): void {
    this.#conversations.set(recipient.id, { recipient, memberKeys });
    if (recipient.type === RECIPIENTS.channel) this.#channelRecipients.set(recipient.type_id, recipient.id);
  }

  addReaction(reaction: z.infer<typeof Reaction>): void {
    getOrCreateList(this.#reactions, reaction.message).push(reaction);
  }

  addFile(file: Attachment): void {
    this.#files.set(file.path_id, file);
  }

  /** A channel as a record; names of deactivated ones had an addition once. */
  *channelOf(
    { id, name: given, description, ...channel }: Channel,
    permissions: ReadonlyMap<string, HoldersRecord>,
  ): Iterable<ExportRecord> {
    const { found, histories } = this.#context;
    const key = this.keyOf(id);
    const name = given.replace(/^!+DEACTIVATED:/, '');
    this.#channelsByName.set(name, key);
    this.#channelNames.set(id, name);
    // Older releases do not say: there private channels protected their history.
    const isShared = channel.history_public_to_subscribers ?? !channel.invite_only;
    if (channel.is_web_public)
      yield* reportNarrowed(key, 'open to everybody on the internet: public here', found);
    if (!channel.invite_only && !isShared)
      yield* reportNarrowed(key, 'public with a protected history: private here', found);
    const memberKeys = this.#conversations.get(this.#channelRecipients.get(id) ?? -1)?.memberKeys ?? [];
    if (!isShared) yield* histories.add(id, memberKeys);
    yield {
      is: 'channel',
      channel: {
        key,
        name,
        description,
        isPrivate: channel.invite_only || !isShared,
        isArchived: channel.deactivated || name !== given,
        isHistoryProtected: !isShared,
        creatorKey: channel.creator ? this.keyOf(channel.creator) : undefined,
        memberKeys: isShared ? memberKeys : [],
        createdAt: channel.date_created && Math.round(channel.date_created * 1000),
        permissions,
      },
    };
  }

  /** The records of one file of messages. */
  *recordsOf(tables: Readonly<Record<string, unknown>>, name: string): Iterable<ExportRecord> {
    const { found, histories } = this.#context;
    const marks = yield* this.#marksIn(tables['zerver_usermessage'], name);
    const rows = tables['zerver_message'];
    for (const [index, value] of (Array.isArray(rows) ? rows : []).entries()) {
      found.messages += 1;
      const parsed = Message.safeParse(value);
      const message = parsed.success ? this.#messageOf(parsed.data, marks) : undefined;
      if (message === undefined) yield skippedRecord('messages', `${name}[${index}]`, 'not understood');
      else {
        yield* histories.joinedBefore((value as { readonly id: number }).id);
        yield { is: 'message', message };
      }
      if (parsed.success) yield* this.#unreadableEdits(parsed.data);
    }
    yield* this.#otherMarks(marks);
  }

  /** Rows that belong to no message. */
  *remains(): Iterable<ExportRecord> {
    const { found, histories } = this.#context;
    yield* histories.joinedBefore();
    for (const [message, reactions] of this.#reactions) {
      found.reactions += reactions.length;
      yield skippedRecord(
        'reactions',
        `message ${message}`,
        'its message is not in the export',
        reactions.length,
      );
    }
    for (const path of this.#files.keys()) {
      if (this.#shown.has(path)) continue;
      found.files += 1;
      yield skippedRecord('files', path, 'no message shows it');
    }
  }

  *#marksIn(rows: unknown, name: string): Generator<ExportRecord, MessageMarkKeys> {
    const { found } = this.#context;
    const marks: MessageMarkKeys = { starredBy: new Map(), unreadBy: new Map(), collapsedBy: new Map() };
    for (const [index, value] of (Array.isArray(rows) ? rows : []).entries()) {
      const parsed = Received.safeParse(value);
      found.others += 1;
      if (!parsed.success) {
        yield skippedRecord('others', `${name}: zerver_usermessage[${index}]`, 'not understood');
        continue;
      }
      const { flags_mask: mask, message, user_profile: userId } = parsed.data;
      yield taken('others');
      const key = this.keyOf(userId);
      if ((mask & FLAGS.read) === 0) getOrCreateList(marks.unreadBy, message).push(key);
      if ((mask & FLAGS.starred) !== 0) getOrCreateList(marks.starredBy, message).push(key);
      if ((mask & FLAGS.collapsed) !== 0) getOrCreateList(marks.collapsedBy, message).push(key);
    }
    return marks;
  }

  /** Marks on messages that are not in the file. */
  *#otherMarks(marks: MessageMarkKeys): Iterable<ExportRecord> {
    for (const marked of Object.values(marks) as readonly Map<number, string[]>[])
      for (const [message, { length }] of marked) {
        this.#context.found.marks += length;
        yield skippedRecord('marks', `message ${message}`, 'its message is not in the export', length);
      }
  }

  #messageOf(message: Message, marks: MessageMarkKeys): MessageRecord | undefined {
    const { found } = this.#context;
    const sent = message.date_sent ?? message.pub_date;
    const to = this.#conversationOf(message);
    if (sent === undefined) return undefined;
    const links: LinkRecord[] = [];
    const { text, paths } = this.#markdownOf(message.content, links);
    const edits = editsOf(message, {
      keyOf: (id) => this.keyOf(id),
      markdownOf: (source) => this.#markdownOf(source, links).text,
      channelId: this.#channelIdOf(message),
    });
    const files = paths.map((path) => this.#fileAt(path));
    const reactions = this.#reactionsTo(message.id);
    const marked = marksOn(message.id, marks);
    found.files += files.length;
    found.marks += marked.starredBy.length + marked.unreadBy.length + marked.collapsedBy.length;
    found.edits += edits.length;
    for (const { personKeys } of reactions) found.reactions += personKeys.length;
    return {
      key: this.keyOf(message.id),
      authorKey: this.keyOf(message.sender),
      to,
      text,
      sentAt: Math.round(sent * 1000),
      editedAt: editedAt(message),
      reactions,
      files,
      edits,
      links,
      ...marked,
    };
  }

  *#unreadableEdits({ id, edit_history: { unreadable } }: Message): Iterable<ExportRecord> {
    if (unreadable === 0) return;
    this.#context.found.edits += unreadable;
    yield skippedRecord('edits', `message ${id}`, 'not understood', unreadable);
  }

  #markdownOf(source: string, links: LinkRecord[]) {
    const { subdomain } = this.#context;
    const [channelNames, hosts] = [this.#channelNames, this.#hosts];
    const nameable = {
      personKey: (name: string, userId: number | undefined) => this.#personKey(name, userId),
      channelKey: (name: string) => this.#channelsByName.get(name),
      links: { keyOf: (id: number) => this.keyOf(id), channelNames, hosts, subdomain },
    };
    return markdownOf(source, nameable, links);
  }

  #channelIdOf({ recipient: id }: Message): number | undefined {
    const { type, type_id: channelId } = this.#conversations.get(id)?.recipient ?? {};
    return type === RECIPIENTS.channel ? channelId : undefined;
  }

  #conversationOf({ recipient: id, sender, subject }: Message): MessageRecord['to'] {
    const conversation = this.#conversations.get(id);
    const { type, type_id: typeId = 0 } = conversation?.recipient ?? {};
    if (type === RECIPIENTS.person) return { personKeys: [this.keyOf(sender), this.keyOf(typeId)] };
    if (type === RECIPIENTS.group) return { personKeys: conversation?.memberKeys ?? [] };
    return { channelKey: type === RECIPIENTS.channel ? this.keyOf(typeId) : '', topic: subject };
  }

  #personKey(name: string, userId: number | undefined): string | undefined {
    if (userId !== undefined) return this.#people.has(userId) ? this.keyOf(userId) : undefined;
    return this.#peopleByName.get(name) ?? undefined;
  }

  #fileAt(path: string): FileRecord {
    const { file_name: given, content_type: type } = this.#files.get(path) ?? {};
    const name = given || path.split('/').at(-1) || 'file';
    this.#shown.add(path);
    const contentType = type || lookup(name) || 'application/octet-stream';
    return { key: path, name, contentType, entry: this.#context.entryOf(path) };
  }

  #reactionsTo(messageId: number): readonly ReactionRecord[] {
    const reactions = this.#reactions.get(messageId) ?? [];
    this.#reactions.delete(messageId);
    return reactions.map(({ emoji_name: emojiName, user_profile: userId }) => ({
      emojiName,
      personKeys: [this.keyOf(userId)],
    }));
  }
}

/** Takes the marks on a message out of all. */
function marksOn(messageId: number, marks: MessageMarkKeys) {
  const on = (marked: Map<number, string[]>): readonly string[] => {
    const keys = marked.get(messageId) ?? [];
    marked.delete(messageId);
    return keys;
  };
  return { starredBy: on(marks.starredBy), unreadBy: on(marks.unreadBy), collapsedBy: on(marks.collapsedBy) };
}
