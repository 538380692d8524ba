/** What is taken away again: first things, then people, at last the organization. */
import { ada, type ApiExample, grace } from './example.ts';

export const leaving: readonly ApiExample[] = [
  grace('DELETE /events', { queue_id: '$QUEUE' }),
  ada('POST /channels/create', { name: 'moderation', subscribers: [1], invite_only: true }).keeping(
    'MODERATION',
    'id',
  ),
  ada('PATCH /realm', {
    description: 'Where **bridges** are built.',
    moderation_request_channel_id: '$MODERATION',
  }),
  grace('POST /messages/:message_id/report', { message_id: '$MESSAGE', report_type: 'spam' }),
  ada('DELETE /messages/:message_id', { message_id: '$MESSAGE' }),
  ada('POST /streams/:stream_id/delete_topic', { stream_id: 1, topic_name: 'logo' }),
  grace('DELETE /users/me/subscriptions', { subscriptions: ['attic'] }),
  ada('DELETE /streams/:stream_id', { stream_id: 2 }),
  ada('GET /sessions'),
  ada('DELETE /sessions/:session_id', { session_id: '$SESSION' }),
  ada('POST /users/me/api_key/regenerate').keeping('ADA_KEY', 'api_key'),
  ada('DELETE /users/:user_id', { user_id: '$GRACE' }),
  ada('POST /users/:user_id/reactivate', { user_id: '$GRACE' }),
  grace('DELETE /users/me'),
  ada('PATCH /users/me/subscriptions', { add: [{ name: 'tunnels' }], delete: ['moderation'] }),
  ada('GET /streams/:stream_id/email_address', { stream_id: 1 }),
  ada('GET /user_topics'),
  ada('GET /settings'),
  ada('GET /realm'),
  ada('POST /realm/filters', {
    pattern: '#(?P<id>[0-9]+)',
    url_template: 'https://tracker.example.com/{id}',
  }),
  ada('PATCH /realm/filters/:filter_id', { filter_id: 1, example_input: '#123' }),
  ada('PATCH /realm/linkifiers', { ordered_linkifier_ids: [1] }),
  ada('GET /realm/linkifiers'),
  ada('DELETE /realm/filters/:filter_id', { filter_id: 1 }),
  ada('POST /realm/playgrounds', {
    ...{ name: 'Rust playground', pygments_language: 'Rust' },
    url_template: 'https://play.example.com/?code={code}',
  }),
  ada('DELETE /realm/playgrounds/:playground_id', { playground_id: 1 }),
  ada('POST /realm/domains', { domain: 'example.com', allow_subdomains: false }),
  ada('PATCH /realm/domains/:domain', { domain: 'example.com', allow_subdomains: true }),
  ada('GET /realm/domains'),
  ada('DELETE /realm/domains/:domain', { domain: 'example.com' }),
  ada('POST /realm/test_welcome_bot_custom_message', { welcome_message_custom_text: 'Welcome!' }),
  ada('POST /realm/deactivate'),
];
