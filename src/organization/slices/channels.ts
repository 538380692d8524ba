/** Channels: their names, settings and permissions. */
import { nameKey } from '../../base/identity.ts';
import type { ChannelId, UserId } from '../../base/ids.ts';
import type { EventTypes, OrganizationEvents } from '../../events/catalog.ts';
import {
  bySettingChange,
  type ChannelFolderId,
  type ChannelPermissions,
  type ChannelPrivacy,
  type ChannelSettings,
  newSettingValue,
} from '../../events/channels.ts';
import { type Erased, readErasable } from '../../events/define.ts';
import { cell, map } from '../containers/containers.ts';
import { defineChanges, evolveById, reassignName, slice } from '../containers/define.ts';

/** A channel as rules see it; `createdAt` in UNIX milliseconds. */
export interface Channel extends ChannelSettings {
  readonly channelId: ChannelId;
  readonly name: string;
  /** Markdown and its HTML; '' once erased. */
  readonly description: string;
  readonly renderedDescription: string;
  /** Author of the description. */
  readonly describedBy: UserId | null;
  readonly privacy: ChannelPrivacy;
  readonly historyPublicToSubscribers: boolean;
  readonly archived: boolean;
  readonly creatorId: UserId | null;
  readonly createdAt: number;
  readonly permissions: ChannelPermissions;
  /** Its key in the system that it was imported from: a hash. */
  readonly importKey?: string | undefined;
}

/** Changes of a channel by events. */
export const channelChanges = defineChanges<ChannelId, Channel, Pick<Channel, 'permissions'>>()(
  ({ channelId }) => channelId,
  {
    ChannelRenamed: ({ newName }) => ({ name: newName }),
    ChannelDescribed: ({ newAuthorId, newDescription, newRenderedDescription }) => ({
      description: readErasable(newDescription, ''),
      renderedDescription: readErasable(newRenderedDescription, ''),
      describedBy: newAuthorId,
    }),
    ChannelPrivacyChanged: ({ newPrivacy, newHistoryPublicToSubscribers }) => ({
      privacy: newPrivacy,
      historyPublicToSubscribers: newHistoryPublicToSubscribers,
    }),
    ChannelPermissionChanged: ({ permission, newValue }, { permissions }) => ({
      permissions: { ...permissions, [permission]: newValue },
    }),
    ...bySettingChange((setting) => (data: Parameters<typeof newSettingValue>[1]) => ({
      [setting]: newSettingValue(setting, data),
    })),
    ChannelArchived: () => ({ archived: true }),
    ChannelUnarchived: () => ({ archived: false }),
  },
);
const channelHandlers = evolveById(channelChanges);

export const channelsSlice = slice({
  version: 4,
  state: () => ({
    byId: map<ChannelId, Channel>(),
    /** By `nameKey`; archived channels keep their names. */
    idByName: map<string, ChannelId>(),
    nextChannelId: cell(1 as ChannelId),
    /** Default channels for new people, in the order in which they became so. */
    defaultIds: cell<readonly ChannelId[]>([]),
    /** Number of a channel's messages in named topics; absent if it never had one. */
    namedMessages: map<ChannelId, number>(),
  }),
  evolve: {
    ...channelHandlers,
    ChannelCreated(channels, data, { metadata }) {
      const { channelId, name } = data;
      channels.byId.set(channelId, initialChannel(data, metadata.time));
      reassignName(channels.idByName, channelId, name);
      channels.nextChannelId.set(Math.max(channels.nextChannelId.get(), channelId + 1) as ChannelId);
    },
    ChannelRenamed(channels, data) {
      reassignName(channels.idByName, data.channelId, data.newName, data.oldName);
      channelHandlers.ChannelRenamed(channels, data);
    },
    DefaultChannelAdded: ({ defaultIds }, { defaultChannelIds }) => defaultIds.set(defaultChannelIds),
    DefaultChannelRemoved: ({ defaultIds }, { defaultChannelIds }) => defaultIds.set(defaultChannelIds),
    MessageSent: (channels, { channelId, topic }) => count(channels, channelId, topic, 1),
    MessagesMoved(channels, { messageIds, oldChannelId, oldTopic, newChannelId, newTopic }) {
      count(channels, oldChannelId, oldTopic, -messageIds.length);
      count(channels, newChannelId, newTopic, messageIds.length);
    },
    MessagesDeleted: (channels, { messageIds, channelId, topic }) =>
      count(channels, channelId, topic, -messageIds.length),
  },
});
type Channels = ReturnType<typeof channelsSlice.state>;

/** A channel after its first event. */
export const initialChannel = (
  { announced: _1, announcedTogether: _2, ...data }: EventTypes['ChannelCreated'],
  recordedAt: number,
): Channel => ({
  ...data,
  description: readErasable(data.description, ''),
  renderedDescription: readErasable(data.renderedDescription, ''),
  describedBy: data.creatorId,
  archived: false,
  createdAt: data.createdAt ?? recordedAt,
});

/** Messages were added to or removed from a topic. An erased topic counts as the empty one. */
function count(
  { namedMessages }: Channels,
  channelId: ChannelId | undefined,
  topic: string | Erased | undefined,
  messages: number,
): void {
  if (channelId === undefined || readErasable(topic ?? '', '') === '') return;
  namedMessages.set(channelId, Math.max(0, (namedMessages.get(channelId) ?? 0) + messages));
}

/** State with channels. */
interface WithChannels {
  readonly channels: Channels;
}

/** The channel with a name, archived or not, visible or not: check `access` before revealing it. */
export function channelByName(organization: WithChannels, name: string): Channel | undefined {
  const channelId = organization.channels.idByName.get(nameKey(name.trim()));
  return channelId === undefined ? undefined : organization.channels.byId.get(channelId);
}

/** A channel as a caller names it. */
export type ChannelReference = { readonly id: ChannelId } | { readonly name: string };

/** The referenced channel, archived or not, visible or not: check `access` before revealing it. */
export const resolveChannel = (
  organization: WithChannels,
  reference: ChannelReference,
): Channel | undefined =>
  'id' in reference
    ? organization.channels.byId.get(reference.id)
    : channelByName(organization, reference.name);

/** Whether new people are subscribed to a channel. */
export const isDefaultChannel = (organization: WithChannels, channelId: ChannelId): boolean =>
  organization.channels.defaultIds.get().includes(channelId);

/** Whether a channel has messages in named topics. */
export const hasNamedTopics = (organization: WithChannels, channelId: ChannelId): boolean =>
  (organization.channels.namedMessages.get(channelId) ?? 0) > 0;

// Channel folders: their names and their order.

/** A folder as rules see it; the description is '' once erased. */
export interface ChannelFolder {
  readonly folderId: ChannelFolderId;
  readonly name: string;
  /** Markdown. */
  readonly description: string;
  readonly archived: boolean;
}

/** Changes of a folder by events. */
export const folderChanges = defineChanges<ChannelFolderId, ChannelFolder>()(({ folderId }) => folderId, {
  ChannelFolderRenamed: ({ newName }) => ({ name: newName }),
  ChannelFolderDescribed: ({ description }) => ({ description: readErasable(description, '') }),
  ChannelFolderArchived: () => ({ archived: true }),
  ChannelFolderUnarchived: () => ({ archived: false }),
});
const folderHandlers = evolveById(folderChanges);

/** A folder after its first event. */
export const initialFolder = ({
  folderId,
  name,
  description,
}: OrganizationEvents['ChannelFolderCreated']): ChannelFolder => ({
  folderId,
  name,
  description: readErasable(description, ''),
  archived: false,
});

export const channelFoldersSlice = slice({
  version: 2,
  state: () => ({
    byId: map<ChannelFolderId, ChannelFolder>(),
    /** By `nameKey`; archived folders keep their names. */
    idByName: map<string, ChannelFolderId>(),
    /** All folders, archived ones included. */
    order: cell<readonly ChannelFolderId[]>([]),
    nextFolderId: cell(1 as ChannelFolderId),
  }),
  evolve: {
    ...folderHandlers,
    ChannelFolderCreated(folders, data) {
      const { folderId, name } = data;
      folders.byId.set(folderId, initialFolder(data));
      reassignName(folders.idByName, folderId, name);
      folders.order.set([...folders.order.get(), folderId]);
      folders.nextFolderId.set((folderId + 1) as ChannelFolderId);
    },
    ChannelFolderRenamed(folders, data) {
      reassignName(folders.idByName, data.folderId, data.newName, data.oldName);
      folderHandlers.ChannelFolderRenamed(folders, data);
    },
    ChannelFoldersReordered: ({ order }, { folderIds }) => order.set(folderIds),
  },
});

/** State with folders. */
interface WithChannelFolders {
  readonly channelFolders: ReturnType<typeof channelFoldersSlice.state>;
}

/** The folder with a name, in any case, archived or not. */
export function folderByName(organization: WithChannelFolders, name: string): ChannelFolder | undefined {
  const folderId = organization.channelFolders.idByName.get(nameKey(name));
  return folderId === undefined ? undefined : organization.channelFolders.byId.get(folderId);
}
