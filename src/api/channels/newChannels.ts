/** Creating a channel, and the settings of channels that are created. */
import { z } from 'zod';
import { Refused } from '../../base/errors.ts';
import { UserId } from '../../base/ids.ts';
import { createChannel, type NewChannelSettings } from '../../commands/channels/create.ts';
import { checkedChannelDescription } from '../../commands/text.ts';
import {
  CHANNEL_PERMISSIONS,
  CHANNEL_SETTINGS,
  type ChannelSettingName,
  type ChannelSettings,
  DEFAULT_CHANNEL_SETTINGS,
  TopicsPolicy,
} from '../../events/channels.ts';
import { byInternalName, byWireName, type WireName } from '../../events/define.ts';
import type { GroupSettingValue } from '../../events/userGroups.ts';
import { systemGroupId } from '../../organization/slices/userGroups.ts';
import { channelFields } from '../../wire/channels.ts';
import { json, MAX_USER_IDS, type Parameter, text, textOrJson, type ValuesOf } from '../http/parameters.ts';
import { routes, write } from '../http/route.ts';
import { groupSetting } from '../people/userGroups.ts';

// Parameters shared by creating and changing channels.

/** One parameter for each permission, by its name on the wire. */
export const permissionParams = <Value>(make: () => Parameter<Value>) =>
  byWireName(CHANNEL_PERMISSIONS, (name) =>
    make().describe(channelFields[CHANNEL_PERMISSIONS[name].wireName]),
  );

/** The permissions that were sent; undefined where one was not. */
export const parsePermissions = <
  Sent extends Readonly<Record<WireName<typeof CHANNEL_PERMISSIONS>, unknown>>,
>(
  sent: Sent,
) => byInternalName(CHANNEL_PERMISSIONS, sent);

const topicsPolicyParam = textOrJson(TopicsPolicy).describe(channelFields.topics_policy);

const INHERITED = 'realm_default';
const FOR_EVER = 'unlimited';
const MAX_DAYS = 999_999_999;
const isDays = (sent: number | string): boolean =>
  typeof sent === 'number'
    ? Number.isInteger(sent) && sent > 0 && sent <= MAX_DAYS
    : sent === INHERITED || sent === FOR_EVER;

/** Days that messages are kept; null for the organization's setting, -1 for unlimited. */
const retentionParam = textOrJson(
  z
    .union([z.number(), z.string()])
    .refine(isDays, { params: { badValue: true } })
    .transform((sent) => {
      if (sent === INHERITED) return null;
      return sent === FOR_EVER ? -1 : Number(sent);
    }),
).describe(`A number of days, ${INHERITED} or ${FOR_EVER}.`);

/** Settings that clients send in another form than the JSON of the value. */
const OTHER_FORMS: { readonly [Name in ChannelSettingName]?: Parameter<ChannelSettings[Name]> } = {
  topicsPolicy: topicsPolicyParam,
  messageRetentionDays: retentionParam,
};

const formOf = (name: ChannelSettingName): Parameter<unknown> =>
  OTHER_FORMS[name] ?? json<z.ZodType>(channelFields[CHANNEL_SETTINGS[name].wireName]);

type SettingParams<Absent> = {
  readonly [Name in ChannelSettingName as (typeof CHANNEL_SETTINGS)[Name]['wireName']]: Parameter<
    ChannelSettings[Name] | Absent
  >;
};

/** One parameter for each setting of a new channel, by its name on the wire. */
const newSettingParams = byWireName(CHANNEL_SETTINGS, (name) =>
  formOf(name).default(CHANNEL_SETTINGS[name].byDefault),
) as unknown as SettingParams<never>;

/** One parameter for each setting of a channel that is changed. */
export const changedSettingParams = byWireName(CHANNEL_SETTINGS, (name) =>
  formOf(name).optional(),
) as unknown as SettingParams<undefined>;

/** The deprecated parameters that `can_send_message_group` replaced. */
export const legacySenderParams = {
  stream_post_policy: json(z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]))
    .optional()
    .deprecate()
    .describe('Deprecated: send can_send_message_group.'),
  is_announcement_only: json(z.boolean())
    .optional()
    .deprecate()
    .describe('Deprecated: send can_send_message_group.'),
} as const;

const SENDERS = {
  1: 'role:everyone',
  2: 'role:administrators',
  3: 'role:fullmembers',
  4: 'role:moderators',
} as const;

/** Who may send, by the deprecated parameters; refuses several that mean the same. */
export function parseLegacySenders(params: {
  readonly stream_post_policy: keyof typeof SENDERS | undefined;
  readonly is_announcement_only: boolean | undefined;
  readonly can_send_message_group: unknown;
}): GroupSettingValue | undefined {
  const { stream_post_policy: policy, is_announcement_only: isAnnouncement } = params;
  const names = ['can_send_message_group', 'stream_post_policy', 'is_announcement_only'] as const;
  const [one, other] = names.filter((name) => params[name] !== undefined);
  if (one !== undefined && other !== undefined)
    throw new Refused(`Can't decide between '${one}' and '${other}' arguments`, 'REQUEST_CONFUSING_VAR', {
      var_name1: one,
      var_name2: other,
    });
  if (policy !== undefined) return systemGroupId(SENDERS[policy]);
  return isAnnouncement === undefined ? undefined : systemGroupId(SENDERS[isAnnouncement ? 2 : 1]);
}

/** Settings of channels that are created. */
export const newChannelParams = {
  announce: json(z.boolean())
    .default(false)
    .describe('Whether the new channel is announced, if the organization has a channel for that.'),
  invite_only: json(z.boolean()).default(false).describe('Whether a new channel is private.'),
  is_web_public: json(z.boolean()).default(false).describe(channelFields.is_web_public),
  is_default_stream: json(z.boolean()).default(false).describe('Whether new accounts are subscribed to it.'),
  history_public_to_subscribers: json(z.boolean())
    .optional()
    .describe(channelFields.history_public_to_subscribers),
  ...newSettingParams,
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
    ...byInternalName(CHANNEL_SETTINGS, params),
    permissions: { ...parsePermissions(params), ...(canSendMessage !== undefined && { canSendMessage }) },
    announced: params.announce,
    isPushed: params.default_push_notifications,
  };
};

/** Public channels with all defaults. */
export const PLAIN_CHANNELS: NewChannelSettings = {
  isPrivate: false,
  isWebPublic: false,
  serverAllowsWebPublic: false,
  isDefault: false,
  historyPublicToSubscribers: undefined,
  ...DEFAULT_CHANNEL_SETTINGS,
  permissions: {},
  announced: false,
  isPushed: false,
};

export const newChannelRoutes = routes({
  'POST /channels/create': write({
    who: 'member',
    summary: 'Create a channel',
    params: {
      name: text().describe('Name of the new channel.'),
      subscribers: json(z.array(UserId), MAX_USER_IDS).describe('You only if your ID is among them.'),
      description: text().default('').describe(channelFields.description),
      send_new_subscription_messages: json(z.boolean())
        .default(true)
        .describe('Of new channels people are told by their clients, and by no message.'),
      ...newChannelParams,
    },
    response: z.strictObject({ id: z.int().describe('ID of the new channel.') }),
    errors: ['REQUEST_CONFUSING_VAR', 'CHANNEL_ALREADY_EXISTS', 'UNAUTHORIZED_PRINCIPAL'],
    async handle({ params, actor, organization: { state }, services, submit }) {
      const description = checkedChannelDescription(params.description);
      const renderedDescription = await services.renderDescription(state, description, actor.userId);
      const { channelId } = await submit(createChannel, {
        name: params.name,
        description,
        renderedDescription,
        subscriberIds: params.subscribers,
        settings: parseNewChannels(params, services.config.WEB_PUBLIC_CHANNELS),
      });
      return { id: channelId };
    },
  }),
});
