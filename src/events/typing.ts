import { z } from 'zod';
import { ChannelId, MessageId, UserId } from '../ids.ts';
import { defineEvents, erasable, eventType } from './define.ts';

/** Somebody has started or stopped typing. */
export const TypingOp = z.enum(['start', 'stop']);
export type TypingOp = z.infer<typeof TypingOp>;

/** A direct conversation, its writer included, or a topic of a channel. */
const place = {
  participantIds: z.array(UserId).readonly().optional(),
  channelId: ChannelId.optional(),
  topic: erasable('person:senderId', z.string()).optional(),
} as const;

/**
 * Events of typing. They are in the presence stream, so that every node can notify its clients; no state
 * keeps them, and they are removed soon.
 */
export const typingEvents = defineEvents('ephemeral', {
  TypingNotified: eventType(1, { senderId: UserId, op: TypingOp, ...place }),
  EditTypingNotified: eventType(1, { senderId: UserId, op: TypingOp, messageId: MessageId, ...place }),
});
export const { TypingNotified, EditTypingNotified } = typingEvents.make;
