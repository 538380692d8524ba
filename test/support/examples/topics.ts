/** Samples of events about what people set about topics. */
import { topicEvents } from '../../../src/events/subscriptions.ts';
import { sample } from './sample.ts';

export const topicExamples = {
  topicPolicySet: sample(topicEvents, 'TopicPolicySet', () => ({
    userIds: [1],
    channelId: 1,
    topic: 'greetings',
    oldPolicy: 'none' as const,
    newPolicy: 'followed' as const,
  })),
};
