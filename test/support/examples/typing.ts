/** Samples of who is writing; they are in the stream of presence. */
import { typingEvents } from '../../../src/events/presence.ts';
import { sample } from './sample.ts';

export const typingExamples = {
  typingNotified: sample(typingEvents, 'TypingNotified', ({ participantIds }) => ({
    senderId: 1,
    op: 'start' as const,
    ...(participantIds === undefined && { channelId: 1, topic: 'lunch' }),
  })),
  editTypingNotified: sample(typingEvents, 'EditTypingNotified', ({ participantIds }) => ({
    senderId: 1,
    op: 'start' as const,
    messageId: 5,
    ...(participantIds === undefined && { channelId: 1, topic: 'lunch' }),
  })),
};
