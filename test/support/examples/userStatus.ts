/** Samples of events about what people say of themselves. */
import { userStatusEvents } from '../../../src/events/personal.ts';
import { sample } from './sample.ts';

export const userStatusExamples = {
  userStatusSet: sample(userStatusEvents, 'UserStatusSet', () => ({
    userId: 1,
    text: 'On holiday',
    emoji: { emojiName: 'car', emojiCode: '1f697', reactionType: 'unicode_emoji' as const },
  })),
};
