/** Samples of events about custom emoji. */
import { emojiEvents } from '../../../src/events/emoji.ts';
import { sample } from './sample.ts';

export const emojiExamples = {
  customEmojiAdded: sample(emojiEvents, 'CustomEmojiAdded', ({ emojiId = 1 }) => ({
    emojiId,
    name: `emoji-${emojiId}`,
    authorId: 1,
    imageType: 'png' as const,
    image: 'iVBORw0KGgo=',
  })),
  customEmojiDeactivated: sample(emojiEvents, 'CustomEmojiDeactivated', ({ emojiId = 1 }) => ({
    emojiId,
    name: `emoji-${emojiId}`,
  })),
};
