/** Ada and Grace talk, now and later. */
import { ada, type ApiExample, grace } from './example.ts';

export const talking: readonly ApiExample[] = [
  grace('POST /register', {
    event_types: ['message', 'typing', 'reaction'],
    fetch_event_types: ['subscription'],
    client_capabilities: { notification_settings_null: true, stream_typing_notifications: true },
  }).keeping('QUEUE', 'queue_id'),
  ada('POST /typing', { op: 'start', type: 'stream', stream_id: 1, topic: 'logo' }),
  ada('POST /messages/render', { content: 'Shall it be **blue**?' }),
  ada('POST /messages', {
    type: 'channel',
    to: 'design',
    topic: 'logo',
    content: 'Shall it be **blue**, @**Grace H.**?',
  }).keeping('MESSAGE', 'id'),
  grace('GET /events', { queue_id: '$QUEUE', last_event_id: -1 }),
  ada('POST /messages/:message_id/typing', { message_id: '$MESSAGE', op: 'start' }),
  grace('GET /messages', {
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
    narrow: [
      ['channel', 'design'],
      ['topic', 'logo'],
    ],
  }),
  grace('GET /messages/matches_narrow', {
    msg_ids: '[$MESSAGE]',
    narrow: [{ operator: 'search', operand: 'blue' }],
  }),
  grace('GET /messages/:message_id', { message_id: '$MESSAGE', apply_markdown: false }),
  grace('POST /messages/:message_id/reactions', { message_id: '$MESSAGE', emoji_name: 'heart' }),
  grace('DELETE /messages/:message_id/reactions', { message_id: '$MESSAGE', emoji_name: 'heart' }),
  ada('PATCH /messages/:message_id', { message_id: '$MESSAGE', content: 'Shall it be **green**?' }),
  grace('GET /messages/:message_id/history', { message_id: '$MESSAGE' }),
  ada('POST /submessage', {
    message_id: '$MESSAGE',
    msg_type: 'widget',
    content: '{"type":"vote","key":"canned,0","vote":1}',
  }),
  grace('POST /messages/flags', { messages: '[$MESSAGE]', op: 'add', flag: 'starred' }),
  grace('POST /messages/flags/narrow', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow: [['channel', 'design']],
    op: 'add',
    flag: 'read',
  }),
  grace('POST /mark_topic_as_read', { stream_id: 1, topic_name: 'logo' }),
  grace('POST /mark_stream_as_read', { stream_id: 1 }),
  grace('POST /mark_all_as_read'),
  grace('GET /users/me/unread_count'),
  ada('GET /messages/:message_id/read_receipts', { message_id: '$MESSAGE' }),
  grace('GET /users/me/:stream_id/topics', { stream_id: 1 }),
  grace('POST /user_topics', { stream_id: 1, topic: 'logo', visibility_policy: 3 }),
  grace('PATCH /users/me/subscriptions/muted_topics', { stream_id: 1, topic: 'logo', op: 'add' }),

  ada('POST /users/me/avatar').uploading('examples/sun.png'),
  ada('DELETE /users/me/avatar'),
  ada('POST /user_uploads').uploading('examples/sun.png').keeping('URL', 'url'),
  ada('GET /user_uploads/:realm_id/:shard/:secret/:file_name', {
    realm_id: 1,
    shard: '$SHARD',
    secret: '$SECRET',
    file_name: 'sun.png',
  }).after('SHARD=$(echo "$URL" | cut -d/ -f4) SECRET=$(echo "$URL" | cut -d/ -f5)'),
  ada('GET /attachments').keeping('FILE', 'id'),
  ada('DELETE /attachments/:attachment_id', { attachment_id: '$FILE' }),
  ada('POST /realm/emoji/:emoji_name', { emoji_name: 'sun' }).uploading('examples/sun.png'),
  grace('GET /realm/emoji'),
  ada('DELETE /realm/emoji/:emoji_name', { emoji_name: 'sun' }),

  ada('POST /drafts', {
    drafts: [{ type: 'stream', to: [1], topic: 'logo', content: 'Shall it be', timestamp: 1800000000 }],
  }),
  ada('GET /drafts'),
  ada('PATCH /drafts/:draft_id', {
    draft_id: 1,
    draft: { type: 'private', to: [2], topic: '', content: 'Shall it be blue?' },
  }),
  ada('DELETE /drafts/:draft_id', { draft_id: 1 }),

  ada('POST /saved_snippets', { title: 'Greeting', content: 'Good morning, everybody!' }),
  ada('GET /saved_snippets'),
  ada('PATCH /saved_snippets/:saved_snippet_id', { saved_snippet_id: 1, title: 'Morning' }),
  ada('DELETE /saved_snippets/:saved_snippet_id', { saved_snippet_id: 1 }),
  ada('POST /navigation_views', { fragment: 'narrow/is/alerted', is_pinned: true, name: 'Alerts' }),
  ada('PATCH /navigation_views/:fragment', { fragment: 'narrow%2Fis%2Falerted', is_pinned: false }),
  ada('GET /navigation_views'),
  ada('DELETE /navigation_views/:fragment', { fragment: 'narrow%2Fis%2Falerted' }),
  ada('POST /users/me/onboarding_steps', { onboarding_step: 'intro_inbox_view_modal' }),

  ada('POST /reminders', {
    message_id: '$MESSAGE',
    scheduled_delivery_timestamp: '$(($(date +%s) + 3600))',
    note: 'Choose a colour',
  }),
  ada('GET /reminders'),
  ada('DELETE /reminders/:reminder_id', { reminder_id: 1 }),

  ada('POST /scheduled_messages', {
    type: 'direct',
    to: '[$GRACE]',
    content: 'Good morning!',
    scheduled_delivery_timestamp: '$(($(date +%s) + 3600))',
  }),
  ada('GET /scheduled_messages'),
  ada('PATCH /scheduled_messages/:scheduled_message_id', {
    scheduled_message_id: 1,
    content: 'Good afternoon!',
  }),
  ada('DELETE /scheduled_messages/:scheduled_message_id', { scheduled_message_id: 1 }),
];
