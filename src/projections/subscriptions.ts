/** People's subscriptions with their settings: one document per user, in the order of subscribing. */
import type { ChannelId, UserId } from '../base/ids.ts';
import { ERASED } from '../events/define.ts';
import { conversationKey } from '../events/messages.ts';
import { policyNumber, type SubscriptionSettings } from '../events/subscriptions.ts';
import type { Access } from '../organization/access/access.ts';
import type { OrganizationState } from '../organization/state.ts';
import { findChannelsById, type ShownChannel } from './channels.ts';
import { collection, defineProjection } from './running/define.ts';
import { documentsOf, type Views } from './running/views.ts';

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
  '#79a8d8',
  '#c639a3',
  '#d8d879',
  '#39c6a3',
  '#a879d8',
  '#c65c39',
  '#79d879',
  '#395cc6',
  '#d879a8',
  '#a3c639',
  '#79d8d8',
  '#a339c6',
  '#d8a879',
  '#39c65c',
  '#7979d8',
  '#c6395c',
  '#a8d879',
  '#39a3c6',
  '#d879d8',
  '#c6a339',
  '#79d8a8',
  '#5c39c6',
  '#d87979',
  '#5cc639',
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
  version: 3,
  collections: [subscriptionDocuments],
  on: {
    UsersSubscribed({ data }, views) {
      const requestedColors = new Map(data.colors?.map(({ channelId, color }) => [channelId, color]));
      const subscribe = (document: SubscriptionsDocument | undefined): SubscriptionsDocument => {
        const channels = [...(document?.channels ?? [])];
        const used = new Set(channels.map(({ color }) => color));
        for (const channelId of data.channelIds) {
          const color = requestedColors.get(channelId) ?? nextColor(used, channels.length);
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
interface ShownSubscription extends ShownChannel, SubscriptionSettings {}

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

// People's topic policies as they were set: one document per person.

/** A person's policy for a topic. */
export interface UserTopic {
  readonly channelId: ChannelId;
  readonly topic: string;
  /** The wire number of the policy; never that of `none`. */
  readonly policy: number;
  /** UNIX seconds. */
  readonly setAt: number;
}

/** A document of the collection `userTopics`; its ID is the person's. The latest change comes last. */
interface UserTopicsDocument {
  readonly topics: readonly UserTopic[];
}

const keyOf = ({ channelId, topic }: Pick<UserTopic, 'channelId' | 'topic'>): string =>
  conversationKey({ kind: 'channel', channelId, topic });

const topicDocuments = collection<UserTopicsDocument, UserId>('userTopics', { id: 'number' });

/** Personal lists of topics. */
export const userTopics = defineProjection({
  name: 'userTopics',
  version: 2,
  collections: [topicDocuments],
  on: {
    TopicPolicySet({ data: { userIds, channelId, topic, newPolicy }, metadata }, views) {
      if (topic === ERASED) return;
      const key = keyOf({ channelId, topic });
      const policy = policyNumber(newPolicy);
      const setAt = Math.floor(metadata.time / 1000);
      const set = (document: UserTopicsDocument | undefined): UserTopicsDocument | undefined => {
        const others = (document?.topics ?? []).filter((other) => keyOf(other) !== key);
        const topics = newPolicy === 'none' ? others : [...others, { channelId, topic, policy, setAt }];
        return topics.length === 0 ? undefined : { topics };
      };
      for (const userId of userIds) views.upsert(topicDocuments, userId, set);
    },
  },
});

/** The topics for which a person has a policy, the latest change last. */
export async function findUserTopics(
  views: Views,
  organization: Pick<OrganizationState, 'organizationId'>,
  userId: UserId,
): Promise<readonly UserTopic[]> {
  const document = await documentsOf(views, organization).get(topicDocuments, userId);
  return document?.topics ?? [];
}
