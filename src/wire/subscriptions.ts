/** Subscriptions on the wire, without the channels' own fields. */
import { z } from 'zod';
import type { SubscriptionSettings } from '../events/subscriptionSettings.ts';
import { channelFields } from './channels.ts';
import { eventShape } from './row.ts';
import { subscriberFields } from './subscribers.ts';
import { named } from './named.ts';

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
export const subscriptionPayloads = {
  'subscription/add': eventShape('subscription', 'add', { subscriptions: z.array(Subscription) }),
  'subscription/remove': eventShape('subscription', 'remove', {
    subscriptions: z.array(z.strictObject({ stream_id: z.int(), name: z.string() })),
  }),
  'subscription/update': eventShape('subscription', 'update', {
    stream_id: z.int(),
    property: z.enum(Object.keys(settingFields) as [keyof typeof settingFields]),
    value: z.union([z.boolean(), z.string(), z.null()]),
  }),
  'subscription/peer_add': eventShape('subscription', 'peer_add', { stream_ids: ids, user_ids: ids }),
  'subscription/peer_remove': eventShape('subscription', 'peer_remove', { stream_ids: ids, user_ids: ids }),
} as const;
