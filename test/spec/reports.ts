/** Reporting messages, push tokens of apps that do not encrypt, and the preview of a welcome message. */
import {
  administrator,
  asksForLogin,
  bot,
  type Chapter,
  error,
  field,
  guest,
  integer,
  matching,
  member,
  missing,
  owner,
  parameter,
  type Row,
  rule,
  user,
} from './row.ts';

const file = 'reports.ts';
const bad = 'BAD_REQUEST';
const REPORT = 'POST /messages/{message}/report';
const spam = { report_type: 'spam' };
const off = 'Moderation request channel must be specified to enable message reporting.';
/** Every row switches reports off again. */
const moderated = (...steps: Row['steps']): Row['steps'] => [
  owner('PATCH /realm', { moderation_request_channel_id: '{hidden}' }),
  ...steps,
  owner('PATCH /realm', { moderation_request_channel_id: -1 }).shows(),
];

const report: Chapter = {
  about: 'POST /messages/:message_id/report',
  file,
  rows: [
    parameter('message_id', 'is that of a message that the caller may read', [
      ...moderated(
        user('POST /messages/{nobody}/report', spam).refused(bad, 'Invalid message(s)'),
        member(REPORT, spam).shows().records(1),
      ),
    ]),
    parameter('report_type', 'is demanded', [member(REPORT).refused(...missing('report_type'))]),
    parameter(
      'report_type',
      'is spam, harassment, inappropriate, norms or other',
      moderated(
        ...['spam', 'harassment', 'inappropriate', 'norms'].map((report_type) =>
          member(REPORT, { report_type }).shows(),
        ),
        member(REPORT, { report_type: 'x' }).refused(bad, 'Invalid report_type'),
      ),
    ),
    parameter(
      'description',
      'is demanded of other reasons',
      moderated(
        member(REPORT, { report_type: 'other' }).refused(bad, 'An explanation is required.'),
        member(REPORT, { report_type: 'other', description: 'Not nice' }).shows(),
      ),
    ),
    parameter(
      'description',
      'has at most 1,000 characters',
      moderated(
        member(REPORT, { ...spam, description: '{veryLong}' }).refused(
          bad,
          'description is too long (limit: 1000 characters)',
        ),
      ),
    ),
    rule('is refused where there is no channel for it', [member(REPORT, spam).refused(bad, off)]),
    rule('guests and bots report, too', moderated(guest(REPORT, spam).shows())),
    asksForLogin('POST /messages/1/report', spam),
  ],
};

const APNS = '/users/me/apns_device_token';
const GCM = '/users/me/android_gcm_reg_id';
const apns = { token: '00ff', appid: 'org.example.app' };

const tokens = (path: string, fields: Readonly<Record<string, string>>): readonly Chapter[] => {
  const added = user(`POST ${path}`, fields);
  const { token } = fields;
  return [
    {
      about: `POST ${path}`,
      file,
      rows: [
        parameter('token', 'is registered once', [added.shows().records(1), added.shows().records(0)]),
        parameter('token', 'has 1 to 4,096 characters', [
          user(`POST ${path}`, { ...fields, token: '' }).refused(bad, 'Empty or invalid length token'),
          user(`POST ${path}`, { ...fields, token: 'a'.repeat(4096) }).shows(),
          user(`POST ${path}`, { ...fields, token: 'a'.repeat(4097) }).refused(
            bad,
            'Empty or invalid length token',
          ),
        ]),
        ...('appid' in fields
          ? [
              parameter('appid', 'is demanded', [
                user(`POST ${path}`, { token: '00' }).refused(...missing('appid')),
              ]),
              parameter('token', 'is hexadecimal', [
                user(`POST ${path}`, { ...fields, token: 'xy' }).refused(bad, 'Invalid APNS token'),
              ]),
            ]
          : []),
        rule('bots have no phones', [
          bot(`POST ${path}`, fields).refused(bad, 'This endpoint does not accept bot requests.'),
        ]),
        asksForLogin(`POST ${path}`, fields),
      ],
    },
    {
      about: `DELETE ${path}`,
      file,
      rows: [
        parameter('token', 'is one that is registered', [
          added,
          user(`DELETE ${path}`, { token }).shows().records(1),
          user(`DELETE ${path}`, { token }).refused(bad, 'Token does not exist'),
        ]),
        parameter('appid', 'does not have to be named', [
          added,
          user(`DELETE ${path}`, { token, appid: 'org.example.app' }).shows().records(1),
        ]),
        asksForLogin(`DELETE ${path}`, { token }),
      ],
    },
  ];
};

const TEST = 'POST /mobile_push/test_notification';

const testing: Chapter = {
  about: TEST,
  file,
  rows: [
    parameter('token', 'is one that is registered, or none', [
      user(TEST).shows(),
      user(`POST ${GCM}`, { token: 'abc' }),
      user(TEST, { token: 'abc' }).shows(),
    ]),
    error('INVALID_PUSH_DEVICE_TOKEN', 'is the answer to an unknown token', [
      user(TEST, { token: 'abc' }).refused('INVALID_PUSH_DEVICE_TOKEN', 'Device not recognized'),
    ]),
    asksForLogin(TEST),
  ],
};

const PREVIEW = 'POST /realm/test_welcome_bot_custom_message';
const welcome = { welcome_message_custom_text: 'Welcome, *{fresh}*' };

const preview: Chapter = {
  about: PREVIEW,
  file,
  rows: [
    field('message_id', 'is that of a direct message of the notification bot', [
      administrator(PREVIEW, welcome).shows({ message_id: integer }).keeps({ id: 'message_id' }),
      administrator('GET /messages/{id}').shows({
        'message.content': '<p>Welcome, <em>{fresh}</em></p>',
        'message.sender_full_name': 'Notification Bot',
        'message.type': 'private',
      }),
    ]),
    parameter('welcome_message_custom_text', 'is demanded', [
      administrator(PREVIEW).refused(...missing('welcome_message_custom_text')),
    ]),
    parameter('welcome_message_custom_text', 'has at most 8,000 characters', [
      administrator(PREVIEW, { welcome_message_custom_text: '{tooLong}' }).refused(
        bad,
        'welcome_message_custom_text is too long (limit: 8000 characters)',
      ),
      administrator(PREVIEW, { welcome_message_custom_text: '' }).refused(bad, matching(/empty/)),
    ]),
    error('UNAUTHORIZED_PRINCIPAL', 'is the answer to everybody else', [
      user(PREVIEW, welcome).refused('UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'),
    ]),
    asksForLogin(PREVIEW, welcome),
  ],
};

export const reports: readonly Chapter[] = [report];
export const pushTokens: readonly Chapter[] = [
  ...tokens(APNS, apns),
  ...tokens(GCM, { token: 'abc' }),
  testing,
];
export const welcomePreview = preview;
