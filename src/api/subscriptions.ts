/** Subscriptions: following channels, and creating those that are not there yet (spec/endpoint-details.md 3). */
import { z } from 'zod';
import { type Principals, subscribe, type SubscribeResult, unsubscribe } from '../commands/subscriptions.ts';
import type { ChannelPermissions } from '../events/channels.ts';
import {
  checkedChannelDescription,
  isChannelDescription,
  MAX_CHANNEL_DESCRIPTION_LENGTH,
} from '../commands/text.ts';
import { UserId } from '../ids.ts';
import { accessOf } from '../organization/access.ts';
import { subscriptionsOf } from '../projections/subscriptions.ts';
import { channelFields, wireChannel } from './channelFields.ts';
import { GroupSetting, groupSettingOf } from './groupSettings.ts';
import { json, text } from './parameters.ts';
import { read, routes, write } from './route.ts';

const COLOR = /^#(?:[0-9a-f]{3}){1,2}$/i;

const WantedChannel = z.strictObject({
  name: z.string(),
  description: z
    .string()
    .refine(isChannelDescription, {
      params: { says: `is too long (limit: ${MAX_CHANNEL_DESCRIPTION_LENGTH} characters)` },
    })
    .optional(),
  color: z
    .string()
    .refine((color) => COLOR.test(color), { params: { says: 'is not a valid hex color code' } })
    .optional(),
});

const PrincipalList = z.union([z.array(UserId), z.array(z.string())]);

const groupSetting = () => json(GroupSetting).optional();

/** The five settings of a new channel that api.md lists, by their names on the wire. */
const permissionParams = {
  can_add_subscribers_group: groupSetting(),
  can_administer_channel_group: groupSetting(),
  can_delete_any_message_group: groupSetting(),
  can_delete_own_message_group: groupSetting(),
  can_remove_subscribers_group: groupSetting(),
} as const;

const NamesByUser = z.record(z.string(), z.array(z.string()));

export const subscriptionRoutes = routes({
  'POST /users/me/subscriptions': write({
    who: 'member',
    summary: 'Subscribe people to channels, creating those that do not exist',
    params: {
      subscriptions: json(z.array(WantedChannel)),
      principals: json(PrincipalList).optional(),
      authorization_errors_fatal: json(z.boolean()).default(true),
      invite_only: json(z.boolean()).default(false),
      history_public_to_subscribers: json(z.boolean()).optional(),
      ...permissionParams,
    },
    response: z.strictObject({
      subscribed: NamesByUser,
      already_subscribed: NamesByUser,
      unauthorized: z.array(z.string()).optional(),
    }),
    async handle({ params, organization, services, submit }) {
      const channels = await Promise.all(
        params.subscriptions.map(async ({ name, color, ...wanted }) => {
          const description = checkedChannelDescription(wanted.description ?? '');
          const renderedDescription = await services.renderDescription(organization.state, description);
          return { name, description, renderedDescription, color };
        }),
      );
      const result = await submit(subscribe, {
        channels,
        principals: principalsOf(params.principals),
        authorizationErrorsFatal: params.authorization_errors_fatal,
        newChannels: {
          isPrivate: params.invite_only,
          historyPublicToSubscribers: params.history_public_to_subscribers,
          permissions: permissionsOf(params),
        },
      });
      return wireSubscribed(result);
    },
  }),

  'GET /users/me/subscriptions': read({
    who: 'user',
    summary: 'List your subscriptions',
    params: { include_subscribers: text(z.enum(['true', 'false', 'partial'])).default('false') },
    response: z.strictObject({ subscriptions: z.array(z.strictObject(subscriptionFields())) }),
    async handle({ params, actor, organization: { state }, services, level }) {
      const views = await level('channels', 'messages', 'subscriptions');
      const options = { includeSubscribers: params.include_subscribers !== 'false' };
      const access = accessOf(state, actor.userId);
      const followed = await subscriptionsOf(views, access, state, options, services.clock.now());
      return {
        subscriptions: followed.map(({ color, subscriberIds, ...channel }) => ({
          ...wireChannel(state, channel),
          ...UNCHANGED_SETTINGS,
          color,
          ...(subscriberIds && { subscribers: [...subscriberIds] }),
        })),
      };
    },
  }),

  'DELETE /users/me/subscriptions': write({
    who: 'user',
    summary: 'Unsubscribe people from channels',
    params: { subscriptions: json(z.array(z.string())), principals: json(PrincipalList).optional() },
    response: z.strictObject({ removed: z.array(z.string()), not_removed: z.array(z.string()) }),
    async handle({ params, submit }) {
      const principals = principalsOf(params.principals);
      const result = await submit(unsubscribe, { channelNames: params.subscriptions, principals });
      return { removed: [...result.removed], not_removed: [...result.notRemoved] };
    },
  }),
});

/** Personal settings that nobody has changed: the notification ones inherit, which is null on the wire. */
const UNCHANGED_SETTINGS = {
  is_muted: false,
  in_home_view: true,
  pin_to_top: false,
  desktop_notifications: null,
  audible_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
} as const;

function subscriptionFields() {
  const inheritable = z.boolean().nullable();
  return {
    ...channelFields,
    color: z.string(),
    is_muted: z.boolean(),
    in_home_view: z.boolean(),
    pin_to_top: z.boolean(),
    desktop_notifications: inheritable,
    audible_notifications: inheritable,
    push_notifications: inheritable,
    email_notifications: inheritable,
    wildcard_mentions_notify: inheritable,
    subscribers: z.array(z.int()).optional(),
  };
}

/** An empty list means the caller; addresses always count as others. */
function principalsOf(principals: z.infer<typeof PrincipalList> | undefined): Principals {
  const [first] = principals ?? [];
  if (principals === undefined || first === undefined) return { kind: 'self' };
  return typeof first === 'string'
    ? { kind: 'emails', emails: principals as readonly string[] }
    : { kind: 'ids', userIds: principals as readonly UserId[] };
}

type PermissionValues = {
  readonly [Name in keyof typeof permissionParams]: z.infer<typeof GroupSetting> | undefined;
};

function permissionsOf(params: PermissionValues): Partial<ChannelPermissions> {
  const given = {
    canAddSubscribers: params.can_add_subscribers_group,
    canAdministerChannel: params.can_administer_channel_group,
    canDeleteAnyMessage: params.can_delete_any_message_group,
    canDeleteOwnMessage: params.can_delete_own_message_group,
    canRemoveSubscribers: params.can_remove_subscribers_group,
  };
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, wire]) =>
      wire === undefined ? [] : [[name, groupSettingOf(wire)]],
    ),
  );
}

const wireSubscribed = ({ subscribed, alreadySubscribed, unauthorized }: SubscribeResult) => ({
  subscribed: namesByUser(subscribed),
  already_subscribed: namesByUser(alreadySubscribed),
  ...(unauthorized.length > 0 && { unauthorized: [...unauthorized] }),
});

const namesByUser = (names: ReadonlyMap<UserId, readonly string[]>): Record<string, string[]> =>
  Object.fromEntries([...names].map(([userId, channels]) => [String(userId), [...channels]]));
