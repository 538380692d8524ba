/** Client events of channels that become visible or hidden, whatever the cause. */
import type { ChannelId } from '../../base/ids.ts';
import { isRecentlyActive, weeklyTraffic } from '../../organization/slices/channelActivity.ts';
import type { Channel } from '../../organization/slices/channels.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { DEFAULT_SUBSCRIPTION } from '../../projections/subscriptions.ts';
import { wireChannel } from '../../wire/channels.ts';
import { wireSettings } from '../../wire/subscriptions.ts';
import { activeSubscribers, byAudience, channelViewers, everybody } from './audiences.ts';
import { type AddressedPayload, type Audience, type LiveTransition, payloadTo } from './define.ts';
import type { Payload } from './shapes.ts';

/** Client events about some channels, leaving out archived ones for clients that do not support them. */
export function channelPayloadsFor(
  { channels }: OrganizationState,
  channelIds: readonly ChannelId[],
  to: Audience,
  payloadOf: (channelIds: readonly ChannelId[]) => Payload,
  more: Omit<AddressedPayload, 'to' | 'payload' | 'instead'> = {},
): readonly AddressedPayload[] {
  const open = channelIds.filter((channelId) => channels.byId.get(channelId)?.archived !== true);
  if (open.length === channelIds.length) return payloadTo(to, payloadOf(channelIds), more);
  const payloads = open.length === 0 ? [] : [payloadOf(open)];
  return payloadTo(to, payloadOf(channelIds), {
    ...more,
    instead: { without: 'archived_channels', payloads },
  });
}

/**
 * Channels that people now see and did not before, with their subscribers, and channels that they no longer
 * see.
 */
export function visibilityChanges(moment: LiveTransition, now: number): readonly AddressedPayload[] {
  const channelIds = [...moment.after.channels.byId.keys()];
  return [...channelsAppeared(moment, channelIds, now), ...channelsVanished(moment, channelIds)];
}

/** People who now see a channel get the channel, then all visibility changes, then its subscribers. */
export function channelsAppeared(
  moment: LiveTransition,
  channelIds: readonly ChannelId[],
  now: number,
  changes: readonly AddressedPayload[] = [],
): readonly AddressedPayload[] {
  const groups = byAudience(channelIds, (channelId) => newChannelViewers(moment, channelId));
  return [
    ...groups.flatMap(({ to, things }) => channelsCreated(moment.after, things, to, now)),
    ...changes,
    ...groups.flatMap(({ to, things }) =>
      things.flatMap((channelId) => peersOf(moment.after, channelId, to)),
    ),
  ];
}

const peersOf = (
  organization: OrganizationState,
  channelId: ChannelId,
  to: Audience,
): readonly AddressedPayload[] => {
  const followers = activeSubscribers(organization, channelId);
  if (followers.size === 0) return [];
  return channelPayloadsFor(organization, [channelId], to, (channelIds) => ({
    type: 'subscription',
    op: 'peer_add',
    stream_ids: [...channelIds],
    user_ids: [...followers],
  }));
};

/** People who see a channel and did not before. */
export const newChannelViewers = ({ before, after }: LiveTransition, channelId: ChannelId): Audience =>
  channelViewers(after, channelId).difference(channelViewers(before, channelId));

/** Removes a channel for people who no longer see it. */
export const channelsVanished = (
  moment: LiveTransition,
  channelIds: readonly ChannelId[],
): readonly AddressedPayload[] =>
  byAudience(channelIds, (channelId) =>
    channelViewers(moment.before, channelId)
      .difference(channelViewers(moment.after, channelId))
      .intersection(everybody(moment.after)),
  ).flatMap(({ to, things }) => channelPayloadsFor(moment.after, things, to, deletedChannels));

/** `stream/create`, with the current state of the channels. */
export const channelsCreated = (
  organization: OrganizationState,
  channelIds: readonly ChannelId[],
  to: Audience,
  now: number,
): readonly AddressedPayload[] =>
  channelPayloadsFor(organization, channelIds, to, (visible) => createdChannels(organization, visible, now));

export const createdChannels = (
  organization: OrganizationState,
  channelIds: readonly ChannelId[],
  now: number,
) => ({
  type: 'stream' as const,
  op: 'create' as const,
  streams: channelIds.flatMap((channelId) => {
    const channel = organization.channels.byId.get(channelId);
    return channel ? [channelInEvent(organization, channel, now)] : [];
  }),
});

export const deletedChannels = (channelIds: readonly ChannelId[]) => ({
  type: 'stream' as const,
  op: 'delete' as const,
  streams: channelIds.map((channelId) => ({ stream_id: channelId })),
  stream_ids: [...channelIds],
});

/** A channel in client events; `now` in UNIX milliseconds. */
export function channelInEvent(organization: OrganizationState, channel: Channel, now: number) {
  const { channelId, archived, createdAt } = channel;
  const activity = organization.channelActivity.byChannel.get(channelId);
  return wireChannel(organization, {
    ...channel,
    isArchived: archived,
    firstMessageId: activity?.firstMessageId ?? null,
    isRecentlyActive: isRecentlyActive(activity, now),
    weeklyTraffic: weeklyTraffic(activity, createdAt, now),
    subscriberCount: activeSubscribers(organization, channelId).size,
  });
}

/** `subscription/add`: without the settings that the receiver has chosen, until delivery, but for these colours. */
export function subscriptionsAdded(
  organization: OrganizationState,
  channelIds: readonly ChannelId[],
  now: number,
  colors: ReadonlyMap<ChannelId, string> = new Map(),
) {
  const subscriptions = channelIds.flatMap((channelId) => {
    const channel = organization.channels.byId.get(channelId);
    if (channel === undefined) return [];
    const { color: _own, ...settings } = wireSettings({ ...DEFAULT_SUBSCRIPTION, color: '' });
    const color = colors.get(channelId);
    return [
      {
        ...channelInEvent(organization, channel, now),
        ...settings,
        ...(color !== undefined && { color }),
        subscribers: [...activeSubscribers(organization, channelId)],
      },
    ];
  });
  return { type: 'subscription' as const, op: 'add' as const, subscriptions };
}
