/** Channels: listing those that the caller may see, changing and archiving them. */
import { z } from 'zod';
import { Refused, requireThat } from '../../base/errors.ts';
import { ChannelId, UserId } from '../../base/ids.ts';
import { archiveChannel, setDefaultChannel, updateChannel } from '../../commands/channels/channels.ts';
import { checkedChannelDescription } from '../../commands/text.ts';
import { CHANNEL_SETTINGS } from '../../events/channels.ts';
import { byInternalName } from '../../events/define.ts';
import { accessOf } from '../../organization/access/access.ts';
import { ownsBot } from '../../organization/access/people.ts';
import { isAdministrator } from '../../organization/access/rules.ts';
import { channelByName } from '../../organization/slices/channels.ts';
import { isSubscribed } from '../../organization/slices/subscriptions.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { channels, channelVisibleTo, subscriberIdsOf } from '../../projections/channels.ts';
import { messages } from '../../projections/messages/projection.ts';
import { channelFields, ChannelShape, ListedChannel, wireChannel } from '../../wire/channels.ts';
import { notAuthorized } from '../http/parameterErrors.ts';
import { json, path, text } from '../http/parameters.ts';
import { read, routes, write } from '../http/route.ts';
import type { Account } from '../http/servedOrganization.ts';
import type { Services } from '../http/services.ts';
import { groupSettingUpdate } from '../people/userGroups.ts';
import {
  changedSettingParams,
  legacySenderParams,
  newChannelParams,
  parseLegacySenders,
  parsePermissions,
  permissionParams,
} from './newChannels.ts';

const noSuchChannel = (): Refused => new Refused('Invalid channel ID');

/** Whether to include a set of channels. */
const including = (byDefault: boolean) => json(z.boolean()).default(byDefault);

export const channelRoutes = routes({
  'GET /streams': read({
    hot: true,
    who: 'user',
    summary: 'List channels',
    params: {
      include_public: including(true).describe('Whether public channels are listed.'),
      include_web_public: including(false).describe('Whether web-public channels are listed.'),
      include_subscribed: including(true).describe(
        'Whether channels are listed to which the caller is subscribed.',
      ),
      exclude_archived: including(true).describe('Whether archived channels are left out.'),
      include_all: including(false).describe('Whether all channels are listed that the caller may know.'),
      include_default: including(false).describe(
        'Whether each channel says if new accounts are subscribed to it.',
      ),
      include_owner_subscribed: including(false).describe(
        'For bots: whether channels are listed to which their owner is subscribed.',
      ),
      include_can_access_content: including(false).describe(
        'Whether all channels are listed whose messages the caller may read.',
      ),
      include_all_active: including(false)
        .deprecate()
        .describe('Deprecated, for administrators: send include_all.'),
    },
    response: z.strictObject({ streams: z.array(ListedChannel).describe('The channels, ordered by ID.') }),
    async handle({ params, actor, organization, services, level }) {
      const mayAskForAll = !params.include_all_active || isAdministrator(organization.state, actor.userId);
      if (!mayAskForAll) throw notAuthorized();
      const options = {
        includePublic: params.include_public,
        includeWebPublic: params.include_web_public,
        includeSubscribed: params.include_subscribed,
        includeAll: params.include_all || params.include_all_active,
        includeDefault: params.include_default,
        includeOwnerSubscribed: params.include_owner_subscribed,
        includeCanAccessContent: params.include_can_access_content,
        excludeArchived: params.exclude_archived,
      };
      await level(channels, messages);
      return services.listings.channels.of(organization.state, actor.userId, options);
    },
  }),

  'GET /streams/:stream_id': read({
    who: 'user',
    summary: 'Get a channel',
    params: { stream_id: path(ChannelId) },
    response: z.strictObject({ stream: ChannelShape.describe('The channel.') }),
    async handle({ params, actor, organization: { state }, services, level }) {
      const views = await level(channels, messages);
      const access = accessOf(state, actor.userId);
      const channel = await channelVisibleTo(views, access, state, params.stream_id, services.clock.now());
      if (channel === undefined) throw noSuchChannel();
      return { stream: wireChannel(state, channel, access) };
    },
  }),

  'GET /streams/:stream_id/members': read({
    who: 'user',
    summary: 'List who is subscribed to a channel',
    params: { stream_id: path(ChannelId) },
    response: z.strictObject({
      subscribers: z.array(z.int()).describe('IDs of the subscribers, bots among them.'),
    }),
    handle({ params, actor, organization: { state } }) {
      if (!accessOf(state, actor.userId).seesChannel(params.stream_id)) throw noSuchChannel();
      return { subscribers: [...subscriberIdsOf(state, params.stream_id)] };
    },
  }),

  'GET /streams/:stream_id/email_address': read({
    who: 'user',
    summary: 'Get the address that turns mail into messages of a channel: empty, because none is taken',
    params: {
      stream_id: path(ChannelId),
      sender_id: json(UserId).optional().describe('Who the messages are by: you, or a bot of yours.'),
    },
    response: z.strictObject({
      email: z.string().describe('Address whose mail becomes messages of the channel; empty here.'),
    }),
    handle({ params: { stream_id: channelId, sender_id: senderId }, actor, organization: { state } }) {
      if (!accessOf(state, actor.userId).readsContent(channelId)) throw noSuchChannel();
      const isOwn = senderId === undefined || senderId === actor.userId;
      requireThat(isOwn || ownsBot(state, actor.userId, senderId), 'No such user');
      return { email: '' };
    },
  }),

  'GET /users/:user_id/subscriptions/:stream_id': read({
    who: 'user',
    summary: 'Get whether somebody is subscribed to a channel',
    params: { user_id: path(UserId), stream_id: path(ChannelId) },
    response: z.strictObject({
      is_subscribed: z.boolean().describe('Whether the person is subscribed to the channel.'),
    }),
    handle({ params: { user_id: userId, stream_id: channelId }, actor, organization: { state } }) {
      const access = accessOf(state, actor.userId);
      const user = state.users.byId.get(userId);
      requireThat(user !== undefined && access.seesUser(userId), 'No such user');
      if (!access.seesChannel(channelId)) throw noSuchChannel();
      return { is_subscribed: user.active && isSubscribed(state, userId, channelId) };
    },
  }),

  'GET /get_stream_id': read({
    who: 'user',
    summary: 'Get the ID of a channel by its name',
    params: { stream: text().describe('Name of the channel.') },
    response: z.strictObject({ stream_id: ChannelId }),
    handle({ params, actor, organization: { state } }) {
      const channel = channelByName(state, params.stream);
      const isSeen = channel !== undefined && accessOf(state, actor.userId).seesChannel(channel.channelId);
      requireThat(isSeen, `Invalid channel name '${params.stream}'`);
      return { stream_id: channel.channelId };
    },
  }),

  'PATCH /streams/:stream_id': write({
    who: 'user',
    summary: 'Change a channel',
    params: {
      stream_id: path(ChannelId),
      description: text().optional().describe('The new description in Markdown; empty for none.'),
      new_name: text().optional().describe('What the channel is called from now on.'),
      is_private: json(z.boolean()).optional().describe('Whether the channel becomes private.'),
      is_web_public: json(z.boolean()).optional().describe(channelFields.is_web_public),
      history_public_to_subscribers: json(z.boolean())
        .optional()
        .describe(channelFields.history_public_to_subscribers),
      is_default_stream: json(z.boolean()).optional().describe(newChannelParams.is_default_stream),
      is_archived: json(z.boolean()).optional().describe('Only `false` has an effect: it unarchives.'),
      ...changedSettingParams,
      default_push_notifications: json(z.boolean())
        .optional()
        .describe(
          'Whether messages are pushed to subscribers who have set nothing for it; for administrators.',
        ),
      ...permissionParams(groupSettingUpdate),
      ...legacySenderParams,
    },
    errors: [
      'REQUEST_CONFUSING_VAR',
      'CANNOT_ADMINISTER_CHANNEL',
      'CHANNEL_ALREADY_EXISTS',
      'EXPECTATION_MISMATCH',
      'UNAUTHORIZED_PRINCIPAL',
    ],
    async handle({ params, actor, organization: { state }, services, submit }) {
      const canSendMessage = parseLegacySenders(params);
      await submit(updateChannel, {
        channelId: params.stream_id,
        newName: params.new_name,
        description: await rendered(services, state, actor, params.description),
        isPrivate: params.is_private,
        isWebPublic: params.is_web_public,
        historyPublicToSubscribers: params.history_public_to_subscribers,
        serverAllowsWebPublic: services.config.WEB_PUBLIC_CHANNELS,
        isDefault: params.is_default_stream,
        isUnarchived: params.is_archived === false,
        ...byInternalName(CHANNEL_SETTINGS, params),
        isPushed: params.default_push_notifications,
        permissions: {
          ...parsePermissions(params),
          ...(canSendMessage !== undefined && { canSendMessage: { new: canSendMessage } }),
        },
      });
    },
  }),

  'DELETE /streams/:stream_id': write({
    who: 'user',
    summary: 'Archive a channel',
    params: { stream_id: path(ChannelId) },
    errors: ['CANNOT_ADMINISTER_CHANNEL'],
    async handle({ params, submit }) {
      await submit(archiveChannel, { channelId: params.stream_id });
    },
  }),

  'POST /default_streams': write({
    who: 'user',
    summary: 'Make a channel a default channel for new people',
    params: { stream_id: json(ChannelId) },
    async handle({ params, submit }) {
      await submit(setDefaultChannel, { channelId: params.stream_id, isDefault: true });
    },
  }),

  'DELETE /default_streams': write({
    who: 'user',
    summary: 'Make a channel no longer a default channel',
    params: { stream_id: json(ChannelId) },
    async handle({ params, submit }) {
      await submit(setDefaultChannel, { channelId: params.stream_id, isDefault: false });
    },
  }),
});

/** A description on one line, with its HTML. */
async function rendered(
  services: Services,
  state: OrganizationState,
  writer: Account,
  description: string | undefined,
) {
  if (description === undefined) return undefined;
  const line = checkedChannelDescription(description);
  return { text: line, html: await services.renderDescription(state, line, writer.userId) };
}
