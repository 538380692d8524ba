import { z } from 'zod';
import { CredentialId, UserId } from '../base/ids.ts';
import {
  booleanSetting,
  defineEvents,
  erasable,
  eventType,
  namesIn,
  setting,
  tableColumn,
} from './define.ts';

// Settings for people's clients: stored for them, and read by no rule unless noted.

/** A text that is one of some. */
const oneOf = <Wire extends string, const Values extends readonly [string, ...string[]]>(
  wireName: Wire,
  values: Values,
  byDefault: Values[number],
) => setting(wireName, z.enum(values), byDefault as never);

/** A number from 1 to 3. */
const upTo3 = <Wire extends string>(wireName: Wire, byDefault: 1 | 2 | 3) =>
  setting(wireName, z.literal([1, 2, 3]), byDefault);
const upTo4 = <Wire extends string>(wireName: Wire, byDefault: 1 | 2 | 3 | 4) =>
  setting(wireName, z.literal([1, 2, 3, 4]), byDefault);
const between = <Wire extends string>(wireName: Wire, least: number, most: number, byDefault: number) =>
  setting(wireName, z.number().int().min(least).max(most), byDefault);

/** Sounds that clients have. */
export const SOUNDS = ['bell', 'blip', 'chime', 'click', 'ding', 'hansard', 'plink', 'pop'] as const;

/** Seconds of a week. */
const MAX_BATCHING_SECONDS = 604_800;

export const CLIENT_SETTINGS = {
  starredMessageCounts: booleanSetting('starred_message_counts', true),
  /** Read by the audience of typing notifications. */
  receivesTypingNotifications: booleanSetting('receives_typing_notifications', true),
  webSuggestUpdateTimezone: booleanSetting('web_suggest_update_timezone', true),
  /** Read by the commands and routes of drafts. */
  enableDraftsSynchronization: booleanSetting('enable_drafts_synchronization', true),
  displayEmojiReactionUsers: booleanSetting('display_emoji_reaction_users', true),
  webEscapeNavigatesToHomeView: booleanSetting('web_escape_navigates_to_home_view', true),
  webNavigateToSentMessage: booleanSetting('web_navigate_to_sent_message', true),
  followedTopicDesktopNotifications: booleanSetting('enable_followed_topic_desktop_notifications', true),
  followedTopicEmailNotifications: booleanSetting('enable_followed_topic_email_notifications', true),
  followedTopicAudibleNotifications: booleanSetting('enable_followed_topic_audible_notifications', true),
  desktopNotifications: booleanSetting('enable_desktop_notifications', true),
  pmContentInDesktopNotifications: booleanSetting('pm_content_in_desktop_notifications', true),
  sounds: booleanSetting('enable_sounds', true),
  offlineEmailNotifications: booleanSetting('enable_offline_email_notifications', true),
  messageContentInEmailNotifications: booleanSetting('message_content_in_email_notifications', true),
  digestEmails: booleanSetting('enable_digest_emails', true),
  loginEmails: booleanSetting('enable_login_emails', true),
  marketingEmails: booleanSetting('enable_marketing_emails', true),
  enterSends: booleanSetting('enter_sends', false),
  leftSideUserlist: booleanSetting('left_side_userlist', false),
  fluidLayoutWidth: booleanSetting('fluid_layout_width', false),
  highContrastMode: booleanSetting('high_contrast_mode', false),
  twentyFourHourTime: booleanSetting('twenty_four_hour_time', false),
  channelDesktopNotifications: booleanSetting('enable_stream_desktop_notifications', false),
  channelEmailNotifications: booleanSetting('enable_stream_email_notifications', false),
  channelAudibleNotifications: booleanSetting('enable_stream_audible_notifications', false),
  hideAiFeatures: booleanSetting('hide_ai_features', false),
  allowPrivateDataExport: booleanSetting('allow_private_data_export', false),
  webLeftSidebarShowChannelFolders: booleanSetting('web_left_sidebar_show_channel_folders', false),
  webLeftSidebarUnreadsCountSummary: booleanSetting('web_left_sidebar_unreads_count_summary', false),
  /** A language code. */
  defaultLanguage: setting('default_language', z.string(), 'en'),
  webHomeView: oneOf('web_home_view', ['inbox', 'recent_topics', 'recent', 'all_messages'], 'inbox'),
  emojiset: oneOf('emojiset', ['google', 'google-blob', 'twitter', 'text'], 'google'),
  notificationSound: oneOf('notification_sound', [...SOUNDS, 'none'], 'hansard'),
  webAnimateImagePreviews: oneOf('web_animate_image_previews', ['always', 'on_hover', 'never'], 'on_hover'),
  resolvedTopicNoticeAutoReadPolicy: oneOf(
    'resolved_topic_notice_auto_read_policy',
    ['always', 'except_followed', 'never'],
    'except_followed',
  ),
  /** 1 automatic, 2 dark, 3 light. */
  colorScheme: upTo3('color_scheme', 1),
  demoteInactiveStreams: upTo3('demote_inactive_streams', 1),
  webMarkReadOnScrollPolicy: upTo3('web_mark_read_on_scroll_policy', 1),
  webChannelDefaultView: upTo4('web_channel_default_view', 1),
  userListStyle: upTo3('user_list_style', 2),
  webStreamUnreadsCountDisplayPolicy: upTo3('web_stream_unreads_count_display_policy', 2),
  desktopIconCountDisplay: upTo4('desktop_icon_count_display', 1),
  realmNameInEmailNotificationsPolicy: upTo3('realm_name_in_email_notifications_policy', 1),
  webFontSizePx: between('web_font_size_px', 6, 64, 16),
  webLineHeightPercent: between('web_line_height_percent', 50, 400, 140),
  emailNotificationsBatchingPeriodSeconds: between(
    'email_notifications_batching_period_seconds',
    1,
    MAX_BATCHING_SECONDS,
    120,
  ),
} as const;

/** Numeric roles: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
export const Role = z.union([z.literal(100), z.literal(200), z.literal(300), z.literal(400), z.literal(600)]);
export type Role = z.infer<typeof Role>;
export const ROLES = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;

/** Types of bots: 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded. */
export const BotType = z.literal([1, 2, 3, 4]);
export type BotType = z.infer<typeof BotType>;
export const BOT_TYPES = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3, embedded: 4 } as const;

/**
 * The bot properties of an account; a system bot belongs to the organization and has neither owner nor key.
 */
const Bot = z.strictObject({ type: BotType, ownerId: UserId.nullable(), isSystem: z.boolean() });

/**
 * The act that makes a topic followed or unmuted automatically: 1 participating, 2 sending, 3 starting it, 4 nothing.
 */
const AutomaticTopicPolicy = z.literal([1, 2, 3, 4]);

/** Default notification settings, unless a channel has its own. */
export const NOTIFICATION_SETTINGS = {
  /** Push notifications of direct messages and mentions. */
  offlinePushNotifications: booleanSetting('enable_offline_push_notifications', true),
  /** Push notifications while the user is online. */
  onlinePushNotifications: booleanSetting('enable_online_push_notifications', true),
  /** Push notifications of all messages in subscribed channels. */
  channelPushNotifications: booleanSetting('enable_stream_push_notifications', false),
  followedTopicPushNotifications: booleanSetting('enable_followed_topic_push_notifications', true),
  wildcardMentionsNotify: booleanSetting('wildcard_mentions_notify', true),
  followedTopicWildcardMentionsNotify: booleanSetting('enable_followed_topic_wildcard_mentions_notify', true),
} as const;

/** Personal settings that affect others; everybody sets their own. */
export const PERSONAL_SETTINGS = {
  /** The people who may see the e-mail address: 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators. */
  emailAddressVisibility: setting('email_address_visibility', z.literal([1, 2, 3, 4, 5]), 1),
  automaticallyFollowTopics: setting('automatically_follow_topics_policy', AutomaticTopicPolicy, 3),
  automaticallyUnmuteTopics: setting(
    'automatically_unmute_topics_in_muted_streams_policy',
    AutomaticTopicPolicy,
    2,
  ),
  automaticallyFollowWhereMentioned: booleanSetting('automatically_follow_topics_where_mentioned', true),
  presenceEnabled: booleanSetting('presence_enabled', true),
  translateEmoticons: booleanSetting('translate_emoticons', false),
  sendReadReceipts: booleanSetting('send_read_receipts', true),
  sendPrivateTypingNotifications: booleanSetting('send_private_typing_notifications', true),
  sendStreamTypingNotifications: booleanSetting('send_stream_typing_notifications', true),
  /** IANA name; '' if none was chosen. */
  timezone: setting('timezone', z.string(), ''),
  ...NOTIFICATION_SETTINGS,
  ...CLIENT_SETTINGS,
} as const;

/** Settings that an organization has a default of its own for, which new people begin with. */
const { timezone: _timezone, ...defaultable } = PERSONAL_SETTINGS;
export const DEFAULTABLE_SETTINGS = defaultable;

const PersonalSettings = z.strictObject(tableColumn(PERSONAL_SETTINGS, 'schema'));
export type PersonalSettings = Readonly<z.infer<typeof PersonalSettings>>;

const PersonalSettingValue = z.union([z.boolean(), z.number().int(), z.string()]);

/** Events of people and bots. */
export const userEvents = defineEvents('organization', 'listed', 'shared', {
  UserCreated: eventType(
    2,
    {
      userId: UserId,
      /** The delivery address; unique in the organization, ignoring case. */
      email: erasable('person:userId', z.string()),
      fullName: erasable('person:userId', z.string()),
      role: Role,
      /** Credential IDs of the password hash and the API key: bots have no password, system bots neither. */
      passwordCredentialId: CredentialId.optional(),
      apiKeyCredentialId: CredentialId.optional(),
      /** null for people. */
      bot: Bot.nullable(),
      /**
       * Somebody of another system's export, whose account may be taken over by an invitation: a hash of that system and of
       * their ID there.
       */
      importKey: z.string().optional(),
      /** Their account was deactivated there: an administrator may reactivate it, no invitation does. */
      wasDeactivated: z.literal(true).optional(),
    },
    { 1: (data) => ({ ...data, bot: null }) },
  ),
  UserRenamed: eventType(1, {
    userId: UserId,
    oldFullName: erasable('person:userId', z.string()),
    newFullName: erasable('person:userId', z.string()),
  }),
  /** A mail to the new address requests a proof. */
  EmailChangeRequested: eventType(1, { userId: UserId, newEmail: erasable('person:userId', z.string()) }),
  /** The delivery address has changed; logging in requires the new one. */
  UserEmailChanged: eventType(1, {
    userId: UserId,
    oldEmail: erasable('person:userId', z.string()),
    newEmail: erasable('person:userId', z.string()),
  }),
  /** A picture that is stored, in two sizes, or none any more; the version goes up with each change. */
  AvatarChanged: eventType(1, {
    userId: UserId,
    /** `path`: the organization, a slash, and 40 hex digits that nobody can guess. */
    avatar: z.strictObject({ path: z.string(), digest: z.string(), mediumDigest: z.string() }).nullable(),
    version: z.number().int(),
  }),
  UserRoleChanged: eventType(1, { userId: UserId, oldRole: Role, newRole: Role }),
  UserDeactivated: eventType(1, {
    userId: UserId,
    /** A comment mailed to the person, if any. */
    comment: erasable('person:userId', z.string()).optional(),
  }),
  UserReactivated: eventType(1, { userId: UserId }),
  /** Values have the property's type in `PersonalSettings`. */
  PersonalSettingChanged: eventType(1, {
    userId: UserId,
    property: PersonalSettings.keyof(),
    oldValue: PersonalSettingValue,
    newValue: PersonalSettingValue,
  }),
  /** Default settings of new people; existing people keep theirs. */
  DefaultSettingChanged: eventType(1, {
    property: z.enum(namesIn(DEFAULTABLE_SETTINGS)),
    oldValue: PersonalSettingValue,
    newValue: PersonalSettingValue,
  }),
});
