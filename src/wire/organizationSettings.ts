/** What an organization has set of itself, by its names on the wire (spec/events.md 1.7). */
import {
  AUTHENTICATION_METHODS,
  type OrganizationSettingName,
  type OrganizationSettings,
} from '../events/organizations.ts';

/** The name inside → the name on the wire, behind `realm_` in POST /register. */
export const ORGANIZATION_SETTING_NAMES = {
  allowMessageEditing: 'allow_message_editing',
  announcementChannelId: 'new_stream_announcements_stream_id',
  authenticationMethods: 'authentication_methods',
  disallowDisposableEmailAddresses: 'disallow_disposable_email_addresses',
  emailsRestrictedToDomains: 'emails_restricted_to_domains',
  enableReadReceipts: 'enable_read_receipts',
  enableSpectatorAccess: 'enable_spectator_access',
  inviteRequired: 'invite_required',
  messageContentDeleteLimitSeconds: 'message_content_delete_limit_seconds',
  messageContentEditLimitSeconds: 'message_content_edit_limit_seconds',
  messageEditHistoryVisibilityPolicy: 'message_edit_history_visibility_policy',
  messageRetentionDays: 'message_retention_days',
  moderationRequestChannelId: 'moderation_request_channel_id',
  moveMessagesBetweenChannelsLimitSeconds: 'move_messages_between_streams_limit_seconds',
  moveMessagesWithinChannelLimitSeconds: 'move_messages_within_stream_limit_seconds',
  nameChangesDisabled: 'name_changes_disabled',
  presenceDisabled: 'presence_disabled',
  requireUniqueNames: 'require_unique_names',
  sendChannelEventsMessages: 'send_channel_events_messages',
  signupAnnouncementChannelId: 'signup_announcements_stream_id',
  topicsPolicy: 'topics_policy',
  waitingPeriodDays: 'waiting_period_threshold',
  welcomeMessage: 'welcome_message_custom_text',
} as const satisfies Readonly<Record<OrganizationSettingName, string>>;

/** Settings whose "none" is -1 on the wire, not null. */
const MINUS_ONE_FOR_NONE: readonly OrganizationSettingName[] = [
  'announcementChannelId',
  'messageRetentionDays',
  'moderationRequestChannelId',
  'signupAnnouncementChannelId',
];

/** What is shown of a setting's value. */
export const wireSettingValue = (name: OrganizationSettingName, value: unknown): unknown =>
  MINUS_ONE_FOR_NONE.includes(name) ? (value ?? -1) : value;

/** All ways to log in that there are, with those that are on and those that this server has. */
export const wireMethods = (allowed: OrganizationSettings['authenticationMethods']) =>
  Object.fromEntries(
    AUTHENTICATION_METHODS.map((method) => [
      method,
      { enabled: allowed.includes(method), available: method === 'Email' },
    ]),
  );
