/**
 * Parameters and answers of every route. Generated from the table of routes (`npm run docs`); do not edit.
 */
/** A channel to which the receiver is subscribed now, with its settings. */
export type AddedSubscription = { readonly stream_id: number; readonly name: string; readonly description: string; readonly rendered_description: string; readonly date_created: number; readonly creator_id: number | null; readonly is_archived: boolean; readonly invite_only: boolean; readonly is_web_public: boolean; readonly history_public_to_subscribers: boolean; readonly topics_policy: "inherit" | "allow_empty_topic" | "disable_empty_topic" | "empty_topic_only"; readonly message_retention_days: number | null; readonly folder_id: number | null; readonly first_message_id: number | null; readonly is_recently_active: boolean; readonly stream_post_policy: number; readonly is_announcement_only: boolean; readonly can_add_subscribers_group: GroupSetting; readonly can_administer_channel_group: GroupSetting; readonly can_create_topic_group: GroupSetting; readonly can_delete_any_message_group: GroupSetting; readonly can_delete_own_message_group: GroupSetting; readonly can_move_messages_out_of_channel_group: GroupSetting; readonly can_move_messages_within_channel_group: GroupSetting; readonly can_remove_subscribers_group: GroupSetting; readonly can_resolve_topics_group: GroupSetting; readonly can_send_message_group: GroupSetting; readonly can_subscribe_group: GroupSetting; readonly subscriber_count: number; readonly stream_weekly_traffic: number | null; readonly color: string; readonly is_muted: boolean; readonly in_home_view: boolean; readonly pin_to_top: boolean; readonly desktop_notifications: boolean | null; readonly audible_notifications: boolean | null; readonly push_notifications: boolean | null; readonly email_notifications: boolean | null; readonly wildcard_mentions_notify: boolean | null; readonly subscribers: readonly (number)[] };
/** The alert words have changed; the event has all of them. */
export type AlertWordsEvent = { readonly type: "alert_words"; readonly alert_words: readonly (string)[]; readonly id: number };
/** A domain whose addresses may join the organization. */
export type AllowedDomain = { readonly domain: string; readonly allow_subdomains: boolean };
/** An uploaded file, as its owner sees it. */
export type Attachment = { readonly id: number; readonly name: string; readonly path_id: string; readonly size: number; readonly create_time: number; readonly message_ids: readonly (number)[] };
/** The receiver has uploaded a file. */
export type AttachmentAddEvent = { readonly type: "attachment"; readonly op: "add"; readonly attachment: Attachment; readonly upload_space_used: number; readonly id: number };
/** A file of the receiver was removed. */
export type AttachmentRemoveEvent = { readonly type: "attachment"; readonly op: "remove"; readonly attachment: { readonly id: number }; readonly upload_space_used: number; readonly id: number };
/** Other messages than before show a file of the receiver. */
export type AttachmentUpdateEvent = { readonly type: "attachment"; readonly op: "update"; readonly attachment: Attachment; readonly upload_space_used: number; readonly id: number };
/** A way to log in. */
export type AuthenticationMethod = { readonly enabled: boolean; readonly available: boolean };
/** Where a bot’s outgoing webhook is sent. */
export type BotService = { readonly base_url: string; readonly interface: number; readonly token: string };
/** A channel, as its reader may know it. */
export type Channel = { readonly stream_id: number; readonly name: string; readonly description: string; readonly rendered_description: string; readonly date_created: number; readonly creator_id: number | null; readonly is_archived: boolean; readonly invite_only: boolean; readonly is_web_public: boolean; readonly history_public_to_subscribers: boolean; readonly topics_policy: "inherit" | "allow_empty_topic" | "disable_empty_topic" | "empty_topic_only"; readonly message_retention_days: number | null; readonly folder_id: number | null; readonly first_message_id: number | null; readonly is_recently_active: boolean; readonly stream_post_policy: number; readonly is_announcement_only: boolean; readonly can_add_subscribers_group: GroupSetting; readonly can_administer_channel_group: GroupSetting; readonly can_create_topic_group: GroupSetting; readonly can_delete_any_message_group: GroupSetting; readonly can_delete_own_message_group: GroupSetting; readonly can_move_messages_out_of_channel_group: GroupSetting; readonly can_move_messages_within_channel_group: GroupSetting; readonly can_remove_subscribers_group: GroupSetting; readonly can_resolve_topics_group: GroupSetting; readonly can_send_message_group: GroupSetting; readonly can_subscribe_group: GroupSetting; readonly subscriber_count: number; readonly stream_weekly_traffic: number | null };
/** A folder in which clients display channels. */
export type ChannelFolder = { readonly id: number; readonly name: string; readonly description: string; readonly rendered_description: string; readonly order: number; readonly date_created: number; readonly creator_id: number | null; readonly is_archived: boolean };
/** A channel folder was made. */
export type ChannelFolderAddEvent = { readonly type: "channel_folder"; readonly op: "add"; readonly channel_folder: ChannelFolder; readonly id: number };
/** The channel folders have another order. */
export type ChannelFolderReorderEvent = { readonly type: "channel_folder"; readonly op: "reorder"; readonly order: readonly (number)[]; readonly id: number };
/** A channel folder was changed. */
export type ChannelFolderUpdateEvent = { readonly type: "channel_folder"; readonly op: "update"; readonly channel_folder_id: number; readonly data: { readonly name?: string; readonly description?: string; readonly rendered_description?: string; readonly is_archived?: boolean }; readonly id: number };
/** What a client understands. */
export type ClientCapabilities = { readonly notification_settings_null: boolean; readonly bulk_message_deletion?: boolean; readonly user_avatar_url_field_optional?: boolean; readonly stream_typing_notifications?: boolean; readonly user_settings_object?: boolean; readonly linkifier_url_template?: boolean; readonly user_list_incomplete?: boolean; readonly include_deactivated_groups?: boolean; readonly archived_channels?: boolean; readonly empty_topic_name?: boolean; readonly simplified_presence_events?: boolean; readonly individual_emoji_changes?: boolean };
/** An event of a queue. `type` and, where there is one, `op` tell which. */
export type ClientEvent = MessageEvent | UpdateMessageContentEvent | UpdateMessageMoveEvent | DeleteMessageEvent | UpdateMessageFlagsAddEvent | UpdateMessageFlagsRemoveEvent | ReactionAddEvent | ReactionRemoveEvent | SubmessageEvent | RealmUserAddEvent | RealmUserRemoveEvent | RealmUserUpdateEvent | RealmBotAddEvent | RealmBotUpdateEvent | RealmBotDeleteEvent | PresenceEvent | PresenceLegacyEvent | TypingStartEvent | TypingStopEvent | TypingEditMessageStartEvent | TypingEditMessageStopEvent | UserSettingsUpdateEvent | RealmUserSettingsDefaultsUpdateEvent | CustomProfileFieldsEvent | InvitesChangedEvent | DeviceAddEvent | DeviceUpdateEvent | DeviceRemoveEvent | StreamCreateEvent | StreamDeleteEvent | StreamUpdateEvent | StreamUpdateDescriptionEvent | StreamUpdateInviteOnlyEvent | DefaultStreamsEvent | ChannelFolderAddEvent | ChannelFolderUpdateEvent | ChannelFolderReorderEvent | SubscriptionAddEvent | SubscriptionRemoveEvent | SubscriptionUpdateEvent | SubscriptionPeerAddEvent | SubscriptionPeerRemoveEvent | UserTopicEvent | MutedTopicsEvent | UserGroupAddEvent | UserGroupUpdateEvent | UserGroupRemoveEvent | UserGroupAddMembersEvent | UserGroupRemoveMembersEvent | UserGroupAddSubgroupsEvent | UserGroupRemoveSubgroupsEvent | RealmUpdateEvent | RealmUpdateDictEvent | RealmDeactivatedEvent | RealmUpdateDictIconEvent | RealmUpdateDictLogoEvent | RealmUpdateDictNightLogoEvent | RealmDomainsAddEvent | RealmDomainsChangeEvent | RealmDomainsRemoveEvent | RealmLinkifiersEvent | RealmPlaygroundsEvent | RealmEmojiUpdateEvent | RealmEmojiAddEvent | RealmEmojiUpdateOneEvent | RealmExportEvent | RealmExportConsentEvent | RestartEvent | AttachmentAddEvent | AttachmentUpdateEvent | AttachmentRemoveEvent | AlertWordsEvent | DraftsAddEvent | DraftsUpdateEvent | DraftsRemoveEvent | MutedUsersEvent | NavigationViewAddEvent | NavigationViewUpdateEvent | NavigationViewRemoveEvent | OnboardingStepsEvent | RemindersAddEvent | RemindersRemoveEvent | SavedSnippetsAddEvent | SavedSnippetsUpdateEvent | SavedSnippetsRemoveEvent | ScheduledMessagesAddEvent | ScheduledMessagesUpdateEvent | ScheduledMessagesRemoveEvent | UserStatusEvent | PresenceSlimEvent | HeartbeatEvent;
/** A site where code blocks of a language can be opened. */
export type CodePlayground = { readonly id: number; readonly name: string; readonly pygments_language: string; readonly url_template: string };
/** An emoji of the organization’s own. */
export type CustomEmoji = { readonly id: string; readonly name: string; readonly source_url: string; readonly still_url: string | null; readonly deactivated: boolean; readonly author_id: number };
/** Custom profile fields have changed; the event has all of them. */
export type CustomProfileFieldsEvent = { readonly type: "custom_profile_fields"; readonly fields: readonly (ProfileField)[]; readonly id: number };
/** An export of the organization’s data. */
export type DataExport = { readonly id: number; readonly acting_user_id: number; readonly export_time: number; readonly deleted_timestamp: number | null; readonly failed_timestamp: number | null; readonly export_url: string | null; readonly pending: boolean; readonly export_type: string };
/** The default channels have changed; the event has all of them. */
export type DefaultStreamsEvent = { readonly type: "default_streams"; readonly default_streams: readonly (number)[]; readonly id: number };
/** Messages were deleted. Clients that understand `bulk_message_deletion` get one event for all. */
export type DeleteMessageEvent = { readonly type: "delete_message"; readonly message_ids: readonly (number)[]; readonly message_type: "private"; readonly id: number } | { readonly type: "delete_message"; readonly message_id: number; readonly message_type: "private"; readonly id: number } | { readonly type: "delete_message"; readonly message_ids: readonly (number)[]; readonly message_type: "stream"; readonly stream_id: number; readonly topic: string; readonly id: number } | { readonly type: "delete_message"; readonly message_id: number; readonly message_type: "stream"; readonly stream_id: number; readonly topic: string; readonly id: number };
/** A device that gets push notifications. */
export type Device = { readonly push_key_id: number | null; readonly push_token_id: string | null; readonly pending_push_token_id: string | null; readonly push_token_last_updated_timestamp: number | null; readonly push_registration_error_code: string | null };
/** The receiver has registered a device. */
export type DeviceAddEvent = { readonly type: "device"; readonly op: "add"; readonly device_id: number; readonly id: number };
/** The receiver has removed a device. */
export type DeviceRemoveEvent = { readonly type: "device"; readonly op: "remove"; readonly device_id: number; readonly id: number };
/** Something about a device has changed. */
export type DeviceUpdateEvent = { readonly type: "device"; readonly op: "update"; readonly device_id: number; readonly push_key_id?: number; readonly push_token_id?: string; readonly pending_push_token_id?: string | null; readonly push_token_last_updated_timestamp?: number; readonly push_registration_error_code?: string | null; readonly id: number };
/** A text that was not sent yet. */
export type Draft = { readonly id: number; readonly type: "" | "private" | "stream"; readonly to: readonly (number)[]; readonly topic: string; readonly content: string; readonly timestamp: number };
/** The receiver has saved drafts. */
export type DraftsAddEvent = { readonly type: "drafts"; readonly op: "add"; readonly drafts: readonly (Draft)[]; readonly id: number };
/** The receiver has deleted a draft. */
export type DraftsRemoveEvent = { readonly type: "drafts"; readonly op: "remove"; readonly draft_id: number; readonly id: number };
/** The receiver has changed a draft. */
export type DraftsUpdateEvent = { readonly type: "drafts"; readonly op: "update"; readonly draft: Draft; readonly id: number };
/** One change of a message: its text, its topic or its channel. */
export type EditHistoryEntry = { readonly user_id: number; readonly timestamp: number; readonly prev_content?: string; readonly prev_rendered_content?: string; readonly prev_topic?: string; readonly topic?: string; readonly prev_stream?: number; readonly stream?: number };
/** A message in an event: without flags, which stand beside it, and without reactions. */
export type EventMessage = { readonly id: number; readonly type: "stream" | "private"; readonly subject: string; readonly stream_id?: number; readonly display_recipient: string | readonly (MessageRecipient)[]; readonly sender_id: number; readonly sender_email: string; readonly sender_full_name: string; readonly sender_realm_str: string; readonly avatar_url: string | null; readonly client: string; readonly is_me_message: boolean; readonly timestamp: number; readonly reactions: readonly (Reaction)[]; readonly submessages: readonly (Submessage)[]; readonly topic_links: readonly (TopicLink)[]; readonly content: string; readonly recipient_id: number; readonly content_type: "text/html" | "text/x-markdown" };
/** A message, and what was searched for in it. */
export type FoundMessage = { readonly id: number; readonly type: "stream" | "private"; readonly subject: string; readonly stream_id?: number; readonly display_recipient: string | readonly (MessageRecipient)[]; readonly sender_id: number; readonly sender_email: string; readonly sender_full_name: string; readonly sender_realm_str: string; readonly avatar_url: string | null; readonly client: string; readonly is_me_message: boolean; readonly timestamp: number; readonly reactions: readonly (Reaction)[]; readonly submessages: readonly (Submessage)[]; readonly topic_links: readonly (TopicLink)[]; readonly content: string; readonly content_type: "text/html" | "text/x-markdown"; readonly recipient_id: number; readonly last_edit_timestamp?: number; readonly last_moved_timestamp?: number; readonly edit_history?: readonly (EditHistoryEntry)[]; readonly flags: readonly ("read" | "starred" | "collapsed" | "historical" | "mentioned" | "stream_wildcard_mentioned" | "topic_wildcard_mentioned" | "wildcard_mentioned" | "has_alert_word")[]; readonly match_content?: string; readonly match_subject?: string };
/** Who may do something: the ID of a user group, or an object of people and groups. People are among them by role, by joining or by being named; deactivated people never are. The server turns an object of one group alone into the group’s ID. What each setting can be set to is in `server_supported_permission_settings` of POST /register. */
export type GroupSetting = number | { readonly direct_members: readonly (number)[]; readonly direct_subgroups: readonly (number)[] };
/** A new value of a group setting, and the one that the caller expects now. */
export type GroupSettingUpdate = { readonly new: GroupSetting; readonly old?: GroupSetting };
/** Nothing has happened for some time; the connection works. */
export type HeartbeatEvent = { readonly type: "heartbeat"; readonly id: number };
/** An invitation that can still be used: one by mail, or a link for any number of people. */
export type Invitation = { readonly id: number; readonly invited_by_user_id: number; readonly invited: number; readonly expiry_date: number | null; readonly invited_as: 100 | 200 | 300 | 400 | 600; readonly is_multiuse: boolean; readonly notify_referrer_on_join?: boolean; readonly stream_ids: readonly (number)[]; readonly group_ids: readonly (number)[]; readonly include_realm_default_subscriptions: boolean; readonly is_usable: boolean; readonly email?: string; readonly link_url?: string };
/** Invitations have changed: clients that display them ask again. */
export type InvitesChangedEvent = { readonly type: "invites_changed"; readonly id: number };
/** Presence of a person, in the format of older feature levels. */
export type LegacyClientPresence = { readonly client: "website"; readonly status: "active" | "idle"; readonly timestamp: number; readonly pushable: false };
/** Presence of a person, in the format of older feature levels. */
export type LegacyPresence = { readonly aggregated: { readonly client: "website"; readonly status: "active" | "idle"; readonly timestamp: number }; readonly website: LegacyClientPresence };
/** A pattern that becomes a link wherever a message or a topic contains it. */
export type Linkifier = { readonly id: number; readonly pattern: string; readonly url_template: string; readonly example_input: string | null; readonly reverse_template: string | null; readonly alternative_url_templates: readonly (string)[] };
/** An uploaded file, with the dates of the messages that show it. */
export type ListedAttachment = { readonly id: number; readonly name: string; readonly path_id: string; readonly size: number; readonly create_time: number; readonly message_ids: readonly (number)[]; readonly messages: readonly ({ readonly id: number; readonly date_sent: number })[] };
/** A channel in a list. */
export type ListedChannel = { readonly stream_id: number; readonly name: string; readonly description: string; readonly rendered_description: string; readonly date_created: number; readonly creator_id: number | null; readonly is_archived: boolean; readonly invite_only: boolean; readonly is_web_public: boolean; readonly history_public_to_subscribers: boolean; readonly topics_policy: "inherit" | "allow_empty_topic" | "disable_empty_topic" | "empty_topic_only"; readonly message_retention_days: number | null; readonly folder_id: number | null; readonly first_message_id: number | null; readonly is_recently_active: boolean; readonly stream_post_policy: number; readonly is_announcement_only: boolean; readonly can_add_subscribers_group: GroupSetting; readonly can_administer_channel_group: GroupSetting; readonly can_create_topic_group: GroupSetting; readonly can_delete_any_message_group: GroupSetting; readonly can_delete_own_message_group: GroupSetting; readonly can_move_messages_out_of_channel_group: GroupSetting; readonly can_move_messages_within_channel_group: GroupSetting; readonly can_remove_subscribers_group: GroupSetting; readonly can_resolve_topics_group: GroupSetting; readonly can_send_message_group: GroupSetting; readonly can_subscribe_group: GroupSetting; readonly subscriber_count: number; readonly stream_weekly_traffic: number | null; readonly is_default?: boolean };
/** A message, as its reader sees it. */
export type Message = { readonly id: number; readonly type: "stream" | "private"; readonly subject: string; readonly stream_id?: number; readonly display_recipient: string | readonly (MessageRecipient)[]; readonly sender_id: number; readonly sender_email: string; readonly sender_full_name: string; readonly sender_realm_str: string; readonly avatar_url: string | null; readonly client: string; readonly is_me_message: boolean; readonly timestamp: number; readonly reactions: readonly (Reaction)[]; readonly submessages: readonly (Submessage)[]; readonly topic_links: readonly (TopicLink)[]; readonly content: string; readonly content_type: "text/html" | "text/x-markdown"; readonly recipient_id: number; readonly last_edit_timestamp?: number; readonly last_moved_timestamp?: number; readonly edit_history?: readonly (EditHistoryEntry)[]; readonly flags: readonly ("read" | "starred" | "collapsed" | "historical" | "mentioned" | "stream_wildcard_mentioned" | "topic_wildcard_mentioned" | "wildcard_mentioned" | "has_alert_word")[] };
/** A message was sent that the receiver reads. */
export type MessageEvent = { readonly type: "message"; readonly message: EventMessage; readonly flags: readonly ("read" | "starred" | "collapsed" | "historical" | "mentioned" | "stream_wildcard_mentioned" | "topic_wildcard_mentioned" | "wildcard_mentioned" | "has_alert_word")[]; readonly local_message_id?: string; readonly id: number };
/** A person or bot of a direct conversation. */
export type MessageRecipient = { readonly id: number; readonly email: string; readonly full_name: string; readonly is_mirror_dummy: boolean };
/** A message as it was after one of its changes. */
export type MessageSnapshot = { readonly user_id: number; readonly timestamp: number; readonly topic: string; readonly content: string; readonly rendered_content: string; readonly prev_content?: string; readonly prev_rendered_content?: string; readonly content_html_diff?: string; readonly prev_topic?: string; readonly prev_stream?: number; readonly stream?: number };
/** Name of the channel, topic, and UNIX seconds. */
export type MutedTopic = readonly [string, string, number];
/** The muted topics, for clients of older feature levels. */
export type MutedTopicsEvent = { readonly type: "muted_topics"; readonly muted_topics: readonly (readonly [string, string, number])[]; readonly id: number };
/** Somebody whom a person has muted. */
export type MutedUser = { readonly id: number; readonly timestamp: number };
/** The receiver has muted somebody, or no longer; the event has all of them. */
export type MutedUsersEvent = { readonly type: "muted_users"; readonly muted_users: readonly (MutedUser)[]; readonly id: number };
/** A term of a narrow: an object, or in short the list of its operator and operand. */
export type NarrowTerm = { readonly operator: string; readonly operand: string | number | readonly (string | number)[]; readonly negated?: boolean } | readonly [string, string | number | readonly (string | number)[]];
/** A view that a person has added, pinned or named. */
export type NavigationView = { readonly fragment: string; readonly is_pinned: boolean; readonly name: string | null };
/** The receiver has added a navigation view. */
export type NavigationViewAddEvent = { readonly type: "navigation_view"; readonly op: "add"; readonly navigation_view: NavigationView; readonly id: number };
/** The receiver has removed a navigation view. */
export type NavigationViewRemoveEvent = { readonly type: "navigation_view"; readonly op: "remove"; readonly fragment: string; readonly id: number };
/** The receiver has changed a navigation view. */
export type NavigationViewUpdateEvent = { readonly type: "navigation_view"; readonly op: "update"; readonly fragment: string; readonly data: { readonly is_pinned?: boolean; readonly name?: string | null }; readonly id: number };
/** A channel to subscribe to, which is made if it does not exist. */
export type NewChannel = { readonly name: string; readonly description?: string; readonly color?: string };
/** A draft, as it is sent. */
export type NewDraft = { readonly type: "" | "private" | "stream"; readonly to: readonly (number)[]; readonly topic: string; readonly content: string; readonly timestamp?: number };
/** A value for a custom profile field. */
export type NewProfileValue = { readonly id: number; readonly value: string | null | readonly (number)[] };
/** A hint that a person has not seen yet. */
export type OnboardingStep = { readonly type: "one_time_notice"; readonly name: string };
/** The receiver has seen a hint; the event has those that are left. */
export type OnboardingStepsEvent = { readonly type: "onboarding_steps"; readonly onboarding_steps: readonly (OnboardingStep)[]; readonly id: number };
/** A bot, as its owner sees it: with its secrets. */
export type OwnBot = { readonly username: string; readonly full_name: string; readonly api_key: string; readonly avatar_url: string; readonly default_sending_stream: string | null; readonly default_events_register_stream: string | null; readonly default_all_public_streams: boolean; readonly services?: readonly (OwnBotService)[] };
/** Where a bot’s outgoing webhook is sent, with its secrets. */
export type OwnBotService = { readonly base_url: string; readonly interface: number; readonly token: string; readonly signing_secret?: string; readonly is_disabled?: true };
/** What a group setting can be set to. */
export type PermissionRule = { readonly require_system_group: boolean; readonly allow_internet_group: boolean; readonly allow_nobody_group: boolean; readonly allow_everyone_group: boolean; readonly default_group_name: string; readonly default_for_system_groups: string | null; readonly allowed_system_groups: readonly (string)[] };
/** When a person was there. */
export type Presence = { readonly active_timestamp: number; readonly idle_timestamp: number };
/** Somebody is there, or no longer. */
export type PresenceEvent = { readonly type: "presence"; readonly presences: Readonly<Record<string, Presence>>; readonly id: number };
/** The same, for clients without `simplified_presence_events`. */
export type PresenceLegacyEvent = { readonly type: "presence"; readonly user_id: number; readonly email: string; readonly server_timestamp: number; readonly presence: { readonly website: LegacyClientPresence }; readonly id: number };
/** The same, for clients that asked for `slim_presence`. */
export type PresenceSlimEvent = { readonly type: "presence"; readonly user_id: number; readonly server_timestamp: number; readonly presence: { readonly website: LegacyClientPresence }; readonly id: number };
/** A custom field of profiles. */
export type ProfileField = { readonly id: number; readonly type: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8; readonly name: string; readonly hint: string; readonly field_data: string; readonly order: number; readonly required: boolean; readonly editable_by_user: boolean; readonly display_in_profile_summary?: true; readonly use_for_user_matching?: true };
/** A person’s value of a custom profile field. */
export type ProfileValue = { readonly value: string; readonly rendered_value?: string };
/** A view of the server, made of the log. */
export type Projection = { readonly name: string; readonly version: number; readonly state: "building" | "live" | "behind" | "unavailable"; readonly is_rebuilding: boolean; readonly position: number | null; readonly lag: number; readonly quarantined: readonly (string)[]; readonly rebuild_progress: { readonly done: number; readonly total: number } | null; readonly verification: ViewComparison | null };
/** A reaction to a message. */
export type Reaction = { readonly emoji_name: string; readonly emoji_code: string; readonly reaction_type: "unicode_emoji" | "realm_emoji" | "service_extra_emoji"; readonly user_id: number };
/** Somebody has reacted to a message. */
export type ReactionAddEvent = { readonly type: "reaction"; readonly op: "add"; readonly message_id: number; readonly emoji_name: string; readonly emoji_code: string; readonly reaction_type: "unicode_emoji" | "realm_emoji" | "service_extra_emoji"; readonly user_id: number; readonly id: number };
/** Somebody has taken a reaction back. */
export type ReactionRemoveEvent = { readonly type: "reaction"; readonly op: "remove"; readonly message_id: number; readonly emoji_name: string; readonly emoji_code: string; readonly reaction_type: "unicode_emoji" | "realm_emoji" | "service_extra_emoji"; readonly user_id: number; readonly id: number };
/** The receiver owns another bot. */
export type RealmBotAddEvent = { readonly type: "realm_bot"; readonly op: "add"; readonly bot: { readonly user_id: number; readonly default_sending_stream: string | null; readonly default_events_register_stream: string | null; readonly default_all_public_streams: boolean; readonly services?: readonly (BotService)[] }; readonly id: number };
/** The receiver no longer owns a bot. */
export type RealmBotDeleteEvent = { readonly type: "realm_bot"; readonly op: "delete"; readonly bot: { readonly user_id: number }; readonly id: number };
/** Something about a bot of the receiver has changed. */
export type RealmBotUpdateEvent = { readonly type: "realm_bot"; readonly op: "update"; readonly bot: { readonly user_id: number; readonly default_sending_stream?: string | null; readonly default_events_register_stream?: string | null; readonly default_all_public_streams?: boolean; readonly services?: readonly (BotService)[] }; readonly id: number };
/** The organization was deactivated. */
export type RealmDeactivatedEvent = { readonly type: "realm"; readonly op: "deactivated"; readonly realm_id: number; readonly id: number };
/** A domain was allowed. */
export type RealmDomainsAddEvent = { readonly type: "realm_domains"; readonly op: "add"; readonly realm_domain: AllowedDomain; readonly id: number };
/** An allowed domain was changed. */
export type RealmDomainsChangeEvent = { readonly type: "realm_domains"; readonly op: "change"; readonly realm_domain: AllowedDomain; readonly id: number };
/** A domain is no longer allowed. */
export type RealmDomainsRemoveEvent = { readonly type: "realm_domains"; readonly op: "remove"; readonly domain: string; readonly id: number };
/** A custom emoji was added, for clients that understand `individual_emoji_changes`. */
export type RealmEmojiAddEvent = { readonly type: "realm_emoji"; readonly op: "add"; readonly emoji: CustomEmoji; readonly id: number };
/** Custom emoji have changed; the event has all of them. */
export type RealmEmojiUpdateEvent = { readonly type: "realm_emoji"; readonly op: "update"; readonly realm_emoji: Readonly<Record<string, CustomEmoji>>; readonly id: number };
/** A custom emoji has changed, for clients that understand `individual_emoji_changes`. */
export type RealmEmojiUpdateOneEvent = { readonly type: "realm_emoji"; readonly op: "update_one"; readonly emoji_id: string; readonly data: { readonly deactivated: boolean }; readonly id: number };
/** Somebody has consented to exports, or no longer does. */
export type RealmExportConsentEvent = { readonly type: "realm_export_consent"; readonly user_id: number; readonly consented: boolean; readonly id: number };
/** Data exports have changed; the event has all of them. */
export type RealmExportEvent = { readonly type: "realm_export"; readonly exports: readonly (DataExport)[]; readonly id: number };
/** Linkifiers have changed; the event has all of them. */
export type RealmLinkifiersEvent = { readonly type: "realm_linkifiers"; readonly realm_linkifiers: readonly (Linkifier)[]; readonly id: number };
/** Code playgrounds have changed; the event has all of them. */
export type RealmPlaygroundsEvent = { readonly type: "realm_playgrounds"; readonly realm_playgrounds: readonly (CodePlayground)[]; readonly id: number };
/** Settings of the organization have changed that belong together. */
export type RealmUpdateDictEvent = { readonly type: "realm"; readonly op: "update_dict"; readonly property: "default"; readonly data: { readonly allow_message_editing: boolean } | { readonly message_content_edit_limit_seconds: number | null } | { readonly authentication_methods: Readonly<Record<string, AuthenticationMethod>> } | { readonly topics_policy: "allow_empty_topic" | "disable_empty_topic"; readonly mandatory_topics: boolean } | { readonly description: string; readonly rendered_description: string } | { readonly can_access_all_users_group: GroupSetting } | { readonly can_add_custom_emoji_group: GroupSetting } | { readonly can_add_subscribers_group: GroupSetting } | { readonly can_create_bots_group: GroupSetting } | { readonly can_create_groups: GroupSetting } | { readonly can_create_private_channel_group: GroupSetting } | { readonly can_create_public_channel_group: GroupSetting } | { readonly can_create_web_public_channel_group: GroupSetting } | { readonly can_create_write_only_bots_group: GroupSetting } | { readonly can_delete_any_message_group: GroupSetting } | { readonly can_delete_own_message_group: GroupSetting } | { readonly can_invite_users_group: GroupSetting } | { readonly can_manage_all_groups: GroupSetting } | { readonly can_manage_billing_group: GroupSetting } | { readonly can_mention_many_users_group: GroupSetting } | { readonly can_move_messages_between_channels_group: GroupSetting } | { readonly can_move_messages_between_topics_group: GroupSetting } | { readonly can_resolve_topics_group: GroupSetting } | { readonly can_set_delete_message_policy_group: GroupSetting } | { readonly can_set_topics_policy_group: GroupSetting } | { readonly can_summarize_topics_group: GroupSetting } | { readonly create_multiuse_invite_group: GroupSetting } | { readonly direct_message_initiator_group: GroupSetting } | { readonly direct_message_permission_group: GroupSetting } | { readonly workplace_users_group: GroupSetting }; readonly id: number };
/** The organization has another icon. */
export type RealmUpdateDictIconEvent = { readonly type: "realm"; readonly op: "update_dict"; readonly property: "icon"; readonly data: { readonly icon_url: string; readonly icon_source: "G" | "U" }; readonly id: number };
/** The organization has another logo. */
export type RealmUpdateDictLogoEvent = { readonly type: "realm"; readonly op: "update_dict"; readonly property: "logo"; readonly data: { readonly logo_url: string; readonly logo_source: "D" | "U" }; readonly id: number };
/** The organization has another logo for dark themes. */
export type RealmUpdateDictNightLogoEvent = { readonly type: "realm"; readonly op: "update_dict"; readonly property: "night_logo"; readonly data: { readonly night_logo_url: string; readonly night_logo_source: "D" | "U" }; readonly id: number };
/** A setting of the organization has changed. */
export type RealmUpdateEvent = { readonly type: "realm"; readonly op: "update"; readonly property: string; readonly value: string | number | boolean | null; readonly id: number };
/** There is a user whom the receiver does not know yet. */
export type RealmUserAddEvent = { readonly type: "realm_user"; readonly op: "add"; readonly person: UserInEvent; readonly id: number };
/** The receiver may no longer see a user. */
export type RealmUserRemoveEvent = { readonly type: "realm_user"; readonly op: "remove"; readonly person: { readonly user_id: number; readonly full_name: string }; readonly id: number };
/** A setting with which new people begin has changed. */
export type RealmUserSettingsDefaultsUpdateEvent = { readonly type: "realm_user_settings_defaults"; readonly op: "update"; readonly property: "email_address_visibility" | "automatically_follow_topics_policy" | "automatically_unmute_topics_in_muted_streams_policy" | "automatically_follow_topics_where_mentioned" | "presence_enabled" | "translate_emoticons" | "send_read_receipts" | "send_private_typing_notifications" | "send_stream_typing_notifications" | "enable_offline_push_notifications" | "enable_online_push_notifications" | "enable_stream_push_notifications" | "enable_followed_topic_push_notifications" | "wildcard_mentions_notify" | "enable_followed_topic_wildcard_mentions_notify" | "starred_message_counts" | "receives_typing_notifications" | "web_suggest_update_timezone" | "enable_drafts_synchronization" | "display_emoji_reaction_users" | "web_escape_navigates_to_home_view" | "web_navigate_to_sent_message" | "enable_followed_topic_desktop_notifications" | "enable_followed_topic_email_notifications" | "enable_followed_topic_audible_notifications" | "enable_desktop_notifications" | "pm_content_in_desktop_notifications" | "enable_sounds" | "enable_offline_email_notifications" | "message_content_in_email_notifications" | "enable_digest_emails" | "enable_login_emails" | "enable_marketing_emails" | "enter_sends" | "left_side_userlist" | "fluid_layout_width" | "high_contrast_mode" | "twenty_four_hour_time" | "enable_stream_desktop_notifications" | "enable_stream_email_notifications" | "enable_stream_audible_notifications" | "hide_ai_features" | "allow_private_data_export" | "web_left_sidebar_show_channel_folders" | "web_left_sidebar_unreads_count_summary" | "default_language" | "web_home_view" | "emojiset" | "notification_sound" | "web_animate_image_previews" | "resolved_topic_notice_auto_read_policy" | "color_scheme" | "demote_inactive_streams" | "web_mark_read_on_scroll_policy" | "web_channel_default_view" | "user_list_style" | "web_stream_unreads_count_display_policy" | "desktop_icon_count_display" | "realm_name_in_email_notifications_policy" | "web_font_size_px" | "web_line_height_percent" | "email_notifications_batching_period_seconds"; readonly value: boolean | number | string; readonly id: number };
/** Something about a user has changed; `person` has what. */
export type RealmUserUpdateEvent = { readonly type: "realm_user"; readonly op: "update"; readonly person: { readonly user_id: number; readonly full_name: string } | { readonly user_id: number; readonly avatar_source: "G" | "U"; readonly avatar_url: string | null; readonly avatar_url_medium: string | null; readonly avatar_version: number } | { readonly user_id: number; readonly timezone: string; readonly email: string } | { readonly user_id: number; readonly role: 100 | 200 | 300 | 400 | 600 } | { readonly user_id: number; readonly bot_owner_id: number } | { readonly user_id: number; readonly delivery_email: string | null } | { readonly user_id: number; readonly new_email: string } | { readonly user_id: number; readonly is_active: boolean } | { readonly user_id: number; readonly custom_profile_field: { readonly id: number; readonly value: string | null; readonly rendered_value?: string } }; readonly id: number };
/** An event as the record shows it. */
export type RecordedEvent = { readonly revision: number; readonly position: number; readonly id: string; readonly type: string; readonly version: number; readonly time: number; readonly actor: number | null; readonly actor_name: string | null; readonly client: string; readonly command: string; readonly correlation: string; readonly causation: string; readonly hash: string; readonly fields: readonly ({ readonly label: string; readonly text: string })[]; readonly differences: readonly ({ readonly field: string; readonly parts: readonly ({ readonly change: "kept" | "added" | "removed"; readonly text: string })[] })[]; readonly data: string; readonly is_withheld: boolean };
/** A message that reminds its owner of another one. */
export type Reminder = { readonly reminder_id: number; readonly type: "private"; readonly to: readonly (number)[]; readonly content: string; readonly rendered_content: string; readonly scheduled_delivery_timestamp: number; readonly failed: boolean; readonly reminder_target_message_id: number };
/** The receiver has asked to be reminded. */
export type RemindersAddEvent = { readonly type: "reminders"; readonly op: "add"; readonly reminders: readonly (Reminder)[]; readonly id: number };
/** A reminder was delivered, or the receiver has deleted it. */
export type RemindersRemoveEvent = { readonly type: "reminders"; readonly op: "remove"; readonly reminder_id: number; readonly id: number };
/** The server has been started again since the queue was made; said once to each queue that goes on. */
export type RestartEvent = { readonly type: "restart"; readonly service_version: string; readonly service_merge_base: string; readonly service_feature_level: number; readonly server_generation: number; readonly id: number };
/** A text for repeated use. */
export type SavedSnippet = { readonly id: number; readonly title: string; readonly content: string; readonly date_created: number };
/** The receiver has saved a snippet. */
export type SavedSnippetsAddEvent = { readonly type: "saved_snippets"; readonly op: "add"; readonly saved_snippet: SavedSnippet; readonly id: number };
/** The receiver has deleted a snippet. */
export type SavedSnippetsRemoveEvent = { readonly type: "saved_snippets"; readonly op: "remove"; readonly saved_snippet_id: number; readonly id: number };
/** The receiver has changed a snippet. */
export type SavedSnippetsUpdateEvent = { readonly type: "saved_snippets"; readonly op: "update"; readonly saved_snippet: SavedSnippet; readonly id: number };
/** A message that is sent later. */
export type ScheduledMessage = { readonly scheduled_message_id: number; readonly type: "stream" | "private"; readonly to: number | readonly (number)[]; readonly topic?: string; readonly content: string; readonly rendered_content: string; readonly scheduled_delivery_timestamp: number; readonly failed: boolean };
/** The receiver has scheduled messages. */
export type ScheduledMessagesAddEvent = { readonly type: "scheduled_messages"; readonly op: "add"; readonly scheduled_messages: readonly (ScheduledMessage)[]; readonly id: number };
/** A scheduled message was sent, or the receiver has deleted it. */
export type ScheduledMessagesRemoveEvent = { readonly type: "scheduled_messages"; readonly op: "remove"; readonly scheduled_message_id: number; readonly id: number };
/** The receiver has changed a scheduled message, or it could not be sent. */
export type ScheduledMessagesUpdateEvent = { readonly type: "scheduled_messages"; readonly op: "update"; readonly scheduled_message: ScheduledMessage; readonly id: number };
/** A session in a browser. */
export type Session = { readonly session_id: string; readonly device: string; readonly started: number; readonly ends: number; readonly is_current: boolean };
/** There are channels that the receiver does not know yet. */
export type StreamCreateEvent = { readonly type: "stream"; readonly op: "create"; readonly streams: readonly (Channel)[]; readonly id: number };
/** The receiver may no longer know some channels. */
export type StreamDeleteEvent = { readonly type: "stream"; readonly op: "delete"; readonly streams: readonly ({ readonly stream_id: number })[]; readonly stream_ids: readonly (number)[]; readonly id: number };
/** A channel has another description. */
export type StreamUpdateDescriptionEvent = { readonly type: "stream"; readonly op: "update"; readonly stream_id: number; readonly name: string; readonly property: "description"; readonly value: string; readonly rendered_description: string; readonly id: number };
/** A property of a channel has changed. */
export type StreamUpdateEvent = { readonly type: "stream"; readonly op: "update"; readonly stream_id: number; readonly name: string; readonly property: "name"; readonly value: string; readonly id: number } | { readonly type: "stream"; readonly op: "update"; readonly stream_id: number; readonly name: string; readonly property: "topics_policy"; readonly value: "inherit" | "allow_empty_topic" | "disable_empty_topic" | "empty_topic_only"; readonly id: number } | { readonly type: "stream"; readonly op: "update"; readonly stream_id: number; readonly name: string; readonly property: "message_retention_days"; readonly value: number | null; readonly id: number } | { readonly type: "stream"; readonly op: "update"; readonly stream_id: number; readonly name: string; readonly property: "folder_id"; readonly value: number | null; readonly id: number } | { readonly type: "stream"; readonly op: "update"; readonly stream_id: number; readonly name: string; readonly property: "first_message_id"; readonly value: number | null; readonly id: number } | { readonly type: "stream"; readonly op: "update"; readonly stream_id: number; readonly name: string; readonly property: "is_recently_active"; readonly value: boolean; readonly id: number } | { readonly type: "stream"; readonly op: "update"; readonly stream_id: number; readonly name: string; readonly property: "is_archived"; readonly value: boolean; readonly id: number } | { readonly type: "stream"; readonly op: "update"; readonly stream_id: number; readonly name: string; readonly property: "stream_post_policy"; readonly value: number; readonly id: number } | { readonly type: "stream"; readonly op: "update"; readonly stream_id: number; readonly name: string; readonly property: "is_announcement_only"; readonly value: boolean; readonly id: number } | { readonly type: "stream"; readonly op: "update"; readonly stream_id: number; readonly name: string; readonly property: "can_add_subscribers_group"; readonly value: GroupSetting; readonly id: number } | { readonly type: "stream"; readonly op: "update"; readonly stream_id: number; readonly name: string; readonly property: "can_administer_channel_group"; readonly value: GroupSetting; readonly id: number } | { readonly type: "stream"; readonly op: "update"; readonly stream_id: number; readonly name: string; readonly property: "can_create_topic_group"; readonly value: GroupSetting; readonly id: number } | { readonly type: "stream"; readonly op: "update"; readonly stream_id: number; readonly name: string; readonly property: "can_delete_any_message_group"; readonly value: GroupSetting; readonly id: number } | { readonly type: "stream"; readonly op: "update"; readonly stream_id: number; readonly name: string; readonly property: "can_delete_own_message_group"; readonly value: GroupSetting; readonly id: number } | { readonly type: "stream"; readonly op: "update"; readonly stream_id: number; readonly name: string; readonly property: "can_move_messages_out_of_channel_group"; readonly value: GroupSetting; readonly id: number } | { readonly type: "stream"; readonly op: "update"; readonly stream_id: number; readonly name: string; readonly property: "can_move_messages_within_channel_group"; readonly value: GroupSetting; readonly id: number } | { readonly type: "stream"; readonly op: "update"; readonly stream_id: number; readonly name: string; readonly property: "can_remove_subscribers_group"; readonly value: GroupSetting; readonly id: number } | { readonly type: "stream"; readonly op: "update"; readonly stream_id: number; readonly name: string; readonly property: "can_resolve_topics_group"; readonly value: GroupSetting; readonly id: number } | { readonly type: "stream"; readonly op: "update"; readonly stream_id: number; readonly name: string; readonly property: "can_send_message_group"; readonly value: GroupSetting; readonly id: number } | { readonly type: "stream"; readonly op: "update"; readonly stream_id: number; readonly name: string; readonly property: "can_subscribe_group"; readonly value: GroupSetting; readonly id: number };
/** A channel has become private, public or web-public. */
export type StreamUpdateInviteOnlyEvent = { readonly type: "stream"; readonly op: "update"; readonly stream_id: number; readonly name: string; readonly property: "invite_only"; readonly value: boolean; readonly history_public_to_subscribers: boolean; readonly is_web_public: boolean; readonly id: number };
/** A part of a widget, such as a poll or a vote. */
export type Submessage = { readonly id: number; readonly message_id: number; readonly sender_id: number; readonly msg_type: string; readonly content: string };
/** Somebody has added to a widget: a vote, for instance. */
export type SubmessageEvent = { readonly type: "submessage"; readonly message_id: number; readonly submessage_id: number; readonly sender_id: number; readonly msg_type: "widget"; readonly content: string; readonly id: number };
/** A channel to which the caller is subscribed, with their settings for it. */
export type Subscription = { readonly stream_id: number; readonly name: string; readonly description: string; readonly rendered_description: string; readonly date_created: number; readonly creator_id: number | null; readonly is_archived: boolean; readonly invite_only: boolean; readonly is_web_public: boolean; readonly history_public_to_subscribers: boolean; readonly topics_policy: "inherit" | "allow_empty_topic" | "disable_empty_topic" | "empty_topic_only"; readonly message_retention_days: number | null; readonly folder_id: number | null; readonly first_message_id: number | null; readonly is_recently_active: boolean; readonly stream_post_policy: number; readonly is_announcement_only: boolean; readonly can_add_subscribers_group: GroupSetting; readonly can_administer_channel_group: GroupSetting; readonly can_create_topic_group: GroupSetting; readonly can_delete_any_message_group: GroupSetting; readonly can_delete_own_message_group: GroupSetting; readonly can_move_messages_out_of_channel_group: GroupSetting; readonly can_move_messages_within_channel_group: GroupSetting; readonly can_remove_subscribers_group: GroupSetting; readonly can_resolve_topics_group: GroupSetting; readonly can_send_message_group: GroupSetting; readonly can_subscribe_group: GroupSetting; readonly subscriber_count: number; readonly stream_weekly_traffic: number | null; readonly color: string; readonly is_muted: boolean; readonly in_home_view: boolean; readonly pin_to_top: boolean; readonly desktop_notifications: boolean | null; readonly audible_notifications: boolean | null; readonly push_notifications: boolean | null; readonly email_notifications: boolean | null; readonly wildcard_mentions_notify: boolean | null; readonly subscribers?: readonly (number)[]; readonly partial_subscribers?: readonly (number)[] };
/** The receiver is subscribed to channels. */
export type SubscriptionAddEvent = { readonly type: "subscription"; readonly op: "add"; readonly subscriptions: readonly (AddedSubscription)[]; readonly id: number };
/** Others are subscribed to channels. */
export type SubscriptionPeerAddEvent = { readonly type: "subscription"; readonly op: "peer_add"; readonly stream_ids: readonly (number)[]; readonly user_ids: readonly (number)[]; readonly id: number };
/** Others are no longer subscribed to channels. */
export type SubscriptionPeerRemoveEvent = { readonly type: "subscription"; readonly op: "peer_remove"; readonly stream_ids: readonly (number)[]; readonly user_ids: readonly (number)[]; readonly id: number };
/** The receiver is no longer subscribed to channels. */
export type SubscriptionRemoveEvent = { readonly type: "subscription"; readonly op: "remove"; readonly subscriptions: readonly ({ readonly stream_id: number; readonly name: string })[]; readonly id: number };
/** A setting of the receiver for a channel has changed. */
export type SubscriptionUpdateEvent = { readonly type: "subscription"; readonly op: "update"; readonly stream_id: number; readonly property: "color" | "is_muted" | "in_home_view" | "pin_to_top" | "desktop_notifications" | "audible_notifications" | "push_notifications" | "email_notifications" | "wildcard_mentions_notify"; readonly value: boolean | string | null; readonly id: number };
/** A link that a linkifier finds in a topic. */
export type TopicLink = { readonly text: string; readonly url: string };
/** Somebody edits a message. */
export type TypingEditMessageStartEvent = { readonly type: "typing_edit_message"; readonly op: "start"; readonly sender_id: number; readonly message_id: number; readonly recipient: { readonly type: "channel"; readonly channel_id: number; readonly topic: string } | { readonly type: "direct"; readonly user_ids: readonly (number)[] }; readonly id: number };
/** Somebody has stopped editing a message. */
export type TypingEditMessageStopEvent = { readonly type: "typing_edit_message"; readonly op: "stop"; readonly sender_id: number; readonly message_id: number; readonly recipient: { readonly type: "channel"; readonly channel_id: number; readonly topic: string } | { readonly type: "direct"; readonly user_ids: readonly (number)[] }; readonly id: number };
/** Somebody writes. */
export type TypingStartEvent = { readonly type: "typing"; readonly op: "start"; readonly message_type: "direct"; readonly sender: TypingUser; readonly recipients: readonly (TypingUser)[]; readonly id: number } | { readonly type: "typing"; readonly op: "start"; readonly message_type: "stream"; readonly sender: TypingUser; readonly stream_id: number; readonly topic: string; readonly id: number };
/** Somebody has stopped writing. */
export type TypingStopEvent = { readonly type: "typing"; readonly op: "stop"; readonly message_type: "direct"; readonly sender: TypingUser; readonly recipients: readonly (TypingUser)[]; readonly id: number } | { readonly type: "typing"; readonly op: "stop"; readonly message_type: "stream"; readonly sender: TypingUser; readonly stream_id: number; readonly topic: string; readonly id: number };
/** Somebody in a conversation in which somebody writes. */
export type TypingUser = { readonly user_id: number; readonly email: string };
/** Where an unread message belongs. */
export type UnreadDetails = { readonly type: "private"; readonly user_ids: readonly (number)[]; readonly mentioned?: true } | { readonly type: "stream"; readonly stream_id: number; readonly topic: string; readonly mentioned?: true; readonly unmuted_stream_msg: boolean };
/** The unread messages of a person. */
export type UnreadMessages = { readonly count: number; readonly pms: readonly ({ readonly other_user_id: number; readonly sender_id: number; readonly unread_message_ids: readonly (number)[] })[]; readonly streams: readonly ({ readonly stream_id: number; readonly topic: string; readonly unread_message_ids: readonly (number)[] })[]; readonly huddles: readonly ({ readonly user_ids_string: string; readonly unread_message_ids: readonly (number)[] })[]; readonly mentions: readonly (number)[]; readonly old_unreads_missing: boolean };
/** A channel to which the caller is not subscribed. */
export type UnsubscribedChannel = { readonly stream_id: number; readonly name: string; readonly description: string; readonly rendered_description: string; readonly date_created: number; readonly creator_id: number | null; readonly is_archived: boolean; readonly invite_only: boolean; readonly is_web_public: boolean; readonly history_public_to_subscribers: boolean; readonly topics_policy: "inherit" | "allow_empty_topic" | "disable_empty_topic" | "empty_topic_only"; readonly message_retention_days: number | null; readonly folder_id: number | null; readonly first_message_id: number | null; readonly is_recently_active: boolean; readonly stream_post_policy: number; readonly is_announcement_only: boolean; readonly can_add_subscribers_group: GroupSetting; readonly can_administer_channel_group: GroupSetting; readonly can_create_topic_group: GroupSetting; readonly can_delete_any_message_group: GroupSetting; readonly can_delete_own_message_group: GroupSetting; readonly can_move_messages_out_of_channel_group: GroupSetting; readonly can_move_messages_within_channel_group: GroupSetting; readonly can_remove_subscribers_group: GroupSetting; readonly can_resolve_topics_group: GroupSetting; readonly can_send_message_group: GroupSetting; readonly can_subscribe_group: GroupSetting; readonly subscriber_count: number; readonly stream_weekly_traffic: number | null; readonly subscribers?: readonly (number)[]; readonly partial_subscribers?: readonly (number)[] };
/** The text of a message has changed. */
export type UpdateMessageContentEvent = { readonly type: "update_message"; readonly message_id: number; readonly message_ids: readonly (number)[]; readonly user_id: number; readonly edit_timestamp: number; readonly rendering_only: false; readonly flags: readonly ("read" | "starred" | "collapsed" | "historical" | "mentioned" | "stream_wildcard_mentioned" | "topic_wildcard_mentioned" | "wildcard_mentioned" | "has_alert_word")[]; readonly stream_id?: number; readonly orig_content: string; readonly orig_rendered_content: string; readonly content: string; readonly rendered_content: string; readonly is_me_message: boolean; readonly id: number };
/** Messages have a flag for the receiver now. */
export type UpdateMessageFlagsAddEvent = { readonly type: "update_message_flags"; readonly op: "add"; readonly operation: "add"; readonly flag: "read" | "starred" | "collapsed"; readonly messages: readonly (number)[]; readonly all: boolean; readonly id: number };
/** Messages no longer have a flag for the receiver. */
export type UpdateMessageFlagsRemoveEvent = { readonly type: "update_message_flags"; readonly op: "remove"; readonly operation: "remove"; readonly flag: "read" | "starred" | "collapsed"; readonly messages: readonly (number)[]; readonly all: boolean; readonly message_details?: Readonly<Record<string, UnreadDetails>>; readonly id: number };
/** Messages were moved to another topic or channel. */
export type UpdateMessageMoveEvent = { readonly type: "update_message"; readonly message_id: number; readonly message_ids: readonly (number)[]; readonly user_id: number; readonly edit_timestamp: number; readonly rendering_only: false; readonly flags: readonly ("read" | "starred" | "collapsed" | "historical" | "mentioned" | "stream_wildcard_mentioned" | "topic_wildcard_mentioned" | "wildcard_mentioned" | "has_alert_word")[]; readonly stream_id: number; readonly propagate_mode: "change_one" | "change_later" | "change_all"; readonly orig_subject: string; readonly subject?: string; readonly topic_links?: readonly (TopicLink)[]; readonly new_stream_id?: number; readonly id: number };
/** A person or a bot. */
export type User = { readonly user_id: number; readonly email: string; readonly delivery_email: string | null; readonly full_name: string; readonly date_joined: string; readonly is_active: boolean; readonly is_owner: boolean; readonly is_admin: boolean; readonly is_guest: boolean; readonly is_bot: boolean; readonly bot_type: 1 | 2 | 3 | 4 | null; readonly bot_owner_id: number | null; readonly is_system_bot?: true; readonly role: 100 | 200 | 300 | 400 | 600; readonly timezone?: string; readonly avatar_url: string | null; readonly avatar_version: number; readonly is_imported_stub: boolean; readonly is_deleted?: true; readonly profile_data?: Readonly<Record<string, ProfileValue>> };
/** A person or a bot in the lists of POST /register, which say by themselves whether it is active. */
export type UserEntry = { readonly user_id: number; readonly email: string; readonly delivery_email: string | null; readonly full_name: string; readonly date_joined: string; readonly is_owner: boolean; readonly is_admin: boolean; readonly is_guest: boolean; readonly is_bot: boolean; readonly bot_type?: 1 | 2 | 3 | 4 | null; readonly bot_owner_id?: number | null; readonly is_system_bot?: true; readonly role: 100 | 200 | 300 | 400 | 600; readonly timezone?: string; readonly avatar_url: string | null; readonly avatar_version: number; readonly is_imported_stub: boolean; readonly is_deleted?: true; readonly profile_data?: Readonly<Record<string, ProfileValue>> };
/** A group of people. */
export type UserGroup = { readonly id: number; readonly name: string; readonly description: string; readonly creator_id: number | null; readonly date_created: number | null; readonly members: readonly (number)[]; readonly direct_subgroup_ids: readonly (number)[]; readonly is_system_group: boolean; readonly deactivated: boolean; readonly can_add_members_group: GroupSetting; readonly can_join_group: GroupSetting; readonly can_leave_group: GroupSetting; readonly can_manage_group: GroupSetting; readonly can_mention_group: GroupSetting; readonly can_remove_members_group: GroupSetting };
/** A user group was made. */
export type UserGroupAddEvent = { readonly type: "user_group"; readonly op: "add"; readonly group: UserGroup; readonly id: number };
/** People were added to a user group. */
export type UserGroupAddMembersEvent = { readonly type: "user_group"; readonly op: "add_members"; readonly group_id: number; readonly user_ids: readonly (number)[]; readonly id: number };
/** Groups were added to a user group. */
export type UserGroupAddSubgroupsEvent = { readonly type: "user_group"; readonly op: "add_subgroups"; readonly group_id: number; readonly direct_subgroup_ids: readonly (number)[]; readonly id: number };
/** A user group was deactivated, for clients that do not display such groups. */
export type UserGroupRemoveEvent = { readonly type: "user_group"; readonly op: "remove"; readonly group_id: number; readonly id: number };
/** People were removed from a user group. */
export type UserGroupRemoveMembersEvent = { readonly type: "user_group"; readonly op: "remove_members"; readonly group_id: number; readonly user_ids: readonly (number)[]; readonly id: number };
/** Groups were removed from a user group. */
export type UserGroupRemoveSubgroupsEvent = { readonly type: "user_group"; readonly op: "remove_subgroups"; readonly group_id: number; readonly direct_subgroup_ids: readonly (number)[]; readonly id: number };
/** A user group was changed. */
export type UserGroupUpdateEvent = { readonly type: "user_group"; readonly op: "update"; readonly group_id: number; readonly data: { readonly name?: string; readonly description?: string; readonly deactivated?: boolean; readonly can_add_members_group?: GroupSetting; readonly can_join_group?: GroupSetting; readonly can_leave_group?: GroupSetting; readonly can_manage_group?: GroupSetting; readonly can_mention_group?: GroupSetting; readonly can_remove_members_group?: GroupSetting }; readonly id: number };
/** A person or a bot in an event; people have no keys of bots. */
export type UserInEvent = { readonly user_id: number; readonly email: string; readonly delivery_email: string | null; readonly full_name: string; readonly date_joined: string; readonly is_active: boolean; readonly is_owner: boolean; readonly is_admin: boolean; readonly is_guest: boolean; readonly is_bot: boolean; readonly bot_type?: 1 | 2 | 3 | 4 | null; readonly bot_owner_id?: number | null; readonly is_system_bot?: true; readonly role: 100 | 200 | 300 | 400 | 600; readonly timezone?: string; readonly avatar_url: string | null; readonly avatar_version: number; readonly is_imported_stub: boolean; readonly is_deleted?: true; readonly profile_data?: Readonly<Record<string, ProfileValue>> };
/** Personal settings. */
export type UserSettings = { readonly email_address_visibility: 1 | 2 | 3 | 4 | 5; readonly automatically_follow_topics_policy: 1 | 2 | 3 | 4; readonly automatically_unmute_topics_in_muted_streams_policy: 1 | 2 | 3 | 4; readonly automatically_follow_topics_where_mentioned: boolean; readonly presence_enabled: boolean; readonly translate_emoticons: boolean; readonly send_read_receipts: boolean; readonly send_private_typing_notifications: boolean; readonly send_stream_typing_notifications: boolean; readonly timezone: string; readonly enable_offline_push_notifications: boolean; readonly enable_online_push_notifications: boolean; readonly enable_stream_push_notifications: boolean; readonly enable_followed_topic_push_notifications: boolean; readonly wildcard_mentions_notify: boolean; readonly enable_followed_topic_wildcard_mentions_notify: boolean; readonly starred_message_counts: boolean; readonly receives_typing_notifications: boolean; readonly web_suggest_update_timezone: boolean; readonly enable_drafts_synchronization: boolean; readonly display_emoji_reaction_users: boolean; readonly web_escape_navigates_to_home_view: boolean; readonly web_navigate_to_sent_message: boolean; readonly enable_followed_topic_desktop_notifications: boolean; readonly enable_followed_topic_email_notifications: boolean; readonly enable_followed_topic_audible_notifications: boolean; readonly enable_desktop_notifications: boolean; readonly pm_content_in_desktop_notifications: boolean; readonly enable_sounds: boolean; readonly enable_offline_email_notifications: boolean; readonly message_content_in_email_notifications: boolean; readonly enable_digest_emails: boolean; readonly enable_login_emails: boolean; readonly enable_marketing_emails: boolean; readonly enter_sends: boolean; readonly left_side_userlist: boolean; readonly fluid_layout_width: boolean; readonly high_contrast_mode: boolean; readonly twenty_four_hour_time: boolean; readonly enable_stream_desktop_notifications: boolean; readonly enable_stream_email_notifications: boolean; readonly enable_stream_audible_notifications: boolean; readonly hide_ai_features: boolean; readonly allow_private_data_export: boolean; readonly web_left_sidebar_show_channel_folders: boolean; readonly web_left_sidebar_unreads_count_summary: boolean; readonly default_language: string; readonly web_home_view: "inbox" | "recent_topics" | "recent" | "all_messages"; readonly emojiset: "google" | "google-blob" | "twitter" | "text"; readonly notification_sound: "bell" | "blip" | "chime" | "click" | "ding" | "hansard" | "plink" | "pop" | "none"; readonly web_animate_image_previews: "always" | "on_hover" | "never"; readonly resolved_topic_notice_auto_read_policy: "always" | "except_followed" | "never"; readonly color_scheme: 1 | 2 | 3; readonly demote_inactive_streams: 1 | 2 | 3; readonly web_mark_read_on_scroll_policy: 1 | 2 | 3; readonly web_channel_default_view: 1 | 2 | 3 | 4; readonly user_list_style: 1 | 2 | 3; readonly web_stream_unreads_count_display_policy: 1 | 2 | 3; readonly desktop_icon_count_display: 1 | 2 | 3 | 4; readonly realm_name_in_email_notifications_policy: 1 | 2 | 3; readonly web_font_size_px: number; readonly web_line_height_percent: number; readonly email_notifications_batching_period_seconds: number; readonly emojiset_choices: readonly ({ readonly key: string; readonly text: string })[]; readonly available_notification_sounds: readonly (string)[] };
/** A personal setting of the receiver has changed. */
export type UserSettingsUpdateEvent = { readonly type: "user_settings"; readonly op: "update"; readonly property: "email_address_visibility" | "automatically_follow_topics_policy" | "automatically_unmute_topics_in_muted_streams_policy" | "automatically_follow_topics_where_mentioned" | "presence_enabled" | "translate_emoticons" | "send_read_receipts" | "send_private_typing_notifications" | "send_stream_typing_notifications" | "timezone" | "enable_offline_push_notifications" | "enable_online_push_notifications" | "enable_stream_push_notifications" | "enable_followed_topic_push_notifications" | "wildcard_mentions_notify" | "enable_followed_topic_wildcard_mentions_notify" | "starred_message_counts" | "receives_typing_notifications" | "web_suggest_update_timezone" | "enable_drafts_synchronization" | "display_emoji_reaction_users" | "web_escape_navigates_to_home_view" | "web_navigate_to_sent_message" | "enable_followed_topic_desktop_notifications" | "enable_followed_topic_email_notifications" | "enable_followed_topic_audible_notifications" | "enable_desktop_notifications" | "pm_content_in_desktop_notifications" | "enable_sounds" | "enable_offline_email_notifications" | "message_content_in_email_notifications" | "enable_digest_emails" | "enable_login_emails" | "enable_marketing_emails" | "enter_sends" | "left_side_userlist" | "fluid_layout_width" | "high_contrast_mode" | "twenty_four_hour_time" | "enable_stream_desktop_notifications" | "enable_stream_email_notifications" | "enable_stream_audible_notifications" | "hide_ai_features" | "allow_private_data_export" | "web_left_sidebar_show_channel_folders" | "web_left_sidebar_unreads_count_summary" | "default_language" | "web_home_view" | "emojiset" | "notification_sound" | "web_animate_image_previews" | "resolved_topic_notice_auto_read_policy" | "color_scheme" | "demote_inactive_streams" | "web_mark_read_on_scroll_policy" | "web_channel_default_view" | "user_list_style" | "web_stream_unreads_count_display_policy" | "desktop_icon_count_display" | "realm_name_in_email_notifications_policy" | "web_font_size_px" | "web_line_height_percent" | "email_notifications_batching_period_seconds"; readonly value: boolean | number | string; readonly language_name?: string; readonly id: number };
/** What a person says about themselves; empty if nothing. */
export type UserStatus = { readonly away?: true; readonly status_text?: string; readonly emoji_name?: string; readonly emoji_code?: string; readonly reaction_type?: string };
/** Somebody has another status. */
export type UserStatusEvent = { readonly type: "user_status"; readonly user_id: number; readonly away?: boolean; readonly status_text?: string; readonly emoji_name?: string; readonly emoji_code?: string; readonly reaction_type?: string; readonly id: number };
/** What a person has decided for a topic. */
export type UserTopic = { readonly stream_id: number; readonly topic_name: string; readonly last_updated: number; readonly visibility_policy: number };
/** The receiver has decided something for a topic. */
export type UserTopicEvent = { readonly type: "user_topic"; readonly stream_id: number; readonly topic_name: string; readonly last_updated: number; readonly visibility_policy: number; readonly id: number };
/** A comparison of a view with what the log says. */
export type ViewComparison = { readonly status: "running" | "same" | "different" | "not served" | "failed"; readonly done: number; readonly total: number; readonly documents: number; readonly differences: number };
/** Buttons, a poll or a to-do list in a message. */
export type Widget = { readonly widget_type: "zform"; readonly extra_data: { readonly type: "choices"; readonly heading: string; readonly choices: readonly ({ readonly type?: string; readonly short_name: string; readonly long_name: string; readonly reply: string })[] } } | { readonly widget_type: "poll"; readonly extra_data: { readonly question: string; readonly options: readonly (string)[] } } | { readonly widget_type: "todo"; readonly extra_data: { readonly task_list_title: string; readonly tasks: readonly ({ readonly task: string; readonly desc: string })[] } };

export interface Routes {
  'POST /messages': {
    params: { readonly type: "direct" | "channel" | "stream" | "private"; readonly to?: string | undefined; readonly content: string; readonly topic?: string | undefined; readonly queue_id?: string | undefined; readonly local_id?: string | undefined; readonly read_by_sender?: boolean | undefined; readonly widget_content?: Widget | undefined; readonly sender?: string | undefined; readonly forged?: string | undefined; readonly time?: string | undefined };
    answer: { readonly id: number; readonly automatic_new_visibility_policy?: number };
  };
  'GET /messages': {
    params: { readonly anchor?: string | undefined; readonly anchor_date?: string | undefined; readonly use_first_unread_anchor?: boolean | undefined; readonly include_anchor?: boolean | undefined; readonly num_before?: number | undefined; readonly num_after?: number | undefined; readonly message_ids?: readonly (number)[] | undefined; readonly narrow?: readonly (NarrowTerm)[] | undefined; readonly client_gravatar?: boolean | undefined; readonly apply_markdown?: boolean | undefined; readonly allow_empty_topic_name?: boolean | undefined };
    answer: { readonly messages: readonly (FoundMessage)[]; readonly anchor: number | null; readonly found_anchor: boolean; readonly found_oldest: boolean; readonly found_newest: boolean; readonly history_limited: boolean; readonly oldest_examined?: number; readonly newest_examined?: number };
  };
  'GET /messages/matches_narrow': {
    params: { readonly msg_ids: readonly (number)[]; readonly narrow?: readonly (NarrowTerm)[] | undefined; readonly allow_empty_topic_name?: boolean | undefined };
    answer: { readonly messages: Readonly<Record<string, { readonly match_content: string; readonly match_subject: string }>> };
  };
  'GET /messages/:message_id': {
    params: { readonly message_id: number; readonly client_gravatar?: boolean | undefined; readonly apply_markdown?: boolean | undefined; readonly allow_empty_topic_name?: boolean | undefined };
    answer: { readonly message: Message; readonly raw_content: string };
  };
  'PATCH /messages/:message_id': {
    params: { readonly message_id: number; readonly content?: string | undefined; readonly topic?: string | undefined; readonly stream_id?: number | undefined; readonly propagate_mode?: "change_one" | "change_later" | "change_all" | undefined; readonly send_notification_to_old_thread?: boolean | undefined; readonly send_notification_to_new_thread?: boolean | undefined; readonly prev_content_sha256?: string | undefined };
    answer: { readonly detached_uploads: readonly (Attachment)[] };
  };
  'DELETE /messages/:message_id': {
    params: { readonly message_id: number };
    answer: Record<never, never>;
  };
  'GET /messages/:message_id/history': {
    params: { readonly message_id: number; readonly allow_empty_topic_name?: boolean | undefined };
    answer: { readonly message_history: readonly (MessageSnapshot)[] };
  };
  'POST /messages/render': {
    params: { readonly content: string };
    answer: { readonly rendered: string };
  };
  'POST /messages/:message_id/report': {
    params: { readonly message_id: number; readonly report_type: "spam" | "harassment" | "inappropriate" | "norms" | "other"; readonly description?: string | undefined };
    answer: Record<never, never>;
  };
  'GET /scheduled_messages': {
    params: Record<never, never>;
    answer: { readonly scheduled_messages: readonly (ScheduledMessage)[] };
  };
  'POST /scheduled_messages': {
    params: { readonly type: "direct" | "channel" | "stream" | "private"; readonly to: string; readonly content: string; readonly topic?: string | undefined; readonly scheduled_delivery_timestamp: number; readonly read_by_sender?: boolean | undefined };
    answer: { readonly scheduled_message_id: number };
  };
  'PATCH /scheduled_messages/:scheduled_message_id': {
    params: { readonly scheduled_message_id: number; readonly type?: "direct" | "channel" | "stream" | "private" | undefined; readonly to?: string | undefined; readonly content?: string | undefined; readonly topic?: string | undefined; readonly scheduled_delivery_timestamp?: number | undefined };
    answer: Record<never, never>;
  };
  'DELETE /scheduled_messages/:scheduled_message_id': {
    params: { readonly scheduled_message_id: number };
    answer: Record<never, never>;
  };
  'GET /drafts': {
    params: Record<never, never>;
    answer: { readonly count: number; readonly drafts: readonly (Draft)[] };
  };
  'POST /drafts': {
    params: { readonly drafts: readonly (NewDraft)[] };
    answer: { readonly ids: readonly (number)[] };
  };
  'PATCH /drafts/:draft_id': {
    params: { readonly draft_id: number; readonly draft: NewDraft };
    answer: Record<never, never>;
  };
  'DELETE /drafts/:draft_id': {
    params: { readonly draft_id: number };
    answer: Record<never, never>;
  };
  'GET /saved_snippets': {
    params: Record<never, never>;
    answer: { readonly saved_snippets: readonly (SavedSnippet)[] };
  };
  'POST /saved_snippets': {
    params: { readonly title: string; readonly content: string };
    answer: { readonly saved_snippet_id: number };
  };
  'PATCH /saved_snippets/:saved_snippet_id': {
    params: { readonly saved_snippet_id: number; readonly title?: string | undefined; readonly content?: string | undefined };
    answer: Record<never, never>;
  };
  'DELETE /saved_snippets/:saved_snippet_id': {
    params: { readonly saved_snippet_id: number };
    answer: Record<never, never>;
  };
  'GET /reminders': {
    params: Record<never, never>;
    answer: { readonly reminders: readonly (Reminder)[] };
  };
  'POST /reminders': {
    params: { readonly message_id: number; readonly scheduled_delivery_timestamp: number; readonly note?: string | undefined };
    answer: { readonly reminder_id: number };
  };
  'DELETE /reminders/:reminder_id': {
    params: { readonly reminder_id: number };
    answer: Record<never, never>;
  };
  'POST /messages/:message_id/reactions': {
    params: { readonly message_id: number; readonly emoji_code?: string | undefined; readonly reaction_type?: string | undefined; readonly emoji_name: string };
    answer: Record<never, never>;
  };
  'DELETE /messages/:message_id/reactions': {
    params: { readonly message_id: number; readonly emoji_code?: string | undefined; readonly reaction_type?: string | undefined; readonly emoji_name?: string | undefined };
    answer: Record<never, never>;
  };
  'POST /submessage': {
    params: { readonly message_id: number; readonly msg_type: "widget"; readonly content: string };
    answer: Record<never, never>;
  };
  'GET /realm/emoji': {
    params: Record<never, never>;
    answer: { readonly emoji: Readonly<Record<string, CustomEmoji>> };
  };
  'POST /realm/emoji/:emoji_name': {
    params: { readonly emoji_name: string };
    answer: Record<never, never>;
  };
  'DELETE /realm/emoji/:emoji_name': {
    params: { readonly emoji_name: string };
    answer: Record<never, never>;
  };
  'POST /user_uploads': {
    params: Record<never, never>;
    answer: { readonly url: string; readonly uri: string; readonly filename: string };
  };
  'GET /user_uploads/:realm_id/:shard/:secret/:file_name': {
    params: { readonly realm_id: string; readonly shard: string; readonly secret: string; readonly file_name: string };
    answer: { readonly url: string };
  };
  'GET /attachments': {
    params: Record<never, never>;
    answer: { readonly attachments: readonly (ListedAttachment)[]; readonly upload_space_used: number };
  };
  'DELETE /attachments/:attachment_id': {
    params: { readonly attachment_id: number };
    answer: Record<never, never>;
  };
  'POST /users/me/avatar': {
    params: Record<never, never>;
    answer: { readonly avatar_url: string };
  };
  'DELETE /users/me/avatar': {
    params: Record<never, never>;
    answer: { readonly avatar_url: string };
  };
  'POST /messages/flags': {
    params: { readonly messages: readonly (number)[]; readonly op: string; readonly flag: string };
    answer: { readonly messages: readonly (number)[]; readonly ignored_because_not_subscribed_channels: readonly (number)[] };
  };
  'POST /messages/flags/narrow': {
    params: { readonly anchor: string; readonly include_anchor?: boolean | undefined; readonly num_before: number; readonly num_after: number; readonly narrow?: readonly (NarrowTerm)[] | undefined; readonly op: string; readonly flag: string };
    answer: { readonly processed_count: number; readonly updated_count: number; readonly first_processed_id: number | null; readonly last_processed_id: number | null; readonly found_oldest: boolean; readonly found_newest: boolean; readonly ignored_because_not_subscribed_channels: readonly (number)[] };
  };
  'GET /users/me/unread_count': {
    params: Record<never, never>;
    answer: { readonly count: number };
  };
  'POST /mark_all_as_read': {
    params: Record<never, never>;
    answer: { readonly complete: boolean };
  };
  'POST /mark_stream_as_read': {
    params: { readonly stream_id: number };
    answer: Record<never, never>;
  };
  'POST /mark_topic_as_read': {
    params: { readonly stream_id: number; readonly topic_name: string };
    answer: Record<never, never>;
  };
  'GET /messages/:message_id/read_receipts': {
    params: { readonly message_id: number };
    answer: { readonly user_ids: readonly (number)[] };
  };
  'POST /register': {
    params: { readonly event_types?: readonly (string)[] | null | undefined; readonly fetch_event_types?: readonly (string)[] | null | undefined; readonly apply_markdown?: boolean | undefined; readonly client_gravatar?: boolean | undefined; readonly include_subscribers?: "partial" | boolean | undefined; readonly slim_presence?: boolean | undefined; readonly presence_history_limit_days?: number | undefined; readonly all_public_streams?: boolean | undefined; readonly narrow?: readonly (readonly [string, string] | { readonly operator: string; readonly operand: string; readonly negated?: boolean })[] | undefined; readonly client_capabilities?: ClientCapabilities | undefined; readonly idle_queue_timeout?: "mobile" | number | null | undefined; readonly queue_lifespan_secs?: number | undefined };
    answer: { readonly queue_id: string | null; readonly last_event_id: number; readonly idle_queue_timeout_secs: number; readonly unreadable_fetch_types?: readonly (string)[]; readonly service_version: string; readonly service_merge_base: string; readonly service_feature_level: number; readonly max_message_id?: number; readonly recent_private_conversations?: readonly ({ readonly user_ids: readonly (number)[]; readonly max_message_id: number })[]; readonly starred_messages?: readonly (number)[]; readonly unread_msgs?: UnreadMessages; readonly realm_bots?: readonly ({ readonly user_id: number; readonly default_sending_stream: string | null; readonly default_events_register_stream: string | null; readonly default_all_public_streams: boolean; readonly services: readonly (BotService)[] })[]; readonly realm_users?: readonly (UserEntry)[]; readonly realm_non_active_users?: readonly (UserEntry)[]; readonly cross_realm_bots?: readonly (User)[]; readonly avatar_source?: "G" | "U"; readonly avatar_url_medium?: string; readonly avatar_url?: string; readonly can_create_private_streams?: boolean; readonly can_create_public_streams?: boolean; readonly can_create_web_public_streams?: boolean; readonly can_create_streams?: boolean; readonly can_subscribe_other_users?: boolean; readonly can_invite_others_to_realm?: boolean; readonly is_admin?: boolean; readonly is_owner?: boolean; readonly is_moderator?: boolean; readonly is_guest?: boolean; readonly user_id?: number; readonly email?: string; readonly delivery_email?: string; readonly full_name?: string; readonly realm_user_settings_defaults?: UserSettings; readonly user_settings?: UserSettings; readonly twenty_four_hour_time?: boolean; readonly pm_content_in_desktop_notifications?: boolean; readonly custom_profile_fields?: readonly (ProfileField)[]; readonly custom_profile_field_types?: Readonly<Record<string, { readonly id: number; readonly name: string }>>; readonly devices?: Readonly<Record<string, Device>>; readonly channel_folders?: readonly (ChannelFolder)[]; readonly realm_default_streams?: readonly (number)[]; readonly streams?: readonly (Channel)[]; readonly muted_topics?: readonly (MutedTopic)[]; readonly subscriptions?: readonly (Subscription)[]; readonly unsubscribed?: readonly (Subscription)[]; readonly never_subscribed?: readonly (UnsubscribedChannel)[]; readonly user_topics?: readonly (UserTopic)[]; readonly realm_user_groups?: readonly (UserGroup)[]; readonly realm_domains?: readonly (AllowedDomain)[]; readonly realm_emoji?: Readonly<Record<string, CustomEmoji>>; readonly realm_linkifiers?: readonly (Linkifier)[]; readonly realm_playgrounds?: readonly (CodePlayground)[]; readonly max_message_length?: number; readonly max_topic_length?: number; readonly max_stream_name_length?: number; readonly max_stream_description_length?: number; readonly max_channel_folder_name_length?: number; readonly max_channel_folder_description_length?: number; readonly max_reminder_note_length?: number; readonly max_bulk_new_subscription_messages?: number; readonly max_file_upload_size_mib?: number; readonly max_avatar_file_size_mib?: number; readonly max_icon_file_size_mib?: number; readonly max_logo_file_size_mib?: number; readonly event_queue_longpoll_timeout_seconds?: number; readonly server_presence_ping_interval_seconds?: number; readonly server_presence_offline_threshold_seconds?: number; readonly password_min_length?: number; readonly server_typing_started_expiry_period_milliseconds?: number; readonly password_max_length?: number; readonly server_typing_stopped_wait_period_milliseconds?: number; readonly password_min_guesses?: number; readonly server_typing_started_wait_period_milliseconds?: number; readonly server_generation?: number; readonly server_min_deactivated_realm_deletion_days?: number; readonly server_max_deactivated_realm_deletion_days?: number | null; readonly realm_name?: string; readonly realm_description?: string; readonly realm_rendered_description?: string; readonly realm_url?: string; readonly realm_uri?: string; readonly realm_bot_domain?: string; readonly realm_icon_url?: string; readonly realm_logo_url?: string; readonly realm_night_logo_url?: string; readonly realm_uuid?: string; readonly realm_empty_topic_display_name?: string; readonly realm_icon_source?: "G" | "U"; readonly realm_logo_source?: "D" | "U"; readonly realm_night_logo_source?: "D" | "U"; readonly realm_date_created?: number; readonly realm_plan_type?: number; readonly realm_giphy_rating?: number; readonly realm_create_public_stream_policy?: number; readonly realm_create_private_stream_policy?: number; readonly realm_create_web_public_stream_policy?: number; readonly realm_wildcard_mention_policy?: number; readonly realm_allow_edit_history?: boolean; readonly realm_mandatory_topics?: boolean; readonly realm_push_notifications_enabled?: boolean; readonly realm_email_auth_enabled?: boolean; readonly realm_password_auth_enabled?: boolean; readonly realm_is_zephyr_mirror_realm?: boolean; readonly realm_push_notifications_enabled_end_timestamp?: number | null; readonly realm_upload_quota_mib?: number | null; readonly realm_available_video_chat_providers?: Readonly<Record<string, { readonly name: string; readonly id: number }>>; readonly realm_default_external_accounts?: Readonly<Record<string, { readonly name: string; readonly text: string; readonly hint: string; readonly url_pattern: string }>>; readonly realm_allow_message_editing?: boolean; readonly realm_want_advertise_in_communities_directory?: boolean; readonly realm_new_stream_announcements_stream_id?: number; readonly realm_authentication_methods?: Readonly<Record<string, AuthenticationMethod>>; readonly realm_avatar_changes_disabled?: boolean; readonly realm_default_avatar_source?: "G" | "J"; readonly realm_default_code_block_language?: string; readonly realm_default_language?: string; readonly realm_digest_emails_enabled?: boolean; readonly realm_digest_weekday?: 0 | 1 | 2 | 3 | 4 | 5 | 6; readonly realm_disallow_disposable_email_addresses?: boolean; readonly realm_email_changes_disabled?: boolean; readonly realm_emails_restricted_to_domains?: boolean; readonly realm_enable_guest_user_dm_warning?: boolean; readonly realm_enable_guest_user_indicator?: boolean; readonly realm_enable_read_receipts?: boolean; readonly realm_enable_spectator_access?: boolean; readonly realm_gif_rating_policy?: 0 | 1 | 2 | 3 | 4; readonly realm_inline_image_preview?: boolean; readonly realm_inline_url_embed_preview?: boolean; readonly realm_invite_required?: boolean; readonly realm_jitsi_server_url?: string | null; readonly realm_media_preview_size?: 100 | 150 | 200; readonly realm_message_content_allowed_in_email_notifications?: boolean; readonly realm_message_content_delete_limit_seconds?: number | null; readonly realm_message_content_edit_limit_seconds?: number | null; readonly realm_message_edit_history_visibility_policy?: "all" | "moves" | "none"; readonly realm_message_retention_days?: number; readonly realm_moderation_request_channel_id?: number; readonly realm_move_messages_between_streams_limit_seconds?: number | null; readonly realm_move_messages_within_stream_limit_seconds?: number | null; readonly realm_name_changes_disabled?: boolean; readonly realm_org_type?: 0 | 10 | 20 | 30 | 35 | 40 | 50 | 60 | 70 | 80 | 90 | 100 | 1000; readonly realm_owner_full_content_access?: false; readonly realm_presence_disabled?: boolean; readonly realm_require_e2ee_push_notifications?: boolean; readonly realm_require_unique_names?: boolean; readonly realm_send_channel_events_messages?: boolean; readonly realm_send_welcome_emails?: boolean; readonly realm_service_update_announcements_stream_id?: number; readonly realm_signup_announcements_stream_id?: number; readonly realm_topics_policy?: "allow_empty_topic" | "disable_empty_topic"; readonly realm_video_chat_provider?: 0 | 1; readonly realm_waiting_period_threshold?: number; readonly realm_welcome_message_custom_text?: string; readonly realm_can_access_all_users_group?: GroupSetting; readonly realm_can_add_custom_emoji_group?: GroupSetting; readonly realm_can_add_subscribers_group?: GroupSetting; readonly realm_can_create_bots_group?: GroupSetting; readonly realm_can_create_groups?: GroupSetting; readonly realm_can_create_private_channel_group?: GroupSetting; readonly realm_can_create_public_channel_group?: GroupSetting; readonly realm_can_create_web_public_channel_group?: GroupSetting; readonly realm_can_create_write_only_bots_group?: GroupSetting; readonly realm_can_delete_any_message_group?: GroupSetting; readonly realm_can_delete_own_message_group?: GroupSetting; readonly realm_can_invite_users_group?: GroupSetting; readonly realm_can_manage_all_groups?: GroupSetting; readonly realm_can_manage_billing_group?: GroupSetting; readonly realm_can_mention_many_users_group?: GroupSetting; readonly realm_can_move_messages_between_channels_group?: GroupSetting; readonly realm_can_move_messages_between_topics_group?: GroupSetting; readonly realm_can_resolve_topics_group?: GroupSetting; readonly realm_can_set_delete_message_policy_group?: GroupSetting; readonly realm_can_set_topics_policy_group?: GroupSetting; readonly realm_can_summarize_topics_group?: GroupSetting; readonly realm_create_multiuse_invite_group?: GroupSetting; readonly realm_direct_message_initiator_group?: GroupSetting; readonly realm_direct_message_permission_group?: GroupSetting; readonly realm_workplace_users_group?: GroupSetting; readonly development_environment?: boolean; readonly settings_send_digest_emails?: boolean; readonly service_plan_is_not_limited?: boolean; readonly server_inline_image_preview?: boolean; readonly server_inline_url_embed_preview?: boolean; readonly server_avatar_changes_disabled?: boolean; readonly server_name_changes_disabled?: boolean; readonly server_web_public_streams_enabled?: boolean; readonly server_needs_upgrade?: boolean; readonly server_can_summarize_topics?: boolean; readonly upgrade_text_for_wide_organization_logo?: string; readonly server_thumbnail_formats?: readonly ({ readonly name: string; readonly max_width: number; readonly max_height: number; readonly format: string; readonly animated: boolean })[]; readonly gif_rating_policy_options?: Readonly<Record<string, { readonly id: number; readonly name: string }>>; readonly giphy_rating_options?: Readonly<Record<string, { readonly id: number; readonly name: string }>>; readonly server_emoji_data_url?: string; readonly server_jitsi_server_url?: string | null; readonly jitsi_server_url?: string | null; readonly server_report_message_types?: readonly ({ readonly key: string; readonly name: string })[]; readonly server_supported_permission_settings?: { readonly realm: Readonly<Record<string, PermissionRule>>; readonly stream: Readonly<Record<string, PermissionRule>>; readonly group: Readonly<Record<string, PermissionRule>> }; readonly realm_default_stream_groups?: readonly ({ readonly id: number; readonly name: string; readonly description: string; readonly streams: readonly (number)[] })[]; readonly giphy_api_key?: string; readonly tenor_api_key?: string; readonly klipy_api_key?: string; readonly realm_billing?: { readonly has_pending_sponsorship_request: boolean }; readonly realm_embedded_bots?: readonly ({ readonly name: string; readonly config: Readonly<Record<string, string>> })[]; readonly realm_filters?: readonly (string)[]; readonly realm_incoming_webhook_bots?: readonly ({ readonly name: string; readonly display_name: string; readonly all_event_types: readonly (string)[] | null; readonly config_options: readonly ({ readonly key: string; readonly label: string; readonly validator: string })[]; readonly url_options: readonly ({ readonly key: string; readonly label: string; readonly input_type: string })[] })[]; readonly stop_words?: readonly (string)[]; readonly has_zoom_token?: boolean; readonly has_webex_token?: boolean; readonly alert_words?: readonly (string)[]; readonly drafts?: readonly (Draft)[]; readonly muted_users?: readonly (MutedUser)[]; readonly navigation_views?: readonly (NavigationView)[]; readonly onboarding_steps?: readonly (OnboardingStep)[]; readonly navigation_tour_video_url?: string | null; readonly reminders?: readonly (Reminder)[]; readonly saved_snippets?: readonly (SavedSnippet)[]; readonly scheduled_messages?: readonly (ScheduledMessage)[]; readonly user_status?: Readonly<Record<string, UserStatus>>; readonly presences?: Readonly<Record<string, Presence>> | Readonly<Record<string, LegacyPresence>>; readonly presence_last_update_id?: number; readonly server_timestamp?: number };
  };
  'GET /events': {
    params: { readonly queue_id: string; readonly last_event_id: number; readonly dont_block?: boolean | undefined; readonly apply_markdown?: boolean | undefined; readonly client_gravatar?: boolean | undefined };
    answer: { readonly events: readonly (ClientEvent)[]; readonly queue_id: string };
  };
  'GET /events/stream': {
    params: { readonly queue_id: string; readonly last_event_id?: number | undefined };
    answer: Record<never, never>;
  };
  'DELETE /events': {
    params: { readonly queue_id: string };
    answer: Record<never, never>;
  };
  'POST /typing': {
    params: { readonly op: "start" | "stop"; readonly type?: "direct" | "channel" | "stream" | "private" | undefined; readonly to?: readonly (number)[] | undefined; readonly stream_id?: number | undefined; readonly topic?: string | undefined };
    answer: Record<never, never>;
  };
  'POST /messages/:message_id/typing': {
    params: { readonly message_id: number; readonly op: "start" | "stop" };
    answer: Record<never, never>;
  };
  'POST /users/me/subscriptions': {
    params: { readonly subscriptions: readonly (NewChannel)[]; readonly principals?: readonly (number)[] | readonly (string)[] | undefined; readonly authorization_errors_fatal?: boolean | undefined; readonly send_new_subscription_messages?: boolean | undefined; readonly announce?: boolean | undefined; readonly invite_only?: boolean | undefined; readonly is_web_public?: boolean | undefined; readonly is_default_stream?: boolean | undefined; readonly history_public_to_subscribers?: boolean | undefined; readonly topics_policy?: "inherit" | "allow_empty_topic" | "disable_empty_topic" | "empty_topic_only" | undefined; readonly message_retention_days?: number | string | undefined; readonly folder_id?: number | null | undefined; readonly default_push_notifications?: boolean | undefined; readonly can_add_subscribers_group?: GroupSetting | undefined; readonly can_administer_channel_group?: GroupSetting | undefined; readonly can_create_topic_group?: GroupSetting | undefined; readonly can_delete_any_message_group?: GroupSetting | undefined; readonly can_delete_own_message_group?: GroupSetting | undefined; readonly can_move_messages_out_of_channel_group?: GroupSetting | undefined; readonly can_move_messages_within_channel_group?: GroupSetting | undefined; readonly can_remove_subscribers_group?: GroupSetting | undefined; readonly can_resolve_topics_group?: GroupSetting | undefined; readonly can_send_message_group?: GroupSetting | undefined; readonly can_subscribe_group?: GroupSetting | undefined; readonly stream_post_policy?: 1 | 2 | 3 | 4 | undefined; readonly is_announcement_only?: boolean | undefined };
    answer: { readonly subscribed: Readonly<Record<string, readonly (string)[]>>; readonly already_subscribed: Readonly<Record<string, readonly (string)[]>>; readonly unauthorized?: readonly (string)[]; readonly new_subscription_messages_sent?: boolean };
  };
  'GET /users/me/subscriptions': {
    params: { readonly include_subscribers?: "partial" | boolean | undefined };
    answer: { readonly subscriptions: readonly (Subscription)[] };
  };
  'PATCH /users/me/subscriptions': {
    params: { readonly add?: readonly (NewChannel)[] | undefined; readonly delete?: readonly (string)[] | undefined };
    answer: { readonly subscribed: Readonly<Record<string, readonly (string)[]>>; readonly already_subscribed: Readonly<Record<string, readonly (string)[]>>; readonly unauthorized?: readonly (string)[]; readonly new_subscription_messages_sent?: boolean; readonly removed: readonly (string)[]; readonly not_removed: readonly (string)[] };
  };
  'DELETE /users/me/subscriptions': {
    params: { readonly subscriptions: readonly (string)[]; readonly principals?: readonly (number)[] | readonly (string)[] | undefined };
    answer: { readonly removed: readonly (string)[]; readonly not_removed: readonly (string)[] };
  };
  'GET /users/me/:stream_id/topics': {
    params: { readonly stream_id: number; readonly allow_empty_topic_name?: boolean | undefined };
    answer: { readonly topics: readonly ({ readonly name: string; readonly max_id: number })[] };
  };
  'GET /user_topics': {
    params: Record<never, never>;
    answer: { readonly user_topics: readonly (UserTopic)[] };
  };
  'POST /user_topics': {
    params: { readonly stream_id: number; readonly topic: string; readonly visibility_policy: number };
    answer: Record<never, never>;
  };
  'PATCH /users/me/subscriptions/muted_topics': {
    params: { readonly stream_id?: number | undefined; readonly stream?: string | undefined; readonly topic: string; readonly op: "add" | "remove" };
    answer: Record<never, never>;
  };
  'POST /streams/:stream_id/delete_topic': {
    params: { readonly stream_id: number; readonly topic_name: string };
    answer: { readonly complete: boolean };
  };
  'PATCH /users/me/subscriptions/:stream_id': {
    params: { readonly stream_id: number; readonly property: string; readonly value: string };
    answer: Record<never, never>;
  };
  'POST /users/me/subscriptions/properties': {
    params: { readonly subscription_data: readonly ({ readonly stream_id: number; readonly property: string; readonly value: boolean | string | number | null })[] };
    answer: Record<never, never>;
  };
  'GET /streams': {
    params: { readonly include_public?: boolean | undefined; readonly include_web_public?: boolean | undefined; readonly include_subscribed?: boolean | undefined; readonly exclude_archived?: boolean | undefined; readonly include_all?: boolean | undefined; readonly include_default?: boolean | undefined; readonly include_owner_subscribed?: boolean | undefined; readonly include_can_access_content?: boolean | undefined; readonly include_all_active?: boolean | undefined };
    answer: { readonly streams: readonly (ListedChannel)[] };
  };
  'GET /streams/:stream_id': {
    params: { readonly stream_id: number };
    answer: { readonly stream: Channel };
  };
  'GET /streams/:stream_id/members': {
    params: { readonly stream_id: number };
    answer: { readonly subscribers: readonly (number)[] };
  };
  'GET /streams/:stream_id/email_address': {
    params: { readonly stream_id: number; readonly sender_id?: number | undefined };
    answer: { readonly email: string };
  };
  'GET /users/:user_id/subscriptions/:stream_id': {
    params: { readonly user_id: number; readonly stream_id: number };
    answer: { readonly is_subscribed: boolean };
  };
  'GET /get_stream_id': {
    params: { readonly stream: string };
    answer: { readonly stream_id: number };
  };
  'PATCH /streams/:stream_id': {
    params: { readonly stream_id: number; readonly description?: string | undefined; readonly new_name?: string | undefined; readonly is_private?: boolean | undefined; readonly is_web_public?: boolean | undefined; readonly history_public_to_subscribers?: boolean | undefined; readonly is_default_stream?: boolean | undefined; readonly is_archived?: boolean | undefined; readonly topics_policy?: "inherit" | "allow_empty_topic" | "disable_empty_topic" | "empty_topic_only" | undefined; readonly message_retention_days?: number | string | undefined; readonly folder_id?: number | null | undefined; readonly default_push_notifications?: boolean | undefined; readonly can_add_subscribers_group?: GroupSettingUpdate | undefined; readonly can_administer_channel_group?: GroupSettingUpdate | undefined; readonly can_create_topic_group?: GroupSettingUpdate | undefined; readonly can_delete_any_message_group?: GroupSettingUpdate | undefined; readonly can_delete_own_message_group?: GroupSettingUpdate | undefined; readonly can_move_messages_out_of_channel_group?: GroupSettingUpdate | undefined; readonly can_move_messages_within_channel_group?: GroupSettingUpdate | undefined; readonly can_remove_subscribers_group?: GroupSettingUpdate | undefined; readonly can_resolve_topics_group?: GroupSettingUpdate | undefined; readonly can_send_message_group?: GroupSettingUpdate | undefined; readonly can_subscribe_group?: GroupSettingUpdate | undefined; readonly stream_post_policy?: 1 | 2 | 3 | 4 | undefined; readonly is_announcement_only?: boolean | undefined };
    answer: Record<never, never>;
  };
  'DELETE /streams/:stream_id': {
    params: { readonly stream_id: number };
    answer: Record<never, never>;
  };
  'POST /default_streams': {
    params: { readonly stream_id: number };
    answer: Record<never, never>;
  };
  'DELETE /default_streams': {
    params: { readonly stream_id: number };
    answer: Record<never, never>;
  };
  'POST /channels/create': {
    params: { readonly name: string; readonly subscribers: readonly (number)[]; readonly description?: string | undefined; readonly send_new_subscription_messages?: boolean | undefined; readonly announce?: boolean | undefined; readonly invite_only?: boolean | undefined; readonly is_web_public?: boolean | undefined; readonly is_default_stream?: boolean | undefined; readonly history_public_to_subscribers?: boolean | undefined; readonly topics_policy?: "inherit" | "allow_empty_topic" | "disable_empty_topic" | "empty_topic_only" | undefined; readonly message_retention_days?: number | string | undefined; readonly folder_id?: number | null | undefined; readonly default_push_notifications?: boolean | undefined; readonly can_add_subscribers_group?: GroupSetting | undefined; readonly can_administer_channel_group?: GroupSetting | undefined; readonly can_create_topic_group?: GroupSetting | undefined; readonly can_delete_any_message_group?: GroupSetting | undefined; readonly can_delete_own_message_group?: GroupSetting | undefined; readonly can_move_messages_out_of_channel_group?: GroupSetting | undefined; readonly can_move_messages_within_channel_group?: GroupSetting | undefined; readonly can_remove_subscribers_group?: GroupSetting | undefined; readonly can_resolve_topics_group?: GroupSetting | undefined; readonly can_send_message_group?: GroupSetting | undefined; readonly can_subscribe_group?: GroupSetting | undefined; readonly stream_post_policy?: 1 | 2 | 3 | 4 | undefined; readonly is_announcement_only?: boolean | undefined };
    answer: { readonly id: number };
  };
  'GET /channel_folders': {
    params: { readonly include_archived?: boolean | undefined };
    answer: { readonly channel_folders: readonly (ChannelFolder)[] };
  };
  'POST /channel_folders/create': {
    params: { readonly name: string; readonly description: string };
    answer: { readonly channel_folder_id: number };
  };
  'PATCH /channel_folders': {
    params: { readonly order: readonly (number)[] };
    answer: Record<never, never>;
  };
  'PATCH /channel_folders/:channel_folder_id': {
    params: { readonly channel_folder_id: number; readonly name?: string | undefined; readonly description?: string | undefined; readonly is_archived?: boolean | undefined };
    answer: Record<never, never>;
  };
  'GET /users': {
    params: { readonly client_gravatar?: boolean | undefined; readonly include_custom_profile_fields?: boolean | undefined; readonly user_ids?: readonly (number)[] | undefined };
    answer: { readonly members: readonly (User)[] };
  };
  'GET /users/me': {
    params: Record<never, never>;
    answer: { readonly user_id: number; readonly email: string; readonly delivery_email: string | null; readonly full_name: string; readonly date_joined: string; readonly is_active: boolean; readonly is_owner: boolean; readonly is_admin: boolean; readonly is_guest: boolean; readonly is_bot: boolean; readonly bot_type: 1 | 2 | 3 | 4 | null; readonly bot_owner_id: number | null; readonly is_system_bot?: true; readonly role: 100 | 200 | 300 | 400 | 600; readonly timezone?: string; readonly avatar_url: string | null; readonly avatar_version: number; readonly is_imported_stub: boolean; readonly is_deleted?: true; readonly profile_data?: Readonly<Record<string, ProfileValue>>; readonly max_message_id: number };
  };
  'GET /users/:user_id': {
    params: { readonly user_id: string; readonly client_gravatar?: boolean | undefined; readonly include_custom_profile_fields?: boolean | undefined };
    answer: { readonly user: User };
  };
  'PATCH /users/me/profile_data': {
    params: { readonly data: readonly (NewProfileValue)[] };
    answer: Record<never, never>;
  };
  'DELETE /users/me/profile_data': {
    params: { readonly data: readonly (number)[] };
    answer: Record<never, never>;
  };
  'POST /users/me/presence': {
    params: { readonly status: string; readonly last_update_id?: number | undefined; readonly history_limit_days?: number | undefined; readonly ping_only?: boolean | undefined; readonly new_user_input?: boolean | undefined; readonly slim_presence?: boolean | undefined };
    answer: { readonly presence_last_update_id: number; readonly server_timestamp?: number; readonly presences?: Readonly<Record<string, Presence>> | Readonly<Record<string, LegacyPresence>> };
  };
  'GET /users/:user_id/presence': {
    params: { readonly user_id: string };
    answer: { readonly presence: { readonly aggregated: { readonly status: "active" | "idle" | "offline"; readonly timestamp: number }; readonly website: { readonly status: "active" | "idle"; readonly timestamp: number } } };
  };
  'GET /realm/presence': {
    params: Record<never, never>;
    answer: { readonly server_timestamp: number; readonly presences: Readonly<Record<string, LegacyPresence>> };
  };
  'POST /users': {
    params: { readonly email: string; readonly password: string; readonly full_name: string };
    answer: { readonly user_id: number };
  };
  'PATCH /users/:user_id': {
    params: { readonly user_id: string; readonly full_name?: string | undefined; readonly role?: number | undefined; readonly new_email?: string | undefined; readonly profile_data?: readonly (NewProfileValue)[] | undefined };
    answer: Record<never, never>;
  };
  'DELETE /users/me': {
    params: Record<never, never>;
    answer: Record<never, never>;
  };
  'DELETE /users/:user_id': {
    params: { readonly user_id: number; readonly deactivation_notification_comment?: string | undefined };
    answer: Record<never, never>;
  };
  'POST /users/:user_id/reactivate': {
    params: { readonly user_id: number };
    answer: Record<never, never>;
  };
  'GET /realm/profile_fields': {
    params: Record<never, never>;
    answer: { readonly custom_fields: readonly (ProfileField)[] };
  };
  'POST /realm/profile_fields': {
    params: { readonly name?: string | undefined; readonly hint?: string | undefined; readonly field_type: number; readonly field_data?: Readonly<Record<string, string | Readonly<Record<string, string>>>> | undefined; readonly display_in_profile_summary?: boolean | undefined; readonly required?: boolean | undefined; readonly editable_by_user?: boolean | undefined; readonly use_for_user_matching?: boolean | undefined };
    answer: { readonly id: number };
  };
  'PATCH /realm/profile_fields': {
    params: { readonly order: readonly (number)[] };
    answer: Record<never, never>;
  };
  'PATCH /realm/profile_fields/:field_id': {
    params: { readonly field_id: number; readonly name?: string | undefined; readonly hint?: string | undefined; readonly field_data?: Readonly<Record<string, string | Readonly<Record<string, string>>>> | undefined; readonly display_in_profile_summary?: boolean | undefined; readonly required?: boolean | undefined; readonly editable_by_user?: boolean | undefined; readonly use_for_user_matching?: boolean | undefined };
    answer: Record<never, never>;
  };
  'DELETE /realm/profile_fields/:field_id': {
    params: { readonly field_id: number };
    answer: Record<never, never>;
  };
  'POST /users/me/muted_users/:muted_user_id': {
    params: { readonly muted_user_id: number };
    answer: Record<never, never>;
  };
  'DELETE /users/me/muted_users/:muted_user_id': {
    params: { readonly muted_user_id: number };
    answer: Record<never, never>;
  };
  'POST /users/me/status': {
    params: { readonly status_text?: string | undefined; readonly emoji_name?: string | undefined; readonly emoji_code?: string | undefined; readonly reaction_type?: string | undefined; readonly away?: boolean | undefined };
    answer: Record<never, never>;
  };
  'POST /users/:user_id/status': {
    params: { readonly user_id: number; readonly status_text?: string | undefined; readonly emoji_name?: string | undefined; readonly emoji_code?: string | undefined; readonly reaction_type?: string | undefined };
    answer: Record<never, never>;
  };
  'GET /users/:user_id/status': {
    params: { readonly user_id: number };
    answer: { readonly status: UserStatus };
  };
  'POST /bots': {
    params: { readonly full_name: string; readonly short_name: string; readonly bot_type?: number | undefined; readonly payload_url?: string | undefined; readonly service_name?: string | undefined; readonly interface_type?: number | undefined; readonly config_data?: Readonly<Record<string, string>> | undefined; readonly default_sending_stream?: string | undefined; readonly default_events_register_stream?: string | undefined; readonly default_all_public_streams?: boolean | undefined };
    answer: { readonly user_id: number; readonly api_key: string; readonly avatar_url: string; readonly default_sending_stream: string | null; readonly default_events_register_stream: string | null; readonly default_all_public_streams: boolean };
  };
  'GET /bots': {
    params: Record<never, never>;
    answer: { readonly bots: readonly (OwnBot)[] };
  };
  'PATCH /bots/:bot_id': {
    params: { readonly bot_id: number; readonly full_name?: string | undefined; readonly role?: number | undefined; readonly bot_owner_id?: number | undefined; readonly service_payload_url?: string | undefined; readonly service_interface?: number | undefined; readonly config_data?: Readonly<Record<string, string>> | undefined; readonly default_sending_stream?: string | undefined; readonly default_events_register_stream?: string | undefined; readonly default_all_public_streams?: boolean | undefined };
    answer: { readonly full_name?: string; readonly role?: 100 | 200 | 300 | 400 | 600; readonly bot_owner_id?: number | null; readonly service_payload_url?: string; readonly service_interface?: number; readonly config_data?: Record<never, never>; readonly default_sending_stream?: string | null; readonly default_events_register_stream?: string | null; readonly default_all_public_streams?: boolean; readonly avatar_url: string };
  };
  'DELETE /bots/:bot_id': {
    params: { readonly bot_id: number };
    answer: Record<never, never>;
  };
  'POST /bots/:bot_id/api_key/regenerate': {
    params: { readonly bot_id: number };
    answer: { readonly api_key: string };
  };
  'GET /bot_storage': {
    params: { readonly keys?: readonly (string)[] | undefined };
    answer: { readonly storage: Readonly<Record<string, string>> };
  };
  'PUT /bot_storage': {
    params: { readonly storage: Readonly<Record<string, string>> };
    answer: Record<never, never>;
  };
  'DELETE /bot_storage': {
    params: { readonly keys?: readonly (string)[] | undefined };
    answer: Record<never, never>;
  };
  'GET /invites': {
    params: Record<never, never>;
    answer: { readonly invites: readonly (Invitation)[] };
  };
  'POST /invites': {
    params: { readonly invitee_emails: string; readonly invite_expires_in_minutes?: number | null | undefined; readonly invite_as?: number | undefined; readonly group_ids?: readonly (number)[] | undefined; readonly include_realm_default_subscriptions?: boolean | undefined; readonly welcome_message_custom_text?: string | undefined; readonly stream_ids: readonly (number)[]; readonly notify_referrer_on_join?: boolean | undefined };
    answer: { readonly is_mailed?: boolean };
  };
  'POST /invites/multiuse': {
    params: { readonly invite_expires_in_minutes?: number | null | undefined; readonly invite_as?: number | undefined; readonly group_ids?: readonly (number)[] | undefined; readonly include_realm_default_subscriptions?: boolean | undefined; readonly welcome_message_custom_text?: string | undefined; readonly stream_ids?: readonly (number)[] | undefined };
    answer: { readonly invite_link: string };
  };
  'DELETE /invites/:invite_id': {
    params: { readonly invite_id: number };
    answer: Record<never, never>;
  };
  'DELETE /invites/multiuse/:invite_id': {
    params: { readonly invite_id: number };
    answer: Record<never, never>;
  };
  'POST /invites/:invite_id/resend': {
    params: { readonly invite_id: number };
    answer: Record<never, never>;
  };
  'POST /service-outgoing-webhook': {
    params: Record<never, never>;
    answer: Record<never, never>;
  };
  'GET /settings': {
    params: Record<never, never>;
    answer: { readonly full_name: string; readonly email: string; readonly email_address_visibility: 1 | 2 | 3 | 4 | 5; readonly automatically_follow_topics_policy: 1 | 2 | 3 | 4; readonly automatically_unmute_topics_in_muted_streams_policy: 1 | 2 | 3 | 4; readonly automatically_follow_topics_where_mentioned: boolean; readonly presence_enabled: boolean; readonly translate_emoticons: boolean; readonly send_read_receipts: boolean; readonly send_private_typing_notifications: boolean; readonly send_stream_typing_notifications: boolean; readonly timezone: string; readonly enable_offline_push_notifications: boolean; readonly enable_online_push_notifications: boolean; readonly enable_stream_push_notifications: boolean; readonly enable_followed_topic_push_notifications: boolean; readonly wildcard_mentions_notify: boolean; readonly enable_followed_topic_wildcard_mentions_notify: boolean; readonly starred_message_counts: boolean; readonly receives_typing_notifications: boolean; readonly web_suggest_update_timezone: boolean; readonly enable_drafts_synchronization: boolean; readonly display_emoji_reaction_users: boolean; readonly web_escape_navigates_to_home_view: boolean; readonly web_navigate_to_sent_message: boolean; readonly enable_followed_topic_desktop_notifications: boolean; readonly enable_followed_topic_email_notifications: boolean; readonly enable_followed_topic_audible_notifications: boolean; readonly enable_desktop_notifications: boolean; readonly pm_content_in_desktop_notifications: boolean; readonly enable_sounds: boolean; readonly enable_offline_email_notifications: boolean; readonly message_content_in_email_notifications: boolean; readonly enable_digest_emails: boolean; readonly enable_login_emails: boolean; readonly enable_marketing_emails: boolean; readonly enter_sends: boolean; readonly left_side_userlist: boolean; readonly fluid_layout_width: boolean; readonly high_contrast_mode: boolean; readonly twenty_four_hour_time: boolean; readonly enable_stream_desktop_notifications: boolean; readonly enable_stream_email_notifications: boolean; readonly enable_stream_audible_notifications: boolean; readonly hide_ai_features: boolean; readonly allow_private_data_export: boolean; readonly web_left_sidebar_show_channel_folders: boolean; readonly web_left_sidebar_unreads_count_summary: boolean; readonly default_language: string; readonly web_home_view: "inbox" | "recent_topics" | "recent" | "all_messages"; readonly emojiset: "google" | "google-blob" | "twitter" | "text"; readonly notification_sound: "bell" | "blip" | "chime" | "click" | "ding" | "hansard" | "plink" | "pop" | "none"; readonly web_animate_image_previews: "always" | "on_hover" | "never"; readonly resolved_topic_notice_auto_read_policy: "always" | "except_followed" | "never"; readonly color_scheme: 1 | 2 | 3; readonly demote_inactive_streams: 1 | 2 | 3; readonly web_mark_read_on_scroll_policy: 1 | 2 | 3; readonly web_channel_default_view: 1 | 2 | 3 | 4; readonly user_list_style: 1 | 2 | 3; readonly web_stream_unreads_count_display_policy: 1 | 2 | 3; readonly desktop_icon_count_display: 1 | 2 | 3 | 4; readonly realm_name_in_email_notifications_policy: 1 | 2 | 3; readonly web_font_size_px: number; readonly web_line_height_percent: number; readonly email_notifications_batching_period_seconds: number; readonly emojiset_choices: readonly ({ readonly key: string; readonly text: string })[]; readonly available_notification_sounds: readonly (string)[] };
  };
  'PATCH /realm/user_settings_defaults': {
    params: { readonly email_address_visibility?: number | undefined; readonly automatically_follow_topics_policy?: number | undefined; readonly automatically_unmute_topics_in_muted_streams_policy?: number | undefined; readonly automatically_follow_topics_where_mentioned?: boolean | undefined; readonly presence_enabled?: boolean | undefined; readonly translate_emoticons?: boolean | undefined; readonly send_read_receipts?: boolean | undefined; readonly send_private_typing_notifications?: boolean | undefined; readonly send_stream_typing_notifications?: boolean | undefined; readonly enable_offline_push_notifications?: boolean | undefined; readonly enable_online_push_notifications?: boolean | undefined; readonly enable_stream_push_notifications?: boolean | undefined; readonly enable_followed_topic_push_notifications?: boolean | undefined; readonly wildcard_mentions_notify?: boolean | undefined; readonly enable_followed_topic_wildcard_mentions_notify?: boolean | undefined; readonly starred_message_counts?: boolean | undefined; readonly receives_typing_notifications?: boolean | undefined; readonly web_suggest_update_timezone?: boolean | undefined; readonly enable_drafts_synchronization?: boolean | undefined; readonly display_emoji_reaction_users?: boolean | undefined; readonly web_escape_navigates_to_home_view?: boolean | undefined; readonly web_navigate_to_sent_message?: boolean | undefined; readonly enable_followed_topic_desktop_notifications?: boolean | undefined; readonly enable_followed_topic_email_notifications?: boolean | undefined; readonly enable_followed_topic_audible_notifications?: boolean | undefined; readonly enable_desktop_notifications?: boolean | undefined; readonly pm_content_in_desktop_notifications?: boolean | undefined; readonly enable_sounds?: boolean | undefined; readonly enable_offline_email_notifications?: boolean | undefined; readonly message_content_in_email_notifications?: boolean | undefined; readonly enable_digest_emails?: boolean | undefined; readonly enable_login_emails?: boolean | undefined; readonly enable_marketing_emails?: boolean | undefined; readonly enter_sends?: boolean | undefined; readonly left_side_userlist?: boolean | undefined; readonly fluid_layout_width?: boolean | undefined; readonly high_contrast_mode?: boolean | undefined; readonly twenty_four_hour_time?: boolean | undefined; readonly enable_stream_desktop_notifications?: boolean | undefined; readonly enable_stream_email_notifications?: boolean | undefined; readonly enable_stream_audible_notifications?: boolean | undefined; readonly hide_ai_features?: boolean | undefined; readonly allow_private_data_export?: boolean | undefined; readonly web_left_sidebar_show_channel_folders?: boolean | undefined; readonly web_left_sidebar_unreads_count_summary?: boolean | undefined; readonly default_language?: string | undefined; readonly web_home_view?: "inbox" | "recent_topics" | "recent" | "all_messages" | undefined; readonly emojiset?: "google" | "google-blob" | "twitter" | "text" | undefined; readonly notification_sound?: string | undefined; readonly web_animate_image_previews?: "always" | "on_hover" | "never" | undefined; readonly resolved_topic_notice_auto_read_policy?: "always" | "except_followed" | "never" | undefined; readonly color_scheme?: number | undefined; readonly demote_inactive_streams?: number | undefined; readonly web_mark_read_on_scroll_policy?: number | undefined; readonly web_channel_default_view?: number | undefined; readonly user_list_style?: number | undefined; readonly web_stream_unreads_count_display_policy?: number | undefined; readonly desktop_icon_count_display?: number | undefined; readonly realm_name_in_email_notifications_policy?: number | undefined; readonly web_font_size_px?: number | undefined; readonly web_line_height_percent?: number | undefined; readonly email_notifications_batching_period_seconds?: number | undefined };
    answer: Record<never, never>;
  };
  'PATCH /settings': {
    params: { readonly full_name?: string | undefined; readonly email?: string | undefined; readonly old_password?: string | undefined; readonly new_password?: string | undefined; readonly email_address_visibility?: number | undefined; readonly automatically_follow_topics_policy?: number | undefined; readonly automatically_unmute_topics_in_muted_streams_policy?: number | undefined; readonly automatically_follow_topics_where_mentioned?: boolean | undefined; readonly presence_enabled?: boolean | undefined; readonly translate_emoticons?: boolean | undefined; readonly send_read_receipts?: boolean | undefined; readonly send_private_typing_notifications?: boolean | undefined; readonly send_stream_typing_notifications?: boolean | undefined; readonly timezone?: string | undefined; readonly enable_offline_push_notifications?: boolean | undefined; readonly enable_online_push_notifications?: boolean | undefined; readonly enable_stream_push_notifications?: boolean | undefined; readonly enable_followed_topic_push_notifications?: boolean | undefined; readonly wildcard_mentions_notify?: boolean | undefined; readonly enable_followed_topic_wildcard_mentions_notify?: boolean | undefined; readonly starred_message_counts?: boolean | undefined; readonly receives_typing_notifications?: boolean | undefined; readonly web_suggest_update_timezone?: boolean | undefined; readonly enable_drafts_synchronization?: boolean | undefined; readonly display_emoji_reaction_users?: boolean | undefined; readonly web_escape_navigates_to_home_view?: boolean | undefined; readonly web_navigate_to_sent_message?: boolean | undefined; readonly enable_followed_topic_desktop_notifications?: boolean | undefined; readonly enable_followed_topic_email_notifications?: boolean | undefined; readonly enable_followed_topic_audible_notifications?: boolean | undefined; readonly enable_desktop_notifications?: boolean | undefined; readonly pm_content_in_desktop_notifications?: boolean | undefined; readonly enable_sounds?: boolean | undefined; readonly enable_offline_email_notifications?: boolean | undefined; readonly message_content_in_email_notifications?: boolean | undefined; readonly enable_digest_emails?: boolean | undefined; readonly enable_login_emails?: boolean | undefined; readonly enable_marketing_emails?: boolean | undefined; readonly enter_sends?: boolean | undefined; readonly left_side_userlist?: boolean | undefined; readonly fluid_layout_width?: boolean | undefined; readonly high_contrast_mode?: boolean | undefined; readonly twenty_four_hour_time?: boolean | undefined; readonly enable_stream_desktop_notifications?: boolean | undefined; readonly enable_stream_email_notifications?: boolean | undefined; readonly enable_stream_audible_notifications?: boolean | undefined; readonly hide_ai_features?: boolean | undefined; readonly allow_private_data_export?: boolean | undefined; readonly web_left_sidebar_show_channel_folders?: boolean | undefined; readonly web_left_sidebar_unreads_count_summary?: boolean | undefined; readonly default_language?: string | undefined; readonly web_home_view?: "inbox" | "recent_topics" | "recent" | "all_messages" | undefined; readonly emojiset?: "google" | "google-blob" | "twitter" | "text" | undefined; readonly notification_sound?: string | undefined; readonly web_animate_image_previews?: "always" | "on_hover" | "never" | undefined; readonly resolved_topic_notice_auto_read_policy?: "always" | "except_followed" | "never" | undefined; readonly color_scheme?: number | undefined; readonly demote_inactive_streams?: number | undefined; readonly web_mark_read_on_scroll_policy?: number | undefined; readonly web_channel_default_view?: number | undefined; readonly user_list_style?: number | undefined; readonly web_stream_unreads_count_display_policy?: number | undefined; readonly desktop_icon_count_display?: number | undefined; readonly realm_name_in_email_notifications_policy?: number | undefined; readonly web_font_size_px?: number | undefined; readonly web_line_height_percent?: number | undefined; readonly email_notifications_batching_period_seconds?: number | undefined };
    answer: Record<never, never>;
  };
  'PATCH /settings/display': {
    params: { readonly full_name?: string | undefined; readonly email?: string | undefined; readonly old_password?: string | undefined; readonly new_password?: string | undefined; readonly email_address_visibility?: number | undefined; readonly automatically_follow_topics_policy?: number | undefined; readonly automatically_unmute_topics_in_muted_streams_policy?: number | undefined; readonly automatically_follow_topics_where_mentioned?: boolean | undefined; readonly presence_enabled?: boolean | undefined; readonly translate_emoticons?: boolean | undefined; readonly send_read_receipts?: boolean | undefined; readonly send_private_typing_notifications?: boolean | undefined; readonly send_stream_typing_notifications?: boolean | undefined; readonly timezone?: string | undefined; readonly enable_offline_push_notifications?: boolean | undefined; readonly enable_online_push_notifications?: boolean | undefined; readonly enable_stream_push_notifications?: boolean | undefined; readonly enable_followed_topic_push_notifications?: boolean | undefined; readonly wildcard_mentions_notify?: boolean | undefined; readonly enable_followed_topic_wildcard_mentions_notify?: boolean | undefined; readonly starred_message_counts?: boolean | undefined; readonly receives_typing_notifications?: boolean | undefined; readonly web_suggest_update_timezone?: boolean | undefined; readonly enable_drafts_synchronization?: boolean | undefined; readonly display_emoji_reaction_users?: boolean | undefined; readonly web_escape_navigates_to_home_view?: boolean | undefined; readonly web_navigate_to_sent_message?: boolean | undefined; readonly enable_followed_topic_desktop_notifications?: boolean | undefined; readonly enable_followed_topic_email_notifications?: boolean | undefined; readonly enable_followed_topic_audible_notifications?: boolean | undefined; readonly enable_desktop_notifications?: boolean | undefined; readonly pm_content_in_desktop_notifications?: boolean | undefined; readonly enable_sounds?: boolean | undefined; readonly enable_offline_email_notifications?: boolean | undefined; readonly message_content_in_email_notifications?: boolean | undefined; readonly enable_digest_emails?: boolean | undefined; readonly enable_login_emails?: boolean | undefined; readonly enable_marketing_emails?: boolean | undefined; readonly enter_sends?: boolean | undefined; readonly left_side_userlist?: boolean | undefined; readonly fluid_layout_width?: boolean | undefined; readonly high_contrast_mode?: boolean | undefined; readonly twenty_four_hour_time?: boolean | undefined; readonly enable_stream_desktop_notifications?: boolean | undefined; readonly enable_stream_email_notifications?: boolean | undefined; readonly enable_stream_audible_notifications?: boolean | undefined; readonly hide_ai_features?: boolean | undefined; readonly allow_private_data_export?: boolean | undefined; readonly web_left_sidebar_show_channel_folders?: boolean | undefined; readonly web_left_sidebar_unreads_count_summary?: boolean | undefined; readonly default_language?: string | undefined; readonly web_home_view?: "inbox" | "recent_topics" | "recent" | "all_messages" | undefined; readonly emojiset?: "google" | "google-blob" | "twitter" | "text" | undefined; readonly notification_sound?: string | undefined; readonly web_animate_image_previews?: "always" | "on_hover" | "never" | undefined; readonly resolved_topic_notice_auto_read_policy?: "always" | "except_followed" | "never" | undefined; readonly color_scheme?: number | undefined; readonly demote_inactive_streams?: number | undefined; readonly web_mark_read_on_scroll_policy?: number | undefined; readonly web_channel_default_view?: number | undefined; readonly user_list_style?: number | undefined; readonly web_stream_unreads_count_display_policy?: number | undefined; readonly desktop_icon_count_display?: number | undefined; readonly realm_name_in_email_notifications_policy?: number | undefined; readonly web_font_size_px?: number | undefined; readonly web_line_height_percent?: number | undefined; readonly email_notifications_batching_period_seconds?: number | undefined };
    answer: Record<never, never>;
  };
  'PATCH /settings/notifications': {
    params: { readonly full_name?: string | undefined; readonly email?: string | undefined; readonly old_password?: string | undefined; readonly new_password?: string | undefined; readonly email_address_visibility?: number | undefined; readonly automatically_follow_topics_policy?: number | undefined; readonly automatically_unmute_topics_in_muted_streams_policy?: number | undefined; readonly automatically_follow_topics_where_mentioned?: boolean | undefined; readonly presence_enabled?: boolean | undefined; readonly translate_emoticons?: boolean | undefined; readonly send_read_receipts?: boolean | undefined; readonly send_private_typing_notifications?: boolean | undefined; readonly send_stream_typing_notifications?: boolean | undefined; readonly timezone?: string | undefined; readonly enable_offline_push_notifications?: boolean | undefined; readonly enable_online_push_notifications?: boolean | undefined; readonly enable_stream_push_notifications?: boolean | undefined; readonly enable_followed_topic_push_notifications?: boolean | undefined; readonly wildcard_mentions_notify?: boolean | undefined; readonly enable_followed_topic_wildcard_mentions_notify?: boolean | undefined; readonly starred_message_counts?: boolean | undefined; readonly receives_typing_notifications?: boolean | undefined; readonly web_suggest_update_timezone?: boolean | undefined; readonly enable_drafts_synchronization?: boolean | undefined; readonly display_emoji_reaction_users?: boolean | undefined; readonly web_escape_navigates_to_home_view?: boolean | undefined; readonly web_navigate_to_sent_message?: boolean | undefined; readonly enable_followed_topic_desktop_notifications?: boolean | undefined; readonly enable_followed_topic_email_notifications?: boolean | undefined; readonly enable_followed_topic_audible_notifications?: boolean | undefined; readonly enable_desktop_notifications?: boolean | undefined; readonly pm_content_in_desktop_notifications?: boolean | undefined; readonly enable_sounds?: boolean | undefined; readonly enable_offline_email_notifications?: boolean | undefined; readonly message_content_in_email_notifications?: boolean | undefined; readonly enable_digest_emails?: boolean | undefined; readonly enable_login_emails?: boolean | undefined; readonly enable_marketing_emails?: boolean | undefined; readonly enter_sends?: boolean | undefined; readonly left_side_userlist?: boolean | undefined; readonly fluid_layout_width?: boolean | undefined; readonly high_contrast_mode?: boolean | undefined; readonly twenty_four_hour_time?: boolean | undefined; readonly enable_stream_desktop_notifications?: boolean | undefined; readonly enable_stream_email_notifications?: boolean | undefined; readonly enable_stream_audible_notifications?: boolean | undefined; readonly hide_ai_features?: boolean | undefined; readonly allow_private_data_export?: boolean | undefined; readonly web_left_sidebar_show_channel_folders?: boolean | undefined; readonly web_left_sidebar_unreads_count_summary?: boolean | undefined; readonly default_language?: string | undefined; readonly web_home_view?: "inbox" | "recent_topics" | "recent" | "all_messages" | undefined; readonly emojiset?: "google" | "google-blob" | "twitter" | "text" | undefined; readonly notification_sound?: string | undefined; readonly web_animate_image_previews?: "always" | "on_hover" | "never" | undefined; readonly resolved_topic_notice_auto_read_policy?: "always" | "except_followed" | "never" | undefined; readonly color_scheme?: number | undefined; readonly demote_inactive_streams?: number | undefined; readonly web_mark_read_on_scroll_policy?: number | undefined; readonly web_channel_default_view?: number | undefined; readonly user_list_style?: number | undefined; readonly web_stream_unreads_count_display_policy?: number | undefined; readonly desktop_icon_count_display?: number | undefined; readonly realm_name_in_email_notifications_policy?: number | undefined; readonly web_font_size_px?: number | undefined; readonly web_line_height_percent?: number | undefined; readonly email_notifications_batching_period_seconds?: number | undefined };
    answer: Record<never, never>;
  };
  'GET /users/me/alert_words': {
    params: Record<never, never>;
    answer: { readonly alert_words: readonly (string)[] };
  };
  'POST /users/me/alert_words': {
    params: { readonly alert_words: readonly (string)[] };
    answer: { readonly alert_words: readonly (string)[] };
  };
  'DELETE /users/me/alert_words': {
    params: { readonly alert_words: readonly (string)[] };
    answer: { readonly alert_words: readonly (string)[] };
  };
  'GET /navigation_views': {
    params: Record<never, never>;
    answer: { readonly navigation_views: readonly (NavigationView)[] };
  };
  'POST /navigation_views': {
    params: { readonly fragment: string; readonly is_pinned: boolean; readonly name?: string | undefined };
    answer: Record<never, never>;
  };
  'PATCH /navigation_views/:fragment': {
    params: { readonly fragment: string; readonly is_pinned?: boolean | undefined; readonly name?: string | undefined };
    answer: Record<never, never>;
  };
  'DELETE /navigation_views/:fragment': {
    params: { readonly fragment: string };
    answer: Record<never, never>;
  };
  'POST /users/me/onboarding_steps': {
    params: { readonly onboarding_step: string };
    answer: Record<never, never>;
  };
  'GET /user_groups': {
    params: { readonly include_deactivated_groups?: boolean | undefined };
    answer: { readonly user_groups: readonly (UserGroup)[] };
  };
  'POST /user_groups/create': {
    params: { readonly name: string; readonly description: string; readonly members: readonly (number)[]; readonly subgroups?: readonly (number)[] | undefined; readonly can_add_members_group?: GroupSetting | undefined; readonly can_join_group?: GroupSetting | undefined; readonly can_leave_group?: GroupSetting | undefined; readonly can_manage_group?: GroupSetting | undefined; readonly can_mention_group?: GroupSetting | undefined; readonly can_remove_members_group?: GroupSetting | undefined };
    answer: { readonly group_id: number };
  };
  'PATCH /user_groups/:group_id': {
    params: { readonly group_id: number; readonly name?: string | undefined; readonly description?: string | undefined; readonly deactivated?: false | undefined; readonly can_add_members_group?: GroupSettingUpdate | undefined; readonly can_join_group?: GroupSettingUpdate | undefined; readonly can_leave_group?: GroupSettingUpdate | undefined; readonly can_manage_group?: GroupSettingUpdate | undefined; readonly can_mention_group?: GroupSettingUpdate | undefined; readonly can_remove_members_group?: GroupSettingUpdate | undefined };
    answer: Record<never, never>;
  };
  'POST /user_groups/:group_id/deactivate': {
    params: { readonly group_id: number };
    answer: Record<never, never>;
  };
  'GET /user_groups/:group_id/members': {
    params: { readonly group_id: number; readonly direct_member_only?: boolean | undefined };
    answer: { readonly members: readonly (number)[] };
  };
  'GET /user_groups/:group_id/members/:user_id': {
    params: { readonly group_id: number; readonly user_id: number; readonly direct_member_only?: boolean | undefined };
    answer: { readonly is_user_group_member: boolean };
  };
  'POST /user_groups/:group_id/members': {
    params: { readonly group_id: number; readonly add?: readonly (number)[] | undefined; readonly delete?: readonly (number)[] | undefined; readonly add_subgroups?: readonly (number)[] | undefined; readonly delete_subgroups?: readonly (number)[] | undefined };
    answer: Record<never, never>;
  };
  'GET /user_groups/:group_id/subgroups': {
    params: { readonly group_id: number; readonly direct_subgroup_only?: boolean | undefined };
    answer: { readonly subgroups: readonly (number)[] };
  };
  'POST /user_groups/:group_id/subgroups': {
    params: { readonly group_id: number; readonly add?: readonly (number)[] | undefined; readonly delete?: readonly (number)[] | undefined };
    answer: Record<never, never>;
  };
  'GET /realm': {
    params: Record<never, never>;
    answer: { readonly name?: string; readonly description?: string; readonly authentication_methods?: Readonly<Record<string, boolean>>; readonly allow_message_editing?: boolean; readonly avatar_changes_disabled?: boolean; readonly default_avatar_source?: "G" | "J"; readonly default_code_block_language?: string; readonly default_language?: string; readonly digest_emails_enabled?: boolean; readonly digest_weekday?: 0 | 1 | 2 | 3 | 4 | 5 | 6; readonly disallow_disposable_email_addresses?: boolean; readonly email_changes_disabled?: boolean; readonly emails_restricted_to_domains?: boolean; readonly enable_guest_user_dm_warning?: boolean; readonly enable_guest_user_indicator?: boolean; readonly enable_read_receipts?: boolean; readonly enable_spectator_access?: boolean; readonly gif_rating_policy?: 0 | 1 | 2 | 3 | 4; readonly inline_image_preview?: boolean; readonly inline_url_embed_preview?: boolean; readonly invite_required?: boolean; readonly jitsi_server_url?: string | null; readonly media_preview_size?: 100 | 150 | 200; readonly message_content_allowed_in_email_notifications?: boolean; readonly message_content_delete_limit_seconds?: number | null; readonly message_content_edit_limit_seconds?: number | null; readonly message_edit_history_visibility_policy?: "all" | "moves" | "none"; readonly message_retention_days?: number; readonly moderation_request_channel_id?: number; readonly move_messages_between_streams_limit_seconds?: number | null; readonly move_messages_within_stream_limit_seconds?: number | null; readonly name_changes_disabled?: boolean; readonly new_stream_announcements_stream_id?: number; readonly org_type?: 0 | 10 | 20 | 30 | 35 | 40 | 50 | 60 | 70 | 80 | 90 | 100 | 1000; readonly owner_full_content_access?: false; readonly presence_disabled?: boolean; readonly require_e2ee_push_notifications?: boolean; readonly require_unique_names?: boolean; readonly send_channel_events_messages?: boolean; readonly send_welcome_emails?: boolean; readonly service_update_announcements_stream_id?: number; readonly signup_announcements_stream_id?: number; readonly topics_policy?: "allow_empty_topic" | "disable_empty_topic"; readonly video_chat_provider?: 0 | 1; readonly waiting_period_threshold?: number; readonly want_advertise_in_communities_directory?: boolean; readonly welcome_message_custom_text?: string; readonly can_access_all_users_group?: GroupSetting; readonly can_add_custom_emoji_group?: GroupSetting; readonly can_add_subscribers_group?: GroupSetting; readonly can_create_bots_group?: GroupSetting; readonly can_create_groups?: GroupSetting; readonly can_create_private_channel_group?: GroupSetting; readonly can_create_public_channel_group?: GroupSetting; readonly can_create_web_public_channel_group?: GroupSetting; readonly can_create_write_only_bots_group?: GroupSetting; readonly can_delete_any_message_group?: GroupSetting; readonly can_delete_own_message_group?: GroupSetting; readonly can_invite_users_group?: GroupSetting; readonly can_manage_all_groups?: GroupSetting; readonly can_manage_billing_group?: GroupSetting; readonly can_mention_many_users_group?: GroupSetting; readonly can_move_messages_between_channels_group?: GroupSetting; readonly can_move_messages_between_topics_group?: GroupSetting; readonly can_resolve_topics_group?: GroupSetting; readonly can_set_delete_message_policy_group?: GroupSetting; readonly can_set_topics_policy_group?: GroupSetting; readonly can_summarize_topics_group?: GroupSetting; readonly create_multiuse_invite_group?: GroupSetting; readonly direct_message_initiator_group?: GroupSetting; readonly direct_message_permission_group?: GroupSetting; readonly workplace_users_group?: GroupSetting };
  };
  'PATCH /realm': {
    params: { readonly name?: string | undefined; readonly description?: string | undefined; readonly authentication_methods?: Readonly<Record<string, boolean>> | undefined; readonly allow_message_editing?: boolean | undefined; readonly avatar_changes_disabled?: boolean | undefined; readonly default_avatar_source?: "G" | "J" | undefined; readonly default_code_block_language?: string | undefined; readonly default_language?: string | undefined; readonly digest_emails_enabled?: boolean | undefined; readonly digest_weekday?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | undefined; readonly disallow_disposable_email_addresses?: boolean | undefined; readonly email_changes_disabled?: boolean | undefined; readonly emails_restricted_to_domains?: boolean | undefined; readonly enable_guest_user_dm_warning?: boolean | undefined; readonly enable_guest_user_indicator?: boolean | undefined; readonly enable_read_receipts?: boolean | undefined; readonly enable_spectator_access?: boolean | undefined; readonly gif_rating_policy?: 0 | 1 | 2 | 3 | 4 | undefined; readonly inline_image_preview?: boolean | undefined; readonly inline_url_embed_preview?: boolean | undefined; readonly invite_required?: boolean | undefined; readonly jitsi_server_url?: string | undefined; readonly media_preview_size?: 100 | 150 | 200 | undefined; readonly message_content_allowed_in_email_notifications?: boolean | undefined; readonly message_content_delete_limit_seconds?: number | string | undefined; readonly message_content_edit_limit_seconds?: number | string | undefined; readonly message_edit_history_visibility_policy?: "all" | "moves" | "none" | undefined; readonly message_retention_days?: number | string | undefined; readonly moderation_request_channel_id?: -1 | number | undefined; readonly move_messages_between_streams_limit_seconds?: number | string | undefined; readonly move_messages_within_stream_limit_seconds?: number | string | undefined; readonly name_changes_disabled?: boolean | undefined; readonly new_stream_announcements_stream_id?: -1 | number | undefined; readonly org_type?: 0 | 10 | 20 | 30 | 35 | 40 | 50 | 60 | 70 | 80 | 90 | 100 | 1000 | undefined; readonly owner_full_content_access?: false | undefined; readonly presence_disabled?: boolean | undefined; readonly require_e2ee_push_notifications?: boolean | undefined; readonly require_unique_names?: boolean | undefined; readonly send_channel_events_messages?: boolean | undefined; readonly send_welcome_emails?: boolean | undefined; readonly service_update_announcements_stream_id?: -1 | number | undefined; readonly signup_announcements_stream_id?: -1 | number | undefined; readonly topics_policy?: "allow_empty_topic" | "disable_empty_topic" | undefined; readonly video_chat_provider?: 0 | 1 | undefined; readonly waiting_period_threshold?: number | undefined; readonly want_advertise_in_communities_directory?: boolean | undefined; readonly welcome_message_custom_text?: string | undefined; readonly can_access_all_users_group?: GroupSettingUpdate | undefined; readonly can_add_custom_emoji_group?: GroupSettingUpdate | undefined; readonly can_add_subscribers_group?: GroupSettingUpdate | undefined; readonly can_create_bots_group?: GroupSettingUpdate | undefined; readonly can_create_groups?: GroupSettingUpdate | undefined; readonly can_create_private_channel_group?: GroupSettingUpdate | undefined; readonly can_create_public_channel_group?: GroupSettingUpdate | undefined; readonly can_create_web_public_channel_group?: GroupSettingUpdate | undefined; readonly can_create_write_only_bots_group?: GroupSettingUpdate | undefined; readonly can_delete_any_message_group?: GroupSettingUpdate | undefined; readonly can_delete_own_message_group?: GroupSettingUpdate | undefined; readonly can_invite_users_group?: GroupSettingUpdate | undefined; readonly can_manage_all_groups?: GroupSettingUpdate | undefined; readonly can_manage_billing_group?: GroupSettingUpdate | undefined; readonly can_mention_many_users_group?: GroupSettingUpdate | undefined; readonly can_move_messages_between_channels_group?: GroupSettingUpdate | undefined; readonly can_move_messages_between_topics_group?: GroupSettingUpdate | undefined; readonly can_resolve_topics_group?: GroupSettingUpdate | undefined; readonly can_set_delete_message_policy_group?: GroupSettingUpdate | undefined; readonly can_set_topics_policy_group?: GroupSettingUpdate | undefined; readonly can_summarize_topics_group?: GroupSettingUpdate | undefined; readonly create_multiuse_invite_group?: GroupSettingUpdate | undefined; readonly direct_message_initiator_group?: GroupSettingUpdate | undefined; readonly direct_message_permission_group?: GroupSettingUpdate | undefined; readonly workplace_users_group?: GroupSettingUpdate | undefined };
    answer: { readonly name?: string; readonly description?: string; readonly authentication_methods?: Readonly<Record<string, boolean>>; readonly allow_message_editing?: boolean; readonly avatar_changes_disabled?: boolean; readonly default_avatar_source?: "G" | "J"; readonly default_code_block_language?: string; readonly default_language?: string; readonly digest_emails_enabled?: boolean; readonly digest_weekday?: 0 | 1 | 2 | 3 | 4 | 5 | 6; readonly disallow_disposable_email_addresses?: boolean; readonly email_changes_disabled?: boolean; readonly emails_restricted_to_domains?: boolean; readonly enable_guest_user_dm_warning?: boolean; readonly enable_guest_user_indicator?: boolean; readonly enable_read_receipts?: boolean; readonly enable_spectator_access?: boolean; readonly gif_rating_policy?: 0 | 1 | 2 | 3 | 4; readonly inline_image_preview?: boolean; readonly inline_url_embed_preview?: boolean; readonly invite_required?: boolean; readonly jitsi_server_url?: string | null; readonly media_preview_size?: 100 | 150 | 200; readonly message_content_allowed_in_email_notifications?: boolean; readonly message_content_delete_limit_seconds?: number | null; readonly message_content_edit_limit_seconds?: number | null; readonly message_edit_history_visibility_policy?: "all" | "moves" | "none"; readonly message_retention_days?: number; readonly moderation_request_channel_id?: number; readonly move_messages_between_streams_limit_seconds?: number | null; readonly move_messages_within_stream_limit_seconds?: number | null; readonly name_changes_disabled?: boolean; readonly new_stream_announcements_stream_id?: number; readonly org_type?: 0 | 10 | 20 | 30 | 35 | 40 | 50 | 60 | 70 | 80 | 90 | 100 | 1000; readonly owner_full_content_access?: false; readonly presence_disabled?: boolean; readonly require_e2ee_push_notifications?: boolean; readonly require_unique_names?: boolean; readonly send_channel_events_messages?: boolean; readonly send_welcome_emails?: boolean; readonly service_update_announcements_stream_id?: number; readonly signup_announcements_stream_id?: number; readonly topics_policy?: "allow_empty_topic" | "disable_empty_topic"; readonly video_chat_provider?: 0 | 1; readonly waiting_period_threshold?: number; readonly want_advertise_in_communities_directory?: boolean; readonly welcome_message_custom_text?: string; readonly can_access_all_users_group?: GroupSetting; readonly can_add_custom_emoji_group?: GroupSetting; readonly can_add_subscribers_group?: GroupSetting; readonly can_create_bots_group?: GroupSetting; readonly can_create_groups?: GroupSetting; readonly can_create_private_channel_group?: GroupSetting; readonly can_create_public_channel_group?: GroupSetting; readonly can_create_web_public_channel_group?: GroupSetting; readonly can_create_write_only_bots_group?: GroupSetting; readonly can_delete_any_message_group?: GroupSetting; readonly can_delete_own_message_group?: GroupSetting; readonly can_invite_users_group?: GroupSetting; readonly can_manage_all_groups?: GroupSetting; readonly can_manage_billing_group?: GroupSetting; readonly can_mention_many_users_group?: GroupSetting; readonly can_move_messages_between_channels_group?: GroupSetting; readonly can_move_messages_between_topics_group?: GroupSetting; readonly can_resolve_topics_group?: GroupSetting; readonly can_set_delete_message_policy_group?: GroupSetting; readonly can_set_topics_policy_group?: GroupSetting; readonly can_summarize_topics_group?: GroupSetting; readonly create_multiuse_invite_group?: GroupSetting; readonly direct_message_initiator_group?: GroupSetting; readonly direct_message_permission_group?: GroupSetting; readonly workplace_users_group?: GroupSetting };
  };
  'POST /realm/test_welcome_bot_custom_message': {
    params: { readonly welcome_message_custom_text: string };
    answer: { readonly message_id: number };
  };
  'POST /realm/deactivate': {
    params: { readonly deletion_delay_days?: number | null | undefined };
    answer: Record<never, never>;
  };
  'GET /realm/linkifiers': {
    params: Record<never, never>;
    answer: { readonly linkifiers: readonly (Linkifier)[] };
  };
  'PATCH /realm/linkifiers': {
    params: { readonly ordered_linkifier_ids: readonly (number)[] };
    answer: Record<never, never>;
  };
  'POST /realm/filters': {
    params: { readonly pattern: string; readonly url_template: string; readonly example_input?: string | undefined; readonly reverse_template?: string | undefined; readonly alternative_url_templates?: readonly (string)[] | undefined };
    answer: { readonly id: number };
  };
  'PATCH /realm/filters/:filter_id': {
    params: { readonly filter_id: number; readonly pattern?: string | undefined; readonly url_template?: string | undefined; readonly example_input?: string | undefined; readonly reverse_template?: string | undefined; readonly alternative_url_templates?: readonly (string)[] | undefined };
    answer: Record<never, never>;
  };
  'DELETE /realm/filters/:filter_id': {
    params: { readonly filter_id: number };
    answer: Record<never, never>;
  };
  'POST /realm/playgrounds': {
    params: { readonly name: string; readonly pygments_language: string; readonly url_template: string };
    answer: { readonly id: number };
  };
  'DELETE /realm/playgrounds/:playground_id': {
    params: { readonly playground_id: number };
    answer: Record<never, never>;
  };
  'GET /realm/domains': {
    params: Record<never, never>;
    answer: { readonly domains: readonly (AllowedDomain)[] };
  };
  'POST /realm/domains': {
    params: { readonly domain: string; readonly allow_subdomains: boolean };
    answer: { readonly new_domain: readonly [number, string] };
  };
  'PATCH /realm/domains/:domain': {
    params: { readonly domain: string; readonly allow_subdomains: boolean };
    answer: Record<never, never>;
  };
  'DELETE /realm/domains/:domain': {
    params: { readonly domain: string };
    answer: Record<never, never>;
  };
  'GET /export/realm': {
    params: Record<never, never>;
    answer: { readonly exports: readonly (DataExport)[] };
  };
  'POST /export/realm': {
    params: { readonly export_type?: string | number | undefined };
    answer: { readonly id: number };
  };
  'GET /export/realm/consents': {
    params: Record<never, never>;
    answer: { readonly export_consents: readonly ({ readonly user_id: number; readonly consented: boolean })[] };
  };
  'DELETE /export/realm/:export_id': {
    params: { readonly export_id: number };
    answer: Record<never, never>;
  };
  'GET /realm/icon': {
    params: Record<never, never>;
    answer: Record<never, never>;
  };
  'POST /realm/icon': {
    params: Record<never, never>;
    answer: { readonly icon_url: string };
  };
  'DELETE /realm/icon': {
    params: Record<never, never>;
    answer: { readonly icon_url: string };
  };
  'GET /realm/logo': {
    params: { readonly night?: boolean | undefined };
    answer: Record<never, never>;
  };
  'POST /realm/logo': {
    params: { readonly night?: boolean | undefined };
    answer: Record<never, never>;
  };
  'DELETE /realm/logo': {
    params: { readonly night?: boolean | undefined };
    answer: Record<never, never>;
  };
  'POST /fetch_api_key': {
    params: { readonly username: string; readonly password: string };
    answer: { readonly api_key: string; readonly email: string; readonly user_id: number };
  };
  'POST /jwt/fetch_api_key': {
    params: { readonly token?: string | undefined; readonly include_profile?: boolean | undefined };
    answer: { readonly api_key: string; readonly email: string; readonly user?: { readonly user_id: number; readonly email: string; readonly delivery_email: string | null; readonly full_name: string; readonly date_joined: string; readonly is_active: boolean; readonly is_owner: boolean; readonly is_admin: boolean; readonly is_guest: boolean; readonly is_bot: boolean; readonly bot_type: 1 | 2 | 3 | 4 | null; readonly bot_owner_id: number | null; readonly role: 100 | 200 | 300 | 400 | 600; readonly timezone?: string; readonly avatar_url: string | null; readonly avatar_version: number; readonly is_imported_stub: boolean; readonly is_deleted?: true } };
  };
  'POST /users/me/api_key/regenerate': {
    params: Record<never, never>;
    answer: { readonly api_key: string };
  };
  'POST /sessions': {
    params: { readonly username: string; readonly password: string };
    answer: { readonly user_id: number; readonly session_id: string };
  };
  'GET /sessions': {
    params: Record<never, never>;
    answer: { readonly sessions: readonly (Session)[] };
  };
  'DELETE /sessions/:session_id': {
    params: { readonly session_id: string };
    answer: Record<never, never>;
  };
  'POST /record/events': {
    params: { readonly before?: number | undefined; readonly limit?: number | undefined; readonly type?: string | undefined; readonly actor?: number | undefined; readonly person?: number | undefined; readonly channel?: number | undefined; readonly topic?: string | undefined; readonly message?: number | undefined; readonly correlation?: string | undefined; readonly since?: number | undefined; readonly until?: number | undefined };
    answer: { readonly events: readonly (RecordedEvent)[]; readonly next: number | null };
  };
  'POST /record/projections': {
    params: Record<never, never>;
    answer: { readonly projections: readonly (Projection)[] };
  };
  'POST /record/projections/rebuild': {
    params: { readonly projection?: string | undefined };
    answer: Record<never, never>;
  };
  'POST /record/projections/verify': {
    params: { readonly projection?: string | undefined };
    answer: Record<never, never>;
  };
  'POST /record/integrity': {
    params: { readonly anchor?: string | undefined };
    answer: { readonly is_intact: boolean; readonly events: number; readonly streams: number; readonly breaks: readonly (string)[]; readonly anchor: string | null };
  };
  'POST /register_client_device': {
    params: Record<never, never>;
    answer: { readonly device_id: number };
  };
  'POST /remove_client_device': {
    params: { readonly device_id: number };
    answer: Record<never, never>;
  };
  'POST /mobile_push/register': {
    params: { readonly device_id: number; readonly push_key_id?: number | undefined; readonly push_key?: string | undefined; readonly token_kind?: "fcm" | "apns" | undefined; readonly token_id?: string | undefined; readonly bouncer_public_key?: string | undefined; readonly encrypted_push_registration?: string | undefined };
    answer: Record<never, never>;
  };
  'POST /mobile_push/e2ee/test_notification': {
    params: { readonly device_id?: number | undefined };
    answer: Record<never, never>;
  };
  'POST /users/me/apns_device_token': {
    params: { readonly token: string; readonly appid: string };
    answer: Record<never, never>;
  };
  'DELETE /users/me/apns_device_token': {
    params: { readonly token: string; readonly appid?: string | undefined };
    answer: Record<never, never>;
  };
  'POST /users/me/android_gcm_reg_id': {
    params: { readonly token: string };
    answer: Record<never, never>;
  };
  'DELETE /users/me/android_gcm_reg_id': {
    params: { readonly token: string; readonly appid?: string | undefined };
    answer: Record<never, never>;
  };
  'POST /mobile_push/test_notification': {
    params: { readonly token?: string | undefined };
    answer: Record<never, never>;
  };
  'GET /calls/bigbluebutton/create': {
    params: { readonly meeting_name?: string | undefined; readonly voice_only?: boolean | undefined };
    answer: { readonly url: string };
  };
  'POST /calls/zoom/create': {
    params: { readonly meeting_name?: string | undefined; readonly voice_only?: boolean | undefined };
    answer: { readonly url: string };
  };
  'POST /calls/webex/create': {
    params: { readonly meeting_name?: string | undefined; readonly voice_only?: boolean | undefined };
    answer: { readonly url: string };
  };
  'POST /calls/constructorgroups/create': {
    params: { readonly meeting_name?: string | undefined; readonly voice_only?: boolean | undefined };
    answer: { readonly url: string };
  };
  'POST /calls/nextcloud_talk/create': {
    params: { readonly room_name?: string | undefined };
    answer: { readonly url: string };
  };
  'GET /server_settings': {
    params: Record<never, never>;
    answer: { readonly authentication_methods: { readonly password: boolean; readonly email: boolean; readonly dev: boolean; readonly ldap: boolean; readonly remoteuser: boolean; readonly github: boolean; readonly azuread: boolean; readonly gitlab: boolean; readonly google: boolean; readonly apple: boolean; readonly slack: boolean; readonly saml: boolean; readonly "openid connect": boolean }; readonly external_authentication_methods: readonly ({ readonly name: string; readonly display_name: string; readonly display_icon: string | null; readonly login_url: string; readonly signup_url: string })[]; readonly service_feature_level: number; readonly service_version: string; readonly service_merge_base: string; readonly push_notifications_enabled: boolean; readonly is_incompatible: boolean; readonly email_auth_enabled: boolean; readonly require_email_format_usernames: boolean; readonly realm_uri: string; readonly realm_url: string; readonly server_url: string; readonly realm_name: string; readonly realm_icon: string; readonly realm_description: string; readonly realm_web_public_access_enabled: boolean };
  };
}
