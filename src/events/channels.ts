import { z } from 'zod';
import { ChannelId, UserId } from '../ids.ts';
import { defineEvents, erasable, fact } from './define.ts';
import { GroupSettingValue } from './userGroups.ts';

/** Policies of spec/api.md about the empty topic. */
export const TopicsPolicy = z.enum([
  'inherit',
  'allow_empty_topic',
  'disable_empty_topic',
  'empty_topic_only',
]);
export type TopicsPolicy = z.infer<typeof TopicsPolicy>;

/** The eleven permission settings of a channel (spec/endpoint-details.md 3.3); they add to the organization's. */
export const ChannelPermissions = z.strictObject({
  canAddSubscribers: GroupSettingValue,
  canAdministerChannel: GroupSettingValue,
  canCreateTopic: GroupSettingValue,
  canDeleteAnyMessage: GroupSettingValue,
  canDeleteOwnMessage: GroupSettingValue,
  canMoveMessagesOutOfChannel: GroupSettingValue,
  canMoveMessagesWithinChannel: GroupSettingValue,
  canRemoveSubscribers: GroupSettingValue,
  canResolveTopics: GroupSettingValue,
  canSendMessage: GroupSettingValue,
  canSubscribe: GroupSettingValue,
});
export type ChannelPermissions = z.infer<typeof ChannelPermissions>;
export type ChannelPermissionName = keyof ChannelPermissions;

/** Who may see a channel at all: a private one only those of spec/endpoint-details.md 14. */
export const ChannelPrivacy = z.enum(['web-public', 'public', 'private']);
export type ChannelPrivacy = z.infer<typeof ChannelPrivacy>;

/** Facts of channels. */
export const channelEvents = defineEvents('organization', {
  ChannelCreated: fact(1, {
    channelId: ChannelId,
    name: z.string(),
    description: erasable('person:creatorId', z.string()),
    renderedDescription: erasable('person:creatorId', z.string()),
    creatorId: UserId.nullable(),
    privacy: ChannelPrivacy,
    historyPublicToSubscribers: z.boolean(),
    topicsPolicy: TopicsPolicy,
    permissions: ChannelPermissions,
  }),
});
export const { ChannelCreated } = channelEvents.make;
