/** People's subscriptions with their settings: one document per user, in the order of subscribing. */
import type { SubscriptionSettings } from '../events/subscriptionSettings.ts';
import type { ChannelId, UserId } from '../ids.ts';
import type { Access } from '../organization/access.ts';
import type { OrganizationState } from '../organization/state.ts';
import { type ShownChannel, findChannelsById } from './channels.ts';
import { collection, defineProjection } from './define.ts';
import { documentsOf } from './documents.ts';
import type { Views } from './views.ts';

/** A channel that a user is subscribed to, with its colour and their changed settings. */
interface SubscriptionEntry extends Partial<SubscriptionSettings> {
  readonly channelId: ChannelId;
  readonly color: string;
}

/** A document of the collection `subscriptions`; its ID is the user's. */
interface SubscriptionsDocument {
  readonly channels: readonly SubscriptionEntry[];
}

/** The default colours of channels. */
const PALETTE = [
  ...['#79a8d8', '#c639a3', '#d8d879', '#39c6a3', '#a879d8', '#c65c39', '#79d879', '#395cc6'],
  ...['#d879a8', '#a3c639', '#79d8d8', '#a339c6', '#d8a879', '#39c65c', '#7979d8', '#c6395c'],
  ...['#a8d879', '#39a3c6', '#d879d8', '#c6a339', '#79d8a8', '#5c39c6', '#d87979', '#5cc639'],
] as const;

/** The first colour of the palette that none of the user's channels has; in turn once all are used. */
const nextColor = (used: ReadonlySet<string>, channelCount: number): string =>
  PALETTE.find((color) => !used.has(color)) ?? PALETTE[channelCount % PALETTE.length] ?? PALETTE[0];

/** The defaults of personal settings. */
export const DEFAULT_SUBSCRIPTION: Omit<SubscriptionSettings, 'color'> = {
  isMuted: false,
  pinToTop: false,
  desktopNotifications: null,
  audibleNotifications: null,
  pushNotifications: null,
  emailNotifications: null,
  wildcardMentionsNotify: null,
};

const subscriptionDocuments = collection<SubscriptionsDocument, UserId>('subscriptions', { id: 'number' });

/** Personal lists of channels. */
export const subscriptions = defineProjection({
  name: 'subscriptions',
  version: 2,
  collections: [subscriptionDocuments],
  on: {
    UsersSubscribed({ data }, views) {
      const asked = new Map(data.colors?.map(({ channelId, color }) => [channelId, color]));
      const subscribe = (document: SubscriptionsDocument | undefined): SubscriptionsDocument => {
        const channels = [...(document?.channels ?? [])];
        const used = new Set(channels.map(({ color }) => color));
        for (const channelId of data.channelIds) {
          const color = asked.get(channelId) ?? nextColor(used, channels.length);
          channels.push({ channelId, color });
          used.add(color);
        }
        return { channels };
      };
      for (const userId of data.userIds) views.upsert(subscriptionDocuments, userId, subscribe);
    },
    UsersUnsubscribed({ data }, views) {
      const left = new Set(data.channelIds);
      const unsubscribe = (document: SubscriptionsDocument): SubscriptionsDocument => ({
        channels: document.channels.filter(({ channelId }) => !left.has(channelId)),
      });
      for (const userId of data.userIds) views.patch(subscriptionDocuments, userId, unsubscribe);
    },
    SubscriptionSettingChanged({ data }, views) {
      const { userId, channelId, property, newValue } = data;
      const change = (document: SubscriptionsDocument): SubscriptionsDocument => ({
        channels: document.channels.map((entry) =>
          entry.channelId === channelId ? { ...entry, [property]: newValue } : entry,
        ),
      });
      views.patch(subscriptionDocuments, userId, change);
    },
  },
});

/** A channel that the viewer is subscribed to, with their personal settings. */
export interface ShownSubscription extends ShownChannel, SubscriptionSettings {}

/** The viewer's settings of all subscribed channels, archived ones included. */
export async function findSubscriptionSettings(
  views: Views,
  access: Access,
  organization: OrganizationState,
): Promise<ReadonlyMap<ChannelId, SubscriptionSettings>> {
  if (access.viewerId === null) return new Map();
  const documents = documentsOf(views, organization);
  const personal = await documents.get(subscriptionDocuments, access.viewerId);
  return new Map(
    personal?.channels.map(({ channelId, ...changed }) => [
      channelId,
      { ...DEFAULT_SUBSCRIPTION, ...changed },
    ]),
  );
}

/**
 * The viewer's subscriptions in the order of channel IDs, without archived channels. `now` in UNIX
 * milliseconds.
 */
export async function findSubscriptions(
  views: Views,
  access: Access,
  organization: OrganizationState,
  now: number,
): Promise<readonly ShownSubscription[]> {
  const settings = await findSubscriptionSettings(views, access, organization);
  const channelIds = access.subscribedChannels().filter((channelId) => settings.has(channelId));
  const shown = await findChannelsById(views, organization, channelIds, now);
  return shown
    .filter(({ isArchived }) => !isArchived)
    .map((channel) =>
      // Spreading one into another would create a hidden class for each (decision 31).
      Object.assign(channel, settings.get(channel.channelId)),
    );
}
