/** Client events of channels. */
import type { EventTypes } from '../events/catalog.ts';
import { CHANNEL_PERMISSIONS, type ChannelPermissionName } from '../events/channels.ts';
import { readErasable } from '../events/define.ts';
import type { ChannelId } from '../ids.ts';
import type { Channel } from '../organization/channels.ts';
import type { OrganizationState } from '../organization/state.ts';
import { postPolicyFields } from '../wire/channels.ts';
import { wireGroupSetting } from '../wire/groupSettings.ts';
import { isMember } from '../organization/access/rules.ts';
import { activeSubscribers, members, channelViewers } from './audiences.ts';
import { type LiveTransition, payloadTo, type AddressedPayload, translate } from './define.ts';
import {
  channelsAppeared,
  channelsVanished,
  createdChannels,
  deletedChannels,
  subscriptionsAdded,
  channelPayloadsFor,
} from './sight.ts';
import { channelTexts } from './snapshot/channelTexts.ts';
import { LongList, snapshot, type SnapshotSource } from './snapshot/define.ts';

type Update = Extract<AddressedPayload['payload'], { type: 'stream'; op: 'update' }>;

export const channelsLive = translate({
  ChannelCreated: ({ data: { channelId }, metadata }, moment) =>
    channelsAppeared(moment, [channelId], metadata.time),
  ChannelRenamed: ({ data: { channelId, oldName, newName } }, { after }) =>
    channelUpdate(after, channelId, 'name', newName, { name: oldName }),
  ChannelDescribed: ({ data }, { after }) =>
    channelUpdate(after, data.channelId, 'description', readErasable(data.newDescription, ''), {
      rendered_description: readErasable(data.newRenderedDescription, ''),
    }),
  ChannelPrivacyChanged: ({ data, metadata }, moment) => [
    ...channelsAppeared(moment, [data.channelId], metadata.time, privacyUpdate(data, moment)),
    ...channelsVanished(moment, [data.channelId]),
  ],
  ChannelPermissionChanged: ({ data, metadata }, moment) => [
    ...channelsAppeared(
      moment,
      [data.channelId],
      metadata.time,
      permissionUpdates(moment, data.channelId, data.permission),
    ),
    ...channelsVanished(moment, [data.channelId]),
  ],
  ChannelTopicsPolicyChanged: ({ data }, { after }) =>
    channelUpdate(after, data.channelId, 'topics_policy', data.newPolicy),
  ChannelRetentionChanged: ({ data }, { after }) =>
    channelUpdate(after, data.channelId, 'message_retention_days', data.newDays),
  ChannelMovedToFolder: ({ data }, { after }) =>
    channelUpdate(after, data.channelId, 'folder_id', data.newFolderId),
  ChannelArchived: ({ data: { channelId } }, { after }) =>
    channelUpdate(after, channelId, 'is_archived', true).map((told) => ({
      ...told,
      instead: {
        without: 'archived_channels',
        payloads: [deletedChannels([channelId])],
      },
    })),
  ChannelUnarchived: ({ data: { channelId }, metadata }, moment) =>
    unarchived(channelId, moment, metadata.time),
  ChannelsWentQuiet: ({ data }, { after }) =>
    data.channelIds.flatMap((channelId) => channelUpdate(after, channelId, 'is_recently_active', false)),
  DefaultChannelAdded: ({ data }, moment) => defaults(data.defaultChannelIds, moment),
  DefaultChannelRemoved: ({ data }, moment) => defaults(data.defaultChannelIds, moment),
});

/** A changed property, for everybody who sees the channel. */
export function channelUpdate<Property extends Update['property']>(
  organization: OrganizationState,
  channelId: ChannelId,
  property: Property,
  value: Update['value'],
  beside: object = {},
): readonly AddressedPayload[] {
  const name = organization.channels.byId.get(channelId)?.name ?? '';
  const update = { type: 'stream', op: 'update', stream_id: channelId, name, property, value, ...beside };
  return channelPayloadsFor(
    organization,
    [channelId],
    channelViewers(organization, channelId),
    () => update as Update,
  );
}

/** For clients that know nothing of the archive the channel is new, to those who follow it as well. */
function unarchived(
  channelId: ChannelId,
  { after }: LiveTransition,
  now: number,
): readonly AddressedPayload[] {
  const without = 'archived_channels';
  const followers = activeSubscribers(after, channelId);
  const created = createdChannels(after, [channelId], now);
  const joined = subscriptionsAdded(after, [channelId], now);
  const peers = {
    ...{ type: 'subscription' as const, op: 'peer_add' as const },
    ...{ stream_ids: [channelId], user_ids: [...followers] },
  };
  return channelUpdate(after, channelId, 'is_archived', false).flatMap((told) => [
    ...payloadTo(told.to.intersection(followers), told.payload, {
      instead: { without, payloads: [created, joined] },
      deferred: 'subscription settings',
    }),
    ...payloadTo(told.to.difference(followers), told.payload, {
      instead: { without, payloads: [created, peers] },
    }),
  ]);
}

const privacyUpdate = (
  changed: EventTypes['ChannelPrivacyChanged'],
  { after }: LiveTransition,
): readonly AddressedPayload[] =>
  channelUpdate(after, changed.channelId, 'invite_only', changed.newPrivacy === 'private', {
    history_public_to_subscribers: changed.newHistoryPublicToSubscribers,
    is_web_public: changed.newPrivacy === 'web-public',
  });

/** Who may post comes with the two older settings that say it less well. */
export function permissionUpdates(
  { after }: LiveTransition,
  channelId: ChannelId,
  permission: ChannelPermissionName,
): readonly AddressedPayload[] {
  const permissions = after.channels.byId.get(channelId)?.permissions;
  if (permissions === undefined) return [];
  const value = wireGroupSetting(after, permissions[permission]);
  const changed = channelUpdate(after, channelId, CHANNEL_PERMISSIONS[permission].wireName, value);
  if (permission !== 'canSendMessage') return changed;
  const { stream_post_policy: policy, is_announcement_only: isForAnnouncements } = postPolicyFields(
    after,
    permissions,
  );
  return [
    ...changed,
    ...channelUpdate(after, channelId, 'stream_post_policy', policy),
    ...channelUpdate(after, channelId, 'is_announcement_only', isForAnnouncements),
  ];
}

/** Guests do not see the default channels. */
const defaults = (channelIds: readonly ChannelId[], { after }: LiveTransition): readonly AddressedPayload[] =>
  payloadTo(members(after), { type: 'default_streams', default_streams: [...channelIds] });

/** Channels that the viewer sees; archived ones for clients that support them. */
export const channelsShownTo = ({ state, access, capabilities }: SnapshotSource): readonly Channel[] =>
  [...state.channels.byId.values()].filter(
    ({ archived, channelId }) =>
      (!archived || capabilities.has('archived_channels')) && access.seesChannel(channelId),
  );

export const channelsSnapshot = snapshot({
  stream: (source) => {
    const textOf = channelTexts(source);
    const texts = channelsShownTo(source).map(textOf);
    return { streams: new LongList(() => texts) };
  },
  default_streams: ({ state, viewerId }) => ({
    realm_default_streams: isMember(state, viewerId) ? [...state.channels.defaultIds.get()] : [],
  }),
});
