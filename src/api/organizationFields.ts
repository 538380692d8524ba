/** Settings of an organization on the wire: their names, what they take and what is shown (spec/events.md 1.7). */
import { z } from 'zod';
import type { GroupSettingUpdate } from '../commands/groupSettings.ts';
import type { ChangeOrganizationInput, OrganizationChanges } from '../commands/organizationSettings.ts';
import {
  AUTHENTICATION_METHODS,
  OrganizationPermission,
  type OrganizationSettingName,
  OrganizationSettings,
} from '../events/organizations.ts';
import { ChannelId } from '../ids.ts';
import type { OrganizationState } from '../organization/state.ts';
import { GroupSetting, wireGroupSetting } from '../wire/groupSettings.ts';
import { groupSettingUpdate } from './groupSettings.ts';
import { json, type Parameter, text, type ValuesOf } from './http/parameters.ts';

const asItIs = (value: unknown): unknown => value;
/** -1 where there is none. */
const orMinusOne = (value: unknown): unknown => value ?? -1;
const Flag = z.boolean();
/** A number above 0, or "unlimited". */
const Limit = z
  .union([z.int(), z.string()])
  .refine((value) => value === 'unlimited' || (typeof value === 'number' && value > 0), {
    params: { badValue: true },
  })
  .transform((value) => (typeof value === 'number' ? value : null));
/** A channel's ID, or -1. */
const OptionalChannel = z
  .union([z.literal(-1), ChannelId])
  .transform((channelId): ChannelId | null => (channelId === -1 ? null : channelId));
/** At most so many characters, without U+0000. */
const limited = (limit: number) =>
  z
    .string()
    .refine((value) => [...value].length <= limit, {
      params: { says: `is too long (limit: ${limit} characters)` },
    })
    .refine((value) => !value.includes('\0'), { params: { says: 'must not contain null bytes' } });

/** One setting: its name inside, the parameter, and what is shown of its value. */
const setting = <Name extends OrganizationSettingName>(
  name: Name,
  parameter: Parameter<OrganizationSettings[Name]>,
  shown: z.ZodType,
  show: (value: unknown) => unknown = asItIs,
) => ({ name, parameter: parameter.optional(), shown: shown.optional(), show });

type FlagName = {
  [Name in OrganizationSettingName]: OrganizationSettings[Name] extends boolean ? Name : never;
}[OrganizationSettingName];
type LimitName = `${string}LimitSeconds` & OrganizationSettingName;
type ChannelName = `${string}ChannelId` & OrganizationSettingName;

const flag = (name: FlagName) => setting(name, json(Flag), Flag);
const limit = (name: LimitName) => setting(name, json(Limit), z.int().nullable());
const channel = (name: ChannelName) => setting(name, json(OptionalChannel), z.int(), orMinusOne);

const { messageEditHistoryVisibilityPolicy: HistoryPolicy, topicsPolicy: TopicsPolicy } =
  OrganizationSettings.shape;

/** Settings by their names on the wire; a name means the same in GET and POST /register, behind `realm_`. */
const SETTINGS = {
  allow_message_editing: flag('allowMessageEditing'),
  disallow_disposable_email_addresses: flag('disallowDisposableEmailAddresses'),
  emails_restricted_to_domains: flag('emailsRestrictedToDomains'),
  enable_read_receipts: flag('enableReadReceipts'),
  enable_spectator_access: flag('enableSpectatorAccess'),
  invite_required: flag('inviteRequired'),
  message_content_delete_limit_seconds: limit('messageContentDeleteLimitSeconds'),
  message_content_edit_limit_seconds: limit('messageContentEditLimitSeconds'),
  message_edit_history_visibility_policy: setting(
    'messageEditHistoryVisibilityPolicy',
    text(HistoryPolicy),
    HistoryPolicy,
  ),
  message_retention_days: setting('messageRetentionDays', json(Limit), z.int(), orMinusOne),
  moderation_request_channel_id: channel('moderationRequestChannelId'),
  move_messages_between_streams_limit_seconds: limit('moveMessagesBetweenChannelsLimitSeconds'),
  move_messages_within_stream_limit_seconds: limit('moveMessagesWithinChannelLimitSeconds'),
  name_changes_disabled: flag('nameChangesDisabled'),
  new_stream_announcements_stream_id: channel('announcementChannelId'),
  presence_disabled: flag('presenceDisabled'),
  require_unique_names: flag('requireUniqueNames'),
  send_channel_events_messages: flag('sendChannelEventsMessages'),
  signup_announcements_stream_id: channel('signupAnnouncementChannelId'),
  topics_policy: setting('topicsPolicy', text(TopicsPolicy), TopicsPolicy),
  waiting_period_threshold: setting('waitingPeriodDays', json(z.int().nonnegative()), z.int()),
  welcome_message_custom_text: setting('welcomeMessage', text(limited(8000)), z.string()),
} as const;

type Settings = typeof SETTINGS;
type WireName = keyof Settings;
const WIRE_NAMES = Object.keys(SETTINGS) as readonly WireName[];

/** One value for each of some names. */
const recordOf = <Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;

const settingParameters = recordOf(WIRE_NAMES, (name) => SETTINGS[name].parameter) as {
  readonly [Name in WireName]: Settings[Name]['parameter'];
};

/** Parameters of PATCH /realm: whatever is sent is to change. */
export const organizationParameters = {
  name: text(
    limited(40).refine((name) => name.trim() !== '', { params: { says: 'cannot be blank' } }),
  ).optional(),
  description: text(limited(1000)).optional(),
  authentication_methods: json(z.partialRecord(z.enum(AUTHENTICATION_METHODS), Flag)).optional(),
  ...settingParameters,
  ...recordOf(OrganizationPermission.options, groupSettingUpdate),
};

/** What is told of changes: only what did change. */
export const organizationFields = {
  name: z.string().optional(),
  description: z.string().optional(),
  authentication_methods: z.record(z.string(), Flag).optional(),
  ...(recordOf(WIRE_NAMES, (name) => SETTINGS[name].shown) as {
    readonly [Name in WireName]: Settings[Name]['shown'];
  }),
  ...recordOf(OrganizationPermission.options, () => GroupSetting.optional()),
};

type Sent = ValuesOf<typeof organizationParameters>;

export const settingsIn = (sent: Sent): ChangeOrganizationInput['settings'] =>
  Object.fromEntries(WIRE_NAMES.map((name) => [SETTINGS[name].name, sent[name]]));

export const permissionsIn = (sent: Sent): Record<OrganizationPermission, GroupSettingUpdate | undefined> =>
  recordOf(OrganizationPermission.options, (permission) => sent[permission]);

/** What did change, as the wire says it. */
export function wireChanges(
  organization: OrganizationState,
  { name, description, settings, permissions }: OrganizationChanges,
) {
  const { authenticationMethods: methods } = settings;
  const changed = WIRE_NAMES.filter((wireName) => settings[SETTINGS[wireName].name] !== undefined);
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(methods && {
      authentication_methods: recordOf(AUTHENTICATION_METHODS, (method) => methods.includes(method)),
    }),
    ...recordOf(changed, (wireName) => SETTINGS[wireName].show(settings[SETTINGS[wireName].name])),
    ...Object.fromEntries(
      Object.entries(permissions).map(([permission, value]) => [
        permission,
        wireGroupSetting(organization, value),
      ]),
    ),
  };
}
