/** Client events about a user's channel settings, for that user. */
import type { PersonalSettings } from '../events/users.ts';
import { SUBSCRIPTION_SETTING_NAMES } from '../wire/subscriptions.ts';
import { onlyThem } from './audiences.ts';
import { translate } from './define.ts';
import { tellOfChannels } from './sight.ts';

export const subscriptionSettingsLive = translate({
  /** Muting is told twice, first by its older name and the other way round. */
  SubscriptionSettingChanged({ data: { userId, channelId, property, newValue } }, { after }) {
    const to = onlyThem(after, [userId]);
    const update = { type: 'subscription', op: 'update', stream_id: channelId } as const;
    const older = { ...update, property: 'in_home_view', value: newValue !== true } as const;
    const newer = { ...update, property: SUBSCRIPTION_SETTING_NAMES[property], value: newValue };
    return [...(property === 'isMuted' ? [older] : []), newer].flatMap((payload) =>
      tellOfChannels(after, [channelId], to, () => payload),
    );
  },
});

/** What somebody's notifications are in channels that say nothing of their own, by the names of the interface. */
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

/** Settings that nobody can change yet have their defaults. */
export const inheritedNotifications = (
  settings: Pick<PersonalSettings, 'channelPushNotifications' | 'wildcardMentionsNotify'> | undefined,
): InheritedNotifications => ({
  desktop_notifications: false,
  audible_notifications: false,
  email_notifications: false,
  push_notifications: settings?.channelPushNotifications ?? false,
  wildcard_mentions_notify: settings?.wildcardMentionsNotify ?? true,
});

/** The same with what is inherited in the place of null. */
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
