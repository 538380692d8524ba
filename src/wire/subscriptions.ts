/** Subscriptions on the wire, without the channels' own fields. */
import { z } from 'zod';
import { ChannelId, type UserId } from '../base/ids.ts';
import { policyNumber, type SubscriptionSettings } from '../events/subscriptions.ts';
import type { Bitset } from '../organization/containers/bitset.ts';
import type { OrganizationState } from '../organization/state.ts';
import type { UserTopic } from '../projections/subscriptions.ts';
import { channelFields } from './channels.ts';
import { eventShape, named, plainEventShape, settingName } from './define.ts';

// The subscribers of a channel on the wire: all, or in large channels those who matter to a client at once.

/** Channels with fewer subscribers are always shown with all of them. */
const LARGE = 250;

/** Whom a client wants to be told of: nobody, everybody, or in large channels only these people. */
export type IncludedSubscribers = 'none' | 'all' | { readonly inLarge: Bitset<UserId> };

const optionalIds = z.array(z.int()).optional();

const subscriberFields = {
  subscribers: optionalIds.describe('IDs of the subscribers; absent unless asked for.'),
  partial_subscribers: optionalIds.describe(
    'IDs of some subscribers, bots and recently active people first; absent unless asked for.',
  ),
} as const;

const Subscribers = z.object(subscriberFields);

/** The field of a channel with these active subscribers. */
export function wireSubscribers(
  subscribers: readonly UserId[],
  included: IncludedSubscribers,
): z.infer<typeof Subscribers> {
  if (included === 'none') return {};
  if (included === 'all' || subscribers.length < LARGE) return { subscribers: [...subscribers] };
  return { partial_subscribers: subscribers.filter((userId) => included.inLarge.has(userId)) };
}

const inherited = z.boolean().nullable();

/** Personal settings shown for each subscription. */
const settingFields = {
  color: z.string().describe('Colour of the channel for this person, like `#c2c2c2`.'),
  is_muted: z.boolean().describe('Whether the person has muted the channel.'),
  in_home_view: z.boolean().describe('Whether the person has not muted the channel, for older clients.'),
  pin_to_top: z.boolean().describe('Whether the person wants the channel at the top of the list.'),
  desktop_notifications: inherited.describe(
    'Whether its messages notify on the desktop; null follows the person’s setting.',
  ),
  audible_notifications: inherited.describe(
    'Whether its messages make a sound; null follows the person’s setting.',
  ),
  push_notifications: inherited.describe(
    'Whether its messages are pushed to devices; null follows the person’s setting.',
  ),
  email_notifications: inherited.describe(
    'Whether its messages are sent by mail; null follows the person’s setting.',
  ),
  wildcard_mentions_notify: inherited.describe('Whether wildcard mentions notify like personal ones.'),
} as const;

export const wireSettings = (settings: SubscriptionSettings) => ({
  color: settings.color,
  is_muted: settings.isMuted,
  in_home_view: !settings.isMuted,
  pin_to_top: settings.pinToTop,
  desktop_notifications: settings.desktopNotifications,
  audible_notifications: settings.audibleNotifications,
  push_notifications: settings.pushNotifications,
  email_notifications: settings.emailNotifications,
  wildcard_mentions_notify: settings.wildcardMentionsNotify,
});

/** Internal name → wire name. */
export const SUBSCRIPTION_SETTING_NAMES = {
  color: 'color',
  isMuted: 'is_muted',
  pinToTop: 'pin_to_top',
  desktopNotifications: 'desktop_notifications',
  audibleNotifications: 'audible_notifications',
  pushNotifications: 'push_notifications',
  emailNotifications: 'email_notifications',
  wildcardMentionsNotify: 'wildcard_mentions_notify',
} as const satisfies Readonly<Record<keyof SubscriptionSettings, keyof typeof settingFields>>;

/** A channel that somebody is subscribed to, with their settings for it. */
export const SubscribedChannel = named(
  'Subscription',
  'A channel to which the caller is subscribed, with their settings for it.',
  z.strictObject({ ...channelFields, ...settingFields, ...subscriberFields }),
);

export const SubscribedChannels = z
  .array(SubscribedChannel)
  .describe('Channels to which the caller is subscribed.');

const ids = z.array(z.int());

/** Without the colour if the caller chose none: delivery adds the receiver's. */
const Subscription = z.strictObject({
  ...channelFields,
  ...settingFields,
  color: z.string().optional(),
  subscribers: ids.describe('IDs of the subscribers.'),
});

const ChannelIds = z.array(z.int()).describe('IDs of channels.');

/** Client events of subscriptions. */
const subscriptionPayloads = {
  'subscription/add': eventShape('subscription', 'add', { subscriptions: z.array(Subscription) }).describe(
    'The receiver is subscribed to channels.',
  ),
  'subscription/remove': eventShape('subscription', 'remove', {
    subscriptions: z
      .array(z.strictObject({ stream_id: ChannelId, name: channelFields.name }))
      .describe('The channels, by ID and name.'),
  }).describe('The receiver is no longer subscribed to channels.'),
  'subscription/update': eventShape('subscription', 'update', {
    stream_id: ChannelId,
    property: settingName(z.enum(Object.keys(settingFields) as [keyof typeof settingFields])),
    value: z
      .union([z.boolean(), z.string(), z.null()])
      .describe('The new value; null follows the person’s setting.'),
  }).describe('A setting of the receiver for a channel has changed.'),
  'subscription/peer_add': eventShape('subscription', 'peer_add', {
    stream_ids: ChannelIds,
    user_ids: ids.describe('People who are subscribed to the channels now.'),
  }).describe('Others are subscribed to channels.'),
  'subscription/peer_remove': eventShape('subscription', 'peer_remove', {
    stream_ids: ChannelIds,
    user_ids: ids.describe('People who are no longer subscribed to the channels.'),
  }).describe('Others are no longer subscribed to channels.'),
} as const;

// A person's topic policies on the wire.

export const UserTopicEntry = named(
  'UserTopic',
  'What a person has decided for a topic.',
  z.strictObject({
    stream_id: ChannelId,
    topic_name: z.string().describe('The topic, in any case.'),
    last_updated: z.int().describe('When the policy was set, in UNIX seconds.'),
    visibility_policy: z.int().min(0).max(3).describe('0 none, 1 muted, 2 unmuted, 3 followed.'),
  }),
);

export const UserTopics = z
  .array(UserTopicEntry)
  .describe('Topics that the caller has muted, unmuted or followed.');

const MutedTopic = named(
  'MutedTopic',
  'Name of the channel, topic, and UNIX seconds.',
  z.tuple([z.string(), z.string(), z.int()]),
);

export const MutedTopics = z
  .array(MutedTopic)
  .describe('Muted topics: name of the channel, topic, and UNIX seconds.');

export const wireUserTopic = ({
  channelId,
  topic,
  setAt,
  policy,
}: UserTopic): z.infer<typeof UserTopicEntry> => ({
  stream_id: channelId,
  topic_name: topic,
  last_updated: setAt,
  visibility_policy: policy,
});

const MUTED = policyNumber('muted');

/** The muted ones, in the format of older clients. */
export const wireMutedTopics = (
  organization: OrganizationState,
  topics: readonly UserTopic[],
): z.infer<typeof MutedTopic>[] =>
  topics
    .filter(({ policy }) => policy === MUTED)
    .map(({ channelId, topic, setAt }) => [
      organization.channels.byId.get(channelId)?.name ?? '',
      topic,
      setAt,
    ]);

/** Client events of topic policies. */
const userTopicPayloads = {
  user_topic: plainEventShape('user_topic', UserTopicEntry.shape).describe(
    'The receiver has decided something for a topic.',
  ),
  /** Delivery adds the full list, for queues of older clients. */
  muted_topics: plainEventShape('muted_topics', {}).describe(
    'The muted topics, for clients of older feature levels.',
  ),
} as const;

/** Client events of the area. */
export const payloads = {
  ...subscriptionPayloads,
  ...userTopicPayloads,
};

/** Fields of POST /register, by fetch type. */
export const snapshotFields = {
  muted_topics: { muted_topics: MutedTopics },
  subscription: {
    subscriptions: SubscribedChannels,
    unsubscribed: z.array(SubscribedChannel).describe('Channels to which the caller was subscribed once.'),
    never_subscribed: z
      .array(
        named(
          'UnsubscribedChannel',
          'A channel to which the caller is not subscribed.',
          z.strictObject({ ...channelFields, ...subscriberFields }),
        ),
      )
      .describe('Other channels that the caller may know.'),
  },
  user_topic: { user_topics: UserTopics },
} as const;
