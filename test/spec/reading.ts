/** GET /messages: ranges of messages, and messages by their IDs. */
import {
  absent,
  anonymous,
  type Chapter,
  error,
  field,
  guest,
  matching,
  member,
  owner,
  parameter,
  type Row,
  type Shown,
  type Step,
  user,
} from './row.ts';

const file = 'reading.ts';
const list = 'GET /messages';
const one = 'GET /messages/{message}';
const badRequest = 'BAD_REQUEST';

/** All of the channel `{channel}`, unless something else is asked for. */
const range = (fields: Shown = {}): Shown => ({
  anchor: 'newest',
  num_before: 10,
  num_after: 10,
  narrow: [['channel', '{channel}']],
  ...fields,
});
const reads = (fields: Shown, shown: Shown, by = owner): Step => by(list, range(fields)).shows(shown);
/** After `{message}`, the member's; each is kept under its name. */
const sends = (name: string, fields: Shown = {}): Step =>
  member('POST /messages', {
    type: 'channel',
    to: '{channel}',
    topic: 'logo',
    content: name,
    ...fields,
  }).keeps({ [name]: 'id' });
const three: readonly Step[] = [member(one), sends('second'), sends('third')];
const ids = (...names: string[]): Shown => ({
  'messages.length': names.length,
  ...Object.fromEntries(names.map((name, index) => [`messages[${index}].id`, `{${name}}`])),
});
const found = (name: string, promise: string, fields: Shown, shown: Shown): Row =>
  parameter(name, promise, [...three, reads(fields, shown)]);
const refused = (name: string, promise: string, fields: Shown, msg: string): Row =>
  parameter(name, promise, [member(one), owner(list, range(fields)).refused(badRequest, msg)]);
const without = (name: string): Shown =>
  Object.fromEntries(Object.entries(range()).filter(([other]) => other !== name));
const isBoolean = (name: string): Row =>
  refused(name, 'is a boolean', { [name]: 1 }, `${name} is not a boolean`);
const BEYOND = 10 ** 16;
const NOT_LOGGED_IN = 'Not logged in: API authentication or user session required';

const anchors: readonly Row[] = [
  found('anchor', '`newest` is the end', { num_before: 2 }, ids('second', 'third')),
  found('anchor', '`oldest` is the beginning', { anchor: 'oldest', num_after: 2 }, ids('message', 'second')),
  parameter('anchor', '`first_unread` is the first message that the caller has not read', [
    ...three,
    owner('POST /messages/flags', { messages: ['{message}'], op: 'add', flag: 'read' }),
    reads({ anchor: 'first_unread', num_before: 0 }, { ...ids('second', 'third'), anchor: '{second}' }),
  ]),
  parameter('anchor', '`first_unread` is the end where nothing is unread', [
    ...three,
    owner('POST /messages/flags', {
      messages: ['{message}', '{second}', '{third}'],
      op: 'add',
      flag: 'read',
    }),
    reads({ anchor: 'first_unread' }, { ...ids('message', 'second', 'third'), anchor: BEYOND }),
  ]),
  found(
    'anchor',
    'is a message',
    { anchor: '{second}', num_before: 0, num_after: 1 },
    ids('second', 'third'),
  ),
  found('anchor', 'is a number, negative ones 0', { anchor: -7, num_after: 1 }, { anchor: 0 }),
  found('anchor', 'is a number, larger ones 10^16', { anchor: `${BEYOND}0` }, { anchor: BEYOND }),
  refused('anchor', 'is nothing else', { anchor: 'soon' }, 'Invalid anchor'),
  parameter('anchor', 'is required of a range', [
    member(one),
    owner(list, without('anchor')).refused(badRequest, "Missing 'anchor' argument."),
  ]),
  found(
    'anchor_date',
    'of the anchor `date` is the first message at or after it',
    { anchor: 'date', anchor_date: '2020-01-01', num_before: 0, num_after: 1 },
    { ...ids('message', 'second'), anchor: '{message}' },
  ),
  found(
    'anchor_date',
    'may name a time of day with its offset',
    { anchor: 'date', anchor_date: '2020-01-01T12:00:00+02:00' },
    { anchor: '{message}' },
  ),
  found(
    'anchor_date',
    'after which there is nothing is the newest message',
    { anchor: 'date', anchor_date: '2999-01-01T00:00:00Z', num_before: 0 },
    ids('third'),
  ),
  refused(
    'anchor_date',
    'is required of the anchor `date`',
    { anchor: 'date' },
    "Missing 'anchor_date' argument.",
  ),
  refused(
    'anchor_date',
    'is a day of the calendar',
    { anchor: 'date', anchor_date: '2020-02-30' },
    'anchor_date is not a date',
  ),
  refused(
    'anchor_date',
    'is a date',
    { anchor: 'date', anchor_date: 'yesterday' },
    'anchor_date is not a date',
  ),
  parameter('use_first_unread_anchor', 'true is the deprecated word for `first_unread`, and wins', [
    ...three,
    owner('POST /messages/flags', { messages: ['{message}'], op: 'add', flag: 'read' }),
    reads({ use_first_unread_anchor: true, num_before: 0 }, { anchor: '{second}' }),
  ]),
  isBoolean('use_first_unread_anchor'),
  found(
    'include_anchor',
    'false leaves the anchor out',
    { anchor: '{second}', num_before: 0, include_anchor: false },
    ids('third'),
  ),
  refused(
    'include_anchor',
    'false is for an end of the range',
    { include_anchor: false },
    'The anchor can only be excluded at an end of the range',
  ),
  isBoolean('include_anchor'),
];

const sizes: readonly Row[] = ['num_before', 'num_after'].flatMap((name) => [
  parameter(name, 'is required of a range', [
    member(one),
    owner(list, without(name)).refused('REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, {
      var_name: name,
    }),
  ]),
  refused(name, 'is not negative', { [name]: -1 }, `${name} is too small`),
  refused(name, 'is an integer', { [name]: '"1"' }, `${name} is not an integer`),
  refused(
    name,
    'is of 5,000 messages together with the other, beside the anchor',
    { [name]: 4991 },
    'Too many messages requested (maximum 5000).',
  ),
]);

export const readingMessages: Chapter = {
  about: list,
  file,
  rows: [
    ...anchors,
    ...sizes,
    found(
      'num_before',
      'is how many there are before the anchor',
      { anchor: '{third}', num_before: 1 },
      ids('second', 'third'),
    ),
    found(
      'num_after',
      'is how many there are after it',
      { anchor: '{message}', num_after: 1 },
      ids('message', 'second'),
    ),
    parameter('message_ids', 'are messages by their IDs, without a range', [
      ...three,
      owner(list, { message_ids: ['{third}', '{message}'] }).shows({
        ...ids('message', 'third'),
        anchor: null,
      }),
    ]),
    parameter('message_ids', 'that the caller may not read are left out', [
      owner('POST /messages', { type: 'direct', to: ['{member}'], content: 'Psst.' }).keeps({ direct: 'id' }),
      user(list, { message_ids: ['{direct}', '{nobody}'] }).shows({ messages: [] }),
    ]),
    parameter('message_ids', 'are sent without a range', [
      owner(list, { message_ids: [1], anchor: 'newest', num_before: 1 }).refused(
        badRequest,
        'Unsupported parameter combination: anchor, num_before, message_ids',
        { parameters: 'anchor, num_before, message_ids' },
      ),
    ]),
    parameter('message_ids', 'is a list of integers', [
      owner(list, { message_ids: ['x'] }).refused(badRequest, 'message_ids[0] is not an integer'),
    ]),
    refused('narrow', 'is a list', { narrow: {} }, 'narrow is not a list'),
    refused('narrow', 'is JSON', { narrow: 'channel:x' }, 'narrow is not valid JSON'),
    found(
      'narrow',
      'is everything where it is left out',
      { narrow: [] },
      { 'messages[id={third}].id': '{third}' },
    ),
    found('client_gravatar', 'is true where it is left out', {}, { 'messages[0].avatar_url': null }),
    found(
      'client_gravatar',
      'false asks for the addresses of avatars',
      { client_gravatar: false },
      {
        'messages[0].avatar_url': matching(/^https:/),
      },
    ),
    isBoolean('client_gravatar'),
    found('apply_markdown', 'is true where it is left out', {}, { 'messages[1].content': '<p>second</p>' }),
    found(
      'apply_markdown',
      'false asks for the source',
      { apply_markdown: false },
      {
        'messages[1].content': 'second',
      },
    ),
    isBoolean('apply_markdown'),
    parameter('allow_empty_topic_name', 'is false where it is left out: the empty topic has a name', [
      member(one),
      sends('empty', { topic: '' }),
      reads({}, { 'messages[1].subject': 'general chat' }),
    ]),
    parameter('allow_empty_topic_name', 'true shows the empty topic as it is (feature level 334)', [
      member(one),
      sends('empty', { topic: '' }),
      reads({ allow_empty_topic_name: true }, { 'messages[1].subject': '' }),
    ]),
    isBoolean('allow_empty_topic_name'),
    field('messages', 'are in ascending order, and each as GET /messages/{id} shows it', [
      ...three,
      owner('GET /messages/{second}').keeps({ whole: 'message' }),
      reads({}, { ...ids('message', 'second', 'third'), 'messages[1]': '{whole}' }),
    ]),
    field('messages', 'of a public channel include messages that the reader never received', [
      ...three,
      reads({}, { ...ids('message', 'second', 'third'), 'messages[0].flags': ['read', 'historical'] }, user),
    ]),
    field('messages', 'of a channel that the caller may not read are none', [
      owner('POST /messages', { type: 'channel', to: '{hidden}', topic: 'logo', content: 'x' }),
      owner(list, range({ narrow: [['channel', '{hidden}']] })).shows({ 'messages.length': 1 }),
      guest(list, range({ narrow: [['channels', 'public']] })).shows({
        'messages[stream_id={hidden}].id': absent,
      }),
    ]),
    field('anchor', 'is the anchor that the words stand for', [
      ...three,
      reads({}, { anchor: BEYOND }),
      reads({ anchor: 'oldest' }, { anchor: 0 }),
      reads({ anchor: '{second}' }, { anchor: '{second}' }),
    ]),
    field('found_anchor', 'says whether the anchor is a message of the answer', [
      ...three,
      reads({ anchor: '{second}' }, { found_anchor: true }),
      reads({}, { found_anchor: false }),
    ]),
    field('found_oldest', 'says whether there is nothing before', [
      ...three,
      reads({ anchor: '{second}' }, { found_oldest: true }),
      reads({ anchor: '{third}', num_before: 1 }, { found_oldest: false }),
    ]),
    field('found_newest', 'says whether there is nothing after', [
      ...three,
      reads({ anchor: '{second}' }, { found_newest: true }),
      reads({ anchor: '{message}', num_after: 1 }, { found_newest: false }),
    ]),
    field('history_limited', 'is false', [...three, reads({}, { history_limited: false })]),
    error(
      'UNAUTHENTICATED_USER',
      'answers callers who are not logged in, where the organization is not public',
      [
        anonymous(list, range({ narrow: [['channels', 'web-public']] })).refused(
          'UNAUTHENTICATED_USER',
          NOT_LOGGED_IN,
          {},
          401,
        ),
      ],
    ),
  ],
};
