/** Creating a channel, and the settings of channels that are created. */
import { z } from 'zod';
import { createChannel } from '../commands/channelCreation.ts';
import type { NewChannelSettings } from '../commands/newChannels.ts';
import { checkedChannelDescription } from '../commands/text.ts';
import { ChannelFolderId } from '../events/channelFolders.ts';
import { UserId } from '../ids.ts';
import {
  legacySenderParams,
  parseLegacySenders,
  permissionParams,
  parsePermissions,
  retentionParam,
  topicsPolicyParam,
} from './channelParams.ts';
import { groupSetting } from './groupSettings.ts';
import { MAX_USER_IDS, json, text, type ValuesOf } from './http/parameters.ts';
import { routes, write } from './http/route.ts';

/** Settings of channels that are created. */
export const newChannelParams = {
  announce: json(z.boolean()).default(false),
  invite_only: json(z.boolean()).default(false),
  is_web_public: json(z.boolean()).default(false),
  is_default_stream: json(z.boolean()).default(false),
  history_public_to_subscribers: json(z.boolean()).optional(),
  message_retention_days: retentionParam().default(null),
  topics_policy: topicsPolicyParam().default('inherit'),
  folder_id: json(ChannelFolderId.nullable()).default(null),
  default_push_notifications: json(z.boolean())
    .default(false)
    .describe('Whether messages are pushed to subscribers who have set nothing for it; for administrators.'),
  ...permissionParams(groupSetting),
  ...legacySenderParams,
} as const;

export const parseNewChannels = (
  params: ValuesOf<typeof newChannelParams>,
  serverAllowsWebPublic: boolean,
): NewChannelSettings => {
  const canSendMessage = parseLegacySenders(params);
  return {
    isPrivate: params.invite_only,
    isWebPublic: params.is_web_public,
    serverAllowsWebPublic,
    historyPublicToSubscribers: params.history_public_to_subscribers,
    isDefault: params.is_default_stream,
    topicsPolicy: params.topics_policy,
    messageRetentionDays: params.message_retention_days,
    folderId: params.folder_id,
    permissions: { ...parsePermissions(params), ...(canSendMessage !== undefined && { canSendMessage }) },
    announced: params.announce,
    isPushed: params.default_push_notifications,
  };
};

/** Public channels with all defaults. */
export const PLAIN_CHANNELS: NewChannelSettings = {
  ...{ isPrivate: false, isWebPublic: false, serverAllowsWebPublic: false, isDefault: false },
  ...{ historyPublicToSubscribers: undefined, topicsPolicy: 'inherit', messageRetentionDays: null },
  ...{ folderId: null, permissions: {}, announced: false, isPushed: false },
};

export const newChannelRoutes = routes({
  'POST /channels/create': write({
    who: 'member',
    summary: 'Create a channel',
    params: {
      name: text(),
      subscribers: json(z.array(UserId), MAX_USER_IDS).describe('You only if your ID is among them.'),
      description: text().default(''),
      send_new_subscription_messages: json(z.boolean())
        .default(true)
        .describe('Of new channels people are told by their clients, and by no message.'),
      ...newChannelParams,
    },
    response: z.strictObject({ id: z.int() }),
    errors: ['REQUEST_CONFUSING_VAR', 'CHANNEL_ALREADY_EXISTS', 'UNAUTHORIZED_PRINCIPAL'],
    async handle({ params, actor, organization: { state }, services, submit }) {
      const description = checkedChannelDescription(params.description);
      const renderedDescription = await services.renderDescription(state, description, actor.userId);
      const { channelId } = await submit(createChannel, {
        ...{ name: params.name, description, renderedDescription, subscriberIds: params.subscribers },
        settings: parseNewChannels(params, services.config.WEB_PUBLIC_CHANNELS),
      });
      return { id: channelId };
    },
  }),
});
