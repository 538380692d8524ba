/** What bots are besides accounts: what their requests mean by default, and whom outgoing webhooks tell. */
import type { BotDefaults, BotService } from '../events/bots.ts';
import type { ChannelId, UserId } from '../ids.ts';
import { map } from './containers.ts';
import { slice } from './define.ts';

/** A bot that somebody has made; the `service` is null but for outgoing webhooks. */
export interface BotSettings {
  readonly defaults: BotDefaults;
  readonly service: BotService | null;
}

/** Of bots that were never set up: the organization's own. */
const UNSET: BotSettings = {
  defaults: { sendingChannelId: null, eventsChannelId: null, allPublicChannels: false },
  service: null,
};

export const botsSlice = slice({
  version: 1,
  state: () => ({ byId: map<UserId, BotSettings>() }),
  evolve: {
    BotSetUp: (bots, { botId, defaults, service }) => bots.byId.set(botId, { defaults, service }),
    BotDefaultChanged: (bots, { botId, property, newValue }) =>
      bots.byId.update(botId, (bot) => ({ ...bot, defaults: { ...bot.defaults, [property]: newValue } })),
    BotServiceUrlChanged: (bots, { botId, newBaseUrl }) =>
      bots.byId.update(botId, (bot) => ({
        ...bot,
        service: bot.service && { ...bot.service, baseUrl: newBaseUrl },
      })),
  },
});

/** State that knows bots. */
interface WithBots {
  readonly bots: ReturnType<typeof botsSlice.state>;
}

/** What a bot has been set up to. */
export const botSettings = ({ bots }: WithBots, botId: UserId): BotSettings => bots.byId.get(botId) ?? UNSET;

/** The channel that an account sends to where it names none; null for people. */
export const defaultSendingChannel = (organization: WithBots, userId: UserId): ChannelId | null =>
  botSettings(organization, userId).defaults.sendingChannelId;
