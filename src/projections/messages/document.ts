/** The stored form of a message. */
import type { Wildcard } from '../../events/messages.ts';
import type { UserGroupId } from '../../events/userGroups.ts';
import type { ChannelId, MessageId, UserId } from '../../ids.ts';
import type { ChannelActivity } from '../../organization/channelActivity.ts';
import type { ReactionFact } from '../../organization/messageFacts.ts';
import { collection } from '../define.ts';
import { messageWording } from './words.ts';

/** A document of the collection `messages`; its ID is the message's. */
export interface MessageDocument {
  /** Key of the topic or direct conversation (`conversationKey`). */
  readonly conversation: string;
  /** Channel messages only, like `topic`, which is '' once erased. */
  readonly channelId?: ChannelId;
  readonly topic?: string;
  /** Direct messages only: everyone in the conversation, ascending. */
  readonly participantIds?: readonly UserId[];
  readonly senderId: UserId;
  /** The source; '' once erased. */
  readonly content: string;
  /** Absent if it is the escaped source in one paragraph. */
  readonly html?: string;
  /** UNIX milliseconds. */
  readonly sentAt: number;
  /** Name of the sending client. */
  readonly client: string;
  readonly readBySender: boolean;
  /** It comes from another system's export: everybody has read it from the start. */
  readonly isImported?: true;
  readonly mentionedUserIds?: readonly UserId[];
  readonly mentionedGroupIds?: readonly UserGroupId[];
  readonly wildcards?: readonly Wildcard[];
  /** Recipients of a topic-wide mention: participants at that time. */
  readonly topicParticipantIds?: readonly UserId[];
  /** Recipients with an alert word in the text. */
  readonly alertedUserIds?: readonly UserId[];
  /** Link targets; absent if there are none, and once erased. */
  readonly links?: readonly string[];
  /** Traits for narrows (`traits.ts`); absent if there are none. */
  readonly traits?: readonly string[];
  /** Absent if the text was not rendered. */
  readonly rendererVersion?: number;
  /** Revision of the last edit. */
  readonly editRevision?: number;
  /** UNIX milliseconds of the last edit, and of the last move. */
  readonly editedAt?: number;
  readonly movedAt?: number;
  /** IDs of the `messageChanges` of this message, ascending. */
  readonly changes?: readonly number[];
  /** The channel it was sent to, if it has been moved: a list, so that only moved messages are indexed. */
  readonly sentToChannelIds?: readonly ChannelId[];
  /** Revision of the event that moved it to this channel. */
  readonly arrivedAt?: number;
  /** In the order in which they were added; absent if there are none. */
  readonly reactions?: readonly ReactionFact[];
  readonly submessages?: readonly Submessage[];
}

/** Part of a poll or to-do list; `content` is JSON text. */
export interface Submessage {
  readonly submessageId: number;
  readonly senderId: UserId;
  readonly content: string;
}

/** A document of `messages` with its ID. */
export interface StoredMessage extends MessageDocument {
  readonly messageId: MessageId;
}

export const messageDocuments = collection<MessageDocument, MessageId>(
  'messages',
  {
    id: 'number',
    fields: {
      conversation: 'text',
      channelId: 'number',
      senderId: 'number',
      participantIds: 'numbers',
      mentionedUserIds: 'numbers',
      mentionedGroupIds: 'numbers',
      wildcards: 'texts',
      traits: 'texts',
      sentToChannelIds: 'numbers',
    },
    indexes: [
      ['conversation', 'id'],
      ['channelId', 'id'],
      ['senderId', 'id'],
    ],
    words: true,
  },
  messageWording,
);

/** When channels were active, by channel ID. */
export const activityDocuments = collection<ChannelActivity, ChannelId>('channelActivity', { id: 'number' });

/** A document of `directConversations`; its ID is the conversation's key. */
export interface DirectConversationDocument {
  readonly firstMessageId: MessageId;
}

export const directDocuments = collection<DirectConversationDocument, string>('directConversations', {
  id: 'text',
});
