/** POST /users/me/subscriptions: what a new channel is like. */
import { channelIs, newChannel, oneChannel, PERMISSIONS, subscribe } from './channelSteps.ts';
import { type Chapter, member, owner, parameter, type Row, rule, type Shown } from './row.ts';

const badRequest = 'BAD_REQUEST';

const makes = (name: string, promise: string, settings: Shown, shown: Shown): Row =>
  parameter(name, promise, [...newChannel(settings), channelIs(shown)]);

const refuses = (name: string, promise: string, settings: Shown, msg: string, extra: Shown = {}): Row =>
  parameter(name, promise, [
    owner(subscribe, { ...oneChannel(), ...settings }).refused(badRequest, msg, extra),
  ]);

const isBoolean = (name: string): Row =>
  refuses(name, 'is a boolean', { [name]: 1 }, `${name} is not a boolean`);

const keptFor = (value: string, days: number | null): Row =>
  makes(
    'message_retention_days',
    `${value} is shown as ${days}`,
    { message_retention_days: value },
    {
      message_retention_days: days,
    },
  );

const hasPolicy = (value: string, shown = value): Row =>
  makes('topics_policy', `takes ${value}`, { topics_policy: value }, { topics_policy: shown });

const shared = { history_public_to_subscribers: true };
const hidden = { invite_only: true };

export const newChannels: Chapter = {
  about: 'POST /users/me/subscriptions: new channels',
  file: 'newChannels.ts',
  rows: [
    makes('announce', 'is taken', { announce: true }, { name: '{fresh}' }),
    isBoolean('announce'),
    makes('invite_only', 'is false where it is left out', {}, { invite_only: false }),
    makes('invite_only', 'true makes a private channel', hidden, { invite_only: true }),
    isBoolean('invite_only'),
    makes('is_web_public', 'is false where it is left out', {}, { is_web_public: false }),
    refuses(
      'is_web_public',
      'true asks for a server that has such channels',
      { is_web_public: true },
      'Web-public channels are not enabled.',
    ),
    isBoolean('is_web_public'),
    parameter('is_default_stream', 'is false where it is left out', [
      ...newChannel(),
      owner('GET /streams', { include_default: true }).shows({
        'streams[stream_id={id}].is_default': false,
      }),
    ]),
    parameter('is_default_stream', 'true makes a default channel', [
      ...newChannel({ is_default_stream: true }),
      owner('GET /streams', { include_default: true }).shows({ 'streams[stream_id={id}].is_default': true }),
    ]),
    refuses(
      'is_default_stream',
      'is not for a private channel',
      { is_default_stream: true, invite_only: true },
      'A default channel cannot be private.',
    ),
    isBoolean('is_default_stream'),
    makes('history_public_to_subscribers', 'is true of a public channel', {}, shared),
    makes('history_public_to_subscribers', 'is false of a private channel where it is left out', hidden, {
      history_public_to_subscribers: false,
    }),
    makes(
      'history_public_to_subscribers',
      'true shares the history of a private channel',
      { ...hidden, ...shared },
      shared,
    ),
    refuses(
      'history_public_to_subscribers',
      'is not false of a public channel',
      { history_public_to_subscribers: false },
      'Invalid parameters',
    ),
    refuses(
      'history_public_to_subscribers',
      'is false only where everyone may create topics',
      { ...hidden, can_create_topic_group: '{members}' },
      'Unsupported parameter combination: history_public_to_subscribers, can_create_topic_group',
      { parameters: 'history_public_to_subscribers, can_create_topic_group' },
    ),
    isBoolean('history_public_to_subscribers'),
    makes(
      'message_retention_days',
      'defaults to the organization’s',
      {},
      {
        message_retention_days: null,
      },
    ),
    keptFor('30', 30),
    keptFor('realm_default', null),
    keptFor('"realm_default"', null),
    keptFor('unlimited', -1),
    keptFor('"unlimited"', -1),
    keptFor('"\\u0075nlimited"', -1),
    keptFor(' 30 ', 30),
    ...['0', '-1', 'forever', '1.5', '"unlimited', 'unlimited"'].map((days) =>
      parameter('message_retention_days', `is not ${days}`, [
        owner(subscribe, { ...oneChannel(), message_retention_days: days }).refused(
          'REQUEST_VARIABLE_INVALID',
          `Bad value for 'message_retention_days': ${days}`,
          { var_name: 'message_retention_days', bad_value: days },
        ),
      ]),
    ),
    makes(
      'topics_policy',
      'is inherit where it is left out (feature level 392)',
      {},
      {
        topics_policy: 'inherit',
      },
    ),
    hasPolicy('inherit'),
    hasPolicy('allow_empty_topic'),
    hasPolicy('disable_empty_topic'),
    hasPolicy('empty_topic_only'),
    hasPolicy('"inherit"', 'inherit'),
    hasPolicy('"empty_topic_only"', 'empty_topic_only'),
    hasPolicy('"\\u0069nherit"', 'inherit'),
    refuses('topics_policy', 'is one of four words', { topics_policy: 'sometimes' }, 'Invalid topics_policy'),
    makes('default_push_notifications', 'is taken', { default_push_notifications: true }, {}),
    parameter('default_push_notifications', 'is for administrators', [
      member(subscribe, { ...oneChannel(), default_push_notifications: true }).refused(
        'UNAUTHORIZED_PRINCIPAL',
        'Must be an organization administrator',
      ),
    ]),
    isBoolean('default_push_notifications'),
    makes('folder_id', 'is null where it is left out', {}, { folder_id: null }),
    makes(
      'folder_id',
      'puts it into a folder (feature level 389)',
      { folder_id: '{folder}' },
      {
        folder_id: '{folder}',
      },
    ),
    refuses('folder_id', 'is an existing folder', { folder_id: '{nobody}' }, 'Invalid channel folder ID'),
    parameter('folder_id', 'is no archived folder', [
      owner('PATCH /channel_folders/{folder}', { is_archived: true }),
      owner(subscribe, { ...oneChannel(), folder_id: '{folder}' }).refused(
        badRequest,
        'Invalid channel folder ID',
      ),
    ]),
    refuses('folder_id', 'is an integer', { folder_id: '"1"' }, 'folder_id is not an integer'),
    ...Object.entries(PERMISSIONS).map(([name, value]) =>
      makes(
        name,
        `is ${JSON.stringify(value).replaceAll('"', '')} where it is left out`,
        {},
        { [name]: value },
      ),
    ),
    rule('the settings are ignored where the channel exists already', [
      ...newChannel(),
      owner(subscribe, {
        ...oneChannel(),
        ...hidden,
        message_retention_days: 30,
        topics_policy: 'empty_topic_only',
        can_add_subscribers_group: '{members}',
      }),
      channelIs({
        invite_only: false,
        message_retention_days: null,
        topics_policy: 'inherit',
        can_add_subscribers_group: '{noone}',
      }),
    ]),
    rule('the creator follows it only as one of the principals', [
      owner(subscribe, { ...oneChannel(), principals: ['{member}'] }),
      member('GET /get_stream_id', { stream: '{fresh}' }).keeps({ id: 'stream_id' }),
      channelIs({ creator_id: '{owner}', subscriber_count: 1 }),
    ]),
    rule('a name is taken in any case, by archived channels too', [
      ...newChannel({ subscriptions: [{ name: 'Taken {fresh}' }, { name: '{fresh}' }] }),
      owner('GET /get_stream_id', { stream: 'Taken {fresh}' }).keeps({ id: 'stream_id' }),
      owner('DELETE /streams/{id}'),
      member(subscribe, oneChannel('TAKEN {fresh}')).shows({
        subscribed: { '{member}': ['Taken {fresh}'] },
      }),
    ]),
  ],
};
