/**
 * Messages as shown: one document each, with reactions, written once per event; and a small document per
 * channel (its activity) and per direct conversation (its identity on the wire).
 */
import type { MessageId } from '../../base/ids.ts';
import type { EventOf } from '../../events/catalog.ts';
import { ERASED, readErasable } from '../../events/define.ts';
import {
  conversationKey,
  conversationOf,
  type EarlierChange,
  type Imported,
  sentAtOf,
} from '../../events/messages.ts';
import {
  withBeginning,
  withMessage,
  withMovedAway,
  withMovedIn,
} from '../../organization/slices/channelActivity.ts';
import { isSameReaction, type ReactionFact } from '../../organization/slices/messageFacts.ts';
import { defineProjection } from '../running/define.ts';
import { applyEdit, applyMove, changeDocuments, editDocument, isMove, moveDocument } from './changes.ts';
import {
  activityDocuments,
  directDocuments,
  type MessageDocument,
  messageDocuments,
  type Submessage,
  traitsOf,
  withTraits,
} from './document.ts';

type MessageSentEvent = EventOf<'MessageSent'>;

type Writable = { -readonly [Field in keyof MessageDocument]: MessageDocument[Field] };

function takeImported(document: Writable, { editedAt, reactions = [] }: Imported): void {
  document.isImported = true;
  if (editedAt !== undefined) document.editedAt = editedAt;
  if (reactions.length > 0) document.reactions = reactions;
}

function takeEarlierChanges(document: Writable, earlier: readonly EarlierChange[], revision: number): void {
  const movedAt = earlier.findLast(isMove)?.at;
  if (movedAt !== undefined) document.movedAt = movedAt;
  document.changes = [revision];
}

/** Assigns fields instead of spreading them, because it runs for every message of a rebuild. */
function messageDocument({ data, metadata, revision }: MessageSentEvent): MessageDocument {
  const document: Writable = {
    conversation: conversationKey(conversationOf(data)),
    senderId: data.senderId,
    content: readErasable(data.content, ''),
    sentAt: sentAtOf(data.imported, metadata),
    client: metadata.client,
    readBySender: data.readBySender,
  };
  if (data.channelId === undefined) document.participantIds = data.participantIds ?? [];
  else {
    document.channelId = data.channelId;
    document.topic = readErasable(data.topic ?? '', '');
  }
  if (data.content === ERASED) document.html = '';
  else if (data.html !== undefined) document.html = readErasable(data.html, '');
  if (data.rendererVersion > 0) document.rendererVersion = data.rendererVersion;
  if (data.mentionedUserIds) document.mentionedUserIds = data.mentionedUserIds;
  if (data.mentionedGroupIds) document.mentionedGroupIds = data.mentionedGroupIds;
  if (data.wildcards) document.wildcards = data.wildcards;
  if (data.topicParticipantIds) document.topicParticipantIds = data.topicParticipantIds;
  if (data.alertedUserIds) document.alertedUserIds = data.alertedUserIds;
  if (data.links && data.links !== ERASED && data.links.length > 0) document.links = data.links;
  if (data.imported) takeImported(document, data.imported);
  const earlier = readErasable(data.earlierChanges, undefined);
  if (earlier) takeEarlierChanges(document, earlier, revision);
  const traits = traitsOf(document);
  if (traits) document.traits = traits;
  if (typeof data.widget === 'string')
    document.submessages = [{ submessageId: revision + 1, senderId: data.senderId, content: data.widget }];
  return document;
}

const withReactions = (change: (present: readonly ReactionFact[]) => readonly ReactionFact[]) =>
  withTraits((message) => {
    const reactions = change(message.reactions ?? []);
    if (reactions.length > 0) return Object.assign({}, message, { reactions });
    const { reactions: _, ...others } = message;
    return others;
  });

/** Idempotent. */
const withSubmessage =
  (added: Submessage) =>
  (message: MessageDocument): MessageDocument => {
    const others = (message.submessages ?? []).filter(
      ({ submessageId }) => submessageId !== added.submessageId,
    );
    return { ...message, submessages: [...others, added] };
  };

/** Messages by ID, and data about their conversations. */
export const messages = defineProjection({
  name: 'messages',
  version: 11,
  collections: [messageDocuments, changeDocuments, activityDocuments, directDocuments],
  on: {
    MessageSent(event, views) {
      const messageId = (event.revision + 1) as MessageId;
      const message = messageDocument(event);
      const { channelId, conversation, sentAt } = message;
      const earlier = readErasable(event.data.earlierChanges, undefined);
      if (earlier) views.put(changeDocuments, event.revision, { earlier });
      views.put(messageDocuments, messageId, message);
      if (channelId === undefined) {
        views.upsert(directDocuments, conversation, (known) => known ?? { firstMessageId: messageId });
      } else {
        views.upsert(activityDocuments, channelId, (known) => withMessage(known, messageId, sentAt));
      }
    },
    MessageEdited(event, views) {
      views.put(changeDocuments, event.revision, editDocument(event));
      views.patch(messageDocuments, event.data.messageId, applyEdit(event));
    },
    MessagesMoved(event, views) {
      const { messageIds, oldChannelId, newChannelId, channelBeginnings = [] } = event.data;
      views.put(changeDocuments, event.revision, moveDocument(event));
      const move = applyMove(event);
      for (const messageId of messageIds) views.patch(messageDocuments, messageId, move);
      if (oldChannelId !== newChannelId) {
        views.upsert(activityDocuments, oldChannelId, withMovedAway);
        views.upsert(activityDocuments, newChannelId, (known) =>
          withMovedIn(known, messageIds, event.metadata.time),
        );
      }
      for (const beginning of channelBeginnings)
        views.upsert(activityDocuments, beginning.channelId, (known) => withBeginning(known, beginning));
    },
    MessagesDeleted({ data }, views) {
      for (const messageId of data.messageIds) views.remove(messageDocuments, messageId);
      for (const beginning of data.channelBeginnings ?? [])
        views.upsert(activityDocuments, beginning.channelId, (known) => withBeginning(known, beginning));
    },
    ReactionAdded({ data }, views) {
      const { userId, emojiName, emojiCode, reactionType } = data;
      const add = withReactions((present) => [...present, { userId, emojiName, emojiCode, reactionType }]);
      views.patch(messageDocuments, data.messageId, add);
    },
    SubmessageAdded({ data, revision }, views) {
      if (data.content === ERASED) return;
      const added: Submessage = {
        submessageId: revision + 1,
        senderId: data.senderId,
        content: data.content,
      };
      views.patch(messageDocuments, data.messageId, withSubmessage(added));
    },
    ReactionRemoved({ data }, views) {
      const drop = withReactions((present) => present.filter((reaction) => !isSameReaction(reaction, data)));
      views.patch(messageDocuments, data.messageId, drop);
    },
  },
});
