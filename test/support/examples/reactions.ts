/** Samples of events about reactions. */
import { reactionEvents } from '../../../src/events/reactions.ts';
import { sample } from './sample.ts';

const reaction = {
  messageId: 5,
  userId: 1,
  emojiName: 'tada',
  emojiCode: '1f389',
  reactionType: 'unicode_emoji',
  channelId: 1,
  topic: 'greetings',
} as const;

export const reactionExamples = {
  reactionAdded: sample(reactionEvents, 'ReactionAdded', () => reaction),
  reactionRemoved: sample(reactionEvents, 'ReactionRemoved', () => reaction),
};
