/** Channels on the wire. */
import { z } from 'zod';
import { ChannelId } from '../base/ids.ts';
import {
  CHANNEL_PERMISSIONS,
  CHANNEL_SETTINGS,
  ChannelFolderId,
  type ChannelPermissionName,
  type ChannelPermissions,
  type ChannelSettingName,
} from '../events/channels.ts';
import { byWireName, toWireNames } from '../events/define.ts';
import type { GroupSettingValue } from '../events/userGroups.ts';
import { canonical, systemGroupId } from '../organization/slices/userGroups.ts';
import type { OrganizationState } from '../organization/state.ts';
import type { ShownChannel, ShownChannelFolder } from '../projections/channels.ts';
import {
  changes,
  eventShape,
  named,
  newValue,
  plainEventShape,
  RenderedDescription,
  settingName,
} from './define.ts';
import { type PeopleAccess, redactNames } from './redactNames.ts';
import { GroupSetting, wireGroupSetting } from './userGroups.ts';

/** What each permission allows. */
const PERMISSIONS: Readonly<Record<ChannelPermissionName, string>> = {
  canAddSubscribers: 'Who may subscribe other people.',
  canAdministerChannel: 'Who may administer the channel.',
  canCreateTopic: 'Who may begin topics.',
  canDeleteAnyMessage: 'Who may delete messages of anybody.',
  canDeleteOwnMessage: 'Who may delete their own messages.',
  canMoveMessagesOutOfChannel: 'Who may move messages to other channels.',
  canMoveMessagesWithinChannel: 'Who may move messages to other topics of the channel.',
  canRemoveSubscribers: 'Who may unsubscribe other people.',
  canResolveTopics: 'Who may mark topics as resolved.',
  canSendMessage: 'Who may write.',
  canSubscribe: 'Who may subscribe themselves, also where the channel is private.',
};

/** What each setting means. */
const SETTINGS: Readonly<Record<ChannelSettingName, string>> = {
  topicsPolicy: 'Whether messages may have an empty topic; `inherit` follows the organization.',
  messageRetentionDays:
    'Days after which messages are deleted; null for the organization’s rule, -1 for never.',
  folderId: 'ID of its channel folder; null if it is in none.',
};

type SettingRows = typeof CHANNEL_SETTINGS;
const settingFields = byWireName(CHANNEL_SETTINGS, (name) =>
  CHANNEL_SETTINGS[name].schema.describe(SETTINGS[name]),
) as unknown as {
  readonly [Name in ChannelSettingName as SettingRows[Name]['wireName']]: SettingRows[Name]['schema'];
};

export const channelFields = {
  stream_id: ChannelId,
  name: z.string().describe('Name of the channel, at most 60 code points.'),
  description: z.string().describe('What the channel is for, in Markdown.'),
  rendered_description: RenderedDescription,
  date_created: z.int().describe('When the channel was made, in UNIX seconds.'),
  creator_id: z.int().nullable().describe('Who made the channel; null if nobody of the organization did.'),
  is_archived: z.boolean().describe('Whether it is archived: nothing is sent there any more.'),
  invite_only: z.boolean().describe('Whether it is private.'),
  is_web_public: z
    .boolean()
    .describe('Whether anyone can read it without logging in, where the organization lets spectators in.'),
  history_public_to_subscribers: z
    .boolean()
    .describe('Whether subscribers can read what was sent before they joined.'),
  ...settingFields,
  first_message_id: z.int().nullable().describe('ID of the oldest message; null if there is none.'),
  is_recently_active: z.boolean().describe('Whether somebody has written there lately.'),
  stream_post_policy: z
    .int()
    .describe(
      'Who may write, for older clients: 1 everybody, 2 administrators, 3 full members, 4 moderators.',
    ),
  is_announcement_only: z.boolean().describe('Whether only administrators may write, for older clients.'),
  ...byWireName(CHANNEL_PERMISSIONS, (name) => GroupSetting.describe(PERMISSIONS[name])),
  subscriber_count: z.int().describe('Number of the active subscribers.'),
  stream_weekly_traffic: z
    .int()
    .nullable()
    .describe('Messages in a week, rounded; null if the channel is too young to tell.'),
} as const;

/** A channel in the list of all. */
export const ListedChannel = named(
  'ListedChannel',
  'A channel in a list.',
  z.strictObject({
    ...channelFields,
    is_default: z
      .boolean()
      .optional()
      .describe('Whether new accounts are subscribed to it; only where that was asked for.'),
  }),
);

/** A channel in answers and events. */
export const ChannelShape = named(
  'Channel',
  'A channel, as its reader may know it.',
  z.strictObject(channelFields),
);

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
const channel = {
  stream_id: ChannelId,
  name: z.string().describe('Name of the channel before the change.'),
} as const;

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
    property: settingName(z.literal(property)),
    value: newValue(channelFields[property]),
    ...beside,
  });

const { description, invite_only: inviteOnly } = channelFields;

const DefaultChannelIds = z
  .array(z.int())
  .describe('IDs of the channels to which new accounts are subscribed.');

/** Client events of channels. */
const channelPayloads = {
  'stream/create': eventShape('stream', 'create', {
    streams: z
      .array(ChannelShape)
      .describe('The new channels, or those that the receiver may know from now on.'),
  }).describe('There are channels that the receiver does not know yet.'),
  'stream/delete': eventShape('stream', 'delete', {
    streams: z
      .array(z.strictObject({ stream_id: ChannelId }))
      .describe('The channels that the receiver may no longer know.'),
    stream_ids: ids.describe('Their IDs.'),
  }).describe('The receiver may no longer know some channels.'),
  'stream/update': z
    .union(plainProperties.map((property) => update(property)))
    .describe('A property of a channel has changed.'),
  'stream/update (description)': eventShape('stream', 'update', {
    ...channel,
    property: settingName(z.literal('description')),
    value: newValue(description),
    rendered_description: RenderedDescription,
  }).describe('A channel has another description.'),
  'stream/update (invite_only)': eventShape('stream', 'update', {
    ...channel,
    property: settingName(z.literal('invite_only')),
    value: newValue(inviteOnly),
    history_public_to_subscribers: channelFields.history_public_to_subscribers,
    is_web_public: channelFields.is_web_public,
  }).describe('A channel has become private, public or web-public.'),
  default_streams: plainEventShape('default_streams', { default_streams: DefaultChannelIds }).describe(
    'The default channels have changed; the event has all of them.',
  ),
} as const;

// Channel folders on the wire.

export const Folder = named(
  'ChannelFolder',
  'A folder in which clients display channels.',
  z.strictObject({
    id: z.int().describe('ID of the folder, by which channels name it.'),
    name: z.string().describe('What the folder is called.'),
    description: z.string().describe('What the folder is for, in Markdown.'),
    rendered_description: RenderedDescription,
    order: z.int().describe('Place in the list, from 0.'),
    date_created: z.int().describe('When the folder was made, in UNIX seconds.'),
    creator_id: z.int().nullable().describe('Who made the folder; null if nobody of the organization did.'),
    is_archived: channelFields.is_archived,
  }),
);

export const Folders = z.array(Folder).describe('The channel folders, in their order.');

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
  'channel_folder/add': eventShape('channel_folder', 'add', {
    channel_folder: Folder.describe('The folder, as it is now.'),
  }).describe('A channel folder was made.'),
  'channel_folder/update': eventShape('channel_folder', 'update', {
    channel_folder_id: ChannelFolderId,
    data: changes(
      z.strictObject({
        name: z.string().optional().describe('The new name.'),
        description: z.string().optional().describe('The new description in Markdown.'),
        rendered_description: RenderedDescription.optional(),
        is_archived: channelFields.is_archived.optional(),
      }),
    ),
  }).describe('A channel folder was changed.'),
  'channel_folder/reorder': eventShape('channel_folder', 'reorder', {
    order: z.array(z.int()).describe('IDs of all folders in their new order.'),
  }).describe('The channel folders have another order.'),
} as const;

/** Client events of the area. */
export const payloads = {
  ...channelPayloads,
  ...channelFolderPayloads,
};

/** Fields of POST /register, by fetch type. */
export const snapshotFields = {
  channel_folders: { channel_folders: Folders },
  default_streams: { realm_default_streams: DefaultChannelIds },
  stream: { streams: z.array(ChannelShape).describe('The channels that the caller may know.') },
} as const;
