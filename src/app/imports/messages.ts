/** Imports messages of an export in batches: files are stored, texts rendered, and one command records them all. */
import { Semaphore } from '../../base/concurrency.ts';
import type { UserId } from '../../base/ids.ts';
import {
  findImported,
  type ImportedMessage,
  importMessages,
  type MessageMarks,
} from '../../commands/messages/import.ts';
import type { Conversation, Imported } from '../../events/messages.ts';
import type { Reconciliation } from '../../import/reconciliation.ts';
import type { MessageRecord } from '../../import/records.ts';
import type { UploadedFile } from '../../organization/slices/files.ts';
import { isSameReaction, type ReactionFact } from '../../organization/slices/messageFacts.ts';
import { FileImport, type FileImportContext } from './files.ts';
import { batchMessages, countMarks, resolveMarks, splitText } from './marks.ts';
import { emojiNamed, type ImportedTexts, type TextImportContext, topicOf } from './texts.ts';

/** The context of an import of messages. */
export interface ImportContext extends FileImportContext, TextImportContext {}

/** Messages per command. */
const PER_COMMAND = 250;
/** Messages that are rendered at the same time. */
const WRITTEN_AT_ONCE = 64;

/** A record with what its keys stand for. */
interface Resolved {
  readonly record: MessageRecord;
  readonly keyHash: string;
  readonly senderId: UserId;
  readonly conversation: Conversation;
}

/** Messages as they are recorded, and the keys of their records. */
interface Written {
  readonly messages: readonly ImportedMessage[];
  readonly keys: ReadonlySet<string>;
}

// Direct conversations: what becomes of one is what becomes of its messages.

/** The people of an export, and where to report. */
interface CountContext {
  readonly people: ReadonlyMap<string, UserId>;
  readonly reconciliation: Reconciliation;
}

interface DirectRecord {
  readonly key: string;
  readonly personKeys: readonly string[];
}

class ConversationCount {
  readonly #context: CountContext;
  readonly #records: DirectRecord[] = [];
  /** Conversations with messages, and whether one of these is new. */
  readonly #outcomes = new Map<string, 'imported' | 'existing'>();

  constructor(context: CountContext) {
    this.#context = context;
  }

  add({ key, personKeys }: DirectRecord): void {
    this.#records.push({ key, personKeys });
  }

  /** Counts a message. */
  count(conversation: Conversation, outcome: 'imported' | 'existing'): void {
    if (conversation.kind !== 'direct') return;
    const people = conversation.participantIds.join();
    if (outcome === 'imported' || !this.#outcomes.has(people)) this.#outcomes.set(people, outcome);
  }

  report(): void {
    const { people, reconciliation } = this.#context;
    for (const { key, personKeys } of this.#records) {
      const known = new Set(personKeys.flatMap((each) => people.get(each) ?? []));
      const outcome = this.#outcomes.get([...known].sort((one, other) => one - other).join());
      if (outcome) reconciliation[outcome]('conversations');
      else reconciliation.skipped('conversations', key, 'no message of it is imported');
    }
    this.#records.length = 0;
  }
}

export class MessageImport {
  readonly #context: ImportContext;
  readonly #texts: ImportedTexts;
  readonly files: FileImport;
  readonly conversations: ConversationCount;
  #recording: Promise<void> = Promise.resolve();
  /** Keys of what is being recorded. */
  #inFlight: ReadonlySet<string> = new Set();

  constructor(context: ImportContext, texts: ImportedTexts) {
    this.#context = context;
    this.files = new FileImport(context);
    this.conversations = new ConversationCount(context);
    this.#texts = texts;
  }

  /**
   * Imports messages, in their order, unless they have been imported before. The last of them may still be on their way to the
   * log when it resolves: the next ones are rendered meanwhile.
   */
  async take(records: readonly MessageRecord[]): Promise<void> {
    for (let at = 0; at < records.length; at += PER_COMMAND) {
      const written = await this.#writtenOf(records.slice(at, at + PER_COMMAND));
      await this.#recording;
      this.#inFlight = written.keys;
      this.#recording = this.#record(written);
      this.#recording.catch(() => {}); // the next call fails with it
    }
  }

  /** Resolves when everything that was taken is in the log. */
  async finish(): Promise<void> {
    await this.#recording;
  }

  /** Reports what several messages share. */
  report(): void {
    this.files.report();
    this.conversations.report();
  }

  async #writtenOf(records: readonly MessageRecord[]): Promise<Written> {
    const { lane, withRetries, reconciliation, submission } = this.#context;
    const resolved = this.#onceEach(records.flatMap((record) => this.#resolved(record)));
    const keys = new Set(resolved.map(({ keyHash }) => keyHash));
    const sought = [...new Set([...keys, ...resolved.flatMap(({ record }) => this.#keysLinkedIn(record))])];
    const known = await withRetries(() => lane.submit(findImported, sought, submission(null)));
    const isImported = (key: string): boolean =>
      keys.has(key) || this.#inFlight.has(key) || known.result.has(key);
    const unknown = resolved.filter(({ record, keyHash, conversation }) => {
      if (!known.result.has(keyHash)) return true;
      reconciliation.existing('messages');
      this.conversations.count(conversation, 'existing');
      for (const { key } of record.files) this.files.count(key, 'existing');
      reconciliation.existing('reactions', reactionsOf(record));
      reconciliation.existing('marks', countMarks(record));
      reconciliation.existing('edits', record.edits?.length ?? 0);
      return false;
    });
    await this.files.upload(
      unknown.flatMap(({ record, senderId }) =>
        record.files.map((file) => ({
          file,
          ownerId: this.#context.people.get(file.ownerKey ?? '') ?? senderId,
        })),
      ),
    );
    const gate = new Semaphore(WRITTEN_AT_ONCE);
    const written = unknown.map((each) => gate.run(() => this.#written(each, isImported)));
    return { keys, messages: (await Promise.all(written)).flat() };
  }

  /** One record under a key twice, far apart in the export, becomes one message. */
  async #record({ messages, keys }: Written): Promise<void> {
    const { lane, withRetries, reconciliation, submission } = this.#context;
    for (const batch of batchMessages(messages)) {
      const { result } = await withRetries(() => lane.submit(importMessages, batch, submission(null)));
      const present = result.filter((key) => keys.has(key)).length;
      reconciliation.imported('messages', -present);
      reconciliation.existing('messages', present);
    }
  }

  /** Keys of the messages that a message's texts link to. */
  #keysLinkedIn({ links = [] }: MessageRecord): readonly string[] {
    return links.flatMap(({ parts }) =>
      parts.flatMap((part) =>
        typeof part === 'object' && 'messageKey' in part
          ? this.#context.keyOf('message', part.messageKey)
          : [],
      ),
    );
  }

  #onceEach(resolved: readonly Resolved[]): readonly Resolved[] {
    const keys = new Set<string>();
    return resolved.filter(({ record, keyHash }) => {
      const isNew = !keys.has(keyHash);
      if (!isNew) this.#leaveOut(record, 'twice in the export');
      keys.add(keyHash);
      return isNew;
    });
  }

  /** The message's author and conversation; nothing if the export names none that it describes. */
  #resolved(record: MessageRecord): readonly Resolved[] {
    const { people, keyOf } = this.#context;
    const senderId = people.get(record.authorKey);
    const conversation = senderId && this.#conversationOf(record.to, senderId);
    if (senderId && conversation)
      return [{ record, senderId, conversation, keyHash: keyOf('message', record.key) }];
    this.#leaveOut(record, senderId ? 'in an unknown channel' : 'by an unknown person');
    return [];
  }

  #conversationOf(to: MessageRecord['to'], senderId: UserId): Conversation | undefined {
    const { channels, people } = this.#context;
    if ('personKeys' in to) {
      const others = to.personKeys.flatMap((key) => people.get(key) ?? []);
      const participantIds = [...new Set([senderId, ...others])].sort((one, other) => one - other);
      return { kind: 'direct', participantIds };
    }
    const channelId = channels.get(to.channelKey);
    return channelId && { kind: 'channel', channelId, topic: topicOf(to.topic) };
  }

  #leaveOut(record: MessageRecord, reason: string): void {
    const { reconciliation } = this.#context;
    reconciliation.skipped('messages', record.key, reason);
    const together = 'its message is not imported';
    for (const { key } of record.files) this.files.count(key, 'skipped', together);
    for (let number = reactionsOf(record); number > 0; number -= 1)
      reconciliation.skipped('reactions', record.key, together);
    const marks = countMarks(record);
    if (marks > 0) reconciliation.skipped('marks', record.key, together, marks);
    const edits = record.edits?.length ?? 0;
    if (edits > 0) reconciliation.skipped('edits', record.key, together, edits);
  }

  /** The message as it is recorded; several if its text is too long for one. */
  async #written(
    { record, senderId, conversation, keyHash }: Resolved,
    isImported: (keyHash: string) => boolean,
  ): Promise<readonly ImportedMessage[]> {
    const { reconciliation } = this.#context;
    const uploaded = new Map<string, UploadedFile>();
    for (const file of record.files) {
      const known = this.files.uploadedAs(file);
      if (known) uploaded.set(file.key, known);
    }
    const references = { uploaded, isImported };
    const parts = splitText(this.#texts.resolved(record.text, record, references));
    if (parts.length === 0) {
      this.#leaveOut(record, 'nothing to show');
      return [];
    }
    reconciliation.imported('messages');
    this.conversations.count(conversation, 'imported');
    const imported = { ...timesOf(record), ...this.#reactionsTo(record) };
    const marks = resolveMarks(record, conversation, this.#context.lane.state, this.#context);
    const earlierChanges = await this.#texts.earlierChanges(record, senderId, references);
    const linkedKeys = this.#keysLinkedIn(record).filter(isImported);
    const written = parts.map(async (part, index): Promise<ImportedMessage> => ({
      ...(await this.#texts.written(part)),
      linkedKeys,
      fileIds: record.files.flatMap(({ key, isOnlyLinked }) =>
        isOnlyLinked ? [] : (uploaded.get(key)?.fileId ?? []),
      ),
      senderId,
      conversation,
      imported: index === 0 ? imported : timesOf(record),
      ...(index === 0 ? { ...marks, earlierChanges } : { ...NO_MARKS, earlierChanges: [] }),
      // The last part has the record's key: once that is known, all parts are there.
      keyHash:
        index === parts.length - 1
          ? keyHash
          : this.#context.keyOf('message', record.key, `part ${index + 1}`),
    }));
    return Promise.all(written);
  }

  #reactionsTo({ key, reactions }: MessageRecord): Pick<Imported, 'reactions'> {
    const { people, lane, reconciliation } = this.#context;
    const taken: ReactionFact[] = [];
    for (const { emojiName, personKeys } of reactions) {
      const emoji = emojiNamed(lane.state, emojiName);
      for (const personKey of personKeys) {
        const userId = people.get(personKey);
        const reaction = emoji && userId && { userId, ...emoji };
        if (reaction && !taken.some((other) => isSameReaction(other, reaction))) taken.push(reaction);
        else {
          const reason = !emoji
            ? `no emoji is called ${emojiName}`
            : userId
              ? 'twice'
              : 'by an unknown person';
          reconciliation.skipped('reactions', `${key}/${emojiName}/${personKey}`, reason);
        }
      }
    }
    reconciliation.imported('reactions', taken.length);
    return taken.length > 0 ? { reactions: taken } : {};
  }
}

const NO_MARKS: MessageMarks = { starredBy: [], unreadBy: [], collapsedBy: [] };

const reactionsOf = ({ reactions }: MessageRecord): number =>
  reactions.reduce((sum, { personKeys }) => sum + personKeys.length, 0);

const timesOf = ({ sentAt, editedAt }: MessageRecord): Imported => ({
  sentAt,
  ...(editedAt !== undefined && { editedAt }),
});
