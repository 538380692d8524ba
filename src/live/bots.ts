/** Client events of bot settings, for administrators and owners. */
import type { UserId } from '../base/ids.ts';
import { Bitset } from '../organization/containers/bitset.ts';
import { botSettings } from '../organization/slices/bots.ts';
import type { OrganizationState } from '../organization/state.ts';
import { wireBotDefaults } from '../wire/users.ts';
import { activeAmong, botManagers } from './translation/audiences.ts';
import { visibilityChanges } from './translation/channelVisibility.ts';
import {
  type AddressedPayload,
  type Audience,
  type LiveTransition,
  payloadTo,
  translate,
} from './translation/define.ts';
import { membershipChanges } from './translation/memberships.ts';
import { personUpdated } from './translation/people.ts';
import { snapshot } from './translation/snapshot.ts';

type Payload = Extract<AddressedPayload['payload'], { type: 'realm_bot' }>;

export const translations = translate({
  BotSetUp: ({ data: { botId } }, moment) => botOwnerPayloads(moment, [botId]),
  BotDefaultChanged: ({ data: { botId, property } }, { after }) => {
    const name = DEFAULTS[property];
    return payloadsByView(managersOf(after, botId), (viewerId) => ({
      type: 'realm_bot',
      op: 'update',
      bot: { user_id: botId, [name]: wireBotDefaults(after, botId, viewerId)[name] },
    }));
  },
  BotServiceUrlChanged: ({ data: { botId } }, { after }) =>
    payloadTo(
      managersOf(after, botId),
      { type: 'realm_bot', op: 'update', bot: { user_id: botId, services: servicesOf(after, botId) } },
      withToken(after, botId),
    ),
  // A bot's role is limited by its owner's: with another owner it may be in other groups, and see other
  // channels.
  BotOwnerChanged: ({ data: { botId, newOwnerId }, metadata }, moment) => [
    ...personUpdated(moment, botId, () => ({ bot_owner_id: newOwnerId })),
    ...membershipChanges(moment),
    ...visibilityChanges(moment, metadata.time),
    ...botOwnerPayloads(moment, [botId]),
  ],
});

const DEFAULTS = {
  sendingChannelId: 'default_sending_stream',
  eventsChannelId: 'default_events_register_stream',
  allPublicChannels: 'default_all_public_streams',
} as const;

/** Bots disappear for people who no longer manage them, and appear for people who do now. */
export const botOwnerPayloads = (
  { before, after }: LiveTransition,
  botIds: Iterable<UserId>,
): readonly AddressedPayload[] =>
  [...botIds].flatMap((botId) => {
    const [had, have] = [managersOf(before, botId), managersOf(after, botId)];
    return [
      ...payloadTo(activeAmong(after, had.difference(have)), {
        type: 'realm_bot',
        op: 'delete',
        bot: { user_id: botId },
      }),
      ...payloadsByView(
        have.difference(had),
        (viewerId) => ({ type: 'realm_bot', op: 'add', bot: wireBot(after, botId, viewerId) }),
        withToken(after, botId),
      ),
    ];
  });

/** Managers of active bots with settings; people and the organization's own bots have none. */
const managersOf = (organization: OrganizationState, botId: UserId): Audience => {
  const isThere = organization.bots.byId.get(botId) && organization.users.byId.get(botId)?.active;
  return isThere ? botManagers(organization, botId) : Bitset.of<UserId>();
};

/** One payload for all managers with the same view: not all may know a bot's channels. */
function payloadsByView(
  to: Audience,
  payloadFor: (viewerId: UserId) => Payload,
  more: Pick<AddressedPayload, 'deferred'> = {},
): readonly AddressedPayload[] {
  const groups = new Map<string, { readonly payload: Payload; readonly viewerIds: UserId[] }>();
  for (const viewerId of to) {
    const payload = payloadFor(viewerId);
    const key = JSON.stringify(payload);
    const group = groups.get(key) ?? { payload, viewerIds: [] };
    group.viewerIds.push(viewerId);
    groups.set(key, group);
  }
  return [...groups.values()].flatMap(({ payload, viewerIds }) =>
    payloadTo(Bitset.of(viewerIds), payload, more),
  );
}

const wireBot = (organization: OrganizationState, botId: UserId, viewerId: UserId) => ({
  user_id: botId,
  ...wireBotDefaults(organization, botId, viewerId),
  services: servicesOf(organization, botId),
});

function servicesOf(organization: OrganizationState, botId: UserId) {
  const { service } = botSettings(organization, botId);
  return service === null ? [] : [{ base_url: service.baseUrl, interface: service.interface }];
}

const withToken = (organization: OrganizationState, botId: UserId): Pick<AddressedPayload, 'deferred'> =>
  botSettings(organization, botId).service === null ? {} : { deferred: 'token' };

/** The bots that a person manages; the route adds their tokens from the vault. */
export const snapshotParts = snapshot({
  realm_bot: ({ state, viewerId }) => ({
    realm_bots:
      viewerId === null
        ? []
        : [...state.bots.byId.keys()]
            .filter((botId) => managersOf(state, botId).has(viewerId))
            .map((botId) => {
              const bot = wireBot(state, botId, viewerId);
              return { ...bot, services: bot.services.map((service) => ({ ...service, token: '' })) };
            }),
  }),
});
