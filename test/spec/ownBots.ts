/** GET /bots: one's own bots, with their secrets. */
import { newChannel } from './channelSteps.ts';
import {
  absent,
  asksForLogin,
  bot,
  type Chapter,
  error,
  field,
  guest,
  matching,
  type Shown,
  type Step,
  user,
} from './row.ts';

const badRequest = 'BAD_REQUEST';
const list = 'GET /bots';
const HOOK = 'https://weather.example.com/hook';
const KEY = matching(/^[A-Za-z0-9]{32}$/);

const makes = (fields: Shown = {}): Step =>
  user('POST /bots', { full_name: 'Bot {fresh}', short_name: '{fresh}', ...fields }).keeps({
    made: 'user_id',
  });
const outgoing = { bot_type: 3, payload_url: HOOK };
const listed = (fields: Shown): Step =>
  user(list).shows(
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [`bots[0].${name}`, value])),
  );

export const ownBots: Chapter = {
  about: list,
  file: 'ownBots.ts',
  rows: [
    field('bots', 'are one’s own that are active', [
      user(list).shows({ bots: [] }),
      makes(),
      user(list).shows({ 'bots.length': 1 }),
      user('DELETE /bots/{made}'),
      user(list).shows({ bots: [] }),
    ]),
    ...(
      [
        ['username', 'is the address', '{fresh}-bot@chat.example.com'],
        ['full_name', 'is the name', 'Bot {fresh}'],
        ['api_key', 'is the key', KEY],
        ['avatar_url', 'is the address of a picture', matching(/^https:\/\/secure\.gravatar\.com\//)],
        ['default_sending_stream', 'is null where there is none', null],
        ['default_events_register_stream', 'is null where there is none', null],
        ['default_all_public_streams', 'is false of most', false],
        ['services', 'are present for outgoing webhooks only', absent],
      ] as const
    ).map(([name, promise, value]) => field(`bots[].${name}`, promise, [makes(), listed({ [name]: value })])),
    field('bots[].default_sending_stream', 'is null of a channel that its owner can see no more', [
      ...newChannel({ invite_only: true, principals: ['{user}', '{owner}'] }),
      makes({ default_sending_stream: '{fresh}' }),
      listed({ default_sending_stream: '{fresh}' }),
      user('DELETE /users/me/subscriptions', { subscriptions: ['{fresh}'] }),
      listed({ default_sending_stream: null }),
    ]),
    ...(
      [
        ['base_url', 'is the receiver', HOOK],
        ['interface', 'is the form of its requests', 1],
        ['token', 'is the token by which the receiver knows the bot', KEY],
        ['signing_secret', 'is the secret for checking signatures', matching(/^whsec_/)],
        ['is_disabled', 'is present where the receiver has answered that it is gone', absent],
      ] as const
    ).map(([name, promise, value]) =>
      field(`bots[].services[].${name}`, promise, [
        makes(outgoing),
        listed({ [`services[0].${name}`]: value }),
      ]),
    ),
    error('BAD_REQUEST', 'answers guests', [guest(list).refused(badRequest, 'Not allowed for guest users')]),
    error('BAD_REQUEST', 'answers bots', [
      bot(list).refused(badRequest, 'This endpoint does not accept bot requests.'),
    ]),
    asksForLogin(list),
  ],
};
