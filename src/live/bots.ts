/** What administrators and owners are told of how bots are set up (spec/events.md 4, realm_bot). */
import type { EventTypes } from '../events/catalog.ts';
import type { UserId } from '../ids.ts';
import { botSettings } from '../organization/bots.ts';
import type { OrganizationState } from '../organization/state.ts';
import { botManagers } from './audiences.ts';
import { type Audience, type Moment, tell, type Told, translate } from './define.ts';
import { updated } from './people.ts';

export const botsLive = translate({
  BotSetUp: ({ data: { botId } }, moment) => botAppeared(moment, botId),
  BotDefaultChanged: ({ data }, moment) => changed(moment, data.botId, defaultOf(data)),
  BotServiceUrlChanged: ({ data }, moment) => servicesChanged(moment, data.botId),
  BotServiceDisabled: ({ data }, moment) => servicesChanged(moment, data.botId),
  BotServiceEnabled: ({ data }, moment) => servicesChanged(moment, data.botId),
  BotOwnerChanged({ data: { botId, newOwnerId } }, moment) {
    const [had, have] = [botManagers(moment.before, botId), botManagers(moment.after, botId)];
    return [
      ...updated(moment, botId, () => ({ bot_owner_id: newOwnerId })),
      ...vanished(botId, had.difference(have)),
      ...appeared(moment.after, botId, have.difference(had)),
    ];
  },
});

/** A bot that can be used is there for those who manage it. */
export const botAppeared = ({ after }: Moment, botId: UserId): readonly Told[] =>
  appeared(after, botId, managersOf(after, botId));

/** A bot that cannot be used any more is no longer there for them. */
export const botVanished = ({ after }: Moment, botId: UserId): readonly Told[] =>
  vanished(botId, managersOf(after, botId));

/** Of people, and of the organization's own bots, nothing is set up. */
const managersOf = (organization: OrganizationState, botId: UserId): Audience => {
  const bot = organization.users.byId.get(botId)?.bot ?? null;
  const managers = botManagers(organization, botId);
  return bot === null || bot.isSystem ? managers.difference(managers) : managers;
};

const appeared = (organization: OrganizationState, botId: UserId, to: Audience): readonly Told[] =>
  tell(to, { type: 'realm_bot', op: 'add', bot: wireBot(organization, botId) });

const vanished = (botId: UserId, to: Audience): readonly Told[] =>
  tell(to, { type: 'realm_bot', op: 'delete', bot: { user_id: botId } });

const changed = (
  { after }: Moment,
  botId: UserId,
  what: Omit<Extract<Told['payload'], { type: 'realm_bot'; op: 'update' }>['bot'], 'user_id'>,
): readonly Told[] =>
  tell(botManagers(after, botId), { type: 'realm_bot', op: 'update', bot: { user_id: botId, ...what } });

const servicesChanged = (moment: Moment, botId: UserId): readonly Told[] =>
  changed(moment, botId, { services: servicesOf(moment.after, botId) });

function wireBot(organization: OrganizationState, botId: UserId) {
  const { defaults } = botSettings(organization, botId);
  return {
    user_id: botId,
    default_all_public_streams: defaults.allPublicChannels,
    default_events_register_stream: defaults.eventsChannelId,
    default_sending_stream: defaults.sendingChannelId,
    services: servicesOf(organization, botId),
  };
}

function servicesOf(organization: OrganizationState, botId: UserId) {
  const { service, isDisabled } = botSettings(organization, botId);
  if (service === null) return [];
  const { baseUrl, interface: form } = service;
  return [{ base_url: baseUrl, interface: form, ...(isDisabled && { is_disabled: true as const }) }];
}

const DEFAULTS = {
  sendingChannelId: 'default_sending_stream',
  eventsChannelId: 'default_events_register_stream',
  allPublicChannels: 'default_all_public_streams',
} as const;

const defaultOf = ({ property, newValue }: EventTypes['BotDefaultChanged']) => ({
  [DEFAULTS[property]]: newValue,
});
