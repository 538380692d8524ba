/** Channels: their names, who may do what in them. */
import type { ChannelPermissions, ChannelPrivacy, TopicsPolicy } from '../events/channels.ts';
import type { ChannelId, UserId } from '../ids.ts';
import { cell, map } from './containers.ts';
import { slice } from './define.ts';

/** A channel as rules see it; `createdAt` in UNIX milliseconds. */
export interface Channel {
  readonly channelId: ChannelId;
  readonly name: string;
  readonly privacy: ChannelPrivacy;
  readonly historyPublicToSubscribers: boolean;
  readonly topicsPolicy: TopicsPolicy;
  readonly archived: boolean;
  readonly creatorId: UserId | null;
  readonly createdAt: number;
  readonly permissions: ChannelPermissions;
}

export const channelsSlice = slice({
  version: 1,
  state: () => ({
    byId: map<ChannelId, Channel>(),
    /** By `channelNameKey`; archived channels keep their names. */
    idByName: map<string, ChannelId>(),
    nextChannelId: cell(1 as ChannelId),
  }),
  evolve: {
    ChannelCreated(channels, data, { metadata }) {
      const { channelId, name, privacy, historyPublicToSubscribers, topicsPolicy, creatorId, permissions } =
        data;
      channels.byId.set(channelId, {
        channelId,
        name,
        privacy,
        historyPublicToSubscribers,
        topicsPolicy,
        archived: false,
        creatorId,
        createdAt: metadata.time,
        permissions,
      });
      channels.idByName.set(channelNameKey(name), channelId);
      channels.nextChannelId.set(Math.max(channels.nextChannelId.get(), channelId + 1) as ChannelId);
    },
  },
});
export type Channels = ReturnType<typeof channelsSlice.state>;

/** State that knows channels. */
interface WithChannels {
  readonly channels: Channels;
}

/** Under which a channel's name is looked up: names are unique without case and outer blanks. */
export const channelNameKey = (name: string): string => name.trim().toLowerCase();

/** The channel of a name, archived or not, seen or not: ask `access` before telling anyone. */
export function channelByName(organization: WithChannels, name: string): Channel | undefined {
  const channelId = organization.channels.idByName.get(channelNameKey(name));
  return channelId === undefined ? undefined : organization.channels.byId.get(channelId);
}
