/** Client events about a user's subscription settings, for that user. */
import type { PersonalSettings } from '../events/users.ts';
import { SUBSCRIPTION_SETTING_NAMES } from '../wire/subscriptions.ts';
import { activeAmong } from './audiences.ts';
import { translate } from './define.ts';
import { channelPayloadsFor } from './sight.ts';

export const subscriptionSettingsLive = translate({
  /** Muting is sent twice, first under its older name with the opposite value. */
  SubscriptionSettingChanged({ data: { userId, channelId, property, newValue } }, { after }) {
    const to = activeAmong(after, [userId]);
    const update = { type: 'subscription', op: 'update', stream_id: channelId } as const;
    const older = { ...update, property: 'in_home_view', value: newValue !== true } as const;
    const newer = { ...update, property: SUBSCRIPTION_SETTING_NAMES[property], value: newValue };
    return [...(property === 'isMuted' ? [older] : []), newer].flatMap((payload) =>
      channelPayloadsFor(after, [channelId], to, () => payload),
    );
  },
});

/** A person's notification settings for channels without their own, by wire name. */
export type InheritedNotifications = Readonly<
  Record<
    | 'desktop_notifications'
    | 'audible_notifications'
    | 'push_notifications'
    | 'email_notifications'
    | 'wildcard_mentions_notify',
    boolean
  >
>;

/** Settings that cannot be changed yet have their defaults. */
export const inheritedNotifications = (
  settings: Pick<PersonalSettings, 'channelPushNotifications' | 'wildcardMentionsNotify'> | undefined,
): InheritedNotifications => ({
  desktop_notifications: false,
  audible_notifications: false,
  email_notifications: false,
  push_notifications: settings?.channelPushNotifications ?? false,
  wildcard_mentions_notify: settings?.wildcardMentionsNotify ?? true,
});

/** Replaces null by the inherited setting. */
export const withInherited = <Shape extends object>(
  shape: Shape,
  inherited: Partial<InheritedNotifications>,
): Shape =>
  Object.fromEntries(
    Object.entries(shape).map(([name, value]: [string, unknown]) => [
      name,
      value === null && Object.hasOwn(inherited, name)
        ? inherited[name as keyof InheritedNotifications]
        : value,
    ]),
  ) as Shape;
