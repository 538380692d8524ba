/** The record, for owners. */
import {
  administrator,
  asksForLogin,
  bot,
  type Chapter,
  error,
  field,
  including,
  integer,
  matching,
  member,
  owner,
  parameter,
  type Row,
  rule,
  type Shown,
  text,
} from './row.ts';

const file = 'record.ts';
const EVENTS = 'POST /record/events';
const VIEWS = 'POST /record/projections';
const REBUILD = 'POST /record/projections/rebuild';
const VERIFY = 'POST /record/projections/verify';
const INTEGRITY = 'POST /record/integrity';
const ownersOnly = ['UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner'] as const;

/** Rows of all of them: who may, and that the look is recorded. */
const forOwners = (request: string, fields: Shown = {}): readonly Row[] => [
  error('UNAUTHORIZED_PRINCIPAL', 'answers everybody but owners', [
    administrator(request, fields).refused(...ownersOnly),
  ]),
  rule('is for people', [
    bot(request, fields).refused('BAD_REQUEST', 'This endpoint does not accept bot requests.'),
  ]),
  rule('the look is recorded', [owner(request, fields).shows().records(1)]),
  asksForLogin(request, fields),
];

const sent = member('GET /messages/{message}');
/** The last event that fulfils conditions, about `{message}`. */
const last = (conditions: Shown, shown: Shown) => [
  sent,
  owner(EVENTS, { message: '{message}', limit: 1, ...conditions }).shows(shown),
];
const filters = (name: string, promise: string, value: unknown): Row =>
  parameter(name, promise, last({ [name]: value, type: 'MessageSent' }, { 'events.length': 1 }));
const edited = [
  sent,
  member('PATCH /messages/{message}', { content: 'Hello, all.' }),
  owner(EVENTS, { message: '{message}', type: 'MessageEdited' }).shows({
    'events[0].differences[0].field': 'content',
    'events[0].differences[0].parts': including({ change: 'kept', text: 'Hello' }),
    'events[0].differences[0].parts[0].change': matching(/^(kept|added|removed)$/),
    'events[0].differences[0].parts[0].text': text,
  }),
];

const events: Chapter = {
  about: EVENTS,
  file,
  rows: [
    parameter('limit', 'is how many events come at most, 200 and no more', [
      owner(EVENTS, { limit: 1 }).shows({ 'events.length': 1 }),
      owner(EVENTS, { limit: 201 }).refused('BAD_REQUEST', 'limit is too large'),
    ]),
    parameter('before', 'is where an earlier answer ended', [
      owner(EVENTS, { limit: 1, type: 'UserCreated' }).keeps({ next: 'next', one: 'events[0].revision' }),
      owner(EVENTS, { limit: 1, type: 'UserCreated', before: '{one}' }).shows({ 'events.length': 1 }),
      owner(EVENTS, { before: 0 }).shows({ events: [], next: null }),
    ]),
    parameter(
      'type',
      'is the name of an event',
      last({ type: 'MessageSent' }, { 'events[0].type': 'MessageSent' }),
    ),
    filters('actor', 'is who has done it', '{member}'),
    filters('person', 'is who acted or is named', '{member}'),
    filters('channel', 'is where it happened', '{channel}'),
    filters('topic', 'is the topic', 'logo'),
    filters('since', 'is from when on, in UNIX seconds', 1),
    filters('until', 'is up to when, in UNIX seconds', 10_000_000_000),
    parameter('message', 'is what it is about', last({}, { 'events.length': 1 })),
    parameter('correlation', 'is everything that one request has caused', [
      sent,
      owner(EVENTS, { message: '{message}', type: 'MessageSent' }).keeps({ cause: 'events[0].correlation' }),
      owner(EVENTS, { correlation: '{cause}' }).shows({ 'events[0].correlation': '{cause}' }),
    ]),
    ...(
      [
        ['revision', 'is its place in the organization', integer],
        ['position', 'is its place in the log', integer],
        ['id', 'is its ID', text],
        ['type', 'is its name', 'MessageSent'],
        ['version', 'is that of its schema', 1],
        ['time', 'is when, in UNIX milliseconds', integer],
        ['actor', 'is who has done it', '{member}'],
        ['actor_name', 'is their name', 'Mia Member'],
        ['client', 'is the program that has asked for it', text],
        ['command', 'is what was asked for', 'SendMessage'],
        ['correlation', 'is the request', text],
        ['causation', 'is what has caused it', text],
        ['hash', 'is its link of the chain', text],
        ['fields[0].label', 'names a field', text],
        ['fields[0].text', 'is its value for people', text],
        ['data', 'is the event as JSON text', matching(/^\{.*"senderId"/)],
        ['is_withheld', 'says whether the caller may not read its texts', false],
      ] as const
    ).map(([name, promise, value]) =>
      field(
        `events[].${name.replace('[0]', '[]')}`,
        promise,
        last({ type: 'MessageSent' }, { [`events[0].${name}`]: value }),
      ),
    ),
    field('events[].differences', 'are what has changed in texts, part by part', edited),
    field('next', 'is where to go on; null at the beginning', [
      owner(EVENTS, { limit: 1 }).shows({ next: integer }),
      owner(EVENTS, { before: 0 }).shows({ next: null }),
    ]),
    ...forOwners(EVENTS),
  ],
};

const shown = (name: string, promise: string, value: unknown): Row =>
  field(`projections[].${name}`, promise, [
    owner(VIEWS).shows({ [`projections[name=drafts].${name}`]: value }),
  ]);
const compared = (name: string, value: unknown): Row =>
  shown(`verification.${name}`, 'is of the last comparison with the log', value);

const views: Chapter = {
  about: `${VERIFY}, ${VIEWS}`,
  file,
  rows: [
    // First: others are about the comparison that it begins, and there is one at a time.
    parameter('projection', 'is the name of a view, which is compared with the log', [
      owner(VERIFY, { projection: 'dreams' }).refused('BAD_REQUEST', 'No such projection'),
      owner(VERIFY, { projection: 'drafts' }).shows().records(1),
    ]),
    error('UNAUTHORIZED_PRINCIPAL', 'answers everybody but owners who would compare', [
      administrator(VERIFY).refused(...ownersOnly),
    ]),
    asksForLogin(VERIFY),
    shown('name', 'is its name', 'drafts'),
    shown('version', 'is that of its documents', integer),
    shown('state', 'is live where it is served', matching(/^(live|behind)$/)),
    shown('is_rebuilding', 'says whether it is built again', false),
    shown('position', 'is how far it has read the log', integer),
    shown('lag', 'is how many events it has not read', integer),
    shown('quarantined', 'are events that it cannot take', []),
    compared('status', matching(/^(running|same)$/)),
    compared('done', integer),
    compared('total', integer),
    compared('documents', integer),
    compared('differences', 0),
    ...forOwners(VIEWS),
  ],
};

const rebuilding: Chapter = {
  about: REBUILD,
  file,
  rows: [
    parameter('projection', 'is the name of a view', [
      owner(REBUILD, { projection: 'drafts' }).shows(),
      owner(REBUILD, { projection: 'dreams' }).refused('BAD_REQUEST', 'No such projection'),
    ]),
    ...forOwners(REBUILD, { projection: 'drafts' }),
  ],
};

const integrity: Chapter = {
  about: INTEGRITY,
  file,
  rows: [
    parameter('anchor', 'is an earlier one, which the log still has', [
      owner(INTEGRITY).keeps({ anchor: 'anchor' }),
      owner(INTEGRITY, { anchor: '{anchor}' }).shows({ is_intact: true }),
      owner(INTEGRITY, { anchor: 'rope' }).refused('BAD_REQUEST', 'Invalid anchor'),
    ]),
    field('is_intact', 'says whether every event is as it was recorded', [
      owner(INTEGRITY).shows({
        is_intact: true,
        breaks: [],
        events: integer,
        streams: integer,
        anchor: text,
      }),
    ]),
    ...forOwners(INTEGRITY),
  ],
};

export const record: readonly Chapter[] = [events, views, rebuilding, integrity];
