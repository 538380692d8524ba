/** What somebody's own clients are told of what he has set about a channel. */
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
