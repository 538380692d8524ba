/** Samples of events about personal settings of subscriptions. */
import { subscriptionSettingEvents } from '../../../src/events/subscriptions.ts';
import { sample } from './sample.ts';

export const subscriptionSettingExamples = {
  subscriptionSettingChanged: sample(subscriptionSettingEvents, 'SubscriptionSettingChanged', () => ({
    userId: 1,
    channelId: 1,
    property: 'isMuted' as const,
    oldValue: false,
    newValue: true,
  })),
};
