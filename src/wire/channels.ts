/** Channels on the wire. */
import { z } from 'zod';
import { CHANNEL_PERMISSIONS, CHANNEL_SETTINGS, type ChannelPermissions } from '../events/channels.ts';
import { byWireName, tableColumn, toWireNames } from '../events/define.ts';
import type { GroupSettingValue } from '../events/userGroups.ts';
import { canonical, systemGroupId } from '../organization/slices/userGroups.ts';
import type { OrganizationState } from '../organization/state.ts';
import type { ShownChannel, ShownChannelFolder } from '../projections/channels.ts';
import { eventShape, named, plainEventShape } from './define.ts';
import { type PeopleAccess, redactNames } from './redactNames.ts';
import { GroupSetting, wireGroupSetting } from './userGroups.ts';

export const channelFields = {
  stream_id: z.int(),
  name: z.string(),
  description: z.string(),
  rendered_description: z.string(),
  date_created: z.int(),
  creator_id: z.int().nullable(),
  is_archived: z.boolean(),
  invite_only: z.boolean(),
  is_web_public: z.boolean(),
  history_public_to_subscribers: z.boolean(),
  ...toWireNames(CHANNEL_SETTINGS, tableColumn(CHANNEL_SETTINGS, 'schema')),
  first_message_id: z.int().nullable(),
  is_recently_active: z.boolean(),
  stream_post_policy: z.int(),
  is_announcement_only: z.boolean(),
  ...byWireName(CHANNEL_PERMISSIONS, () => GroupSetting),
  subscriber_count: z.int(),
  stream_weekly_traffic: z.int().nullable(),
} as const;

/** A channel in the list of all. */
export const ListedChannel = named(
  'ListedChannel',
  z.strictObject({ ...channelFields, is_default: z.boolean().optional() }),
);

/** A channel in answers and events. */
export const ChannelShape = named('Channel', z.strictObject(channelFields));

/** A channel as a reader sees it; without a reader, as everybody does. */
export function wireChannel(
  organization: OrganizationState,
  channel: Omit<ShownChannel, 'isDefault' | 'staysUntil'>,
  reader?: PeopleAccess,
): z.infer<typeof ChannelShape> {
  return {
    stream_id: channel.channelId,
    name: channel.name,
    description: channel.description,
    rendered_description: redactNames(channel.renderedDescription, reader),
    date_created: Math.floor(channel.createdAt / 1000),
    creator_id: channel.creatorId,
    is_archived: channel.isArchived,
    invite_only: channel.privacy === 'private',
    is_web_public: channel.privacy === 'web-public',
    history_public_to_subscribers: channel.historyPublicToSubscribers,
    ...toWireNames(CHANNEL_SETTINGS, channel),
    first_message_id: channel.firstMessageId,
    is_recently_active: channel.isRecentlyActive,
    ...postPolicyFields(organization, channel.permissions),
    ...byWireName(CHANNEL_PERMISSIONS, (name) => wireGroupSetting(organization, channel.permissions[name])),
    subscriber_count: channel.subscriberCount,
    stream_weekly_traffic: channel.weeklyTraffic,
  };
}

/** The two deprecated settings closest to the channel's posting permission. */
export function postPolicyFields(organization: OrganizationState, { canSendMessage }: ChannelPermissions) {
  const policy = postPolicy(canonical(organization, canSendMessage));
  return { stream_post_policy: policy, is_announcement_only: policy === ADMINISTRATORS_ONLY };
}

const ADMINISTRATORS_ONLY = 2;

/** The deprecated policy closest to the posting permission. */
function postPolicy(canSendMessage: GroupSettingValue): number {
  if (canSendMessage === systemGroupId('role:administrators')) return ADMINISTRATORS_ONLY;
  if (canSendMessage === systemGroupId('role:fullmembers')) return 3;
  if (canSendMessage === systemGroupId('role:moderators')) return 4;
  return 1;
}

const ids = z.array(z.int());
const channel = { stream_id: z.int(), name: z.string() } as const;

/** Properties that change independently. */
const plainProperties = [
  'name',
  ...Object.values(CHANNEL_SETTINGS).map(({ wireName }) => wireName),
  'first_message_id',
  'is_recently_active',
  'is_archived',
  'stream_post_policy',
  'is_announcement_only',
  ...Object.values(CHANNEL_PERMISSIONS).map(({ wireName }) => wireName),
] as const;

/** A property with its own kind of value, and the fields sent with it. */
const update = <Property extends keyof typeof channelFields>(
  property: Property,
  beside: z.core.$ZodLooseShape = {},
) =>
  eventShape('stream', 'update', {
    ...channel,
    property: z.literal(property),
    value: channelFields[property],
    ...beside,
  });

const { description, invite_only: inviteOnly } = channelFields;

/** Client events of channels. */
const channelPayloads = {
  'stream/create': eventShape('stream', 'create', { streams: z.array(ChannelShape) }),
  'stream/delete': eventShape('stream', 'delete', {
    streams: z.array(z.strictObject({ stream_id: z.int() })),
    stream_ids: ids,
  }),
  'stream/update': z.union(plainProperties.map((property) => update(property))),
  'stream/update (description)': eventShape('stream', 'update', {
    ...channel,
    property: z.literal('description'),
    value: description,
    rendered_description: z.string(),
  }),
  'stream/update (invite_only)': eventShape('stream', 'update', {
    ...channel,
    property: z.literal('invite_only'),
    value: inviteOnly,
    history_public_to_subscribers: z.boolean(),
    is_web_public: z.boolean(),
  }),
  default_streams: plainEventShape('default_streams', { default_streams: ids }),
} as const;

// Channel folders on the wire.

export const Folder = named(
  'ChannelFolder',
  z.strictObject({
    id: z.int(),
    name: z.string(),
    description: z.string(),
    rendered_description: z.string(),
    order: z.int(),
    date_created: z.int(),
    creator_id: z.int().nullable(),
    is_archived: z.boolean(),
  }),
);

/** A folder as a reader sees it; without a reader, as everybody does. */
export const wireFolder = (folder: ShownChannelFolder, reader?: PeopleAccess) => ({
  id: folder.folderId,
  name: folder.name,
  description: folder.description,
  rendered_description: redactNames(folder.renderedDescription, reader),
  order: folder.order,
  date_created: Math.floor(folder.createdAt / 1000),
  creator_id: folder.creatorId,
  is_archived: folder.isArchived,
});

/** Client events of folders. */
const channelFolderPayloads = {
  'channel_folder/add': eventShape('channel_folder', 'add', { channel_folder: Folder }),
  'channel_folder/update': eventShape('channel_folder', 'update', {
    channel_folder_id: z.int(),
    data: z.strictObject({
      name: z.string().optional(),
      description: z.string().optional(),
      rendered_description: z.string().optional(),
      is_archived: z.boolean().optional(),
    }),
  }),
  'channel_folder/reorder': eventShape('channel_folder', 'reorder', { order: z.array(z.int()) }),
} as const;

/** Client events of the area. */
export const payloads = {
  ...channelPayloads,
  ...channelFolderPayloads,
};

/** Fields of POST /register, by fetch type. */
export const snapshotFields = {
  channel_folders: { channel_folders: z.array(Folder) },
  default_streams: { realm_default_streams: ids },
  stream: { streams: z.array(ChannelShape) },
} as const;
