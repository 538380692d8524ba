/** What somebody sets for himself, by its names on the wire (spec/beyond.md 6.2). */
import type { PersonalSettings } from '../events/users.ts';

/** The name inside → the name on the wire. */
export const PERSONAL_SETTING_NAMES = {
  emailAddressVisibility: 'email_address_visibility',
  automaticallyFollowTopics: 'automatically_follow_topics_policy',
  automaticallyUnmuteTopics: 'automatically_unmute_topics_in_muted_streams_policy',
  automaticallyFollowWhereMentioned: 'automatically_follow_topics_where_mentioned',
  presenceEnabled: 'presence_enabled',
  translateEmoticons: 'translate_emoticons',
  sendReadReceipts: 'send_read_receipts',
  sendPrivateTypingNotifications: 'send_private_typing_notifications',
  sendStreamTypingNotifications: 'send_stream_typing_notifications',
  timezone: 'timezone',
  offlinePushNotifications: 'enable_offline_push_notifications',
  onlinePushNotifications: 'enable_online_push_notifications',
  channelPushNotifications: 'enable_stream_push_notifications',
  followedTopicPushNotifications: 'enable_followed_topic_push_notifications',
  wildcardMentionsNotify: 'wildcard_mentions_notify',
  followedTopicWildcardMentionsNotify: 'enable_followed_topic_wildcard_mentions_notify',
} as const satisfies Readonly<Record<keyof PersonalSettings, string>>;
