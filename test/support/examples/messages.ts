/** Samples of events about messages. */
import { messageEvents } from '../../../src/events/messages.ts';
import { sample } from './sample.ts';

const conversationFields = (given: { readonly participantIds?: unknown }) =>
  given.participantIds === undefined ? { channelId: 1, topic: 'greetings' } : {};

export const messageExamples = {
  /** In channel 1, unless `participantIds` make it direct. */
  messageSent: sample(messageEvents, 'MessageSent', (given) => ({
    senderId: 1,
    ...conversationFields(given),
    content: 'Hello, everybody',
    rendererVersion: 0,
    readBySender: true,
  })),
  messageEdited: sample(messageEvents, 'MessageEdited', (given) => ({
    messageId: 5,
    senderId: 1,
    editorId: 1,
    ...conversationFields(given),
    oldContent: 'Hello, everybody',
    oldRendererVersion: 0,
    newContent: 'Hello, all of you',
    newRendererVersion: 0,
  })),
  messagesMoved: sample(messageEvents, 'MessagesMoved', ({ messageId = 5 }) => ({
    messageId,
    messageIds: [messageId],
    editorId: 1,
    oldChannelId: 1,
    oldTopic: 'greetings',
    newChannelId: 1,
    newTopic: 'farewells',
    reach: 'one' as const,
    notifiesOldTopic: false,
    notifiesNewTopic: true,
    contributorIds: [1],
  })),
  messagesDeleted: sample(messageEvents, 'MessagesDeleted', (given) => ({
    messageIds: [5],
    deleterId: 1,
    ...conversationFields(given),
  })),
};
