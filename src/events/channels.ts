import { z } from 'zod';
import { ChannelId, numericId, UserId } from '../base/ids.ts';
import { defineEvents, erasable, eventType } from './define.ts';
import { forEveryone, forMembers, GroupSettingValue, permissionValues } from './userGroups.ts';

/** ID of a channel folder. */
export const ChannelFolderId = numericId<'ChannelFolderId'>(
  'ID of the folder, as GET /channel_folders lists it.',
);
export type ChannelFolderId = z.infer<typeof ChannelFolderId>;

/** Events of channel folders. */
export const channelFolderEvents = defineEvents('organization', {
  ChannelFolderCreated: eventType(1, {
    folderId: ChannelFolderId,
    name: z.string(),
    description: erasable('person:creatorId', z.string()),
    renderedDescription: erasable('person:creatorId', z.string()),
    creatorId: UserId.nullable(),
    /** Position among all folders, from 0. */
    order: z.number().int().nonnegative(),
  }),
  ChannelFolderRenamed: eventType(1, { folderId: ChannelFolderId, oldName: z.string(), newName: z.string() }),
  ChannelFolderDescribed: eventType(1, {
    folderId: ChannelFolderId,
    authorId: UserId.nullable(),
    description: erasable('person:authorId', z.string()),
    renderedDescription: erasable('person:authorId', z.string()),
  }),
  ChannelFolderArchived: eventType(1, { folderId: ChannelFolderId }),
  ChannelFolderUnarchived: eventType(1, { folderId: ChannelFolderId }),
  /** All folders in their new order, archived ones included. */
  ChannelFoldersReordered: eventType(1, { folderIds: z.array(ChannelFolderId).min(1) }),
});
export const {
  ChannelFolderCreated,
  ChannelFolderRenamed,
  ChannelFolderDescribed,
  ChannelFolderArchived,
  ChannelFolderUnarchived,
  ChannelFoldersReordered,
} = channelFolderEvents.make;

/** Whether messages without a topic are allowed. */
export const TopicsPolicy = z.enum([
  'inherit',
  'allow_empty_topic',
  'disable_empty_topic',
  'empty_topic_only',
]);
export type TopicsPolicy = z.infer<typeof TopicsPolicy>;

const grantedBy = { grantedBy: 'can_set_delete_message_policy_group' } as const;

/** Channel permissions, granted by channel administrators in addition to the organization's. */
export const CHANNEL_PERMISSIONS = {
  canAddSubscribers: forMembers('can_add_subscribers_group', 'role:nobody'),
  canAdministerChannel: forMembers('can_administer_channel_group', 'creator'),
  canCreateTopic: forEveryone('can_create_topic_group', 'role:everyone'),
  canDeleteAnyMessage: forEveryone('can_delete_any_message_group', 'role:nobody', grantedBy),
  canDeleteOwnMessage: forEveryone('can_delete_own_message_group', 'role:nobody', grantedBy),
  canMoveMessagesOutOfChannel: forEveryone('can_move_messages_out_of_channel_group', 'role:nobody'),
  canMoveMessagesWithinChannel: forEveryone('can_move_messages_within_channel_group', 'role:nobody'),
  canRemoveSubscribers: forEveryone('can_remove_subscribers_group', 'role:administrators'),
  canResolveTopics: forEveryone('can_resolve_topics_group', 'role:nobody'),
  canSendMessage: forEveryone('can_send_message_group', 'role:everyone'),
  canSubscribe: forMembers('can_subscribe_group', 'role:nobody'),
} as const;
export type ChannelPermissionName = keyof typeof CHANNEL_PERMISSIONS;

const ChannelPermissions = permissionValues(CHANNEL_PERMISSIONS);
export type ChannelPermissions = z.infer<typeof ChannelPermissions>;

/**
 * Visibility of a channel: a private one is visible to its subscribers and to groups with permissions in it.
 */
export const ChannelPrivacy = z.enum(['web-public', 'public', 'private']);
export type ChannelPrivacy = z.infer<typeof ChannelPrivacy>;

/** Days after which messages are deleted; null for the organization's setting, -1 for never. */
const RetentionDays = z.number().int().nullable();

/** The changed channel and its name at that time, which clients receive with every change. */
const subject = { channelId: ChannelId, name: z.string() } as const;

/** Events of channels. */
export const channelEvents = defineEvents('organization', {
  ChannelCreated: eventType(
    2,
    {
      channelId: ChannelId,
      name: z.string(),
      description: erasable('person:creatorId', z.string()),
      renderedDescription: erasable('person:creatorId', z.string()),
      creatorId: UserId.nullable(),
      privacy: ChannelPrivacy,
      historyPublicToSubscribers: z.boolean(),
      topicsPolicy: TopicsPolicy,
      messageRetentionDays: RetentionDays,
      folderId: ChannelFolderId.nullable(),
      permissions: ChannelPermissions,
      /** The creator wants it announced in the organization's channel for new channels. */
      announced: z.boolean(),
      /** A channel of another system's export: a hash of that system and of its ID there. */
      importKey: z.string().optional(),
      /** All channels that were created together and are to be announced; present in the last one's event. */
      announcedTogether: z.array(ChannelId).min(1).optional(),
    },
    { 1: (data) => ({ ...data, messageRetentionDays: null, folderId: null, announced: false }) },
  ),
  ChannelRenamed: eventType(1, { channelId: ChannelId, oldName: z.string(), newName: z.string() }),
  ChannelDescribed: eventType(1, {
    ...subject,
    /** The author of the old description; null if unknown. */
    oldAuthorId: UserId.nullable(),
    newAuthorId: UserId.nullable(),
    oldDescription: erasable('person:oldAuthorId', z.string()),
    newDescription: erasable('person:newAuthorId', z.string()),
    newRenderedDescription: erasable('person:newAuthorId', z.string()),
  }),
  /** Changes the privacy, the visibility of history to new subscribers, or both. */
  ChannelPrivacyChanged: eventType(1, {
    ...subject,
    oldPrivacy: ChannelPrivacy,
    newPrivacy: ChannelPrivacy,
    oldHistoryPublicToSubscribers: z.boolean(),
    newHistoryPublicToSubscribers: z.boolean(),
  }),
  ChannelPermissionChanged: eventType(1, {
    ...subject,
    permission: ChannelPermissions.keyof(),
    oldValue: GroupSettingValue,
    newValue: GroupSettingValue,
  }),
  ChannelTopicsPolicyChanged: eventType(1, { ...subject, oldPolicy: TopicsPolicy, newPolicy: TopicsPolicy }),
  ChannelRetentionChanged: eventType(1, { ...subject, oldDays: RetentionDays, newDays: RetentionDays }),
  ChannelMovedToFolder: eventType(1, {
    ...subject,
    oldFolderId: ChannelFolderId.nullable(),
    newFolderId: ChannelFolderId.nullable(),
  }),
  /** Whether its messages are pushed to subscribers without a setting of their own. */
  ChannelPushDefaultChanged: eventType(1, { channelId: ChannelId, isPushed: z.boolean() }),
  /** Nobody can post in it any more; subscriptions stay. */
  ChannelArchived: eventType(1, subject),
  ChannelUnarchived: eventType(1, subject),
  /** The channels have had no messages for a while, or have none left. */
  ChannelsWentQuiet: eventType(1, { channelIds: z.array(ChannelId).min(1) }),
  /** New people are subscribed to all default channels, in the order in which they became one. */
  DefaultChannelAdded: eventType(1, { channelId: ChannelId, defaultChannelIds: z.array(ChannelId) }),
  DefaultChannelRemoved: eventType(1, { channelId: ChannelId, defaultChannelIds: z.array(ChannelId) }),
});
export const {
  ChannelCreated,
  ChannelRenamed,
  ChannelDescribed,
  ChannelPrivacyChanged,
  ChannelPermissionChanged,
  ChannelTopicsPolicyChanged,
  ChannelRetentionChanged,
  ChannelMovedToFolder,
  ChannelPushDefaultChanged,
  ChannelArchived,
  ChannelUnarchived,
  ChannelsWentQuiet,
  DefaultChannelAdded,
  DefaultChannelRemoved,
} = channelEvents.make;
