import { z } from 'zod';
import { MessageId, UserId } from '../ids.ts';
import { defineEvents, fact } from './define.ts';
import { ReactionType } from './emoji.ts';
import { receivedOtherwise, whereSaid } from './messages.ts';

/** The `service_extra_emoji` that comes with the server: its name, and its code. */
export const EXTRA_EMOJI = 'hansard';

const reaction = {
  messageId: MessageId,
  userId: UserId,
  emojiName: z.string(),
  /** `unicode_emoji`: lower-case hex code points joined by `-`. */
  emojiCode: z.string(),
  reactionType: ReactionType,
  ...whereSaid('message:messageId'),
  ...receivedOtherwise,
};

/** Events of emoji reactions; user, message, type and code identify one. */
export const reactionEvents = defineEvents('organization', {
  ReactionAdded: fact(1, reaction),
  ReactionRemoved: fact(1, reaction),
});
export const { ReactionAdded, ReactionRemoved } = reactionEvents.make;
