/**
 * What is shown of messages: one document each, reactions included, written once per event. Beside them one
 * small document per channel (when it was active) and per direct conversation (its identity on the wire).
 */
import type { EventTypes } from '../../events/catalog.ts';
import { ERASED, type RecordedEvent, revealed } from '../../events/define.ts';
import { conversationKey, conversationOf } from '../../events/messages.ts';
import type { MessageId } from '../../ids.ts';
import { isSameReaction, type ReactionFact } from '../../organization/messageFacts.ts';
import { defineProjection } from '../define.ts';
import type { Document } from '../store/readModels.ts';
import { withBeginning, withMessage, withMovedAway, withMovedIn } from './activity.ts';
import { edited, editDocument, moved, moveDocument } from './changes.ts';
import type { MessageDocument, Submessage } from './document.ts';
import { keepingTraits, traitsOf } from './traits.ts';

/** A document of `directConversations`; its ID is the conversation's key. */
export interface DirectConversationDocument {
  readonly firstMessageId: MessageId;
}

type Sent = RecordedEvent<'MessageSent', EventTypes['MessageSent']>;

/** Assigns what is there rather than spreading it: this runs for every message of a rebuild. */
function messageDocument({ data, metadata, revision }: Sent): MessageDocument {
  const document: { -readonly [Field in keyof MessageDocument]: MessageDocument[Field] } = {
    conversation: conversationKey(conversationOf(data)),
    senderId: data.senderId,
    content: revealed(data.content, ''),
    sentAt: metadata.time,
    client: metadata.client,
    readBySender: data.readBySender,
  };
  if (data.channelId === undefined) document.participantIds = data.participantIds ?? [];
  else {
    document.channelId = data.channelId;
    document.topic = revealed(data.topic ?? '', '');
  }
  if (data.content === ERASED) document.html = '';
  else if (data.html !== undefined) document.html = revealed(data.html, '');
  if (data.rendererVersion > 0) document.rendererVersion = data.rendererVersion;
  if (data.mentionedUserIds) document.mentionedUserIds = data.mentionedUserIds;
  if (data.mentionedGroupIds) document.mentionedGroupIds = data.mentionedGroupIds;
  if (data.wildcards) document.wildcards = data.wildcards;
  if (data.topicParticipantIds) document.topicParticipantIds = data.topicParticipantIds;
  if (data.links && data.links !== ERASED && data.links.length > 0) document.links = data.links;
  const traits = traitsOf(document);
  if (traits) document.traits = traits;
  if (typeof data.widget === 'string')
    document.submessages = [{ submessageId: revision + 1, senderId: data.senderId, content: data.widget }];
  return document;
}

const withReactions = (change: (present: readonly ReactionFact[]) => readonly ReactionFact[]) =>
  keepingTraits((message) => {
    const reactions = change(message.reactions ?? []);
    if (reactions.length > 0) return Object.assign({}, message, { reactions });
    const { reactions: _, ...others } = message;
    return others;
  });

/** Twice is once. */
const withSubmessage = (added: Submessage) => (document: Document) => {
  const message = document as unknown as MessageDocument;
  const others = (message.submessages ?? []).filter(
    ({ submessageId }) => submessageId !== added.submessageId,
  );
  return { ...message, submessages: [...others, added] };
};

/** Messages by ID, and what is known of where they were said. */
export const messages = defineProjection({
  name: 'messages',
  version: 7,
  collections: {
    messages: {
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
    },
    messageChanges: { id: 'number' },
    channelActivity: { id: 'number' },
    directConversations: { id: 'text' },
  },
  on: {
    MessageSent(event, views) {
      const messageId = (event.revision + 1) as MessageId;
      const message = messageDocument(event);
      const { channelId, conversation, sentAt } = message;
      views.put('messages', messageId, message as unknown as Document);
      if (channelId === undefined) {
        views.upsert('directConversations', conversation, (known) => known ?? { firstMessageId: messageId });
      } else {
        views.upsert('channelActivity', channelId, (known) => withMessage(known, messageId, sentAt));
      }
    },
    MessageEdited(event, views) {
      views.put('messageChanges', event.revision, { ...editDocument(event) });
      views.patch('messages', event.data.messageId, edited(event));
    },
    MessagesMoved(event, views) {
      const { messageIds, oldChannelId, newChannelId, channelBeginnings = [] } = event.data;
      views.put('messageChanges', event.revision, { ...moveDocument(event) });
      const move = moved(event);
      for (const messageId of messageIds) views.patch('messages', messageId, move);
      if (oldChannelId !== newChannelId) {
        views.upsert('channelActivity', oldChannelId, withMovedAway);
        views.upsert('channelActivity', newChannelId, (known) =>
          withMovedIn(known, messageIds, event.metadata.time),
        );
      }
      for (const beginning of channelBeginnings)
        views.upsert('channelActivity', beginning.channelId, (known) => withBeginning(known, beginning));
    },
    MessagesDeleted({ data }, views) {
      for (const messageId of data.messageIds) views.remove('messages', messageId);
      for (const beginning of data.channelBeginnings ?? [])
        views.upsert('channelActivity', beginning.channelId, (known) => withBeginning(known, beginning));
    },
    ReactionAdded({ data }, views) {
      const { userId, emojiName, emojiCode, reactionType } = data;
      const add = withReactions((present) => [...present, { userId, emojiName, emojiCode, reactionType }]);
      views.patch('messages', data.messageId, add);
    },
    SubmessageAdded({ data, revision }, views) {
      if (data.content === ERASED) return;
      const added: Submessage = {
        submessageId: revision + 1,
        senderId: data.senderId,
        content: data.content,
      };
      views.patch('messages', data.messageId, withSubmessage(added));
    },
    ReactionRemoved({ data }, views) {
      const drop = withReactions((present) => present.filter((reaction) => !isSameReaction(reaction, data)));
      views.patch('messages', data.messageId, drop);
    },
  },
});
