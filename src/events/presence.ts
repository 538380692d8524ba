import { z } from 'zod';
import { ChannelId, MessageId, UserId } from '../base/ids.ts';
import { defineEvents, erasable, eventType } from './define.ts';
import { Topic } from './subscriptions.ts';

/** Seconds before the event's `at`; negative if the clock was set back. */
const Ago = z.int();

/** User, seconds since last active (null: never), seconds since last connected. */
const Presence = z.tuple([UserId, Ago.nullable(), Ago]);

/** The same, with the number of the event that recorded it. */
const CarriedPresence = z.tuple([UserId, Ago.nullable(), Ago, z.int()]);

/**
 * Events of presence. At most one event per second contains all reports of an organization, as compact lists.
 * Its revision plus one is the `presence_last_update_id` that clients see. Events are removed once later ones
 * contain all their entries, so they are not part of the verified chain.
 */
export const presenceEvents = defineEvents('ephemeral', 'counted', 'shared', {
  PresencesReported: eventType(1, {
    /** UNIX seconds. */
    at: z.int(),
    /** New entries: user, seconds since the last activity and since the last connection. */
    presences: z.array(Presence),
    /** Those of them who have come online or hidden themselves: small organizations are notified at once. */
    announcedUserIds: z.array(UserId),
    /**
     * Unchanged entries of old events, with their update ID, repeated so that the old events can be removed.
     */
    carriedOver: z.array(CarriedPresence),
    /** People not seen for so long that they are forgotten. */
    forgottenUserIds: z.array(UserId),
  }),
});
/** Somebody has started or stopped typing. */
export const TypingOp = z.enum(['start', 'stop']);
export type TypingOp = z.infer<typeof TypingOp>;

/** A direct conversation, its writer included, or a topic of a channel. */
const conversationFields = {
  participantIds: z.array(UserId).readonly().optional(),
  channelId: ChannelId.optional(),
  topic: erasable('person:senderId', Topic).optional(),
} as const;

/**
 * Events of typing. They are in the presence stream, so that every node can notify its clients; no state
 * keeps them, and they are removed soon.
 */
export const typingEvents = defineEvents('ephemeral', 'counted', 'shared', {
  TypingNotified: eventType(1, { senderId: UserId, op: TypingOp, ...conversationFields }),
  EditTypingNotified: eventType(1, {
    senderId: UserId,
    op: TypingOp,
    messageId: MessageId,
    ...conversationFields,
  }),
});
