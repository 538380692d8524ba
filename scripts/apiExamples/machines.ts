/** Bots and phones. */
import { ada, type ApiExample, bot, grace } from './example.ts';

export const machines: readonly ApiExample[] = [
  ada('POST /bots', {
    full_name: 'Ticker',
    short_name: 'ticker',
    bot_type: 3,
    payload_url: 'http://localhost:9992/',
  }).keeping('BOT', 'user_id'),
  ada('GET /bots'),
  ada('POST /bots/:bot_id/api_key/regenerate', { bot_id: '$BOT' }).keeping('BOT_KEY', 'api_key'),
  ada('PATCH /bots/:bot_id', { bot_id: '$BOT', full_name: 'The Ticker' }),
  bot('POST /service-outgoing-webhook'),
  bot('PUT /bot_storage', { storage: { lastSeen: '7' } }),
  bot('GET /bot_storage'),
  bot('DELETE /bot_storage', { keys: ['lastSeen'] }),
  ada('DELETE /bots/:bot_id', { bot_id: '$BOT' }),

  grace('POST /mobile_push/e2ee/test_notification', { device_id: '$DEVICE' }),
  grace('POST /users/me/apns_device_token', { token: '00ff', appid: 'org.example.app' }),
  grace('POST /mobile_push/test_notification', { token: '00ff' }),
  grace('DELETE /users/me/apns_device_token', { token: '00ff' }),
  grace('POST /users/me/android_gcm_reg_id', { token: 'fHk3' }),
  grace('DELETE /users/me/android_gcm_reg_id', { token: 'fHk3' }),
  grace('POST /remove_client_device', { device_id: '$DEVICE' }),
];
