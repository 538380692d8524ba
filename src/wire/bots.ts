/** A bot's defaults on the wire. */
import { z } from 'zod';
import type { ChannelId, UserId } from '../ids.ts';
import { accessOf } from '../organization/access.ts';
import { botSettings } from '../organization/bots.ts';
import type { OrganizationState } from '../organization/state.ts';
import { eventShape } from './row.ts';
import { named } from './named.ts';

/** Channels by name. */
export const botDefaultFields = {
  default_sending_stream: z.string().nullable(),
  default_events_register_stream: z.string().nullable(),
  default_all_public_streams: z.boolean(),
} as const;

/** Defaults as a viewer sees them: a channel that they may not know is shown as none. */
export function wireBotDefaults(organization: OrganizationState, botId: UserId, viewerId: UserId) {
  const { sendingChannelId, eventsChannelId, allPublicChannels } = botSettings(organization, botId).defaults;
  const access = accessOf(organization, viewerId);
  const nameOf = (channelId: ChannelId | null): string | null =>
    channelId !== null && access.seesChannel(channelId)
      ? (organization.channels.byId.get(channelId)?.name ?? null)
      : null;
  return {
    default_sending_stream: nameOf(sendingChannelId),
    default_events_register_stream: nameOf(eventsChannelId),
    default_all_public_streams: allPublicChannels,
  };
}

/** Where a bot's outgoing webhook is sent, with the token that is sent along. */
export const OutgoingWebhookService = named(
  'BotService',
  z.strictObject({ base_url: z.string(), interface: z.int(), token: z.string() }),
);

const toldSettings = {
  ...botDefaultFields,
  /** Without the token, a secret in the vault that delivery adds. */
  services: z.array(z.strictObject({ base_url: z.string(), interface: z.int() })),
} as const;

/** Client events of bots. */
export const botPayloads = {
  'realm_bot/add': eventShape('realm_bot', 'add', {
    bot: z.strictObject({ user_id: z.int(), ...toldSettings }),
  }),
  'realm_bot/update': eventShape('realm_bot', 'update', {
    bot: z.strictObject({ user_id: z.int(), ...z.strictObject(toldSettings).partial().shape }),
  }),
  'realm_bot/delete': eventShape('realm_bot', 'delete', { bot: z.strictObject({ user_id: z.int() }) }),
} as const;
