/** Linkifiers. */
import {
  absent,
  administrator,
  asksForLogin,
  type Chapter,
  error,
  field,
  integer,
  member,
  missing,
  parameter,
  type Row,
  rule,
  type Shown,
  user,
} from './row.ts';

const file = 'linkifiers.ts';
const bad = 'BAD_REQUEST';
/** The refusal of those who are no administrators. */
export const admins = ['UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'] as const;

/** Rows of a request that only some may make. */
export const forSome = (
  request: string,
  fields: Shown,
  refusal: readonly ['UNAUTHORIZED_PRINCIPAL', string],
): readonly Row[] => [
  error('UNAUTHORIZED_PRINCIPAL', 'is the answer to everybody else', [
    user(request, fields).refused(...refusal),
  ]),
  asksForLogin(request, fields),
];

const LIST = 'GET /realm/linkifiers';
const ADD = 'POST /realm/filters';
const CHANGE = 'PATCH /realm/filters/{id}';
const REMOVE = 'DELETE /realm/filters/{id}';
const ORDER = 'PATCH /realm/linkifiers';
const URL = 'https://tracker.example.com/{+id}';
const filter = (fields: Shown = {}): Shown => ({
  pattern: '{fresh}-(?P<id>[0-9]+)',
  url_template: URL,
  ...fields,
});
const added = administrator(ADD, filter()).keeps({ id: 'id' });
const removed = administrator(REMOVE).shows();
/** Each row removes what it has added: linkifiers are those of everybody's texts. */
const proves = (name: string, promise: string, steps: Row['steps']): Row =>
  parameter(name, promise, [...steps, removed]);
const listed = (shown: Shown) =>
  member(LIST).shows(
    Object.fromEntries(Object.entries(shown).map(([name, value]) => [`linkifiers[id={id}].${name}`, value])),
  );
const refuses = (name: string, promise: string, fields: Shown, msg: string): Row =>
  parameter(name, promise, [administrator(ADD, filter(fields)).refused(bad, msg)]);

export const linkifiers: readonly Chapter[] = [
  {
    about: LIST,
    file,
    rows: [
      ...(
        [
          ['id', 'is the ID', '{id}'],
          ['pattern', 'is the regular expression', '{fresh}-(?P<id>[0-9]+)'],
          ['url_template', 'is where its links lead', URL],
          ['example_input', 'is null where none was given', null],
          ['reverse_template', 'is null where none was given', null],
          ['alternative_url_templates', 'are empty where none were given', []],
        ] as const
      ).map(([name, promise, value]) =>
        field(`linkifiers[].${name}`, promise, [added, listed({ [name]: value }), removed]),
      ),
      rule('POST /register has the same for clients that understand templates', [
        added,
        member('POST /register', {
          fetch_event_types: ['realm_linkifiers'],
          client_capabilities: { notification_settings_null: false, linkifier_url_template: true },
        }).shows({ 'realm_linkifiers[id={id}].url_template': URL }),
        member('POST /register', { fetch_event_types: ['realm_linkifiers'] }).shows({ realm_linkifiers: [] }),
        removed,
      ]),
      asksForLogin(LIST),
    ],
  },
  {
    about: ADD,
    file,
    rows: [
      field('id', 'is the ID of the linkifier', [
        administrator(ADD, filter()).shows({ id: integer }).keeps({ id: 'id' }),
        removed,
      ]),
      proves('pattern', 'makes links in messages that are sent from now on, and in topics', [
        added,
        member('POST /messages', {
          type: 'channel',
          to: '{channel}',
          topic: '{fresh}-7',
          content: '*{fresh}-12*, x{fresh}-13',
        }).keeps({ message: 'id' }),
        member('GET /messages/{message}').shows({
          'message.content':
            '<p><em><a href="https://tracker.example.com/12">{fresh}-12</a></em>, x{fresh}-13</p>',
          'message.topic_links': [{ text: '{fresh}-7', url: 'https://tracker.example.com/7' }],
        }),
      ]),
      parameter('pattern', 'is demanded', [
        administrator(ADD, { url_template: URL }).refused(...missing('pattern')),
      ]),
      refuses(
        'pattern',
        'is an expression of RE2',
        { pattern: '(?=x)' },
        'Bad regular expression: error parsing regexp: invalid or unsupported Perl syntax: `(?=`',
      ),
      proves('pattern', 'is that of one linkifier', [
        added,
        administrator(ADD, filter()).refused(bad, 'A linkifier with this pattern already exists.'),
      ]),
      parameter('url_template', 'is demanded', [
        administrator(ADD, { pattern: 'x' }).refused(...missing('url_template')),
      ]),
      refuses(
        'url_template',
        'is one of RFC 6570',
        { url_template: 'https://a.de/}' },
        'Invalid URL template.',
      ),
      refuses(
        'url_template',
        'has the names of the pattern',
        { url_template: 'https://a.de/' },
        "Group 'id' in linkifier pattern is not present in URL template.",
      ),
      ...(
        [
          ['example_input', 'X-12'],
          ['reverse_template', 'X-12'],
          ['alternative_url_templates', ['https://old.example.com/{+id}']],
        ] as const
      ).map(([name, value]) =>
        proves(name, 'is kept for clients', [
          administrator(ADD, filter({ [name]: value })).keeps({ id: 'id' }),
          listed({ [name]: value }),
        ]),
      ),
      ...forSome(ADD, filter(), admins),
    ],
  },
  {
    about: 'PATCH /realm/filters/:filter_id',
    file,
    rows: [
      parameter('filter_id', 'is that of a linkifier', [
        administrator('PATCH /realm/filters/{nobody}').refused(bad, 'Linkifier not found.'),
      ]),
      ...(
        [
          ['pattern', 'Z-(?P<id>[0-9]+)'],
          ['url_template', 'https://b.example.com/{+id}'],
          ['example_input', 'X-7'],
          ['reverse_template', 'X-7'],
          ['alternative_url_templates', ['https://c.example.com/{+id}']],
        ] as const
      ).map(([name, value]) =>
        proves(name, 'is changed alone', [
          added,
          administrator(CHANGE, { [name]: value })
            .shows()
            .records(1),
          administrator(CHANGE, { [name]: value })
            .shows()
            .records(0),
          listed({ [name]: value }),
        ]),
      ),
      ...forSome('PATCH /realm/filters/1', filter(), admins),
    ],
  },
  {
    about: 'DELETE /realm/filters/:filter_id',
    file,
    rows: [
      parameter('filter_id', 'is that of a linkifier', [
        added,
        removed.records(1),
        administrator(REMOVE).refused(bad, 'Linkifier not found.'),
        member(LIST).shows({ 'linkifiers[id={id}]': absent }),
      ]),
      ...forSome('DELETE /realm/filters/1', {}, admins),
    ],
  },
  {
    about: ORDER,
    file,
    rows: [
      parameter('ordered_linkifier_ids', 'are all of them', [
        added,
        administrator(ADD, filter({ pattern: 'second{fresh}(?P<id>1)' })).keeps({ second: 'id' }),
        administrator(ORDER, { ordered_linkifier_ids: ['{second}', '{id}'] })
          .shows()
          .records(1),
        member(LIST).shows({ 'linkifiers[0].id': '{second}', 'linkifiers[1].id': '{id}' }),
        administrator(ORDER, { ordered_linkifier_ids: ['{id}'] }).refused(
          bad,
          'The ordered list must enumerate all existing linkifiers exactly once',
        ),
        administrator('DELETE /realm/filters/{second}'),
        removed,
      ]),
      ...forSome(ORDER, { ordered_linkifier_ids: [] }, admins),
    ],
  },
];
