/** Decisions about personal settings of subscriptions. */
import { requireThat } from '../../base/errors.ts';
import type { ChannelId } from '../../base/ids.ts';
import { newEvent } from '../../events/catalog.ts';
import type { SubscriptionSettings } from '../../events/subscriptions.ts';
import { isSubscribed } from '../../organization/slices/subscriptions.ts';
import { isChannelMuted } from '../../organization/slices/topics.ts';
import { done, command, requireCaller } from '../define.ts';
import { readableChannel } from './topics.ts';

/** A property of one subscription and its new value. */
export type RequestedSetting = {
  readonly [Property in keyof SubscriptionSettings]: {
    readonly channelId: ChannelId;
    readonly property: Property;
    readonly value: SubscriptionSettings[Property];
  };
}[keyof SubscriptionSettings];

interface ChangeSubscriptionSettingsInput {
  readonly requested: readonly RequestedSetting[];
  /** The caller's current settings: no rule reads them, so the state does not contain them. */
  readonly present: ReadonlyMap<ChannelId, SubscriptionSettings>;
}

/** Changes the caller's settings of channels, all of them or none. */
export const changeSubscriptionSettings = command<ChangeSubscriptionSettingsInput, void>({
  name: 'ChangeSubscriptionSettings',
  decide(organization, { requested, present }, context) {
    const userId = requireCaller(context);
    for (const { channelId } of requested) {
      readableChannel(organization, context, { id: channelId });
      const isIn = isSubscribed(organization, userId, channelId);
      requireThat(isIn, `Not subscribed to channel ID ${channelId}`);
    }
    const events = lastOfEach(requested).flatMap(({ channelId, property, value }) => {
      const oldValue =
        property === 'isMuted'
          ? isChannelMuted(organization, userId, channelId)
          : present.get(channelId)?.[property];
      if (oldValue === value) return [];
      const old = oldValue === undefined ? {} : { oldValue };
      return [
        newEvent('SubscriptionSettingChanged', { userId, channelId, property, ...old, newValue: value }),
      ];
    });
    return done(...events);
  },
});

/** If a property occurs several times, the last one counts. */
const lastOfEach = (requested: readonly RequestedSetting[]): readonly RequestedSetting[] => [
  ...new Map(requested.map((setting) => [`${setting.channelId} ${setting.property}`, setting])).values(),
];
