/** What people say of themselves. */
import {
  absent,
  administrator,
  asksForLogin,
  bot,
  type Chapter,
  error,
  field,
  guest,
  member,
  owner,
  parameter,
  type Row,
  rule,
  type Shown,
  user,
} from './row.ts';

const file = 'userStatus.ts';
const OWN = 'POST /users/me/status';
const OTHERS = 'POST /users/{user}/status';
const GET = 'GET /users/{user}/status';
const car = { emoji_name: 'car', emoji_code: '1f697', reaction_type: 'unicode_emoji' };
const both: Shown = { status_text: 'Driving', ...car };
const shows = (shown: Shown) => member(GET).shows(shown);

/** The same for oneself and for somebody else. */
const values = (by: typeof user, request: string): readonly Row[] => [
  parameter('status_text', 'is the text, and an empty one removes it', [
    by(request, { status_text: 'Out' }).shows().records(1),
    shows({ status: { status_text: 'Out' } }),
    by(request, { status_text: '' }).shows().records(1),
    shows({ status: {} }),
  ]),
  parameter('status_text', 'has 60 characters at most', [
    by(request, { status_text: 'x'.repeat(60) }).shows(),
    by(request, { status_text: '{long}' }).refused(
      'BAD_REQUEST',
      'status_text is too long (limit: 60 characters)',
    ),
  ]),
  parameter('emoji_name', 'is that of an emoji, and an empty one removes it', [
    by(request, { emoji_name: 'car' }).shows(),
    shows({ status: car }),
    by(request, { emoji_name: '' }).shows(),
    shows({ status: {} }),
  ]),
  parameter('emoji_name', 'is known', [
    by(request, { emoji_name: 'nothing' }).refused('BAD_REQUEST', "Emoji 'nothing' does not exist"),
  ]),
  parameter('emoji_code', 'is that of the name', [
    by(request, { ...car, emoji_code: '1f000' }).refused('BAD_REQUEST', 'Invalid emoji code.'),
  ]),
  parameter('emoji_code', 'comes with a name', [
    by(request, { emoji_code: '1f697' }).refused(
      'BAD_REQUEST',
      'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
    ),
  ]),
  parameter('reaction_type', 'is the kind of the emoji', [
    by(request, { ...car, reaction_type: 'realm_emoji' }).refused('BAD_REQUEST', 'Invalid custom emoji.'),
    by(request, { ...car, reaction_type: 'x' }).refused('BAD_REQUEST', 'Invalid emoji type.'),
    by(request, car).shows(),
  ]),
  rule('something is given', [by(request).refused('BAD_REQUEST', 'Client did not pass any new values.')]),
  asksForLogin(request, both),
];

export const ownStatus: Chapter = {
  about: OWN,
  file,
  rows: [
    ...values(user, OWN),
    parameter('away', 'is the opposite of `presence_enabled`', [
      user(OWN, { away: true }).shows().records(1),
      shows({ status: { away: true } }),
      user('POST /register', { fetch_event_types: ['user_settings'] }).shows({
        'user_settings.presence_enabled': false,
      }),
      user(OWN, { away: false }).shows(),
      shows({ status: {} }),
    ]),
    rule('guests and bots have one, too', [guest(OWN, car).shows(), bot(OWN, car).shows()]),
  ],
};

export const statusOfOthers: Chapter = {
  about: 'POST /users/:user_id/status',
  file,
  rows: [
    ...values(administrator, OTHERS),
    parameter('user_id', 'is that of somebody in the organization', [
      administrator('POST /users/{nobody}/status', both).refused('BAD_REQUEST', 'No such user'),
      administrator('POST /users/{leaver}/status', both).refused('BAD_REQUEST', 'No such user'),
    ]),
    error('UNAUTHORIZED_PRINCIPAL', 'answers people who are not administrators', [
      member(OTHERS, both).refused('UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'),
    ]),
  ],
};

const part = (name: string): Row =>
  field(`status.${name}`, 'is present where it is set', [
    shows({ [`status.${name}`]: absent }),
    user(OWN, both),
    shows({ [`status.${name}`]: both[name] }),
  ]);

export const oneStatus: Chapter = {
  about: 'GET /users/:user_id/status',
  file,
  rows: [
    ...Object.keys(both).map(part),
    field('status.away', 'is true where somebody does not want to be shown as present', [
      shows({ 'status.away': absent }),
      user('PATCH /settings', { presence_enabled: false }),
      shows({ 'status.away': true }),
    ]),
    parameter('user_id', 'is that of somebody in the organization', [
      member('GET /users/{nobody}/status').refused('BAD_REQUEST', 'No such user'),
      member('GET /users/{leaver}/status').refused('BAD_REQUEST', 'No such user'),
    ]),
    rule('POST /register has all of them', [
      user(OWN, both),
      owner('POST /register', { fetch_event_types: ['user_status'] }).shows({ 'user_status.{user}': both }),
    ]),
    asksForLogin(GET, both),
  ],
};
