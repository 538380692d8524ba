/** What subscribers set for themselves. */
import { channelFieldRows } from './channelFields.ts';
import { newChannel } from './channelSteps.ts';
import {
  absent,
  asksForLogin,
  type Chapter,
  field,
  matching,
  member,
  owner,
  parameter,
  type Row,
  rule,
  type Shown,
  type Step,
} from './row.ts';

const badRequest = 'BAD_REQUEST';
const file = 'subscriptionSettings.ts';
const one = 'PATCH /users/me/subscriptions/{id}';
const many = 'POST /users/me/subscriptions/properties';
const list = 'GET /users/me/subscriptions';
const set = (property: string, value: unknown): Step => owner(one, { property, value });
const setAll = (...items: readonly Shown[]): Step => owner(many, { subscription_data: items });
const item = (property: string, value: unknown): Shown => ({ stream_id: '{id}', property, value });
const shows = (shown: Shown): Step =>
  owner(list).shows(
    Object.fromEntries(
      Object.entries(shown).map(([name, value]) => [`subscriptions[stream_id={id}].${name}`, value]),
    ),
  );

const NOTIFICATIONS = [
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
];
const FLAGS = ['is_muted', 'in_home_view', 'pin_to_top', ...NOTIFICATIONS];
const UNUSUAL: Shown = { is_muted: true, in_home_view: false };

export const subscriptionSetting: Chapter = {
  about: 'PATCH /users/me/subscriptions/:stream_id',
  file,
  rows: [
    parameter('stream_id', 'is an existing channel', [
      owner('PATCH /users/me/subscriptions/{nobody}', { property: 'is_muted', value: true }).refused(
        badRequest,
        'Invalid channel ID',
      ),
    ]),
    parameter('stream_id', 'is a channel that the caller sees', [
      member('PATCH /users/me/subscriptions/{hidden}', { property: 'is_muted', value: true }).refused(
        badRequest,
        'Invalid channel ID',
      ),
    ]),
    parameter('stream_id', 'is a channel that the caller follows', [
      member('PATCH /users/me/subscriptions/{quiet}', { property: 'is_muted', value: true }).refused(
        badRequest,
        'Not subscribed to channel ID {quiet}',
      ),
    ]),
    parameter('property', 'is required', [
      ...newChannel(),
      owner(one, { value: true }).refused('REQUEST_VARIABLE_MISSING', "Missing 'property' argument", {
        var_name: 'property',
      }),
    ]),
    parameter('property', 'is one that there is', [
      ...newChannel(),
      set('role', true).refused(badRequest, 'Unknown subscription property: role'),
    ]),
    parameter('property', 'color takes a hexadecimal colour without quotes', [
      ...newChannel(),
      set('color', '#12AB9f').shows().records(1),
      shows({ color: '#12AB9f' }),
    ]),
    parameter('property', 'color takes 3 digits too', [
      ...newChannel(),
      set('color', '#abc').shows(),
      shows({ color: '#abc' }),
    ]),
    ...['"#abcdef"', '#12', '#1234567', 'red', ''].map((color) =>
      parameter('value', `of color is not ${color || 'empty'}`, [
        ...newChannel(),
        set('color', color).refused(badRequest, 'color is not a valid hex color code'),
      ]),
    ),
    ...FLAGS.flatMap((name) => [
      ...[true, false].map((value) =>
        parameter('property', `${name} may be ${value}`, [
          ...newChannel(),
          set(name, !value),
          set(name, value).shows().records(1),
          shows({ [name]: value }),
        ]),
      ),
      ...['null', '1', 'True', '"true"'].map((value) =>
        parameter('value', `of ${name} is not ${value}`, [
          ...newChannel(),
          set(name, value).refused(badRequest, `${name} is not a boolean`),
        ]),
      ),
    ]),
    parameter('property', 'is_muted is sent as in_home_view, too (feature level 139)', [
      ...newChannel(),
      set('is_muted', true).shows(),
      shows(UNUSUAL),
    ]),
    parameter(
      'property',
      'in_home_view, the deprecated opposite, is sent as is_muted, too (feature level 139)',
      [...newChannel(), set('in_home_view', false).shows(), shows(UNUSUAL)],
    ),
    parameter('property', 'in_home_view is answered with a Deprecation header', [
      ...newChannel(),
      set('in_home_view', false)
        .shows()
        .hasHeaders({ deprecation: matching(/^@\d+$/) }),
    ]),
    parameter('property', 'is_muted is answered without one', [
      ...newChannel(),
      set('is_muted', true).shows().hasHeaders({ deprecation: absent }),
    ]),
    parameter('value', 'is required', [
      ...newChannel(),
      owner(one, { property: 'is_muted' }).refused('REQUEST_VARIABLE_MISSING', "Missing 'value' argument", {
        var_name: 'value',
      }),
    ]),
    parameter('value', 'may be what it is already, of which nothing is recorded', [
      ...newChannel(),
      set('is_muted', false).shows().records(0),
    ]),
    rule('everybody has settings of their own', [
      ...newChannel({ principals: ['{owner}', '{member}'] }),
      set('pin_to_top', true).shows(),
      member(list).shows({ 'subscriptions[stream_id={id}].pin_to_top': false }),
    ]),
    asksForLogin('PATCH /users/me/subscriptions/{quiet}', { property: 'is_muted', value: true }),
  ],
};

const refusedItem = (promise: string, entry: unknown, msg: string): Row =>
  parameter('subscription_data', promise, [
    ...newChannel(),
    owner(many, { subscription_data: [entry] }).refused(badRequest, msg),
  ]);

export const subscriptionProperties: Chapter = {
  about: many,
  file,
  rows: [
    parameter('subscription_data', 'sets several properties of several channels', [
      ...newChannel(),
      setAll(item('color', '#abcdef'), item('pin_to_top', true), {
        stream_id: '{quiet}',
        property: 'is_muted',
        value: true,
      })
        .shows()
        .records(3),
      shows({ color: '#abcdef', pin_to_top: true, is_muted: false }),
    ]),
    ...FLAGS.map((name) =>
      parameter('subscription_data', `sets ${name}`, [
        ...newChannel(),
        setAll(item(name, name !== 'in_home_view')).shows(),
        shows({ [name]: name !== 'in_home_view' }),
      ]),
    ),
    ...NOTIFICATIONS.map((name) =>
      parameter('subscription_data', `makes ${name} follow the setting for all channels again`, [
        ...newChannel(),
        setAll(item(name, true)),
        setAll(item(name, null)).shows(),
        shows({ [name]: null }),
      ]),
    ),
    parameter('subscription_data', 'has the last of several values for one property count', [
      ...newChannel(),
      setAll(item('color', '#aaaaaa'), item('color', '#bbbbbb')).shows().records(1),
      shows({ color: '#bbbbbb' }),
    ]),
    parameter('subscription_data', 'is set all or nothing', [
      ...newChannel(),
      setAll(item('pin_to_top', true), item('role', true)).refused(
        badRequest,
        'Unknown subscription property: role',
      ),
      shows({ pin_to_top: false }),
    ]),
    parameter('subscription_data', 'with in_home_view is answered with a Deprecation header', [
      ...newChannel(),
      setAll(item('pin_to_top', true), item('in_home_view', false))
        .shows()
        .hasHeaders({ deprecation: matching(/^@\d+$/) }),
      setAll(item('pin_to_top', true)).shows().hasHeaders({ deprecation: absent }),
    ]),
    parameter('subscription_data', 'is required', [
      owner(many).refused('REQUEST_VARIABLE_MISSING', "Missing 'subscription_data' argument", {
        var_name: 'subscription_data',
      }),
    ]),
    refusedItem(
      'has the channel in each',
      { property: 'is_muted', value: true },
      'subscription_data[0]["stream_id"] field is missing',
    ),
    refusedItem(
      'has existing channels',
      { ...item('is_muted', true), stream_id: '{nobody}' },
      'Invalid channel ID',
    ),
    refusedItem('has booleans', item('pin_to_top', 'yes'), 'pin_to_top is not a boolean'),
    refusedItem('has colours', item('color', 'red'), 'color is not a valid hex color code'),
    refusedItem('has a text for a colour', item('color', true), 'color is not a string'),
    parameter('subscription_data', 'has channels that the caller follows', [
      member(many, {
        subscription_data: [{ stream_id: '{quiet}', property: 'is_muted', value: true }],
      }).refused(badRequest, 'Not subscribed to channel ID {quiet}'),
    ]),
    asksForLogin(many, { subscription_data: [] }),
  ],
};

export const subscriptions: Chapter = {
  about: list,
  file,
  rows: [
    ...channelFieldRows({
      asks: owner(list),
      prefix: 'subscriptions[]',
      path: 'subscriptions[stream_id={id}]',
    }),
    ...Object.entries({
      color: matching(/^#[0-9a-f]{6}$/),
      is_muted: false,
      in_home_view: true,
      pin_to_top: false,
    }).map(([name, value]) =>
      field(`subscriptions[].${name}`, 'is present from the beginning', [
        ...newChannel(),
        shows({ [name]: value }),
      ]),
    ),
    ...NOTIFICATIONS.map((name) =>
      field(`subscriptions[].${name}`, 'is null where it is as for all channels', [
        ...newChannel(),
        shows({ [name]: null }),
      ]),
    ),
    ...(['true', 'partial', '"partial"'] as const).map((value) =>
      parameter(
        'include_subscribers',
        `${value} adds the subscribers${value === 'true' ? '' : ' of small channels'}`,
        [
          ...newChannel(),
          owner(list, { include_subscribers: value }).shows({
            'subscriptions[stream_id={id}].subscribers': ['{owner}'],
          }),
        ],
      ),
    ),
    parameter('include_subscribers', 'is false where it is left out', [
      ...newChannel(),
      shows({ subscribers: absent }),
    ]),
    parameter('include_subscribers', 'is one of three words', [
      owner(list, { include_subscribers: 'all' }).refused(badRequest, 'Invalid include_subscribers'),
    ]),
    field('subscriptions[].partial_subscribers', 'is absent from channels with fewer than 250 subscribers', [
      ...newChannel(),
      owner(list, { include_subscribers: 'partial' }).shows({
        'subscriptions[stream_id={id}].partial_subscribers': absent,
      }),
    ]),
    field('subscriptions[].subscribers', 'are the IDs of its followers', [
      ...newChannel({ principals: ['{member}', '{owner}'] }),
      owner(list, { include_subscribers: 'true' }).shows({
        'subscriptions[stream_id={id}].subscribers': ['{owner}', '{member}'],
      }),
    ]),
    rule('archived channels are not listed', [
      ...newChannel(),
      owner('DELETE /streams/{id}'),
      shows({ name: absent }),
    ]),
    asksForLogin(list),
  ],
};
