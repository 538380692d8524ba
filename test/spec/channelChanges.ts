/** PATCH /streams/{stream_id}: what may be changed of a channel. */
import {
  becomes,
  change,
  changesByBoolean,
  channelIs,
  newChannel,
  oneChannel,
  staysWithout,
  subscribe,
} from './channelSteps.ts';
import { type Chapter, error, owner, parameter, type Row, rule, type Shown } from './row.ts';

const badRequest = 'BAD_REQUEST';
const hidden = { invite_only: true };

const stays = (name: string, fields: Shown): Row =>
  rule(`${name} may be what it is already, of which nothing is recorded`, [
    ...newChannel(),
    change(fields).shows().records(0),
  ]);

const policyWord = (value: string, shown = value): Row =>
  becomes('topics_policy', `takes ${value}`, { topics_policy: value }, { topics_policy: shown });
const days = (value: string, shown: number | null, settings: Shown = {}): Row =>
  becomes(
    'message_retention_days',
    `${value} is shown as ${shown}`,
    { message_retention_days: value },
    { message_retention_days: shown },
    settings,
  );

const texts: readonly Row[] = [
  becomes(
    'new_name',
    'is the name, without spaces around',
    { new_name: ' new {fresh} ' },
    {
      name: 'new {fresh}',
    },
  ),
  staysWithout('new_name', 'is not empty', { new_name: ' ' }, "Channel name can't be empty."),
  staysWithout(
    'new_name',
    'is of max_stream_name_length, 60 characters',
    { new_name: '{long}' },
    'Channel name is too long (limit: 60 characters)',
  ),
  staysWithout(
    'new_name',
    'has printable characters only',
    { new_name: 'a\u0007' },
    'Invalid character in channel name, at position 2.',
  ),
  staysWithout('new_name', 'is another one', { new_name: '{fresh}' }, 'Channel already has that name.'),
  parameter('new_name', 'may be the same in another case', [
    ...newChannel({ subscriptions: [{ name: '{fresh}' }, { name: 'Case {fresh}' }] }),
    owner('GET /get_stream_id', { stream: 'Case {fresh}' }).keeps({ id: 'stream_id' }),
    change({ new_name: 'CASE {fresh}' }).shows(),
    channelIs({ name: 'CASE {fresh}' }),
  ]),
  error('CHANNEL_ALREADY_EXISTS', 'answers a name that another channel has, with status 409', [
    ...newChannel(),
    change({ new_name: '{quietName}' }).refused(
      'CHANNEL_ALREADY_EXISTS',
      "Channel '{quietName}' already exists",
      { channel_name: '{quietName}' },
      409,
    ),
  ]),
  error('CHANNEL_ALREADY_EXISTS', 'answers a name that an archived channel has', [
    ...newChannel(),
    owner('DELETE /streams/{quiet}'),
    change({ new_name: '{quietName}' }).refused(
      'CHANNEL_ALREADY_EXISTS',
      "Channel '{quietName}' already exists",
      {},
      409,
    ),
  ]),
  becomes(
    'description',
    'is Markdown on one line',
    { description: 'What *is*\r\nit?' },
    {
      description: 'What *is* it?',
      rendered_description: '<p>What <em>is</em> it?</p>',
    },
  ),
  becomes(
    'description',
    'may be empty',
    { description: '' },
    { description: '' },
    {
      subscriptions: [{ name: '{fresh}', description: 'old' }],
    },
  ),
  staysWithout(
    'description',
    'is of max_stream_description_length, 1,024 characters',
    { description: '{veryLong}' },
    'description is too long (limit: 1024 characters)',
  ),
];

const others: readonly Row[] = [
  ...[true, false].map((isDefault) =>
    parameter('is_default_stream', `${isDefault} makes it ${isDefault ? 'a' : 'no'} default channel`, [
      ...newChannel({ is_default_stream: !isDefault }),
      change({ is_default_stream: isDefault }).shows(),
      owner('GET /streams', { include_default: true }).shows({
        'streams[stream_id={id}].is_default': isDefault,
      }),
    ]),
  ),
  staysWithout(
    'is_default_stream',
    'is not true of a private channel',
    { is_default_stream: true },
    'A default channel cannot be private.',
    hidden,
  ),
  changesByBoolean('is_default_stream'),
  days('30', 30),
  days('unlimited', -1),
  days('"unlimited"', -1),
  days('realm_default', null, { message_retention_days: 30 }),
  ...['0', 'forever'].map((value) =>
    parameter('message_retention_days', `is not ${value}`, [
      ...newChannel(),
      change({ message_retention_days: value }).refused(
        'REQUEST_VARIABLE_INVALID',
        `Bad value for 'message_retention_days': ${value}`,
        { var_name: 'message_retention_days', bad_value: value },
      ),
    ]),
  ),
  parameter('is_archived', 'false takes it out of the archive (feature level 388)', [
    ...newChannel(),
    owner('DELETE /streams/{id}'),
    change({ is_archived: false }).shows(),
    channelIs({ is_archived: false, subscriber_count: 1 }),
  ]),
  parameter('is_archived', 'true does nothing', [
    ...newChannel(),
    change({ is_archived: true }).shows().records(0),
    channelIs({ is_archived: false }),
  ]),
  changesByBoolean('is_archived'),
  becomes('default_push_notifications', 'is taken', { default_push_notifications: true }, {}),
  becomes(
    'folder_id',
    'puts it into a folder (feature level 389)',
    { folder_id: '{folder}' },
    {
      folder_id: '{folder}',
    },
  ),
  becomes(
    'folder_id',
    'null takes it out',
    { folder_id: null },
    { folder_id: null },
    {
      folder_id: '{folder}',
    },
  ),
  staysWithout('folder_id', 'is an existing folder', { folder_id: '{nobody}' }, 'Invalid channel folder ID'),
  parameter('folder_id', 'is no archived folder', [
    ...newChannel(),
    owner('PATCH /channel_folders/{folder}', { is_archived: true }),
    change({ folder_id: '{folder}' }).refused(badRequest, 'Invalid channel folder ID'),
  ]),
  staysWithout('folder_id', 'is an integer or null', { folder_id: '"1"' }, 'folder_id is not an integer'),
  policyWord('inherit'),
  policyWord('allow_empty_topic'),
  policyWord('disable_empty_topic'),
  policyWord('empty_topic_only'),
  policyWord('"disable_empty_topic"', 'disable_empty_topic'),
  staysWithout('topics_policy', 'is one of four words', { topics_policy: 'never' }, 'Invalid topics_policy'),
  parameter('topics_policy', 'is not empty_topic_only while there are named topics (feature level 404)', [
    owner('GET /messages/{message}'),
    owner('PATCH /streams/{channel}', { topics_policy: 'empty_topic_only' }).refused(
      badRequest,
      'All messages of the channel must be in general chat first.',
      { empty_topic_display_name: 'general chat' },
    ),
  ]),
];

export const channelChanges: Chapter = {
  about: 'PATCH /streams/:stream_id',
  file: 'channelChanges.ts',
  rows: [
    ...texts,
    ...others,
    stays('description', { description: '' }),
    stays('is_private', { is_private: false }),
    stays('is_default_stream', { is_default_stream: false }),
    stays('message_retention_days', { message_retention_days: 'realm_default' }),
    stays('folder_id', { folder_id: null }),
    stays('topics_policy', { topics_policy: 'inherit' }),
    stays('is_archived', { is_archived: false }),
    rule('everything is changed or nothing', [
      ...newChannel(),
      change({ description: 'changed', folder_id: '{nobody}' }).refused(
        badRequest,
        'Invalid channel folder ID',
      ),
      channelIs({ description: '' }),
    ]),
    rule('a new name is the one that channels are found by', [
      ...newChannel(),
      change({ new_name: 'new {fresh}' }).shows(),
      owner(subscribe, oneChannel('new {fresh}')).shows({
        already_subscribed: { '{owner}': ['new {fresh}'] },
      }),
    ]),
  ],
};
