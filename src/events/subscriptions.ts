import { z } from 'zod';
import { ChannelId, UserId } from '../ids.ts';
import { defineEvents, eventType } from './define.ts';

/** Events of subscriptions: sets, never one event per member. */
export const subscriptionEvents = defineEvents('organization', {
  /** Every listed user is now subscribed to every listed channel; none of them was before. */
  UsersSubscribed: eventType(1, {
    channelIds: z.array(ChannelId).min(1),
    userIds: z.array(UserId).min(1),
    /**
     * Colours chosen by the caller, `#rrggbb`; otherwise each user gets the next unused one of the palette.
     */
    colors: z.array(z.strictObject({ channelId: ChannelId, color: z.string() })).optional(),
    /** Whom the notification bot notifies of which existing channels. */
    told: z
      .strictObject({ userIds: z.array(UserId).min(1), channelIds: z.array(ChannelId).min(1) })
      .optional(),
  }),
  UsersUnsubscribed: eventType(1, { channelIds: z.array(ChannelId).min(1), userIds: z.array(UserId).min(1) }),
});
export const { UsersSubscribed, UsersUnsubscribed } = subscriptionEvents.make;
