/** POST /channels/create, PATCH /users/me/subscriptions and GET /streams/{id}/email_address. */
import { PERMISSIONS, subscribe } from './channelSteps.ts';
import {
  absent,
  asksForLogin,
  bot,
  type Chapter,
  error,
  field,
  guest,
  integer,
  lacking,
  member,
  missing,
  owner,
  parameter,
  type Row,
  rule,
  type Shown,
  user,
} from './row.ts';

const file = 'channelCreation.ts';
const bad = 'BAD_REQUEST';
const CREATE = 'POST /channels/create';
const newChannel = (fields: Shown = {}): Shown => ({ name: '{fresh}', subscribers: [], ...fields });

const makes = (name: string, promise: string, settings: Shown, shown: Shown): Row =>
  parameter(name, promise, [
    owner(CREATE, newChannel(settings)).keeps({ id: 'id' }),
    owner('GET /streams/{id}').shows(
      Object.fromEntries(Object.entries(shown).map(([key, value]) => [`stream.${key}`, value])),
    ),
  ]);
const refuses = (name: string, promise: string, settings: Shown, msg: string): Row =>
  parameter(name, promise, [owner(CREATE, newChannel(settings)).refused(bad, msg)]);

const creation: Chapter = {
  about: CREATE,
  file,
  rows: [
    field('id', 'is the ID of the channel', [owner(CREATE, newChannel()).shows({ id: integer })]),
    makes('name', 'is trimmed', { name: ' {fresh} ' }, { name: '{fresh}' }),
    parameter('name', 'is demanded', [owner(CREATE, { subscribers: [] }).refused(...missing('name'))]),
    error('CHANNEL_ALREADY_EXISTS', 'is the answer to the name of another channel, in any case', [
      owner(CREATE, newChannel({ name: 'Taken {fresh}' })).shows(),
      owner(CREATE, newChannel({ name: 'TAKEN {fresh}' })).refused(
        'CHANNEL_ALREADY_EXISTS',
        "Channel 'TAKEN {fresh}' already exists",
        { channel_name: 'TAKEN {fresh}' },
        409,
      ),
    ]),
    error('UNAUTHORIZED_PRINCIPAL', 'is the answer to administrators who set days', [
      user(CREATE, newChannel({ message_retention_days: 30 })).refused(
        'UNAUTHORIZED_PRINCIPAL',
        'Must be an organization owner',
      ),
    ]),
    error('REQUEST_CONFUSING_VAR', 'is the answer to two parameters that say who may send', [
      owner(CREATE, newChannel({ stream_post_policy: 2, is_announcement_only: true })).refused(
        'REQUEST_CONFUSING_VAR',
        "Can't decide between 'stream_post_policy' and 'is_announcement_only' arguments",
        { var_name1: 'stream_post_policy', var_name2: 'is_announcement_only' },
      ),
    ]),
    parameter('subscribers', 'is demanded', [
      owner(CREATE, { name: 'x' }).refused(...missing('subscribers')),
    ]),
    parameter('subscribers', 'are subscribed, and nobody else', [
      owner(CREATE, newChannel({ subscribers: ['{member}'] })).keeps({ id: 'id' }),
      owner('GET /streams/{id}/members').shows({ subscribers: ['{member}'] }),
    ]),
    parameter('subscribers', 'may be nobody', [
      owner(CREATE, newChannel()).keeps({ id: 'id' }),
      owner('GET /streams/{id}/members').shows({ subscribers: [] }),
    ]),
    refuses('subscribers', 'are people who exist', { subscribers: ['{nobody}'] }, 'No such user'),
    makes('description', 'is on one line', { description: 'a\nb' }, { description: 'a b' }),
    makes('announce', 'is taken', { announce: true }, { name: '{fresh}' }),
    makes('invite_only', 'makes a private channel', { invite_only: true }, { invite_only: true }),
    refuses(
      'is_web_public',
      'asks for a server that has such channels',
      { is_web_public: true },
      'Web-public channels are not enabled.',
    ),
    refuses(
      'is_default_stream',
      'is not for a private channel',
      { is_default_stream: true, invite_only: true },
      'A default channel cannot be private.',
    ),
    makes(
      'history_public_to_subscribers',
      'shares the history of a private channel',
      { invite_only: true, history_public_to_subscribers: true },
      { history_public_to_subscribers: true },
    ),
    makes(
      'message_retention_days',
      'is a number of days',
      { message_retention_days: 30 },
      { message_retention_days: 30 },
    ),
    makes(
      'topics_policy',
      'is one of four',
      { topics_policy: 'empty_topic_only' },
      { topics_policy: 'empty_topic_only' },
    ),
    makes('folder_id', 'puts it into a folder', { folder_id: '{folder}' }, { folder_id: '{folder}' }),
    makes(
      'stream_post_policy',
      'is taken for who may send',
      { stream_post_policy: 2 },
      { can_send_message_group: '{administrators}' },
    ),
    makes(
      'is_announcement_only',
      'is taken for who may send',
      { is_announcement_only: true },
      { can_send_message_group: '{administrators}' },
    ),
    makes(
      'send_new_subscription_messages',
      'is taken',
      { send_new_subscription_messages: false },
      { name: '{fresh}' },
    ),
    makes('default_push_notifications', 'is taken', { default_push_notifications: true }, {}),
    ...Object.keys(PERMISSIONS).map((name) =>
      makes(name, 'is given to a group', { [name]: '{moderators}' }, { [name]: '{moderators}' }),
    ),
    rule('guests create none', [guest(CREATE, newChannel()).refused(bad, 'Not allowed for guest users')]),
    asksForLogin(CREATE, newChannel()),
  ],
};

const CHANGE = 'PATCH /users/me/subscriptions';
const made = owner(subscribe, { subscriptions: [{ name: 'Old {fresh}' }] });
const nothing = 'Nothing to do. Specify at least one of "add" or "delete".';

const changes: Chapter = {
  about: CHANGE,
  file,
  rows: [
    parameter('add', 'names channels to subscribe to, with a colour and a description of new ones', [
      user(CHANGE, { add: [{ name: '{fresh}', color: '#aabbcc', description: 'New' }] }).shows({
        subscribed: { '{user}': ['{fresh}'] },
        already_subscribed: {},
        removed: [],
        not_removed: [],
      }),
      user('GET /users/me/subscriptions').shows({
        'subscriptions[name={fresh}].color': '#aabbcc',
        'subscriptions[name={fresh}].description': 'New',
      }),
      user(CHANGE, { add: [{ name: '{fresh}' }] }).shows({ already_subscribed: { '{user}': ['{fresh}'] } }),
    ]),
    parameter('delete', 'names channels to leave', [
      made,
      owner(CHANGE, { add: [{ name: '{fresh}' }], delete: ['OLD {fresh}'] }).shows({
        subscribed: { '{owner}': ['{fresh}'] },
        removed: ['Old {fresh}'],
      }),
      owner(CHANGE, { delete: ['Old {fresh}'] }).shows({ removed: [], not_removed: ['Old {fresh}'] }),
    ]),
    parameter('delete', 'names none that is added', [
      made,
      owner(CHANGE, { add: [{ name: 'OLD {fresh}' }], delete: ['Old {fresh}'] }).refused(
        bad,
        'Channel(s) (Old {fresh}) are both in "add" and in "delete".',
      ),
    ]),
    field('unauthorized', 'is absent: what may not be joined fails the call', [
      user(CHANGE, { add: [{ name: '{hiddenName}' }] }).refused(
        bad,
        'Unable to access channel ({hiddenName}).',
      ),
      user(CHANGE, { add: [{ name: '{fresh}' }] }).shows({ unauthorized: absent }),
    ]),
    field('new_subscription_messages_sent', 'is absent: nobody else is subscribed', [
      user(CHANGE, { add: [{ name: '{fresh}' }] }).shows({ new_subscription_messages_sent: absent }),
    ]),
    rule('is all or nothing', [
      made,
      owner(CHANGE, { add: [{ name: 'New {fresh}' }], delete: ['No {fresh}'] }).refused(
        bad,
        'Channel(s) (No {fresh}) do not exist',
      ),
      owner('GET /get_stream_id', { stream: 'New {fresh}' }).refused(
        bad,
        "Invalid channel name 'New {fresh}'",
      ),
    ]),
    rule('requires one of the two', [
      owner(CHANGE).refused(bad, nothing),
      owner(CHANGE, { add: [], delete: [] }).refused(bad, nothing),
    ]),
    asksForLogin(CHANGE, { add: [] }),
  ],
};

const ADDRESS = 'GET /streams/{channel}/email_address';

const address: Chapter = {
  about: 'GET /streams/:stream_id/email_address',
  file,
  rows: [
    field('email', 'is empty: mail becomes no message here', [member(ADDRESS).shows({ email: '' })]),
    parameter('stream_id', 'is a channel that the caller may read', [
      member('GET /streams/{hidden}/email_address').refused(bad, 'Invalid channel ID'),
      member('GET /streams/{nobody}/email_address').refused(bad, 'Invalid channel ID'),
    ]),
    parameter('sender_id', 'is the caller or a bot of theirs', [
      owner(ADDRESS, { sender_id: '{owner}' }).shows({ email: '' }),
      owner(ADDRESS, { sender_id: '{bot}' }).shows({ email: '' }),
      member(ADDRESS, { sender_id: '{bot}' }).refused(bad, 'No such user'),
      member(ADDRESS, { sender_id: '{nobody}' }).refused(bad, 'No such user'),
    ]),
    asksForLogin('GET /streams/1/email_address'),
  ],
};

const calls = (
  [
    ['GET /calls/bigbluebutton/create', 'BigBlueButton'],
    ['POST /calls/zoom/create', 'Zoom'],
    ['POST /calls/webex/create', 'Webex'],
    ['POST /calls/constructorgroups/create', 'Constructor Groups'],
    ['POST /calls/nextcloud_talk/create', 'Nextcloud Talk'],
  ] as const
).map(([request, name]): Chapter => {
  const isNamed = name !== 'Nextcloud Talk';
  const fields: Shown = isNamed ? { meeting_name: 'Stand-up', voice_only: true } : { room_name: 'Stand-up' };
  const refusal = user(request, fields).refused(bad, `${name} is not configured.`);
  return {
    about: request,
    file,
    rows: [
      ...Object.keys(fields).map((parameterName) => parameter(parameterName, 'is taken', [refusal])),
      field('url', 'is absent while no provider is set up', [
        bot(request, fields).refused(bad, `${name} is not configured.`, { url: absent }),
      ]),
      asksForLogin(request),
    ],
  };
});

const LIST = 'GET /user_topics';
const SET = 'POST /user_topics';
const followed = user(SET, { stream_id: '{quiet}', topic: 'Logo', visibility_policy: 3 });

const topics: Chapter = {
  about: LIST,
  file,
  rows: [
    ...(
      [
        ['stream_id', 'is the channel', '{quiet}'],
        ['topic_name', 'is the topic as it was written', 'Logo'],
        ['last_updated', 'is when it was set, in UNIX seconds', integer],
        ['visibility_policy', 'is 1 muted, 2 unmuted or 3 followed', 3],
      ] as const
    ).map(([name, promise, value]) =>
      field(`user_topics[].${name}`, promise, [
        followed,
        user(LIST).shows({ [`user_topics[0].${name}`]: value }),
      ]),
    ),
    rule('a topic without a policy is left out', [
      followed,
      user(SET, { stream_id: '{quiet}', topic: 'LOGO', visibility_policy: 0 }),
      user(LIST).shows({ user_topics: [] }),
    ]),
    rule('everybody sees their own alone', [
      followed,
      owner(LIST).shows({ user_topics: lacking({ stream_id: '{quiet}' }) }),
    ]),
    asksForLogin(LIST),
  ],
};

export const channelCreation: readonly Chapter[] = [creation, changes, address];
export const smallRoutes: readonly Chapter[] = [topics, ...calls];
