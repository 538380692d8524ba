/** Bot settings beyond the account: defaults of requests, and services of outgoing webhooks. */
import type { BotDefaults, BotService } from '../events/bots.ts';
import type { ChannelId, UserId } from '../ids.ts';
import { Bitset, idSet } from './bitset.ts';
import { cell, map } from './containers.ts';
import { slice } from './define.ts';

/** A bot's settings; `service` is null except for outgoing webhooks. */
export interface BotSettings {
  readonly defaults: BotDefaults;
  readonly service: BotService | null;
  /** The receiver has stopped deliveries. */
  readonly isDisabled: boolean;
}

/** Bots without settings: the organization's own. */
const UNSET: BotSettings = {
  defaults: { sendingChannelId: null, eventsChannelId: null, allPublicChannels: false },
  service: null,
  isDisabled: false,
};

export const botsSlice = slice({
  version: 3,
  state: () => ({
    byId: map<UserId, BotSettings>(),
    /** Outgoing webhooks with an active receiver; checked for every message. */
    outgoing: cell(Bitset.of<UserId>(), idSet()),
    /** When a bot's owner was last told that nobody receives its messages, in UNIX milliseconds. */
    ownerToldAt: map<UserId, number>(),
  }),
  evolve: {
    BotSetUp(bots, { botId, defaults, service }) {
      bots.byId.set(botId, { defaults, service, isDisabled: false });
      if (service) bots.outgoing.set(bots.outgoing.get().with(botId));
    },
    BotDefaultChanged: (bots, { botId, property, newValue }) =>
      bots.byId.update(botId, (bot) => ({ ...bot, defaults: { ...bot.defaults, [property]: newValue } })),
    BotServiceUrlChanged: (bots, { botId, newBaseUrl }) =>
      bots.byId.update(botId, (bot) => ({
        ...bot,
        service: bot.service && { ...bot.service, baseUrl: newBaseUrl },
      })),
    BotSentInVain: ({ ownerToldAt }, { botId }, { metadata: { time } }) => ownerToldAt.set(botId, time),
    BotServiceDisabled(bots, { botId }) {
      bots.byId.update(botId, { isDisabled: true });
      bots.outgoing.set(bots.outgoing.get().without(botId));
    },
    BotServiceEnabled(bots, { botId }) {
      bots.byId.update(botId, { isDisabled: false });
      bots.outgoing.set(bots.outgoing.get().with(botId));
    },
  },
});

/** State with bots. */
interface WithBots {
  readonly bots: ReturnType<typeof botsSlice.state>;
}

/** A bot's settings. */
export const botSettings = ({ bots }: WithBots, botId: UserId): BotSettings => bots.byId.get(botId) ?? UNSET;

/** The default channel of an account's messages; null for people. */
export const defaultSendingChannel = (organization: WithBots, userId: UserId): ChannelId | null =>
  botSettings(organization, userId).defaults.sendingChannelId;
