/** Samples of events about channels. */
import { channelEvents, DEFAULT_CHANNEL_SETTINGS } from '../../../src/events/channels.ts';
import { type Input, sample } from './sample.ts';
import { ADMINISTRATORS, EVERYONE, NOBODY } from './systemGroups.ts';

/** A new channel's permissions where its creator chose none, but without a creator. */
export const examplePermissions: Input<typeof channelEvents, 'ChannelCreated'>['permissions'] = {
  canAddSubscribers: NOBODY,
  canAdministerChannel: NOBODY,
  canCreateTopic: EVERYONE,
  canDeleteAnyMessage: NOBODY,
  canDeleteOwnMessage: NOBODY,
  canMoveMessagesOutOfChannel: NOBODY,
  canMoveMessagesWithinChannel: NOBODY,
  canRemoveSubscribers: ADMINISTRATORS,
  canResolveTopics: NOBODY,
  canSendMessage: EVERYONE,
  canSubscribe: NOBODY,
};

/** The channel that an event tells a change of, after the renaming of the examples. */
const changed = ({ channelId = 1 }: { readonly channelId?: number }) => ({
  channelId,
  name: `renamed ${channelId}`,
});

export const channelExamples = {
  channelCreated: sample(channelEvents, 'ChannelCreated', ({ channelId = 1, privacy = 'public' }) => ({
    channelId,
    name: `channel ${channelId}`,
    description: 'What it is for',
    renderedDescription: '<p>What it is for</p>',
    creatorId: 1,
    privacy,
    historyPublicToSubscribers: privacy !== 'private',
    ...DEFAULT_CHANNEL_SETTINGS,
    permissions: examplePermissions,
    announced: false,
  })),
  channelRenamed: sample(channelEvents, 'ChannelRenamed', ({ channelId = 1 }) => ({
    channelId,
    oldName: `channel ${channelId}`,
    newName: `renamed ${channelId}`,
  })),
  channelDescribed: sample(channelEvents, 'ChannelDescribed', (given) => ({
    ...changed(given),
    oldAuthorId: 1,
    newAuthorId: 1,
    oldDescription: 'What it is for',
    newDescription: 'What it is *really* for',
    newRenderedDescription: '<p>What it is <em>really</em> for</p>',
  })),
  channelPrivacyChanged: sample(channelEvents, 'ChannelPrivacyChanged', (given) => ({
    ...changed(given),
    oldPrivacy: 'public' as const,
    newPrivacy: 'private' as const,
    oldHistoryPublicToSubscribers: true,
    newHistoryPublicToSubscribers: false,
  })),
  channelPermissionChanged: sample(channelEvents, 'ChannelPermissionChanged', (given) => ({
    ...changed(given),
    permission: 'canAddSubscribers' as const,
    oldValue: NOBODY,
    newValue: { directMembers: [1], directSubgroups: [] },
  })),
  channelTopicsPolicyChanged: sample(channelEvents, 'ChannelTopicsPolicyChanged', (given) => ({
    ...changed(given),
    oldPolicy: 'inherit' as const,
    newPolicy: 'disable_empty_topic' as const,
  })),
  channelPushDefaultChanged: sample(channelEvents, 'ChannelPushDefaultChanged', () => ({
    channelId: 1,
    isPushed: true,
  })),
  channelRetentionChanged: sample(channelEvents, 'ChannelRetentionChanged', (given) => ({
    ...changed(given),
    oldDays: null,
    newDays: 30,
  })),
  channelMovedToFolder: sample(channelEvents, 'ChannelMovedToFolder', (given) => ({
    ...changed(given),
    oldFolderId: null,
    newFolderId: 1,
  })),
  channelArchived: sample(channelEvents, 'ChannelArchived', (given) => changed(given)),
  channelUnarchived: sample(channelEvents, 'ChannelUnarchived', (given) => changed(given)),
  channelsWentQuiet: sample(channelEvents, 'ChannelsWentQuiet', () => ({ channelIds: [1] })),
  defaultChannelAdded: sample(channelEvents, 'DefaultChannelAdded', ({ channelId = 1 }) => ({
    channelId,
    defaultChannelIds: [channelId],
  })),
  defaultChannelRemoved: sample(channelEvents, 'DefaultChannelRemoved', () => ({
    channelId: 1,
    defaultChannelIds: [],
  })),
};
