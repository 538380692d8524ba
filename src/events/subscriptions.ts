import { z } from 'zod';
import { ChannelId, UserId } from '../ids.ts';
import { defineEvents, fact } from './define.ts';

/** Facts of who follows which channels: sets, never one event per member. */
export const subscriptionEvents = defineEvents('organization', {
  /** Every listed user is from now on subscribed to every listed channel; none of them was before. */
  UsersSubscribed: fact(1, {
    channelIds: z.array(ChannelId).min(1),
    userIds: z.array(UserId).min(1),
    /** Colours asked for by the caller, `#rrggbb`; where absent each user gets the next unused of the palette. */
    colors: z.array(z.strictObject({ channelId: ChannelId, color: z.string() })).optional(),
    /** Whom the notification bot tells of which of these channels: other people, of channels there already. */
    told: z
      .strictObject({ userIds: z.array(UserId).min(1), channelIds: z.array(ChannelId).min(1) })
      .optional(),
  }),
  UsersUnsubscribed: fact(1, { channelIds: z.array(ChannelId).min(1), userIds: z.array(UserId).min(1) }),
});
export const { UsersSubscribed, UsersUnsubscribed } = subscriptionEvents.make;
