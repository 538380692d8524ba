/** Importing messages from another system's export: they keep author and time, and nobody is notified of them. */
import { MessagesStarred } from '../../events/flags.ts';
import {
  conversationKey,
  type Conversation,
  type EarlierChange,
  type Imported,
  MessageSent,
} from '../../events/messages.ts';
import type { MessageId, UserId } from '../../ids.ts';
import { rangesOf } from '../../organization/flags.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { command, nothingToDo } from '../define.ts';
import { filesShown } from './filesShown.ts';
import { whereOf, withoutUnreachableMentions } from './reach.ts';
import { renderedFields, type WrittenText } from './rendering.ts';

export interface ImportedMessage extends WrittenText {
  /** `importKeyOf` the record: under one key one message is imported, however often that is tried. */
  readonly keyHash: string;
  readonly senderId: UserId;
  readonly conversation: Conversation;
  readonly imported: Imported;
  /** What has been changed in it before, oldest first. */
  readonly earlierChanges: readonly EarlierChange[];
  /** Who has starred it. */
  readonly starredBy: readonly UserId[];
}

/** Those among the keys under which a message has been imported already. */
export const importedAmong = command<readonly string[], ReadonlySet<string>>({
  name: 'FindImported',
  needs: (_, keys) => ({ sendKeys: keys }),
  decide: (_, keys, { facts }) =>
    nothingToDo(new Set(keys.filter((key) => facts.sentUnder(key) !== undefined))),
});

/** Imports messages in their order; returns the keys of those that had been imported before. */
export const importMessages = command<readonly ImportedMessage[], readonly string[]>({
  name: 'ImportMessages',
  needs: (_, messages) => ({
    sendKeys: messages.map(({ keyHash }) => keyHash),
    conversations: [...new Set(messages.map(({ conversation }) => conversationKey(conversation)))],
  }),
  decide(organization, messages, { facts, nextRevision }) {
    const events: ReturnType<typeof MessageSent>[] = [];
    const starred = new Map<UserId, MessageId[]>();
    const skipped: string[] = [];
    const taken = new Set<string>();
    const topics = new Map<string, string>();
    for (const message of messages) {
      const { keyHash, conversation } = message;
      if (taken.has(keyHash) || facts.sentUnder(keyHash) !== undefined) {
        skipped.push(keyHash);
        continue;
      }
      taken.add(keyHash);
      const key = conversationKey(conversation);
      const spelt = topics.get(key) ?? facts.conversation(key)?.topic;
      const place =
        conversation.kind === 'channel'
          ? { ...conversation, topic: spelt ?? conversation.topic }
          : conversation;
      if (place.kind === 'channel') topics.set(key, place.topic);
      const messageId = (nextRevision + events.length + 1) as MessageId;
      events.push(sent(organization, message, place, messageId));
      for (const userId of message.starredBy)
        starred.set(userId, [...(starred.get(userId) ?? []), messageId]);
    }
    // Behind the messages, in the same append: a mark that somebody takes away later is not set again.
    const marks = Array.from(starred, ([userId, messageIds]) =>
      MessagesStarred({ userId, messages: rangesOf(messageIds) }),
    );
    return { events: [...events, ...marks], result: skipped };
  },
});

function sent(
  organization: OrganizationState,
  { keyHash, senderId, content, rendered, imported, earlierChanges }: ImportedMessage,
  conversation: Conversation,
  messageId: MessageId,
) {
  const where = whereOf(conversation);
  const text = withoutUnreachableMentions(organization, rendered, { messageId, ...where });
  return MessageSent({
    senderId,
    ...where,
    content,
    ...renderedFields(text),
    ...filesShown(organization, senderId, rendered.fileKeys),
    readBySender: true,
    imported,
    ...(earlierChanges.length > 0 && { earlierChanges }),
    idempotency: { keyHash, parametersHash: keyHash },
  });
}
