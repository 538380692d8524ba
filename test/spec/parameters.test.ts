import { expect } from 'chai';
import { CHANNEL_PERMISSIONS } from '../../src/events/channels.ts';
import { apiRoutes } from '../../src/api/table.ts';

const CHANNEL_GROUPS = Object.values(CHANNEL_PERMISSIONS).map(({ wireName }) => wireName);
const USER_GROUPS =
  'can_add_members_group can_join_group can_leave_group can_manage_group can_mention_group can_remove_members_group';
const NEW_CHANNEL =
  `announce invite_only is_web_public is_default_stream folder_id topics_policy history_public_to_subscribers ` +
  `message_retention_days send_new_subscription_messages default_push_notifications ${CHANNEL_GROUPS.join(
    ' ',
  )}`;
const SUBMITTED = 'type to content topic subject read_by_sender';
const INVITATION =
  'invite_expires_in_minutes invite_as stream_ids group_ids include_realm_default_subscriptions ' +
  'welcome_message_custom_text';
const BOT =
  'full_name default_sending_stream default_events_register_stream default_all_public_streams config_data';
const PREFERENCES =
  'starred_message_counts receives_typing_notifications web_suggest_update_timezone enable_drafts_synchronization ' +
  'display_emoji_reaction_users web_escape_navigates_to_home_view web_navigate_to_sent_message ' +
  'wildcard_mentions_notify enable_followed_topic_desktop_notifications enable_followed_topic_email_notifications ' +
  'enable_followed_topic_push_notifications enable_followed_topic_audible_notifications ' +
  'enable_followed_topic_wildcard_mentions_notify enable_desktop_notifications ' +
  'pm_content_in_desktop_notifications enable_sounds enable_offline_email_notifications ' +
  'message_content_in_email_notifications enable_offline_push_notifications enable_online_push_notifications ' +
  'enable_digest_emails enable_login_emails enable_marketing_emails presence_enabled ' +
  'automatically_follow_topics_where_mentioned send_private_typing_notifications ' +
  'send_stream_typing_notifications send_read_receipts enter_sends left_side_userlist fluid_layout_width ' +
  'high_contrast_mode translate_emoticons twenty_four_hour_time enable_stream_desktop_notifications ' +
  'enable_stream_email_notifications enable_stream_push_notifications enable_stream_audible_notifications ' +
  'hide_ai_features allow_private_data_export default_language web_home_view emojiset notification_sound ' +
  'web_animate_image_previews resolved_topic_notice_auto_read_policy color_scheme demote_inactive_streams ' +
  'web_mark_read_on_scroll_policy web_channel_default_view user_list_style ' +
  'web_stream_unreads_count_display_policy desktop_icon_count_display realm_name_in_email_notifications_policy ' +
  'automatically_follow_topics_policy automatically_unmute_topics_in_muted_streams_policy ' +
  'email_address_visibility web_font_size_px web_line_height_percent email_notifications_batching_period_seconds';
/** Organization settings that clients know, by their names in POST /register without `realm_`. */
const REALM =
  'name description authentication_methods org_type allow_message_editing message_content_edit_limit_seconds ' +
  'message_content_delete_limit_seconds move_messages_within_stream_limit_seconds ' +
  'move_messages_between_streams_limit_seconds message_edit_history_visibility_policy message_retention_days ' +
  'topics_policy enable_read_receipts presence_disabled waiting_period_threshold invite_required ' +
  'emails_restricted_to_domains disallow_disposable_email_addresses name_changes_disabled email_changes_disabled ' +
  'avatar_changes_disabled require_unique_names default_language default_code_block_language ' +
  'default_avatar_source enable_spectator_access want_advertise_in_communities_directory ' +
  'enable_guest_user_indicator enable_guest_user_dm_warning inline_image_preview send_welcome_emails ' +
  'message_content_allowed_in_email_notifications inline_url_embed_preview digest_emails_enabled ' +
  'send_channel_events_messages require_e2ee_push_notifications owner_full_content_access media_preview_size ' +
  'digest_weekday gif_rating_policy video_chat_provider jitsi_server_url welcome_message_custom_text ' +
  'moderation_request_channel_id new_stream_announcements_stream_id signup_announcements_stream_id ' +
  'service_update_announcements_stream_id';
const REALM_GROUPS =
  'can_access_all_users_group can_add_custom_emoji_group can_add_subscribers_group can_create_bots_group ' +
  'can_create_write_only_bots_group can_create_groups can_create_public_channel_group ' +
  'can_create_private_channel_group can_create_web_public_channel_group can_delete_any_message_group ' +
  'can_delete_own_message_group can_invite_users_group create_multiuse_invite_group can_manage_all_groups ' +
  'can_manage_billing_group can_mention_many_users_group can_move_messages_between_channels_group ' +
  'can_move_messages_between_topics_group can_resolve_topics_group can_set_delete_message_policy_group ' +
  'can_set_topics_policy_group can_summarize_topics_group direct_message_initiator_group ' +
  'direct_message_permission_group workplace_users_group';

/** Every parameter that the specification names for a route, in the query or in the body. */
const NAMED: Readonly<Record<string, string>> = {
  'POST /messages': `${SUBMITTED} queue_id local_id`,
  'POST /scheduled_messages': `${SUBMITTED} scheduled_delivery_timestamp`,
  'PATCH /scheduled_messages/:scheduled_message_id': 'type to content topic scheduled_delivery_timestamp',
  'POST /users/me/subscriptions': `subscriptions principals authorization_errors_fatal ${NEW_CHANNEL}`,
  'POST /channels/create': `name subscribers description ${NEW_CHANNEL}`,
  'PATCH /users/me/subscriptions': 'add delete',
  'DELETE /users/me/subscriptions': 'subscriptions principals',
  'GET /users/me/subscriptions': 'include_subscribers',
  'POST /users/me/subscriptions/properties': 'subscription_data',
  'PATCH /users/me/subscriptions/:stream_id': 'property value',
  'PATCH /users/me/subscriptions/muted_topics': 'stream_id stream topic op',
  'PATCH /streams/:stream_id':
    'description new_name is_private is_web_public history_public_to_subscribers is_default_stream is_archived ' +
    `message_retention_days folder_id topics_policy default_push_notifications ${CHANNEL_GROUPS.join(' ')}`,
  'POST /streams/:stream_id/delete_topic': 'topic_name',
  'GET /streams/:stream_id/email_address': 'sender_id',
  'GET /streams':
    'include_public include_web_public include_subscribed exclude_archived include_all include_all_active ' +
    'include_default include_owner_subscribed include_can_access_content',
  'GET /get_stream_id': 'stream',
  'POST /default_streams': 'stream_id',
  'DELETE /default_streams': 'stream_id',
  'GET /users/me/:stream_id/topics': 'allow_empty_topic_name',
  'GET /channel_folders': 'include_archived',
  'POST /channel_folders/create': 'name description',
  'PATCH /channel_folders': 'order',
  'PATCH /channel_folders/:channel_folder_id': 'name description is_archived',
  'POST /user_topics': 'stream_id topic visibility_policy',
  'GET /messages':
    'anchor anchor_date num_before num_after include_anchor message_ids narrow client_gravatar apply_markdown ' +
    'allow_empty_topic_name use_first_unread_anchor',
  'GET /messages/:message_id': 'apply_markdown allow_empty_topic_name',
  'PATCH /messages/:message_id':
    'content topic subject stream_id propagate_mode send_notification_to_old_thread ' +
    'send_notification_to_new_thread prev_content_sha256',
  'GET /messages/:message_id/history': 'allow_empty_topic_name',
  'POST /messages/:message_id/reactions': 'emoji_name emoji_code reaction_type',
  'DELETE /messages/:message_id/reactions': 'emoji_name emoji_code reaction_type',
  'POST /messages/flags': 'messages op flag',
  'POST /messages/flags/narrow': 'anchor include_anchor num_before num_after narrow op flag',
  'POST /mark_stream_as_read': 'stream_id',
  'POST /mark_topic_as_read': 'stream_id topic_name',
  'POST /messages/render': 'content',
  'GET /messages/matches_narrow': 'msg_ids narrow',
  'POST /typing': 'op type to stream_id topic',
  'POST /messages/:message_id/typing': 'op',
  'POST /submessage': 'message_id msg_type content',
  'POST /messages/:message_id/report': 'report_type description',
  'POST /reminders': 'message_id scheduled_delivery_timestamp note',
  'POST /drafts': 'drafts',
  'PATCH /drafts/:draft_id': 'draft',
  'POST /saved_snippets': 'title content',
  'PATCH /saved_snippets/:saved_snippet_id': 'title content',
  'POST /navigation_views': 'fragment is_pinned name',
  'PATCH /navigation_views/:fragment': 'is_pinned name',
  'GET /users': 'client_gravatar include_custom_profile_fields user_ids',
  'GET /users/:user_id': 'client_gravatar include_custom_profile_fields',
  'POST /users': 'email password full_name',
  'PATCH /users/:user_id': 'full_name role profile_data new_email',
  'DELETE /users/:user_id': 'deactivation_notification_comment',
  'PATCH /users/me/profile_data': 'data',
  'DELETE /users/me/profile_data': 'data',
  'PATCH /settings': `full_name email old_password new_password timezone ${PREFERENCES}`,
  'PATCH /settings/display': `timezone ${PREFERENCES}`,
  'PATCH /settings/notifications': PREFERENCES,
  'PATCH /realm/user_settings_defaults': PREFERENCES,
  'POST /users/me/presence':
    'status last_update_id history_limit_days ping_only new_user_input slim_presence',
  'POST /users/me/status': 'status_text emoji_name emoji_code reaction_type away',
  'POST /users/:user_id/status': 'status_text emoji_name emoji_code reaction_type',
  'POST /users/me/alert_words': 'alert_words',
  'DELETE /users/me/alert_words': 'alert_words',
  'POST /bots': `${BOT} short_name bot_type payload_url service_name interface_type`,
  'PATCH /bots/:bot_id': `${BOT} role bot_owner_id service_payload_url service_interface`,
  'GET /bot_storage': 'keys',
  'PUT /bot_storage': 'storage',
  'DELETE /bot_storage': 'keys',
  'GET /user_groups': 'include_deactivated_groups',
  'POST /user_groups/create': `name description members subgroups ${USER_GROUPS}`,
  'PATCH /user_groups/:group_id': `name description deactivated ${USER_GROUPS}`,
  'POST /user_groups/:group_id/members': 'add delete add_subgroups delete_subgroups',
  'GET /user_groups/:group_id/members': 'direct_member_only',
  'GET /user_groups/:group_id/members/:user_id': 'direct_member_only',
  'GET /user_groups/:group_id/subgroups': 'direct_subgroup_only',
  'POST /user_groups/:group_id/subgroups': 'add delete',
  'POST /invites': `invitee_emails notify_referrer_on_join ${INVITATION}`,
  'POST /invites/multiuse': INVITATION,
  'PATCH /realm': `${REALM} ${REALM_GROUPS}`,
  'POST /realm/deactivate': 'deletion_delay_days',
  'POST /realm/profile_fields':
    'name hint field_type field_data required editable_by_user display_in_profile_summary use_for_user_matching',
  'PATCH /realm/profile_fields/:field_id':
    'name hint field_data required editable_by_user display_in_profile_summary',
  'PATCH /realm/profile_fields': 'order',
  'PATCH /realm/linkifiers': 'ordered_linkifier_ids',
  'POST /realm/filters': 'pattern url_template example_input reverse_template alternative_url_templates',
  'PATCH /realm/filters/:filter_id':
    'pattern url_template example_input reverse_template alternative_url_templates',
  'POST /realm/playgrounds': 'name pygments_language url_template',
  'POST /realm/domains': 'domain allow_subdomains',
  'PATCH /realm/domains/:domain': 'allow_subdomains',
  'POST /export/realm': 'export_type',
  'GET /realm/logo': 'night',
  'POST /realm/logo': 'night',
  'DELETE /realm/logo': 'night',
  'POST /realm/test_welcome_bot_custom_message': 'welcome_message_custom_text',
  'GET /calls/bigbluebutton/create': 'meeting_name voice_only',
  'POST /calls/zoom/create': 'meeting_name voice_only',
  'POST /calls/webex/create': 'meeting_name voice_only',
  'POST /calls/constructorgroups/create': 'meeting_name voice_only',
  'POST /calls/nextcloud_talk/create': 'room_name',
  'POST /mobile_push/register':
    'device_id push_key_id push_key token_kind token_id bouncer_public_key encrypted_push_registration',
  'POST /remove_client_device': 'device_id',
  'POST /mobile_push/e2ee/test_notification': 'device_id',
  'POST /users/me/apns_device_token': 'token appid',
  'DELETE /users/me/apns_device_token': 'token appid',
  'POST /users/me/android_gcm_reg_id': 'token',
  'DELETE /users/me/android_gcm_reg_id': 'token',
  'POST /mobile_push/test_notification': 'token',
  'POST /register':
    'event_types fetch_event_types apply_markdown client_gravatar include_subscribers slim_presence ' +
    'presence_history_limit_days all_public_streams narrow client_capabilities idle_queue_timeout',
  'GET /events': 'queue_id last_event_id dont_block apply_markdown client_gravatar',
  'GET /events/stream': 'queue_id last_event_id',
  'POST /users/me/onboarding_steps': 'onboarding_step',
  'DELETE /events': 'queue_id',
  'POST /fetch_api_key': 'username password',
  'POST /sessions': 'username password',
  'POST /jwt/fetch_api_key': 'token include_profile',
};

/** Routes that only this server has. */
const OURS = /^\w+ \/(?:record|sessions|events\/stream)\b/;

describe('parameters that the specification names', () => {
  const routes = new Map(apiRoutes.map((route) => [route.name, route]));

  for (const [name, parameters] of Object.entries(NAMED))
    it(`are none that ${name} ignores`, () => {
      const { params } = routes.get(name)!;
      const known = new Set(Object.entries(params).flatMap(([own, { aliases }]) => [own, ...aliases]));
      expect(parameters.split(' ').filter((each) => !known.has(each))).to.deep.equal([]);
    });

  it('are listed for every route that takes some', () => {
    const taking = apiRoutes.filter(({ params }) =>
      Object.values(params).some(({ source }) => source !== 'path'),
    );
    const unlisted = taking
      .map(({ name }) => name)
      .filter((name) => NAMED[name] === undefined && !OURS.test(name));
    expect(unlisted).to.deep.equal([]);
  });
});
