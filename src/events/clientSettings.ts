/** Settings by which people tell their clients how to behave: kept for them, and read by no rule unless it says so. */
import { z } from 'zod';
import { booleanSetting, setting } from './settings.ts';

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
