/** Samples of events about who follows which channels. */
import { subscriptionEvents } from '../../../src/events/subscriptions.ts';
import { sample } from './sample.ts';

export const subscriptionExamples = {
  usersSubscribed: sample(subscriptionEvents, 'UsersSubscribed', () => ({ channelIds: [1], userIds: [1] })),
  usersUnsubscribed: sample(subscriptionEvents, 'UsersUnsubscribed', () => ({
    channelIds: [1],
    userIds: [1],
  })),
};
