/** Subscriptions: subscribing to channels, creating those that do not exist, and unsubscribing. */
import { z } from 'zod';
import { Refused } from '../../base/errors.ts';
import { UserId } from '../../base/ids.ts';
import type { Principals } from '../../commands/channels/create.ts';
import {
  changeSubscriptions,
  distinctChannels,
  subscribe,
  type SubscribeInput,
  type SubscribeResult,
  unsubscribe,
} from '../../commands/channels/subscriptions.ts';
import {
  checkedChannelDescription,
  checkedChannelName,
  isChannelDescription,
  MAX_CHANNEL_DESCRIPTION_LENGTH,
} from '../../commands/text.ts';
import { accessOf } from '../../organization/access/access.ts';
import { channelByName } from '../../organization/slices/channels.ts';
import { channels, subscriberIdsOf } from '../../projections/channels.ts';
import { messages } from '../../projections/messages/projection.ts';
import { findSubscriptions, subscriptions } from '../../projections/subscriptions.ts';
import { wireChannel } from '../../wire/channels.ts';
import { named } from '../../wire/define.ts';
import { SubscribedChannels, wireSettings, wireSubscribers } from '../../wire/subscriptions.ts';
import { json, MAX_USER_IDS } from '../http/parameters.ts';
import { read, routes, write } from '../http/route.ts';
import type { Account, ServedOrganization } from '../http/servedOrganization.ts';
import type { Services } from '../http/services.ts';
import { listResponse } from '../listings/listResponse.ts';
import { resolveUserByEmail } from '../people/userReference.ts';
import { includeSubscribersParam, subscribersToInclude } from './includeSubscribers.ts';
import { newChannelParams, parseNewChannels, PLAIN_CHANNELS } from './newChannels.ts';
import { isColor } from './subscriptionSettings.ts';

const RequestedChannel = named(
  'NewChannel',
  'A channel to subscribe to, which is made if it does not exist.',
  z.strictObject({
    name: z.string().describe('Name of the channel; an existing one is subscribed to.'),
    description: z
      .string()
      .refine(isChannelDescription, {
        params: { problem: `is too long (limit: ${MAX_CHANNEL_DESCRIPTION_LENGTH} characters)` },
      })
      .optional()
      .describe('What a new channel is for, in Markdown.'),
    color: z
      .string()
      .refine(isColor, { params: { problem: 'is not a valid hex color code' } })
      .optional()
      .describe('Colour for the caller, like `#c2c2c2`; chosen if absent.'),
  }),
);

const PrincipalList = z.union([z.array(UserId), z.array(z.string())]);

const NamesByUser = z.record(z.string(), z.array(z.string()));

const subscribedFields = {
  subscribed: NamesByUser.describe('Names of the channels newly subscribed to, by the person.'),
  already_subscribed: NamesByUser.describe('Names of the channels subscribed to before, by the person.'),
  unauthorized: z.array(z.string()).optional().describe('Names of the channels that were not allowed.'),
  new_subscription_messages_sent: z
    .boolean()
    .optional()
    .describe('Whether people were told; absent if there was nothing to tell.'),
} as const;
const removedFields = {
  removed: z.array(z.string()).describe('Names of the channels no longer subscribed to.'),
  not_removed: z.array(z.string()).describe('Names of the channels that nobody of them was subscribed to.'),
} as const;

const principalsParam = json(PrincipalList, MAX_USER_IDS)
  .optional()
  .describe('The people, all by ID or all by address; the caller if absent.');

export const subscriptionRoutes = routes({
  'POST /users/me/subscriptions': write({
    who: 'member',
    summary: 'Subscribe people to channels, creating those that do not exist',
    params: {
      subscriptions: json(z.array(RequestedChannel)).describe('The channels to subscribe to.'),
      principals: principalsParam,
      authorization_errors_fatal: json(z.boolean())
        .default(true)
        .describe('Whether nothing happens if some channels are not allowed; otherwise they are left out.'),
      send_new_subscription_messages: json(z.boolean())
        .default(true)
        .describe('Whether people are told by a direct message that others have subscribed them.'),
      ...newChannelParams,
    },
    response: z.strictObject(subscribedFields),
    errors: ['REQUEST_CONFUSING_VAR', 'UNAUTHORIZED_PRINCIPAL'],
    async handle({ params, actor, organization, services, submit }) {
      const channels = await withHtml(services, organization, actor, params.subscriptions);
      const result = await submit(subscribe, {
        channels,
        principals: principalsOf(organization, actor, params.principals),
        authorizationErrorsFatal: params.authorization_errors_fatal,
        notifiesNewcomers: params.send_new_subscription_messages,
        newChannels: parseNewChannels(params, services.config.WEB_PUBLIC_CHANNELS),
      });
      return wireSubscribed(result);
    },
  }),

  'GET /users/me/subscriptions': read({
    isBulky: true,
    who: 'user',
    summary: 'List your subscriptions',
    params: { include_subscribers: includeSubscribersParam },
    response: z.strictObject({ subscriptions: SubscribedChannels }),
    async handle(context) {
      const { actor, organization, services, level } = context;
      const { state } = organization;
      const views = await level(channels, messages, subscriptions);
      const included = await subscribersToInclude(context);
      const access = accessOf(state, actor.userId);
      const followed = await findSubscriptions(views, access, state, services.clock.now());
      // Spreading one into another would create a hidden class for each (decision 31).
      return listResponse('subscriptions', followed, (channel) =>
        Object.assign(
          wireChannel(state, channel, access),
          wireSettings(channel),
          included !== 'none' && wireSubscribers(subscriberIdsOf(state, channel.channelId), included),
        ),
      );
    },
  }),

  'PATCH /users/me/subscriptions': write({
    who: 'user',
    summary: 'Subscribe to channels and unsubscribe from others, all at once',
    params: {
      add: json(z.array(RequestedChannel)).default([]).describe('Those that do not exist are created.'),
      delete: json(z.array(z.string())).default([]).describe('Names of the channels.'),
    },
    response: z.strictObject({ ...subscribedFields, ...removedFields }),
    async handle({ params, actor, organization, services, submit }) {
      const { added, removed, notRemoved } = await submit(changeSubscriptions, {
        added: {
          channels: await withHtml(services, organization, actor, params.add),
          principals: SELF,
          authorizationErrorsFatal: true,
          notifiesNewcomers: false,
          newChannels: PLAIN_CHANNELS,
        },
        removed: { channelNames: params.delete, principals: SELF },
      });
      return { ...wireSubscribed(added), removed: [...removed], not_removed: [...notRemoved] };
    },
  }),

  'DELETE /users/me/subscriptions': write({
    who: 'user',
    summary: 'Unsubscribe people from channels',
    params: {
      subscriptions: json(z.array(z.string())).describe('Names of the channels.'),
      principals: principalsParam,
    },
    response: z.strictObject(removedFields),
    async handle({ params, actor, organization, submit }) {
      const principals = principalsOf(organization, actor, params.principals);
      const result = await submit(unsubscribe, { channelNames: params.subscriptions, principals });
      return { removed: [...result.removed], not_removed: [...result.notRemoved] };
    },
  }),
});

/**
 * The requested channels, each once, with rendered descriptions for new ones. Texts are rendered one by one,
 * so that other people's texts wait for one of them at most.
 */
async function withHtml(
  services: Services,
  { state }: ServedOrganization,
  writer: Account,
  requested: readonly z.infer<typeof RequestedChannel>[],
): Promise<SubscribeInput['channels']> {
  const channels: SubscribeInput['channels'][number][] = [];
  const named = requested.map((channel) => ({ ...channel, name: checkedChannelName(channel.name) }));
  for (const { name, color, description: text = '' } of distinctChannels(named)) {
    const description = checkedChannelDescription(text);
    const isThere = channelByName(state, name) !== undefined;
    const renderedDescription = isThere
      ? undefined
      : await services.renderDescription(state, description, writer.userId);
    channels.push({ name, description, renderedDescription, color });
  }
  return channels;
}

const SELF: Principals = { kind: 'self' };

/** An empty list means the caller; addresses always count as other people. */
function principalsOf(
  organization: ServedOrganization,
  actor: Account,
  principals: z.infer<typeof PrincipalList> = [],
): Principals {
  if (principals.length === 0) return SELF;
  const isNumber = (principal: UserId | string): principal is UserId => typeof principal === 'number';
  if (principals.every(isNumber)) return { kind: 'ids', userIds: principals };
  const userIds = principals.map((address) => {
    const userId = resolveUserByEmail(organization, actor, String(address));
    if (userId === undefined) throw new Refused('No such user');
    return userId;
  });
  return { kind: 'addresses', userIds };
}

const wireSubscribed = (result: SubscribeResult) => ({
  subscribed: namesByUser(result.subscribed),
  already_subscribed: namesByUser(result.alreadySubscribed),
  ...(result.unauthorized.length > 0 && { unauthorized: [...result.unauthorized] }),
  ...(result.newcomersNotified !== undefined && { new_subscription_messages_sent: result.newcomersNotified }),
});

const namesByUser = (names: ReadonlyMap<UserId, readonly string[]>): Record<string, string[]> =>
  Object.fromEntries([...names].map(([userId, channels]) => [String(userId), [...channels]]));
