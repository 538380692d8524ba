/** What bots are besides accounts: what their requests mean by default, and whom outgoing webhooks tell. */
import type { BotDefaults, BotService } from '../events/bots.ts';
import type { ChannelId, UserId } from '../ids.ts';
import { Bitset, idSet } from './bitset.ts';
import { cell, map } from './containers.ts';
import { slice } from './define.ts';

/** A bot that somebody has made; the `service` is null but for outgoing webhooks. */
export interface BotSettings {
  readonly defaults: BotDefaults;
  readonly service: BotService | null;
  /** The receiver of the service wants to be told nothing more. */
  readonly isDisabled: boolean;
}

/** Of bots that were never set up: the organization's own. */
const UNSET: BotSettings = {
  defaults: { sendingChannelId: null, eventsChannelId: null, allPublicChannels: false },
  service: null,
  isDisabled: false,
};

export const botsSlice = slice({
  version: 3,
  state: () => ({
    byId: map<UserId, BotSettings>(),
    /** Outgoing webhooks whose receivers are to be told: asked of every message that is sent. */
    outgoing: cell(Bitset.of<UserId>(), idSet()),
    /** When the owner of a bot was told last that nobody hears it, in UNIX milliseconds. */
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

/** State that knows bots. */
interface WithBots {
  readonly bots: ReturnType<typeof botsSlice.state>;
}

/** What a bot has been set up to. */
export const botSettings = ({ bots }: WithBots, botId: UserId): BotSettings => bots.byId.get(botId) ?? UNSET;

/** The channel that an account sends to where it names none; null for people. */
export const defaultSendingChannel = (organization: WithBots, userId: UserId): ChannelId | null =>
  botSettings(organization, userId).defaults.sendingChannelId;
