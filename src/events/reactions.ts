import { z } from 'zod';
import { MessageId, UserId } from '../ids.ts';
import { defineEvents, eventType } from './define.ts';
import { ReactionType } from './emoji.ts';
import { otherRecipientsShape, conversationShape } from './messages.ts';

/** The `service_extra_emoji` that comes with the server: its name, and its code. */
export const EXTRA_EMOJI = 'hansard';

const reaction = {
  messageId: MessageId,
  userId: UserId,
  emojiName: z.string(),
  /** `unicode_emoji`: lower-case hex code points joined by `-`. */
  emojiCode: z.string(),
  reactionType: ReactionType,
  ...conversationShape('message:messageId'),
  ...otherRecipientsShape,
};

/** Events of emoji reactions; user, message, type and code identify one. */
export const reactionEvents = defineEvents('organization', {
  ReactionAdded: eventType(1, reaction),
  ReactionRemoved: eventType(1, reaction),
});
export const { ReactionAdded, ReactionRemoved } = reactionEvents.make;
