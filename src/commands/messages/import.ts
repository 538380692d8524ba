/** Importing messages from another system's export: they keep author and time, and nobody is notified of them. */
import { getOrCreateList } from '../../base/collections.ts';
import type { MessageId, UserId } from '../../base/ids.ts';
import { newEvent } from '../../events/catalog.ts';
import type { FileId } from '../../events/files.ts';
import {
  type Conversation,
  conversationKey,
  type EarlierChange,
  type Imported,
} from '../../events/messages.ts';
import { rangesOf } from '../../organization/slices/flags.ts';
import { mentionFieldsOf } from '../../organization/slices/notifications.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { command, type DecidedEvent, nothingToDo } from '../define.ts';
import type { CheckedContent } from '../text.ts';
import { channelOrParticipants, markedUnread, type UnreadMessage } from './flags.ts';
import { conversationFields, withoutUnreachableMentions } from './postPermissions.ts';
import { renderedFields, shownFileFields, type WrittenText } from './rendering.ts';

// * Links of imported texts to imported messages. A text is rendered before its message and others of the batch have IDs: until
// then `imported{hash}` stands for the ID, by the key under which the linked message is imported.

const ID_PLACEHOLDER = /(\/(?:near|with|id)\/)imported([0-9a-f]{64})/g;

/** Stands in the URL of a link for the ID of a message that is imported under a key (`importKeyOf`). */
export const idPlaceholder = (keyHash: string): string =>
  `imported${Buffer.from(keyHash, 'base64url').toString('hex')}`;

interface ImportedTexts extends WrittenText {
  readonly earlierChanges: readonly EarlierChange[];
}

/** The texts with IDs in their links; links to messages without one lead to their conversations. */
function withLinkedIds<Message extends ImportedTexts>(
  message: Message,
  idOf: (keyHash: string) => MessageId | undefined,
): Message {
  const resolved = <Text extends string>(text: Text): Text =>
    text.replaceAll(ID_PLACEHOLDER, (_, operator: string, hex: string) => {
      const id = idOf(Buffer.from(hex, 'hex').toString('base64url'));
      return id === undefined ? '' : `${operator}${id}`;
    }) as Text;
  const { content, rendered, earlierChanges } = message;
  const { html, links } = rendered;
  return {
    ...message,
    content: resolved<CheckedContent>(content),
    rendered: { ...rendered, html: html && resolved(html), links: links.map(resolved) },
    earlierChanges: earlierChanges.map((change) => ({
      ...change,
      ...(change.oldContent !== undefined && { oldContent: resolved(change.oldContent) }),
      ...(change.oldHtml !== undefined && { oldHtml: resolved(change.oldHtml) }),
    })),
  };
}

/** The people who have marked a message. */
export interface MessageMarks {
  readonly starredBy: readonly UserId[];
  /** They receive it. */
  readonly unreadBy: readonly UserId[];
  readonly collapsedBy: readonly UserId[];
}

export interface ImportedMessage extends WrittenText, MessageMarks {
  /** `importKeyOf` the record: under one key one message is imported, however often that is tried. */
  readonly keyHash: string;
  readonly senderId: UserId;
  readonly conversation: Conversation;
  readonly imported: Imported;
  /** Keys of messages to which its texts link (`idPlaceholder`). */
  readonly linkedKeys: readonly string[];
  /** The imported files that it shows, of any owner. */
  readonly fileIds: readonly FileId[];
  /** Its earlier changes, oldest first. */
  readonly earlierChanges: readonly EarlierChange[];
}

/** Those among the keys under which a message has been imported already. */
export const findImported = command<readonly string[], ReadonlySet<string>>({
  name: 'FindImported',
  needs: (_, keys) => ({ sendKeys: keys }),
  decide: (_, keys, { facts }) =>
    nothingToDo(new Set(keys.filter((key) => facts.sentUnder(key) !== undefined))),
});

/** Imports messages in their order; returns the keys of those that had been imported before. */
export const importMessages = command<readonly ImportedMessage[], readonly string[]>({
  name: 'ImportMessages',
  needs: (_, messages) => ({
    sendKeys: [...new Set(messages.flatMap(({ keyHash, linkedKeys }) => [keyHash, ...linkedKeys]))],
    conversations: [...new Set(messages.map(({ conversation }) => conversationKey(conversation)))],
  }),
  decide(organization, messages, { facts, nextRevision }) {
    const unknown = messages.filter(isFirstUnder((keyHash) => facts.sentUnder(keyHash) !== undefined));
    const ids = new Map(
      unknown.map(({ keyHash }, index) => [keyHash, (nextRevision + index + 1) as MessageId]),
    );
    const idOf = (keyHash: string) => ids.get(keyHash) ?? facts.sentUnder(keyHash)?.messageId;
    const marks = new MarkCollector();
    const topics = new Map<string, string>();
    const events = unknown.map((message, index) => {
      const { conversation } = message;
      const key = conversationKey(conversation);
      const spelt = topics.get(key) ?? facts.conversation(key)?.topic;
      const destination =
        conversation.kind === 'channel'
          ? { ...conversation, topic: spelt ?? conversation.topic }
          : conversation;
      if (destination.kind === 'channel') topics.set(key, destination.topic);
      const messageId = (nextRevision + index + 1) as MessageId;
      const linked = message.linkedKeys.length > 0 ? withLinkedIds(message, idOf) : message;
      const event = sent(organization, linked, destination, messageId);
      const unread = {
        ...mentionFieldsOf(event.data),
        ...channelOrParticipants(destination),
        conversation: destination,
        messageId,
      };
      marks.add(message, { ...unread, isReceived: true });
      return event;
    });
    const isNew = new Set(unknown);
    const skipped = messages.filter((message) => !isNew.has(message)).map(({ keyHash }) => keyHash);
    // Behind the messages, in the same append: a mark that somebody takes away later is not set again.
    return { events: [...events, ...marks.events(organization)], result: skipped };
  },
});

/** Whether a message is the first under its key. */
function isFirstUnder(isKnown: (keyHash: string) => boolean): (message: ImportedMessage) => boolean {
  const taken = new Set<string>();
  return ({ keyHash }) => {
    const isFirst = !taken.has(keyHash) && !isKnown(keyHash);
    taken.add(keyHash);
    return isFirst;
  };
}

/** Marks on messages, by kind and person. */
class MarkCollector {
  readonly #starred = new Map<UserId, MessageId[]>();
  readonly #unread = new Map<UserId, UnreadMessage[]>();
  readonly #collapsed = new Map<UserId, MessageId[]>();

  add({ starredBy, unreadBy, collapsedBy }: MessageMarks, message: UnreadMessage): void {
    for (const userId of starredBy) getOrCreateList(this.#starred, userId).push(message.messageId);
    for (const userId of unreadBy) getOrCreateList(this.#unread, userId).push(message);
    for (const userId of collapsedBy) getOrCreateList(this.#collapsed, userId).push(message.messageId);
  }

  events(organization: OrganizationState): readonly DecidedEvent[] {
    const starred = Array.from(this.#starred, ([userId, ids]) =>
      newEvent('MessagesStarred', { userId, messages: rangesOf(ids) }),
    );
    const collapsed = Array.from(this.#collapsed, ([userId, ids]) =>
      newEvent('MessagesCollapsed', { userId, messages: rangesOf(ids) }),
    );
    const unread = Array.from(this.#unread, ([userId, messages]) =>
      markedUnread(organization, userId, messages),
    );
    return [...starred, ...collapsed, ...unread];
  }
}

function sent(
  organization: OrganizationState,
  { keyHash, senderId, content, rendered, imported, earlierChanges, fileIds }: ImportedMessage,
  conversation: Conversation,
  messageId: MessageId,
) {
  const where = conversationFields(conversation);
  const text = withoutUnreachableMentions(organization, rendered, { messageId, ...where });
  return newEvent('MessageSent', {
    senderId,
    ...where,
    content,
    ...renderedFields(text),
    ...shownFileFields(organization, senderId, rendered.fileKeys, fileIds),
    readBySender: true,
    imported,
    ...(earlierChanges.length > 0 && { earlierChanges }),
    idempotency: { keyHash, parametersHash: keyHash },
  });
}
