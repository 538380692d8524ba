import { z } from 'zod';
import { ChannelId, UserId } from '../ids.ts';
import { defineEvents, fact } from './define.ts';

/** What each may set for themselves about a channel that they follow; null inherits what they have set for all. */
export const SubscriptionSettings = z.strictObject({
  /** `#rrggbb`. */
  color: z.string(),
  isMuted: z.boolean(),
  pinToTop: z.boolean(),
  desktopNotifications: z.boolean().nullable(),
  audibleNotifications: z.boolean().nullable(),
  pushNotifications: z.boolean().nullable(),
  emailNotifications: z.boolean().nullable(),
  wildcardMentionsNotify: z.boolean().nullable(),
});
export type SubscriptionSettings = Readonly<z.infer<typeof SubscriptionSettings>>;

const SettingValue = z.union([z.boolean(), z.string(), z.null()]);

/** Facts of the personal side of subscriptions. */
export const subscriptionSettingEvents = defineEvents('organization', {
  /** A subscriber has set something for themselves; the values are of the property's type in `SubscriptionSettings`. */
  SubscriptionSettingChanged: fact(1, {
    userId: UserId,
    channelId: ChannelId,
    property: SubscriptionSettings.keyof(),
    /** Absent where it was not told to who decided: of a subscription begun a moment before. */
    oldValue: SettingValue.optional(),
    newValue: SettingValue,
  }),
});
export const { SubscriptionSettingChanged } = subscriptionSettingEvents.make;
