/** What bots store for themselves. */
import {
  asksForLogin,
  bot,
  type Chapter,
  error,
  field,
  missing,
  parameter,
  type Row,
  rule,
  user,
} from './row.ts';

const file = 'botStorage.ts';
const GET = 'GET /bot_storage';
const PUT = 'PUT /bot_storage';
const CLEAR = 'DELETE /bot_storage';
const stored = bot(PUT, { storage: { 7: 'seven', color: 'blue' } });
const noKey = ['BAD_REQUEST', 'Key does not exist.'] as const;

const forBots = (request: string, fields: Readonly<Record<string, unknown>> = {}): readonly Row[] => [
  error('PERMISSION_DENIED', 'is the answer to people', [
    user(request, fields).refused('PERMISSION_DENIED', 'Must be a bot user'),
  ]),
  asksForLogin(request, fields),
];

const reads: Chapter = {
  about: GET,
  file,
  rows: [
    field('storage', 'has the values by key', [
      bot(GET).shows({ storage: {} }),
      stored,
      bot(GET).shows({ storage: { 7: 'seven', color: 'blue' } }),
    ]),
    parameter('keys', 'chooses some', [
      stored,
      bot(GET, { keys: ['color'] }).shows({ storage: { color: 'blue' } }),
    ]),
    parameter('keys', 'have been stored', [stored, bot(GET, { keys: ['color', 'x'] }).refused(...noKey)]),
    ...forBots(GET),
  ],
};

const writes: Chapter = {
  about: PUT,
  file,
  rows: [
    parameter('storage', 'replaces values and leaves other keys alone', [
      stored.shows().records(1),
      bot(PUT, { storage: { color: 'red' } }).shows(),
      bot(GET).shows({ storage: { 7: 'seven', color: 'red' } }),
    ]),
    parameter('storage', 'has strings', [
      bot(PUT, { storage: { a: 1 } }).refused('BAD_REQUEST', 'storage["a"] is not a string'),
    ]),
    parameter('storage', 'is demanded', [bot(PUT).refused(...missing('storage'))]),
    ...forBots(PUT, { storage: { a: 'b' } }),
  ],
};

const removals: Chapter = {
  about: CLEAR,
  file,
  rows: [
    parameter('keys', 'are removed', [
      stored,
      bot(CLEAR, { keys: ['color'] })
        .shows()
        .records(1),
      bot(GET).shows({ storage: { 7: 'seven' } }),
      bot(CLEAR, { keys: ['color'] }).refused(...noKey),
    ]),
    rule('removes everything without keys', [stored, bot(CLEAR).shows(), bot(GET).shows({ storage: {} })]),
    ...forBots(CLEAR),
  ],
};

export const botStorage: readonly Chapter[] = [reads, writes, removals];
