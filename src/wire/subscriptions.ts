/** Subscriptions on the wire, without the channels' own fields. */
import { z } from 'zod';
import type { UserId } from '../base/ids.ts';
import { policyNumber, type SubscriptionSettings } from '../events/subscriptions.ts';
import type { Bitset } from '../organization/containers/bitset.ts';
import type { OrganizationState } from '../organization/state.ts';
import type { UserTopic } from '../projections/subscriptions.ts';
import { channelFields } from './channels.ts';
import { eventShape, named, plainEventShape } from './define.ts';

// The subscribers of a channel on the wire: all, or in large channels those who matter to a client at once.

/** Channels with fewer subscribers are always shown with all of them. */
const LARGE = 250;

/** Whom a client wants to be told of: nobody, everybody, or in large channels only these people. */
export type IncludedSubscribers = 'none' | 'all' | { readonly inLarge: Bitset<UserId> };

const optionalIds = z.array(z.int()).optional();

const subscriberFields = { subscribers: optionalIds, partial_subscribers: optionalIds } as const;

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
  color: z.string(),
  is_muted: z.boolean(),
  in_home_view: z.boolean(),
  pin_to_top: z.boolean(),
  desktop_notifications: inherited,
  audible_notifications: inherited,
  push_notifications: inherited,
  email_notifications: inherited,
  wildcard_mentions_notify: inherited,
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
  z.strictObject({ ...channelFields, ...settingFields, ...subscriberFields }),
);

const ids = z.array(z.int());

/** Without the colour if the caller chose none: delivery adds the receiver's. */
const Subscription = z.strictObject({
  ...channelFields,
  ...settingFields,
  color: z.string().optional(),
  subscribers: ids,
});

/** Client events of subscriptions. */
const subscriptionPayloads = {
  'subscription/add': eventShape('subscription', 'add', { subscriptions: z.array(Subscription) }),
  'subscription/remove': eventShape('subscription', 'remove', {
    subscriptions: z.array(z.strictObject({ stream_id: z.int(), name: z.string() })),
  }),
  'subscription/update': eventShape('subscription', 'update', {
    stream_id: z.int(),
    property: z.enum(Object.keys(settingFields) as [keyof typeof settingFields]),
    value: z.union([z.boolean(), z.string(), z.null()]),
  }),
  'subscription/peer_add': eventShape('subscription', 'peer_add', {
    stream_ids: ids,
    user_ids: ids,
  }),
  'subscription/peer_remove': eventShape('subscription', 'peer_remove', {
    stream_ids: ids,
    user_ids: ids,
  }),
} as const;

// A person's topic policies on the wire.

export const UserTopicEntry = named(
  'UserTopic',
  z.strictObject({
    stream_id: z.int(),
    topic_name: z.string(),
    last_updated: z.int(),
    visibility_policy: z.int().min(0).max(3),
  }),
);

/** Channel name, topic, UNIX seconds. */
const MutedTopic = named('MutedTopic', z.tuple([z.string(), z.string(), z.int()]));

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
  user_topic: plainEventShape('user_topic', UserTopicEntry.shape),
  /** Delivery adds the full list, for queues of older clients. */
  muted_topics: plainEventShape('muted_topics', {}),
} as const;

/** Client events of the area. */
export const payloads = {
  ...subscriptionPayloads,
  ...userTopicPayloads,
};

/** Fields of POST /register, by fetch type. */
export const snapshotFields = {
  muted_topics: { muted_topics: z.array(MutedTopic) },
  subscription: {
    subscriptions: z.array(SubscribedChannel),
    unsubscribed: z.array(SubscribedChannel),
    never_subscribed: z.array(
      named('UnsubscribedChannel', z.strictObject({ ...channelFields, ...subscriberFields })),
    ),
  },
  user_topic: { user_topics: z.array(UserTopicEntry) },
} as const;
