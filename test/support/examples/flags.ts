/** Samples of events about what people did to the flags of messages. */
import { flagEvents } from '../../../src/events/messages.ts';
import { sample } from './sample.ts';

/** Messages from the first to the last. */
const RANGE: [number, number] = [7, 9];

export const flagExamples = {
  messagesMarkedRead: sample(flagEvents, 'MessagesMarkedRead', () => ({ userId: 1, messages: [5] })),
  messagesMarkedUnread: sample(flagEvents, 'MessagesMarkedUnread', () => ({
    userId: 1,
    conversations: [{ channelId: 1, messages: [5, RANGE], mentioning: [7], isUnmuted: true as const }],
    topics: ['greetings'],
  })),
  messagesStarred: sample(flagEvents, 'MessagesStarred', () => ({ userId: 1, messages: [5, RANGE] })),
  messagesUnstarred: sample(flagEvents, 'MessagesUnstarred', () => ({ userId: 1, messages: [RANGE] })),
  messagesCollapsed: sample(flagEvents, 'MessagesCollapsed', () => ({ userId: 1, messages: [5] })),
  messagesUncollapsed: sample(flagEvents, 'MessagesUncollapsed', () => ({ userId: 1, messages: [5] })),
};
