/** Samples of events about votes and the like. */
import { submessageEvents } from '../../../src/events/messages.ts';
import { sample } from './sample.ts';

export const submessageExamples = {
  submessageAdded: sample(submessageEvents, 'SubmessageAdded', () => ({
    messageId: 5,
    senderId: 1,
    messageType: 'widget' as const,
    content: '{"type":"vote","key":"canned,0","vote":1}',
    channelId: 1,
    topic: 'greetings',
  })),
};
