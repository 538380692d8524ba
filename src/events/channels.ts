import { z } from 'zod';
import { ChannelId, numericId, UserId } from '../base/ids.ts';
import {
  type DataOf,
  defineEvents,
  type DomainEventOf,
  erasable,
  type EventDefinition,
  eventType,
  namesIn,
  type Setting,
  setting,
  tableColumn,
} from './define.ts';
import { forEveryone, forMembers, GroupSettingValue, permissionValues } from './userGroups.ts';

/** ID of a channel folder. */
export const ChannelFolderId = numericId<'ChannelFolderId'>(
  'ID of the folder, as GET /channel_folders lists it.',
);
export type ChannelFolderId = z.infer<typeof ChannelFolderId>;

/** Events of channel folders. */
export const channelFolderEvents = defineEvents('organization', 'listed', 'shared', {
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

/** A setting of a channel, which administrators of the channel change by an event of its own. */
export interface ChannelSetting extends Setting {
  /** The event, and how the names of its two values end: with `Days` they are `oldDays` and `newDays`. */
  readonly changedBy: string;
  readonly valuesIn: string;
  /** Only owners may choose it. */
  readonly isForOwners?: true;
  /** An organization permission that is required for choosing it. */
  readonly grantedBy?: 'can_set_topics_policy_group';
}

/** Channel settings, other than permissions and visibility. */
export const CHANNEL_SETTINGS = {
  topicsPolicy: {
    ...setting('topics_policy', TopicsPolicy, 'inherit'),
    changedBy: 'ChannelTopicsPolicyChanged',
    valuesIn: 'Policy',
    grantedBy: 'can_set_topics_policy_group',
  },
  messageRetentionDays: {
    ...setting('message_retention_days', RetentionDays, null),
    changedBy: 'ChannelRetentionChanged',
    valuesIn: 'Days',
    isForOwners: true,
  },
  folderId: {
    ...setting('folder_id', ChannelFolderId.nullable(), null),
    changedBy: 'ChannelMovedToFolder',
    valuesIn: 'FolderId',
  },
} as const satisfies Readonly<Record<string, ChannelSetting>>;
type SettingRows = typeof CHANNEL_SETTINGS;
export type ChannelSettingName = keyof SettingRows;
type SettingChange = SettingRows[ChannelSettingName]['changedBy'];

export type ChannelSettings = {
  readonly [Name in ChannelSettingName]: z.infer<SettingRows[Name]['schema']>;
};
export const DEFAULT_CHANNEL_SETTINGS: ChannelSettings = tableColumn(CHANNEL_SETTINGS, 'byDefault');

/** Event of a change → a value computed from the setting's name. */
export const bySettingChange = <Value>(valueOf: (name: ChannelSettingName) => Value) =>
  Object.fromEntries(
    namesIn(CHANNEL_SETTINGS).map((name) => [CHANNEL_SETTINGS[name].changedBy, valueOf(name)]),
  ) as Readonly<Record<SettingChange, Value>>;

/** The old and the new value, by their names in the event of a change. */
const oldAndNew = <Value>(name: ChannelSettingName, oldValue: Value, newValue: Value) => {
  const { valuesIn } = CHANNEL_SETTINGS[name];
  return { [`old${valuesIn}`]: oldValue, [`new${valuesIn}`]: newValue };
};

/** The changed channel and its name at that time, which clients receive with every change. */
const subject = { channelId: ChannelId, name: z.string() } as const;

type OldAndNew<Row extends ChannelSetting> = {
  readonly [Key in `${'old' | 'new'}${Row['valuesIn']}`]: Row['schema'];
};
type SettingEvents = {
  readonly [Name in ChannelSettingName as SettingRows[Name]['changedBy']]: EventDefinition<
    z.ZodObject<typeof subject & OldAndNew<SettingRows[Name]>, z.core.$strict>
  >;
};
const settingEvents = bySettingChange((name) => {
  const { schema } = CHANNEL_SETTINGS[name];
  return eventType(1, { ...subject, ...oldAndNew<z.ZodType>(name, schema, schema) });
}) as unknown as SettingEvents;

/** Events of channels. */
export const channelEvents = defineEvents('organization', 'listed', 'shared', {
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
      ...tableColumn(CHANNEL_SETTINGS, 'schema'),
      permissions: ChannelPermissions,
      /** The creator wants it announced in the organization's channel for new channels. */
      announced: z.boolean(),
      /** A channel of another system's export: a hash of that system and of its ID there. */
      importKey: z.string().optional(),
      /** When it was made there, in UNIX milliseconds. */
      createdAt: z.number().int().nonnegative().optional(),
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
  ...settingEvents,
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
type ChannelEvents = DataOf<typeof channelEvents>;

/** The event that changes a setting of a channel. */
export const channelSettingChanged = <Name extends ChannelSettingName>(
  { channelId, name }: { readonly channelId: ChannelId; readonly name: string },
  setting: Name,
  oldValue: ChannelSettings[Name],
  newValue: ChannelSettings[Name],
) =>
  ({
    type: CHANNEL_SETTINGS[setting].changedBy,
    data: { channelId, name, ...oldAndNew(setting, oldValue, newValue) },
  }) as unknown as DomainEventOf<Pick<ChannelEvents, SettingChange>>;

/** The new value in the event of a change. */
export const newSettingValue = <Name extends ChannelSettingName>(
  name: Name,
  data: ChannelEvents[SettingChange],
) =>
  (data as Readonly<Record<string, unknown>>)[
    `new${CHANNEL_SETTINGS[name].valuesIn}`
  ] as ChannelSettings[Name];
