/** What is stored of one message. */
import type { Wildcard } from '../../events/messages.ts';
import type { UserGroupId } from '../../events/userGroups.ts';
import type { ChannelId, MessageId, UserId } from '../../ids.ts';
import type { ChannelActivity } from '../../organization/channelActivity.ts';
import type { ReactionFact } from '../../organization/messageFacts.ts';
import { collection } from '../define.ts';

/** A document of the collection `messages`; its ID is the message's. */
export interface MessageDocument {
  /** Key of the topic or direct conversation (`conversationKey`). */
  readonly conversation: string;
  /** Only of channel messages, like `topic`, which is '' once erased. */
  readonly channelId?: ChannelId;
  readonly topic?: string;
  /** Only of direct messages: everyone in the conversation, ascending. */
  readonly participantIds?: readonly UserId[];
  readonly senderId: UserId;
  /** The source; '' once erased. */
  readonly content: string;
  /** Absent where it is the escaped paragraph of the content. */
  readonly html?: string;
  /** UNIX milliseconds. */
  readonly sentAt: number;
  /** Name of the sending client. */
  readonly client: string;
  readonly readBySender: boolean;
  readonly mentionedUserIds?: readonly UserId[];
  readonly mentionedGroupIds?: readonly UserGroupId[];
  readonly wildcards?: readonly Wildcard[];
  /** Whom a wildcard of the topic called: those who took part in it then. */
  readonly topicParticipantIds?: readonly UserId[];
  /** Receivers who have an alert word that is in it. */
  readonly alertedUserIds?: readonly UserId[];
  /** Targets of the links in it; absent where there are none, and once erased. */
  readonly links?: readonly string[];
  /** What can be asked of it (`traits.ts`); absent while there is nothing. */
  readonly traits?: readonly string[];
  /** Absent where the text was not rendered. */
  readonly rendererVersion?: number;
  /** Revision of the last change of the text. */
  readonly editRevision?: number;
  /** UNIX milliseconds of that, and of the last move. */
  readonly editedAt?: number;
  readonly movedAt?: number;
  /** IDs of the `messageChanges` of this message, ascending. */
  readonly changes?: readonly number[];
  /** The one channel it was sent to, where it is in another one now: a list, so that only these are indexed. */
  readonly sentToChannelIds?: readonly ChannelId[];
  /** Revision of the event that moved it from another channel to this one. */
  readonly arrivedAt?: number;
  /** In the order in which they were added; absent while there are none. */
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

export const messageDocuments = collection<MessageDocument, MessageId>('messages', {
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
});

/** When channels were active, by the IDs of the channels. */
export const activityDocuments = collection<ChannelActivity, ChannelId>('channelActivity', { id: 'number' });

/** A document of `directConversations`; its ID is the conversation's key. */
export interface DirectConversationDocument {
  readonly firstMessageId: MessageId;
}

export const directDocuments = collection<DirectConversationDocument, string>('directConversations', {
  id: 'text',
});
