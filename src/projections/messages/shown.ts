/** A message as one viewer sees it: the document, what is personal about it, and its recipients' number. */
import type { UserGroupId, UserId } from '../../ids.ts';
import { receivedBy } from '../../organization/access/received.ts';
import type { ConversationFact } from '../../organization/messageFacts.ts';
import type { Documents } from '../documents.ts';
import { changesOf, type MessageChangeDocument } from './changes.ts';
import type { StoredMessage } from './narrow.ts';
import type { DirectConversationDocument } from './projection.ts';
import type { Viewer } from './viewer.ts';

/** What is personal about a message (spec/endpoint-details.md 0.8). */
export interface MessageFlags {
  readonly read: boolean;
  /** Readable, but never received. */
  readonly historical: boolean;
  /** Named in it, as a person or through a group. */
  readonly mentioned: boolean;
  readonly channelWildcardMentioned: boolean;
  readonly topicWildcardMentioned: boolean;
}

/** Names of people and channels are not in it: the organization's state has them. */
export interface ShownMessage extends StoredMessage {
  /** The same for all messages of a channel, or of a direct conversation; never the same for two of them. */
  readonly recipientId: number;
  readonly flags: MessageFlags;
  /** What was edited and moved, oldest first; the organization's policy says what of it may be shown. */
  readonly history: readonly MessageChangeDocument[];
}

const HISTORICAL: MessageFlags = {
  read: true,
  historical: true,
  mentioned: false,
  channelWildcardMentioned: false,
  topicWildcardMentioned: false,
};

/** Whether a message that the viewer received counts as read: his own do where the client said so. */
export const isReadBy = (viewerId: UserId, { senderId, readBySender }: StoredMessage): boolean =>
  senderId === viewerId && readBySender;

/** Adds to messages what one viewer sees of them, with a few questions whatever their number. */
export async function shownTo(viewer: Viewer, messages: readonly StoredMessage[]): Promise<ShownMessage[]> {
  const { documents, organization, viewerId } = viewer;
  const received = receivedBy(viewer.access);
  const recipientId = await recipientIds(documents, messages);
  const participates = await topicParticipation(documents, viewerId, messages);
  const historyOf = await changesOf(documents, messages);
  const isMember = (groupId: UserGroupId): boolean =>
    organization.userGroups.closedMembers.get(groupId)?.has(viewerId) ?? false;
  return messages.map((message) => {
    const shown = { ...message, recipientId: recipientId(message), history: historyOf(message) };
    if (!received(message)) return { ...shown, flags: HISTORICAL };
    const { mentionedUserIds, mentionedGroupIds, wildcards } = message;
    const flags: MessageFlags = {
      read: isReadBy(viewerId, message),
      historical: false,
      mentioned: (mentionedUserIds?.includes(viewerId) || mentionedGroupIds?.some(isMember)) ?? false,
      channelWildcardMentioned: wildcards?.includes('channel') ?? false,
      topicWildcardMentioned: wildcards?.includes('topic') === true && participates(message),
    };
    return { ...shown, flags };
  });
}

/** Channels have even numbers; direct conversations odd ones, by the ID of their first message. */
async function recipientIds(
  documents: Documents,
  messages: readonly StoredMessage[],
): Promise<(message: StoredMessage) => number> {
  const direct = messages.filter(({ channelId }) => channelId === undefined);
  const keys = [...new Set(direct.map(({ conversation }) => conversation))];
  const known = await documents.load<DirectConversationDocument>('directConversations', keys);
  const byKey = new Map(keys.map((key, index) => [key, known[index]?.firstMessageId]));
  return ({ channelId, conversation, messageId }) =>
    channelId === undefined ? 2 * (byKey.get(conversation) ?? messageId) + 1 : 2 * channelId;
}

/**
 * Whether the viewer takes part in the topic of a message. Known are the first participants only, and not since
 * when they take part: a topic wildcard also marks its message for those who joined in later.
 */
async function topicParticipation(
  documents: Documents,
  viewerId: UserId,
  messages: readonly StoredMessage[],
): Promise<(message: StoredMessage) => boolean> {
  const toTopics = messages.filter(({ wildcards }) => wildcards?.includes('topic'));
  const keys = [...new Set(toTopics.map(({ conversation }) => conversation))];
  const facts = await documents.load<ConversationFact>('conversationFacts', keys);
  const taken = new Set(keys.filter((_, index) => facts[index]?.participants.includes(viewerId)));
  return ({ conversation }) => taken.has(conversation);
}
