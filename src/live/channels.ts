/** Client events of channels. */
import type { ChannelId } from '../base/ids.ts';
import type { EventTypes } from '../events/catalog.ts';
import {
  bySettingChange,
  CHANNEL_PERMISSIONS,
  CHANNEL_SETTINGS,
  type ChannelFolderId,
  type ChannelPermissionName,
  newSettingValue,
} from '../events/channels.ts';
import { readErasable } from '../events/define.ts';
import { seesEverybody } from '../organization/access/people.ts';
import { isMember } from '../organization/access/rules.ts';
import { activityValidUntil } from '../organization/slices/channelActivity.ts';
import type { Channel } from '../organization/slices/channels.ts';
import { subscribersOf } from '../organization/slices/subscriptions.ts';
import { membersOf, systemGroupId } from '../organization/slices/userGroups.ts';
import type { OrganizationState } from '../organization/state.ts';
import { channelFolders, findChannelFolders } from '../projections/channels.ts';
import { postPolicyFields, wireFolder } from '../wire/channels.ts';
import { redactNames } from '../wire/redactNames.ts';
import { wireGroupSetting } from '../wire/userGroups.ts';
import { activeSubscribers, channelViewers, everybody, members } from './translation/audiences.ts';
import {
  channelInEvent,
  channelPayloadsFor,
  channelsAppeared,
  channelsVanished,
  createdChannels,
  deletedChannels,
  subscriptionsAdded,
} from './translation/channelVisibility.ts';
import { flagChange } from './flags.ts';
import { type AddressedPayload, type LiveTransition, payloadTo, translate } from './translation/define.ts';
import { fromViews, LongList, snapshot, type SnapshotSource } from './translation/snapshot.ts';

// Channels as JSON texts, cached until their sources change: every registration contains all of them.

interface CachedText {
  readonly madeOf: readonly unknown[];
  /** UNIX milliseconds until which activity and traffic stay the same. */
  readonly until: number;
  readonly text: string;
}

const kept = new WeakMap<Channel, CachedText>();

/**
 * Serializes a channel at its current revision; separately for viewers who may not know people mentioned in
 * its description.
 */
export function channelTexts({ state, viewerId, access, now }: SnapshotSource): (channel: Channel) => string {
  const active = membersOf(state, systemGroupId('role:everyone'));
  const people = [active, state.userGroups.inactiveUsers.get()];
  const knowsAll = seesEverybody(state, viewerId);
  return (channel) => {
    const { channelId, createdAt, renderedDescription: html } = channel;
    const renderedDescription = knowsAll ? html : redactNames(html, access);
    if (renderedDescription !== html)
      return JSON.stringify(channelInEvent(state, { ...channel, renderedDescription }, now));
    const activity = state.channelActivity.byChannel.get(channelId);
    const madeOf = [activity, subscribersOf(state, channelId), ...people];
    const known = kept.get(channel);
    if (known && now < known.until && known.madeOf.every((part, index) => part === madeOf[index]))
      return known.text;
    const text = JSON.stringify(channelInEvent(state, channel, now));
    kept.set(channel, { madeOf, until: activityValidUntil(activity, createdAt, now), text });
    return text;
  };
}

type SettingChanged = { readonly data: Parameters<typeof newSettingValue>[1] };
type Update = Extract<AddressedPayload['payload'], { type: 'stream'; op: 'update' }>;

const channelsLive = translate({
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
  ...bySettingChange((setting) => ({ data }: SettingChanged, { after }: LiveTransition) => {
    const { wireName } = CHANNEL_SETTINGS[setting];
    return channelUpdate(after, data.channelId, wireName, newSettingValue(setting, data));
  }),
  ChannelArchived: ({ data: { channelId } }, { after }) => [
    // While the clients still have the channel.
    ...payloadTo(channelViewers(after, channelId), flagChange('add', 'read', []), {
      deferred: { unreadIn: channelId },
    }),
    ...channelUpdate(after, channelId, 'is_archived', true).map((update) => ({
      ...update,
      instead: {
        without: 'archived_channels' as const,
        payloads: [deletedChannels([channelId])],
      },
    })),
  ],
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
    type: 'subscription' as const,
    op: 'peer_add' as const,
    stream_ids: [channelId],
    user_ids: [...followers],
  };
  return channelUpdate(after, channelId, 'is_archived', false).flatMap((update) => [
    ...payloadTo(update.to.intersection(followers), update.payload, {
      instead: { without, payloads: [created, joined] },
      deferred: 'subscription settings',
    }),
    ...payloadTo(update.to.difference(followers), update.payload, {
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

const channelsSnapshot = snapshot({
  stream: (source) => {
    const textOf = channelTexts(source);
    const texts = channelsShownTo(source).map(textOf);
    return { streams: new LongList(() => texts) };
  },
  default_streams: ({ state, viewerId }) => ({
    realm_default_streams: isMember(state, viewerId) ? [...state.channels.defaultIds.get()] : [],
  }),
});

// Client events of channel folders.

const channelFoldersLive = translate({
  ChannelFolderCreated: ({ data, metadata }, { after }) =>
    payloadTo(everybody(after), {
      type: 'channel_folder',
      op: 'add',
      channel_folder: wireFolder({
        ...data,
        description: readErasable(data.description, ''),
        renderedDescription: readErasable(data.renderedDescription, ''),
        createdAt: metadata.time,
        isArchived: false,
      }),
    }),
  ChannelFolderRenamed: ({ data: { folderId, newName } }, moment) =>
    updated(moment, folderId, { name: newName }),
  ChannelFolderDescribed: ({ data }, moment) =>
    updated(moment, data.folderId, {
      description: readErasable(data.description, ''),
      rendered_description: readErasable(data.renderedDescription, ''),
    }),
  ChannelFolderArchived: ({ data }, moment) => updated(moment, data.folderId, { is_archived: true }),
  ChannelFolderUnarchived: ({ data }, moment) => updated(moment, data.folderId, { is_archived: false }),
  ChannelFoldersReordered: ({ data }, { after }) =>
    payloadTo(everybody(after), { type: 'channel_folder', op: 'reorder', order: [...data.folderIds] }),
});

type FolderPatch = Extract<AddressedPayload['payload'], { type: 'channel_folder'; op: 'update' }>['data'];

const updated = (
  { after }: LiveTransition,
  folderId: ChannelFolderId,
  data: FolderPatch,
): readonly AddressedPayload[] =>
  payloadTo(everybody(after), { type: 'channel_folder', op: 'update', channel_folder_id: folderId, data });

/** All folders in order, archived ones included. */
const channelFoldersSnapshot = snapshot({
  channel_folders: fromViews({
    projections: [channelFolders],
    version: ({ state: { channelFolders } }) => channelFolders.byId.writes + channelFolders.order.writes,
    read: async (views, { state }) => findChannelFolders(views, state, { includeArchived: true }),
    fields: ({ access }, folders) => ({
      channel_folders: folders.map((folder) => wireFolder(folder, access)),
    }),
  }),
});

/** What clients are sent of the events of the area. */
export const translations = {
  ...channelsLive,
  ...channelFoldersLive,
};

/** What clients get when they register. */
export const snapshotParts = {
  ...channelsSnapshot,
  ...channelFoldersSnapshot,
};
