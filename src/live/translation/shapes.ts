/** The schema of everything that clients are told: client events, and what POST /register answers. */
import { z } from 'zod';
import { ChannelId, UserId } from '../../base/ids.ts';
import {
  channelFields,
  channelFolderPayloads,
  channelPayloads,
  ChannelShape,
  DefaultChannelIds,
  Folders,
} from '../../wire/channels.ts';
import { named, sentenceOf, Topic, UserIds } from '../../wire/define.ts';
import { attachmentPayloads } from '../../wire/files.ts';
import { devicePayloads, DeviceShape, invitationPayloads } from '../../wire/invitations.ts';
import { flagPayloads, messagePayloads } from '../../wire/messageEvents.ts';
import { reactionPayloads } from '../../wire/reactions.ts';
import {
  domainPayloads,
  Domains,
  EmojiById,
  emojiPayloads,
  exportPayloads,
  linkifierPayloads,
  Linkifiers,
  organizationPicturePayloads,
  playgroundPayloads,
  Playgrounds,
} from '../../wire/organizations.ts';
import { organizationPayloads } from '../../wire/organizationSettings.ts';
import {
  alertWordPayloads,
  AlertWords,
  draftPayloads,
  Drafts,
  mutedUserPayloads,
  MutedUsers,
  navigationViewPayloads,
  NavigationViews,
  onboardingPayloads,
  OnboardingSteps,
  reminderPayloads,
  Reminders,
  savedSnippetPayloads,
  SavedSnippets,
  scheduledMessagePayloads,
  ScheduledMessages,
  Status,
  userStatusPayloads,
} from '../../wire/personal.ts';
import { presencePayloads, typingPayloads } from '../../wire/presence.ts';
import { Field, profileFieldPayloads } from '../../wire/profileFields.ts';
import { ChoiceName, ChoiceNumber, realmFields, unsupportedFields } from '../../wire/realmFields.ts';
import { legacyUserSettingFields, userSettingPayloads, UserSettings } from '../../wire/settings.ts';
import {
  MutedTopics,
  SubscribedChannel,
  SubscribedChannels,
  subscriberFields,
  subscriptionPayloads,
  userTopicPayloads,
  UserTopics,
} from '../../wire/subscriptions.ts';
import { userGroupPayloads, UserGroupShape } from '../../wire/userGroups.ts';
import {
  AvatarSource,
  botDefaultFields,
  botPayloads,
  MediumAvatarUrl,
  Person,
  userFields,
  userPayloads,
  UserShape,
  WebhookServices,
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
const users = z.array(
  named(
    'UserEntry',
    'A person or a bot in the lists of POST /register, which say by themselves whether it is active.',
    Person.omit({ is_active: true }),
  ),
);

const ownFields = {
  avatar_source: AvatarSource,
  avatar_url_medium: MediumAvatarUrl,
  avatar_url: z.string().describe(sentenceOf(userFields.avatar_url)),
  can_create_private_streams: z.boolean().describe('Whether the caller may make private channels.'),
  can_create_public_streams: z.boolean().describe('Whether the caller may make public channels.'),
  can_create_web_public_streams: z.boolean().describe('Whether the caller may make web-public channels.'),
  can_create_streams: z.boolean().describe('Whether the caller may make channels of some kind.'),
  can_subscribe_other_users: z.boolean().describe('Whether the caller may subscribe others.'),
  can_invite_others_to_realm: z.boolean().describe('Whether the caller may invite people by mail.'),
  is_admin: userFields.is_admin,
  is_owner: userFields.is_owner,
  is_moderator: z.boolean().describe('Whether the role is moderator.'),
  is_guest: userFields.is_guest,
  user_id: z.int().describe('ID of the caller.'),
  email: z.string().describe('Address of the caller.'),
  delivery_email: z.string().describe(sentenceOf(userFields.delivery_email)),
  full_name: z.string().describe('Name of the caller.'),
} as const;

const unreadIds = z.array(z.int()).describe('IDs of the unread messages, oldest first.');

/** Fields of POST /register, by fetch type. */
export const snapshotFields = {
  ...unsupportedFields,
  alert_words: { alert_words: AlertWords },
  channel_folders: { channel_folders: Folders },
  custom_profile_fields: {
    custom_profile_fields: z.array(Field).describe('Custom profile fields, in their order.'),
    custom_profile_field_types: z
      .record(z.string(), z.strictObject({ id: ChoiceNumber, name: ChoiceName }))
      .describe('Types of custom profile fields, by name.'),
  },
  default_streams: { realm_default_streams: DefaultChannelIds },
  device: { devices: z.record(z.string(), DeviceShape).describe('The caller’s devices by their IDs.') },
  message: {
    max_message_id: z.int().describe('The newest message of the organization; -1 if there is none.'),
  },
  muted_topics: { muted_topics: MutedTopics },
  muted_users: { muted_users: MutedUsers },
  drafts: { drafts: Drafts },
  reminders: { reminders: Reminders },
  realm_domains: { realm_domains: Domains },
  realm_linkifiers: { realm_linkifiers: Linkifiers },
  realm_playgrounds: { realm_playgrounds: Playgrounds },
  navigation_views: { navigation_views: NavigationViews },
  onboarding_steps: {
    onboarding_steps: OnboardingSteps,
    navigation_tour_video_url: z.string().nullable().describe('Always null: there is no film.'),
  },
  user_status: { user_status: z.record(z.string(), Status).describe('Statuses of people, by their IDs.') },
  saved_snippets: { saved_snippets: SavedSnippets },
  realm: realmFields,
  realm_bot: {
    realm_bots: list({
      user_id: UserId,
      ...botDefaultFields,
      services: WebhookServices,
    }).describe('Bots that the caller owns.'),
  },
  realm_emoji: { realm_emoji: EmojiById },
  realm_user: {
    realm_users: users.describe('Active users, people and bots.'),
    realm_non_active_users: users.describe('Deactivated users, people and bots.'),
    cross_realm_bots: z.array(UserShape).describe('Bots of the organization itself.'),
    ...ownFields,
  },
  realm_user_groups: { realm_user_groups: z.array(UserGroupShape).describe('User groups, ordered by ID.') },
  realm_user_settings_defaults: {
    realm_user_settings_defaults: UserSettings.describe('Settings with which new people begin.'),
  },
  recent_private_conversations: {
    recent_private_conversations: list({
      user_ids: UserIds,
      max_message_id: z.int().describe('The newest message of the conversation.'),
    }).describe('Direct conversations, most recent first.'),
  },
  scheduled_messages: { scheduled_messages: ScheduledMessages },
  starred_messages: { starred_messages: ids.describe('IDs of the messages that the caller has starred.') },
  stream: { streams: z.array(ChannelShape).describe('The channels that the caller may know.') },
  subscription: {
    subscriptions: SubscribedChannels,
    unsubscribed: subscriptions.describe('Channels to which the caller was subscribed once.'),
    never_subscribed: z
      .array(
        named(
          'UnsubscribedChannel',
          'A channel to which the caller is not subscribed.',
          z.strictObject({ ...channelFields, ...subscriberFields }),
        ),
      )
      .describe('Other channels that the caller may know.'),
  },
  unread_msgs: {
    unread_msgs: named(
      'UnreadMessages',
      'The unread messages of a person.',
      z.strictObject({
        count: z.int().describe('Number of all of them.'),
        pms: list({
          other_user_id: z.int().describe('The other person.'),
          sender_id: z.int().describe('The same as `other_user_id`, for clients of older feature levels.'),
          unread_message_ids: unreadIds,
        }).describe('Direct conversations of two.'),
        streams: list({ stream_id: ChannelId, topic: Topic, unread_message_ids: unreadIds }).describe(
          'Topics of channels.',
        ),
        huddles: list({
          user_ids_string: z.string().describe('IDs of all people of the conversation, with commas.'),
          unread_message_ids: unreadIds,
        }).describe('Direct conversations of more than two.'),
        mentions: ids.describe('IDs of the unread messages that mention the caller.'),
        old_unreads_missing: z.boolean().describe('Whether there are more, older ones.'),
      }),
    ).describe('Unread messages of the caller, by conversation.'),
  },
  user_settings: {
    user_settings: UserSettings.describe('Settings of the person.'),
    ...legacyUserSettingFields,
  },
  user_topic: { user_topics: UserTopics },
} as const;
