/** Queues of client events: polling one, following it, ending it. */
import {
  absent,
  asksForLogin,
  bot,
  type Chapter,
  error,
  field,
  member,
  owner,
  parameter,
  rule,
  type Shown,
} from './row.ts';

const file = 'events.ts';
const POLL = 'GET /events';
const FOLLOW = 'GET /events/stream';
const END = 'DELETE /events';
const registered = member('POST /register', { event_types: ['message'], fetch_event_types: [] }).keeps({
  queue: 'queue_id',
  last: 'last_event_id',
});
const polling = (fields: Shown = {}): Shown => ({
  queue_id: '{queue}',
  last_event_id: '{last}',
  dont_block: true,
  ...fields,
});
const noQueue = (id: string) =>
  ['BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${id}`, { queue_id: id }] as const;
const required = (request: string, name: string, fields: Shown) =>
  parameter(name, 'is required', [
    member(request, fields).refused('REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, {
      var_name: name,
    }),
  ]);
const says = (content: string) =>
  owner('POST /messages', { type: 'direct', to: ['{member}'], content }).keeps({ said: 'id' });

export const events: readonly Chapter[] = [
  {
    about: POLL,
    file,
    rows: [
      required(POLL, 'queue_id', { last_event_id: -1 }),
      required(POLL, 'last_event_id', { queue_id: 'x' }),
      parameter('queue_id', 'is that of a queue of the caller’s', [
        registered,
        member(POLL, polling()).shows({ events: [] }),
        owner(POLL, polling()).refused(...noQueue('{queue}')),
      ]),
      parameter('last_event_id', 'is the last event that was dealt with: it does not come again', [
        registered,
        says('Hello.'),
        member(POLL, polling())
          .shows({ 'events[0].type': 'message', 'events[0].message.id': '{said}' })
          .keeps({ first: 'events[0].id' }),
        member(POLL, polling({ last_event_id: '{first}' })).shows({ events: [] }),
      ]),
      parameter('last_event_id', 'is an integer, -1 or more', [
        member(POLL, { queue_id: 'x', last_event_id: 'y' }).refused(
          'BAD_REQUEST',
          'last_event_id is not valid JSON',
        ),
      ]),
      parameter('dont_block', 'answers at once, even without events', [
        registered,
        member(POLL, polling()).shows({ events: [] }),
      ]),
      ...['apply_markdown', 'client_gravatar'].map((name) =>
        parameter(name, 'is known, and what the queue was registered with holds', [
          registered,
          member(POLL, polling({ [name]: true })).shows({
            events: [],
            ignored_parameters_unsupported: absent,
          }),
        ]),
      ),
      field('queue_id', 'is that of the queue', [
        registered,
        member(POLL, polling()).shows({ queue_id: '{queue}' }),
      ]),
      error('BAD_EVENT_QUEUE_ID', 'answers a queue that does not exist', [
        member(POLL, { queue_id: 'absent', last_event_id: -1 }).refused(...noQueue('absent')),
      ]),
      asksForLogin(POLL, { queue_id: 'absent', last_event_id: -1 }),
    ],
  },
  {
    about: FOLLOW,
    file,
    rows: [
      required(FOLLOW, 'queue_id', {}),
      parameter('queue_id', 'is that of a queue of the caller’s', [
        registered,
        owner(FOLLOW, { queue_id: '{queue}' }).refused(...noQueue('{queue}')),
      ]),
      parameter('last_event_id', 'is an integer, -1 or more', [
        registered,
        member(FOLLOW, { queue_id: '{queue}', last_event_id: -2 }).refused(
          'BAD_REQUEST',
          'last_event_id is too small',
        ),
      ]),
      error('BAD_EVENT_QUEUE_ID', 'answers a queue that does not exist', [
        member(FOLLOW, { queue_id: 'absent' }).refused(...noQueue('absent')),
      ]),
      asksForLogin(FOLLOW, { queue_id: 'absent' }),
    ],
  },
  {
    about: END,
    file,
    rows: [
      required(END, 'queue_id', {}),
      parameter('queue_id', 'is that of the queue that ends', [
        registered,
        member(END, { queue_id: '{queue}' }).shows(),
        member(POLL, polling()).refused(...noQueue('{queue}')),
      ]),
      parameter('queue_id', 'is that of a queue of the caller’s', [
        registered,
        owner(END, { queue_id: '{queue}' }).refused(...noQueue('{queue}')),
        member(POLL, polling()).shows(),
      ]),
      error('BAD_EVENT_QUEUE_ID', 'answers a queue that has ended', [
        registered,
        member(END, { queue_id: '{queue}' }).shows(),
        member(END, { queue_id: '{queue}' }).refused(...noQueue('{queue}')),
      ]),
      rule('bots have queues, too', [
        bot('POST /register', { event_types: ['message'], fetch_event_types: [] }).keeps({
          queue: 'queue_id',
        }),
        bot(END, { queue_id: '{queue}' }).shows(),
      ]),
      asksForLogin(END, { queue_id: 'absent' }),
    ],
  },
];
