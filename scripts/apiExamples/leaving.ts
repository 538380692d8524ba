/** What is taken away again: first things, then people, at last the organization. */
import { ada, type ApiExample, grace } from './example.ts';

export const leaving: readonly ApiExample[] = [
  grace('DELETE /events', { queue_id: '$QUEUE' }),
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
  ada('POST /realm/deactivate'),
];
