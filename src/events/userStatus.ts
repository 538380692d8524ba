import { z } from 'zod';
import { UserId } from '../ids.ts';
import { defineEvents, erasable, eventType } from './define.ts';
import { ReactionType } from './emoji.ts';

/** The emoji of a status. */
const StatusEmoji = z.strictObject({
  emojiName: z.string(),
  /** As in reactions. */
  emojiCode: z.string(),
  reactionType: ReactionType,
});
export type StatusEmoji = Readonly<z.infer<typeof StatusEmoji>>;

/** Facts of what people and bots say of themselves at present. */
export const userStatusEvents = defineEvents('organization', {
  /** All of the status; none is left where the text is '' and there is no emoji. */
  UserStatusSet: eventType(1, {
    userId: UserId,
    text: erasable('person:userId', z.string()),
    emoji: StatusEmoji.nullable(),
  }),
});
export const { UserStatusSet } = userStatusEvents.make;
