/** Samples of events about messages that are sent later. */
import { scheduledMessageEvents } from '../../../src/events/personal.ts';
import { sample } from './sample.ts';

const whole = (given: { readonly scheduledMessageId?: number; readonly participantIds?: unknown }) => ({
  scheduledMessageId: given.scheduledMessageId ?? 1,
  authorId: 1,
  ...(given.participantIds === undefined && { channelId: 1, topic: 'greetings' }),
  content: 'Good morning',
  rendererVersion: 0,
  deliverAt: Date.UTC(2026, 0, 2),
  readBySender: true,
});

export const scheduledMessageExamples = {
  /** For channel 1, unless `participantIds` make it direct. */
  messageScheduled: sample(scheduledMessageEvents, 'MessageScheduled', whole),
  scheduledMessageEdited: sample(scheduledMessageEvents, 'ScheduledMessageEdited', (given) => ({
    ...whole(given),
    content: 'Good evening',
  })),
  scheduledSendStarted: sample(scheduledMessageEvents, 'ScheduledSendStarted', () => ({
    scheduledMessageId: 1,
    authorId: 1,
  })),
  scheduledSendFailed: sample(scheduledMessageEvents, 'ScheduledSendFailed', (given) => ({
    ...whole(given),
    reason: 'Message could not be sent at the scheduled time.',
  })),
  scheduledMessageSent: sample(scheduledMessageEvents, 'ScheduledMessageSent', () => ({
    scheduledMessageId: 2,
    authorId: 1,
    messageId: 9,
  })),
  scheduledMessageDeleted: sample(scheduledMessageEvents, 'ScheduledMessageDeleted', () => ({
    scheduledMessageId: 3,
    authorId: 1,
  })),
};
