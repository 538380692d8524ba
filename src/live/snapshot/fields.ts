/** What POST /register answers, by fetch type. */
import { z } from 'zod';
import { AlertWords } from '../../wire/alertWords.ts';
import { botDefaultFields } from '../../wire/bots.ts';
import { folderFields } from '../../wire/channelFolders.ts';
import { channelFields } from '../../wire/channels.ts';
import { deviceFields } from '../../wire/devices.ts';
import { Draft } from '../../wire/drafts.ts';
import { Emoji } from '../../wire/emoji.ts';
import { MutedUsers } from '../../wire/mutedUsers.ts';
import { profileFieldFields } from '../../wire/profileFields.ts';
import { SavedSnippet } from '../../wire/savedSnippets.ts';
import { ScheduledMessage } from '../../wire/scheduledMessages.ts';
import { settingFields } from '../../wire/subscriptions.ts';
import { userGroupFields } from '../../wire/userGroups.ts';
import { userFields } from '../../wire/users.ts';
import { MutedTopic, UserTopicEntry } from '../../wire/userTopics.ts';
import { UserSettings } from '../../wire/userSettings.ts';
import { Person } from '../../wire/users.ts';
import { absentFields } from './absentFields.ts';
import { realmFields } from './realmFields.ts';

const ids = z.array(z.int());
const list = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.array(z.strictObject(shape));

const subscriber = { subscribers: ids.optional() };
const subscriptions = list({ ...channelFields, ...settingFields, ...subscriber });
const users = z.array(Person.omit({ is_active: true }));

const ownFields = {
  avatar_source: z.literal('G'),
  avatar_url_medium: z.string(),
  avatar_url: z.string(),
  can_create_private_streams: z.boolean(),
  can_create_public_streams: z.boolean(),
  can_create_web_public_streams: z.boolean(),
  can_create_streams: z.boolean(),
  can_subscribe_other_users: z.boolean(),
  can_invite_others_to_realm: z.boolean(),
  is_admin: z.boolean(),
  is_owner: z.boolean(),
  is_moderator: z.boolean(),
  is_guest: z.boolean(),
  user_id: z.int(),
  email: z.string(),
  delivery_email: z.string(),
  full_name: z.string(),
} as const;

export const snapshotFields = {
  ...absentFields,
  alert_words: { alert_words: AlertWords },
  channel_folders: { channel_folders: list(folderFields) },
  custom_profile_fields: {
    custom_profile_fields: list(profileFieldFields),
    custom_profile_field_types: z.record(z.string(), z.strictObject({ id: z.int(), name: z.string() })),
  },
  default_streams: { realm_default_streams: ids },
  device: { devices: z.record(z.string(), z.strictObject(deviceFields)) },
  message: { max_message_id: z.int() },
  muted_topics: { muted_topics: z.array(MutedTopic) },
  muted_users: { muted_users: MutedUsers },
  drafts: { drafts: z.array(Draft) },
  saved_snippets: { saved_snippets: z.array(SavedSnippet) },
  realm: realmFields,
  realm_bot: {
    realm_bots: list({
      user_id: z.int(),
      ...botDefaultFields,
      services: list({ base_url: z.string(), interface: z.int(), token: z.string() }),
    }),
  },
  realm_emoji: { realm_emoji: z.record(z.string(), Emoji) },
  realm_user: {
    realm_users: users,
    realm_non_active_users: users,
    cross_realm_bots: list(userFields),
    ...ownFields,
  },
  realm_user_groups: { realm_user_groups: list(userGroupFields) },
  realm_user_settings_defaults: { realm_user_settings_defaults: UserSettings },
  recent_private_conversations: {
    recent_private_conversations: list({ user_ids: ids, max_message_id: z.int() }),
  },
  scheduled_messages: { scheduled_messages: z.array(ScheduledMessage) },
  starred_messages: { starred_messages: ids },
  stream: { streams: list(channelFields) },
  subscription: {
    subscriptions,
    unsubscribed: subscriptions,
    never_subscribed: list({ ...channelFields, ...subscriber }),
  },
  unread_msgs: {
    unread_msgs: z.strictObject({
      count: z.int(),
      pms: list({ other_user_id: z.int(), sender_id: z.int(), unread_message_ids: ids }),
      streams: list({ stream_id: z.int(), topic: z.string(), unread_message_ids: ids }),
      huddles: list({ user_ids_string: z.string(), unread_message_ids: ids }),
      mentions: ids,
      old_unreads_missing: z.boolean(),
    }),
  },
  user_settings: { user_settings: UserSettings },
  user_topic: { user_topics: z.array(UserTopicEntry) },
} as const;
