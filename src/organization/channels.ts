/** Channels: their names, who may do what in them. */
import type { ChannelPermissions, ChannelPrivacy, TopicsPolicy } from '../events/channels.ts';
import { type Erased, revealed } from '../events/define.ts';
import type { EventTypes } from '../events/catalog.ts';
import type { ChannelFolderId } from '../events/channelFolders.ts';
import type { ChannelId, UserId } from '../ids.ts';
import { nameKey } from '../names.ts';
import { changesOf, evolveById } from './changes.ts';
import { cell, map } from './containers.ts';
import { slice } from './define.ts';
import { takeName } from './names.ts';

/** A channel as rules see it; `createdAt` in UNIX milliseconds. */
export interface Channel {
  readonly channelId: ChannelId;
  readonly name: string;
  /** Markdown and its HTML; '' once erased. */
  readonly description: string;
  readonly renderedDescription: string;
  /** Who wrote the description. */
  readonly describedBy: UserId | null;
  readonly privacy: ChannelPrivacy;
  readonly historyPublicToSubscribers: boolean;
  readonly topicsPolicy: TopicsPolicy;
  /** null is what the organization has set, -1 is for ever. */
  readonly messageRetentionDays: number | null;
  readonly folderId: ChannelFolderId | null;
  readonly archived: boolean;
  readonly creatorId: UserId | null;
  readonly createdAt: number;
  readonly permissions: ChannelPermissions;
}

/** What events change of a channel. */
export const channelChanges = changesOf<ChannelId, Channel, Pick<Channel, 'permissions'>>()(
  ({ channelId }) => channelId,
  {
    ChannelRenamed: ({ newName }) => ({ name: newName }),
    ChannelDescribed: ({ newAuthorId, newDescription, newRenderedDescription }) => ({
      description: revealed(newDescription, ''),
      renderedDescription: revealed(newRenderedDescription, ''),
      describedBy: newAuthorId,
    }),
    ChannelPrivacyChanged: ({ newPrivacy, newHistoryPublicToSubscribers }) => ({
      privacy: newPrivacy,
      historyPublicToSubscribers: newHistoryPublicToSubscribers,
    }),
    ChannelPermissionChanged: ({ permission, newValue }, { permissions }) => ({
      permissions: { ...permissions, [permission]: newValue },
    }),
    ChannelTopicsPolicyChanged: ({ newPolicy }) => ({ topicsPolicy: newPolicy }),
    ChannelRetentionChanged: ({ newDays }) => ({ messageRetentionDays: newDays }),
    ChannelMovedToFolder: ({ newFolderId }) => ({ folderId: newFolderId }),
    ChannelArchived: () => ({ archived: true }),
    ChannelUnarchived: () => ({ archived: false }),
  },
);
const changed = evolveById(channelChanges);

export const channelsSlice = slice({
  version: 4,
  state: () => ({
    byId: map<ChannelId, Channel>(),
    /** By `nameKey`; archived channels keep their names. */
    idByName: map<string, ChannelId>(),
    nextChannelId: cell(1 as ChannelId),
    /** Those that new people are subscribed to, in the order of becoming so. */
    defaultIds: cell<readonly ChannelId[]>([]),
    /** How many messages a channel has in topics that have a name; absent where it never had one. */
    namedMessages: map<ChannelId, number>(),
  }),
  evolve: {
    ...changed,
    ChannelCreated(channels, data, { metadata }) {
      const { channelId, name } = data;
      channels.byId.set(channelId, channelAsCreated(data, metadata.time));
      takeName(channels.idByName, channelId, name);
      channels.nextChannelId.set(Math.max(channels.nextChannelId.get(), channelId + 1) as ChannelId);
    },
    ChannelRenamed(channels, data) {
      takeName(channels.idByName, data.channelId, data.newName, data.oldName);
      changed.ChannelRenamed(channels, data);
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
export type Channels = ReturnType<typeof channelsSlice.state>;

/** A channel as its first event makes it. */
export const channelAsCreated = (
  { announced: _1, announcedTogether: _2, ...data }: EventTypes['ChannelCreated'],
  createdAt: number,
): Channel => ({
  ...data,
  description: revealed(data.description, ''),
  renderedDescription: revealed(data.renderedDescription, ''),
  describedBy: data.creatorId,
  archived: false,
  createdAt,
});

/** Messages have come to a topic, or left it. An erased topic reads as the empty one. */
function count(
  { namedMessages }: Channels,
  channelId: ChannelId | undefined,
  topic: string | Erased | undefined,
  messages: number,
): void {
  if (channelId === undefined || revealed(topic ?? '', '') === '') return;
  namedMessages.set(channelId, Math.max(0, (namedMessages.get(channelId) ?? 0) + messages));
}

/** State that knows channels. */
interface WithChannels {
  readonly channels: Channels;
}

/** The channel of a name, archived or not, seen or not: ask `access` before telling anyone. */
export function channelByName(organization: WithChannels, name: string): Channel | undefined {
  const channelId = organization.channels.idByName.get(nameKey(name.trim()));
  return channelId === undefined ? undefined : organization.channels.byId.get(channelId);
}

/** A channel as a caller names it. */
export type ChannelReference = { readonly id: ChannelId } | { readonly name: string };

/** The channel that is meant, archived or not, seen or not: ask `access` before telling anyone. */
export const channelMeant = (organization: WithChannels, reference: ChannelReference): Channel | undefined =>
  'id' in reference
    ? organization.channels.byId.get(reference.id)
    : channelByName(organization, reference.name);

/** Whether new people are subscribed to a channel. */
export const isDefaultChannel = (organization: WithChannels, channelId: ChannelId): boolean =>
  organization.channels.defaultIds.get().includes(channelId);

/** Whether messages of a channel are in topics other than the empty one. */
export const hasNamedTopics = (organization: WithChannels, channelId: ChannelId): boolean =>
  (organization.channels.namedMessages.get(channelId) ?? 0) > 0;
