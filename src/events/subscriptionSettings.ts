import { z } from 'zod';
import { ChannelId, UserId } from '../ids.ts';
import { defineEvents, eventType } from './define.ts';

/** Personal settings of a subscription; null inherits the setting for all channels. */
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

/** Events of personal subscription settings. */
export const subscriptionSettingEvents = defineEvents('organization', {
  /** Values have the property's type in `SubscriptionSettings`. */
  SubscriptionSettingChanged: eventType(1, {
    userId: UserId,
    channelId: ChannelId,
    property: SubscriptionSettings.keyof(),
    /** Absent if the decision did not know it: for a subscription that has just begun. */
    oldValue: SettingValue.optional(),
    newValue: SettingValue,
  }),
});
export const { SubscriptionSettingChanged } = subscriptionSettingEvents.make;
