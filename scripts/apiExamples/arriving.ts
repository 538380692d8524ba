/** Ada comes in, Grace follows, and they make a place to talk. */
import { ada, type ApiExample, grace, nobody } from './example.ts';

export const arriving: readonly ApiExample[] = [
  nobody('GET /server_settings'),
  nobody('POST /fetch_api_key', {
    username: 'ada@example.com',
    password: 'a stone in the river',
  }).keeping('ADA_KEY', 'api_key'),
  ada('GET /users/me'),
  ada('POST /users', {
    email: 'grace@example.com',
    full_name: 'Grace',
    password: 'seven lanterns at sea',
  }).keeping('GRACE', 'user_id'),
  nobody('POST /sessions', {
    username: 'ada@example.com',
    password: 'a stone in the river',
  }).keeping('SESSION', 'session_id'),
  nobody('POST /jwt/fetch_api_key', { token: '$TOKEN' })
    .after("TOKEN=$(node examples/sign-token.mjs grace@example.com 'a secret that only two servers know')")
    .keeping('GRACE_KEY', 'api_key'),
  // The bouncer hears of the phone, which takes a moment, before `machines.ts` has it told something.
  grace('POST /register_client_device').keeping('DEVICE', 'device_id'),
  grace('POST /mobile_push/register', {
    device_id: '$DEVICE',
    push_key_id: 7,
    push_key: 'MXRoaXJ0eS10d28gYnl0ZXMgb2YgYSBzZWNyZXQga2V5',
    token_kind: 'fcm',
    token_id: 'dG9rZW4=',
    bouncer_public_key: 'a2V5',
    encrypted_push_registration: 'c2VhbGVk',
  }),
  ada('GET /users', { include_custom_profile_fields: true }),
  grace('GET /users/:user_id', { user_id: 'ada@example.com' }),
  ada('PATCH /users/:user_id', { user_id: '$GRACE', role: 300 }),

  grace('PATCH /settings', { full_name: 'Grace H.', timezone: 'Europe/Paris' }),
  grace('PATCH /settings/display', { translate_emoticons: true }),
  grace('PATCH /settings/notifications', { presence_enabled: true }),

  ada('POST /channel_folders/create', { name: 'Work', description: 'What we are paid for' }),
  ada('PATCH /channel_folders/:channel_folder_id', {
    channel_folder_id: 1,
    description: 'What we are here for',
  }),
  ada('PATCH /channel_folders', { order: [1] }),
  grace('GET /channel_folders', { include_archived: true }),

  ada('POST /users/me/subscriptions', {
    subscriptions: [{ name: 'design', description: 'How it looks' }, { name: 'attic' }],
    principals: ['ada@example.com', 'grace@example.com'],
    folder_id: 1,
  }),
  grace('GET /users/me/subscriptions', { include_subscribers: true }),
  ada('GET /users/:user_id/subscriptions/:stream_id', { user_id: '$GRACE', stream_id: 1 }),
  grace('GET /streams', { exclude_archived: false }),
  grace('GET /get_stream_id', { stream: 'design' }),
  grace('GET /streams/:stream_id', { stream_id: 1 }),
  grace('GET /streams/:stream_id/members', { stream_id: 1 }),
  ada('PATCH /streams/:stream_id', { stream_id: 1, description: 'How it looks and feels' }),
  ada('POST /default_streams', { stream_id: 1 }),
  ada('DELETE /default_streams', { stream_id: 1 }),
  grace('PATCH /users/me/subscriptions/:stream_id', { stream_id: 1, property: 'color', value: '#76ce90' }),
  grace('POST /users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: 1, property: 'pin_to_top', value: true }],
  }),
];
