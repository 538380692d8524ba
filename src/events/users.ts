import { z } from 'zod';
import { CredentialId, UserId } from '../ids.ts';
import { defineEvents, erasable, fact } from './define.ts';
import { column, flag, setting } from './settings.ts';

/** Numeric roles of api.md: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
export const Role = z.union([z.literal(100), z.literal(200), z.literal(300), z.literal(400), z.literal(600)]);
export type Role = z.infer<typeof Role>;
export const ROLES = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;

/** Kinds of bots of api.md: 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded. */
export const BotType = z.literal([1, 2, 3, 4]);
export type BotType = z.infer<typeof BotType>;
export const BOT_TYPES = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3, embedded: 4 } as const;

/** What makes an account a bot; a system bot is the organization's own and has neither owner nor key. */
const Bot = z.strictObject({ type: BotType, ownerId: UserId.nullable(), isSystem: z.boolean() });

/** When a topic is followed or unmuted of itself: 1 on participation, 2 on sending, 3 on starting it, 4 never. */
const AutomaticTopicPolicy = z.literal([1, 2, 3, 4]);

/** Of what somebody wants to be notified, where nothing is set for a channel. */
export const NOTIFICATION_SETTINGS = {
  /** Push notifications of direct messages and mentions. */
  offlinePushNotifications: flag('enable_offline_push_notifications', true),
  /** Push notifications while the user is online. */
  onlinePushNotifications: flag('enable_online_push_notifications', true),
  /** Push notifications of all messages in subscribed channels. */
  channelPushNotifications: flag('enable_stream_push_notifications', false),
  followedTopicPushNotifications: flag('enable_followed_topic_push_notifications', true),
  wildcardMentionsNotify: flag('wildcard_mentions_notify', true),
  followedTopicWildcardMentionsNotify: flag('enable_followed_topic_wildcard_mentions_notify', true),
} as const;

/** What people set for themselves and others are concerned by: everybody may, each for themselves. */
export const PERSONAL_SETTINGS = {
  /** Who may see the real address: 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators. */
  emailAddressVisibility: setting('email_address_visibility', z.literal([1, 2, 3, 4, 5]), 1),
  automaticallyFollowTopics: setting('automatically_follow_topics_policy', AutomaticTopicPolicy, 3),
  automaticallyUnmuteTopics: setting(
    'automatically_unmute_topics_in_muted_streams_policy',
    AutomaticTopicPolicy,
    2,
  ),
  automaticallyFollowWhereMentioned: flag('automatically_follow_topics_where_mentioned', true),
  presenceEnabled: flag('presence_enabled', true),
  translateEmoticons: flag('translate_emoticons', false),
  sendReadReceipts: flag('send_read_receipts', true),
  sendPrivateTypingNotifications: flag('send_private_typing_notifications', true),
  sendStreamTypingNotifications: flag('send_stream_typing_notifications', true),
  /** IANA name; '' when none has been chosen. */
  timezone: setting('timezone', z.string(), ''),
  ...NOTIFICATION_SETTINGS,
} as const;

const PersonalSettings = z.strictObject(column(PERSONAL_SETTINGS, 'schema'));
export type PersonalSettings = Readonly<z.infer<typeof PersonalSettings>>;

const PersonalSettingValue = z.union([z.boolean(), z.number().int(), z.string()]);

/** Facts of people and bots. */
export const userEvents = defineEvents('organization', {
  UserCreated: fact(
    2,
    {
      userId: UserId,
      /** The real address; unique in the organization without case. */
      email: erasable('person:userId', z.string()),
      fullName: erasable('person:userId', z.string()),
      role: Role,
      /** Vault names of the password hash and the API key: bots have no password, system bots neither. */
      passwordCredentialId: CredentialId.optional(),
      apiKeyCredentialId: CredentialId.optional(),
      /** null for people. */
      bot: Bot.nullable(),
    },
    { 1: (data) => ({ ...data, bot: null }) },
  ),
  UserRenamed: fact(1, {
    userId: UserId,
    oldFullName: erasable('person:userId', z.string()),
    newFullName: erasable('person:userId', z.string()),
  }),
  /** The real address of somebody; who could log in with the old one logs in with the new one. */
  UserEmailChanged: fact(1, {
    userId: UserId,
    oldEmail: erasable('person:userId', z.string()),
    newEmail: erasable('person:userId', z.string()),
  }),
  UserRoleChanged: fact(1, { userId: UserId, oldRole: Role, newRole: Role }),
  UserDeactivated: fact(1, {
    userId: UserId,
    /** What the person is told about it, if anything. */
    comment: erasable('person:userId', z.string()).optional(),
  }),
  UserReactivated: fact(1, { userId: UserId }),
  /** Somebody has set something for themselves; the values are of the property's type in `PersonalSettings`. */
  PersonalSettingChanged: fact(1, {
    userId: UserId,
    property: PersonalSettings.keyof(),
    oldValue: PersonalSettingValue,
    newValue: PersonalSettingValue,
  }),
});
export const {
  UserCreated,
  UserRenamed,
  UserEmailChanged,
  UserRoleChanged,
  UserDeactivated,
  UserReactivated,
  PersonalSettingChanged,
} = userEvents.make;
