/** What requests of a bot mean where they do not say it, as it is shown (spec/beyond.md 6.4, events.md 4 realm_bot). */
import { z } from 'zod';
import type { BotDefaults } from '../events/bots.ts';
import type { ChannelId } from '../ids.ts';

/** Channels by name. */
export const botDefaultFields = {
  default_sending_stream: z.string().nullable(),
  default_events_register_stream: z.string().nullable(),
  default_all_public_streams: z.boolean(),
} as const;

/** `nameOf` is asked for the names of the channels, as far as whoever is shown the bot may know them. */
export const wireBotDefaults = (
  { sendingChannelId, eventsChannelId, allPublicChannels }: BotDefaults,
  nameOf: (channelId: ChannelId) => string | null,
) => ({
  default_sending_stream: sendingChannelId && nameOf(sendingChannelId),
  default_events_register_stream: eventsChannelId && nameOf(eventsChannelId),
  default_all_public_streams: allPublicChannels,
});
