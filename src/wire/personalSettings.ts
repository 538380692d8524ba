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
} as const satisfies Readonly<Record<keyof PersonalSettings, string>>;
