/** The schema of everything that clients are told: client events, and what POST /register answers. */
import { z } from 'zod';
import {
  channelFields,
  channelFolderPayloads,
  channelPayloads,
  ChannelShape,
  Folder,
} from '../../wire/channels.ts';
import { named } from '../../wire/define.ts';
import { attachmentPayloads } from '../../wire/files.ts';
import { devicePayloads, DeviceShape, invitationPayloads } from '../../wire/invitations.ts';
import { flagPayloads, messagePayloads } from '../../wire/messageEvents.ts';
import { reactionPayloads } from '../../wire/messages.ts';
import {
  Domain,
  domainPayloads,
  Emoji,
  emojiPayloads,
  exportPayloads,
  Linkifier,
  linkifierPayloads,
  organizationPayloads,
  organizationPicturePayloads,
  Playground,
  playgroundPayloads,
} from '../../wire/organizations.ts';
import {
  alertWordPayloads,
  AlertWords,
  Draft,
  draftPayloads,
  mutedUserPayloads,
  MutedUsers,
  NavigationView,
  navigationViewPayloads,
  onboardingPayloads,
  OnboardingSteps,
  Reminder,
  reminderPayloads,
  SavedSnippet,
  savedSnippetPayloads,
  ScheduledMessage,
  scheduledMessagePayloads,
  Status,
  userStatusPayloads,
} from '../../wire/personal.ts';
import { presencePayloads, typingPayloads } from '../../wire/presence.ts';
import { Field, profileFieldPayloads } from '../../wire/profileFields.ts';
import { realmFields, unsupportedFields } from '../../wire/realmFields.ts';
import { legacyUserSettingFields, userSettingPayloads, UserSettings } from '../../wire/settings.ts';
import {
  MutedTopic,
  SubscribedChannel,
  subscriberFields,
  subscriptionPayloads,
  UserTopicEntry,
  userTopicPayloads,
} from '../../wire/subscriptions.ts';
import { userGroupPayloads, UserGroupShape } from '../../wire/userGroups.ts';
import {
  botDefaultFields,
  botPayloads,
  OutgoingWebhookService,
  Person,
  userPayloads,
  UserShape,
} from '../../wire/users.ts';

export type { Flag } from '../../wire/messages.ts';

/** By type and op, and where one of these has several forms, by what they are about. */
export const payloads = {
  ...messagePayloads,
  ...flagPayloads,
  ...reactionPayloads,
  ...scheduledMessagePayloads,
  ...userPayloads,
  ...botPayloads,
  ...presencePayloads,
  ...userSettingPayloads,
  ...profileFieldPayloads,
  ...devicePayloads,
  ...channelPayloads,
  ...subscriptionPayloads,
  ...userTopicPayloads,
  ...channelFolderPayloads,
  ...userGroupPayloads,
  ...organizationPayloads,
  ...typingPayloads,
  ...emojiPayloads,
  ...attachmentPayloads,
  ...invitationPayloads,
  ...mutedUserPayloads,
  ...alertWordPayloads,
  ...draftPayloads,
  ...savedSnippetPayloads,
  ...userStatusPayloads,
  ...reminderPayloads,
  ...navigationViewPayloads,
  ...onboardingPayloads,
  ...linkifierPayloads,
  ...playgroundPayloads,
  ...domainPayloads,
  ...exportPayloads,
  ...organizationPicturePayloads,
};

/** What clients are told, in the form that delivery starts from. */
export type Payload = z.infer<(typeof payloads)[keyof typeof payloads]>;

/** Types of events that queues can tell of. */
export const EVENT_TYPES: ReadonlySet<string> = new Set(
  Object.keys(payloads).map((name) => name.split(/[/ ]/, 1)[0] ?? name),
);

const ids = z.array(z.int());
const list = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.array(z.strictObject(shape));

const subscriptions = z.array(SubscribedChannel);
const users = z.array(named('UserEntry', Person.omit({ is_active: true })));

const ownFields = {
  avatar_source: z.enum(['G', 'U']),
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

/** Fields of POST /register, by fetch type. */
export const snapshotFields = {
  ...unsupportedFields,
  alert_words: { alert_words: AlertWords },
  channel_folders: { channel_folders: z.array(Folder) },
  custom_profile_fields: {
    custom_profile_fields: z.array(Field),
    custom_profile_field_types: z.record(z.string(), z.strictObject({ id: z.int(), name: z.string() })),
  },
  default_streams: { realm_default_streams: ids },
  device: { devices: z.record(z.string(), DeviceShape) },
  message: { max_message_id: z.int() },
  muted_topics: { muted_topics: z.array(MutedTopic) },
  muted_users: { muted_users: MutedUsers },
  drafts: { drafts: z.array(Draft) },
  reminders: { reminders: z.array(Reminder) },
  realm_domains: { realm_domains: z.array(Domain) },
  realm_linkifiers: { realm_linkifiers: z.array(Linkifier) },
  realm_playgrounds: { realm_playgrounds: z.array(Playground) },
  navigation_views: { navigation_views: z.array(NavigationView) },
  onboarding_steps: {
    onboarding_steps: OnboardingSteps,
    navigation_tour_video_url: z.string().nullable(),
  },
  user_status: { user_status: z.record(z.string(), Status) },
  saved_snippets: { saved_snippets: z.array(SavedSnippet) },
  realm: realmFields,
  realm_bot: {
    realm_bots: list({
      user_id: z.int(),
      ...botDefaultFields,
      services: z.array(OutgoingWebhookService),
    }),
  },
  realm_emoji: { realm_emoji: z.record(z.string(), Emoji) },
  realm_user: {
    realm_users: users,
    realm_non_active_users: users,
    cross_realm_bots: z.array(UserShape),
    ...ownFields,
  },
  realm_user_groups: { realm_user_groups: z.array(UserGroupShape) },
  realm_user_settings_defaults: { realm_user_settings_defaults: UserSettings },
  recent_private_conversations: {
    recent_private_conversations: list({ user_ids: ids, max_message_id: z.int() }),
  },
  scheduled_messages: { scheduled_messages: z.array(ScheduledMessage) },
  starred_messages: { starred_messages: ids },
  stream: { streams: z.array(ChannelShape) },
  subscription: {
    subscriptions,
    unsubscribed: subscriptions,
    never_subscribed: z.array(
      named('UnsubscribedChannel', z.strictObject({ ...channelFields, ...subscriberFields })),
    ),
  },
  unread_msgs: {
    unread_msgs: named(
      'UnreadMessages',
      z.strictObject({
        count: z.int(),
        pms: list({ other_user_id: z.int(), sender_id: z.int(), unread_message_ids: ids }),
        streams: list({ stream_id: z.int(), topic: z.string(), unread_message_ids: ids }),
        huddles: list({ user_ids_string: z.string(), unread_message_ids: ids }),
        mentions: ids,
        old_unreads_missing: z.boolean(),
      }),
    ),
  },
  user_settings: { user_settings: UserSettings, ...legacyUserSettingFields },
  user_topic: { user_topics: z.array(UserTopicEntry) },
} as const;
