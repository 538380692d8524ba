import { z } from 'zod';
import { ChannelId, MessageId, UserId } from '../ids.ts';
import { defineEvents, erasable, fact } from './define.ts';

/** Somebody has begun to write, or has stopped. */
export const TypingOp = z.enum(['start', 'stop']);
export type TypingOp = z.infer<typeof TypingOp>;

/** A direct conversation, its writer included, or a topic of a channel. */
const place = {
  participantIds: z.array(UserId).readonly().optional(),
  channelId: ChannelId.optional(),
  topic: erasable('person:senderId', z.string()).optional(),
} as const;

/**
 * Who is writing. It is in the stream of presence, so that every node can tell its clients; nothing is kept of it, and the
 * log lets go of it soon.
 */
export const typingEvents = defineEvents('ephemeral', {
  TypingNotified: fact(1, { senderId: UserId, op: TypingOp, ...place }),
  EditTypingNotified: fact(1, { senderId: UserId, op: TypingOp, messageId: MessageId, ...place }),
});
export const { TypingNotified, EditTypingNotified } = typingEvents.make;
