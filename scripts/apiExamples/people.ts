/** Who is there, groups, profiles, and those who are still to come. */
import { ada, type ApiExample, grace } from './example.ts';

export const people: readonly ApiExample[] = [
  grace('POST /users/me/presence', { status: 'active', last_update_id: -1 }),
  ada('GET /users/:user_id/presence', { user_id: 'grace@example.com' }),
  ada('GET /realm/presence'),

  ada('POST /user_groups/create', {
    name: 'painters',
    description: 'Who have a brush',
    members: '[$GRACE]',
  }).keeping('GROUP', 'group_id'),
  ada('PATCH /user_groups/:group_id', { group_id: '$GROUP', description: 'Who have brushes' }),
  ada('POST /user_groups/:group_id/members', { group_id: '$GROUP', add: [1] }),
  grace('GET /user_groups/:group_id/members', { group_id: '$GROUP' }),
  grace('GET /user_groups/:group_id/members/:user_id', { group_id: '$GROUP', user_id: 1 }),
  ada('POST /user_groups/:group_id/subgroups', { group_id: '$GROUP', add: [7] }),
  grace('GET /user_groups/:group_id/subgroups', { group_id: '$GROUP' }),
  grace('GET /user_groups'),
  ada('POST /user_groups/:group_id/deactivate', { group_id: '$GROUP' }),

  ada('PATCH /realm/user_settings_defaults', { enter_sends: true, color_scheme: 2 }),
  grace('POST /users/me/alert_words', { alert_words: ['lunch', 'code review'] }),
  grace('GET /users/me/alert_words'),
  grace('DELETE /users/me/alert_words', { alert_words: ['lunch'] }),

  grace('POST /users/me/status', { status_text: 'Travelling', emoji_name: 'car' }),
  ada('GET /users/:user_id/status', { user_id: '$GRACE' }),
  ada('POST /users/:user_id/status', { user_id: '$GRACE', status_text: '', emoji_name: '' }),

  grace('POST /users/me/muted_users/:muted_user_id', { muted_user_id: 1 }),
  grace('DELETE /users/me/muted_users/:muted_user_id', { muted_user_id: 1 }),

  ada('POST /realm/profile_fields', { name: 'Favourite colour', hint: 'Or the second one', field_type: 1 }),
  ada('PATCH /realm/profile_fields/:field_id', { field_id: 1, display_in_profile_summary: true }),
  ada('PATCH /realm/profile_fields', { order: [1] }),
  grace('GET /realm/profile_fields'),
  grace('PATCH /users/me/profile_data', { data: [{ id: 1, value: 'green' }] }),
  grace('DELETE /users/me/profile_data', { data: [1] }),
  ada('DELETE /realm/profile_fields/:field_id', { field_id: 1 }),

  ada('POST /invites', { invitee_emails: 'Alan <alan@example.com>', stream_ids: [1], invite_as: 400 }),
  ada('POST /invites/multiuse', { stream_ids: [1], invite_expires_in_minutes: 1440 }),
  ada('GET /invites'),
  ada('POST /invites/:invite_id/resend', { invite_id: 1 }),
  ada('DELETE /invites/:invite_id', { invite_id: 1 }),
  ada('DELETE /invites/multiuse/:invite_id', { invite_id: 2 }),
];
