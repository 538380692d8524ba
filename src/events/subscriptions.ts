import { z } from 'zod';
import { ChannelId, UserId } from '../base/ids.ts';
import { defineEvents, erasable, eventType } from './define.ts';

/** Events of subscriptions: sets, never one event per member. */
export const subscriptionEvents = defineEvents('organization', 'listed', 'shared', {
  /** Every listed user is now subscribed to every listed channel; none of them was before. */
  UsersSubscribed: eventType(1, {
    channelIds: z.array(ChannelId).min(1),
    userIds: z.array(UserId).min(1),
    /**
     * Colours chosen by the caller, `#rrggbb`; otherwise each user gets the next unused one of the palette.
     */
    colors: z.array(z.strictObject({ channelId: ChannelId, color: z.string() })).optional(),
    /** The people whom the notification bot notifies, and of which existing channels. */
    notified: z
      .strictObject({ userIds: z.array(UserId).min(1), channelIds: z.array(ChannelId).min(1) })
      .optional(),
  }),
  UsersUnsubscribed: eventType(1, { channelIds: z.array(ChannelId).min(1), userIds: z.array(UserId).min(1) }),
});
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
export const subscriptionSettingEvents = defineEvents('organization', 'listed', 'shared', {
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
/** The name of a topic. */
export const Topic = z.string();

/**
 * A person's policy for a topic; `none` inherits the channel's. The index in this list is the wire number,
 * and automatic changes only go up.
 */
export const TopicPolicy = z.enum(['none', 'muted', 'unmuted', 'followed']);
export type TopicPolicy = z.infer<typeof TopicPolicy>;

/** The wire number of a policy. */
export const policyNumber = (policy: TopicPolicy): number => TopicPolicy.options.indexOf(policy);

/** Policies that participation can set automatically. */
export const AutomaticTopicPolicy = TopicPolicy.extract(['unmuted', 'followed']);
export type AutomaticTopicPolicy = z.infer<typeof AutomaticTopicPolicy>;

/** Events of people's topic policies. */
export const topicEvents = defineEvents('organization', 'counted', 'shared', {
  /**
   * The listed people have another policy for this topic: by choice, by participation, or because the topic
   * is gone.
   */
  TopicPolicySet: eventType(1, {
    userIds: z.array(UserId).min(1).readonly(),
    channelId: ChannelId,
    topic: erasable('person:userIds', Topic),
    oldPolicy: TopicPolicy,
    newPolicy: TopicPolicy,
  }),
});
