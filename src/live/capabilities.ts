/** Capabilities that clients may declare (`client_capabilities`). */

/** The order is fixed, because sealed queues depend on it: append new ones. */
export const CAPABILITIES = [
  'notification_settings_null',
  'bulk_message_deletion',
  'user_avatar_url_field_optional',
  'stream_typing_notifications',
  'user_settings_object',
  'linkifier_url_template',
  'user_list_incomplete',
  'include_deactivated_groups',
  'archived_channels',
  'empty_topic_name',
  'simplified_presence_events',
  'individual_emoji_changes',
] as const;

export type ClientCapability = (typeof CAPABILITIES)[number];
