/** Narrows: which messages are asked for, and what none can be. */
import { newChannel } from './channelSteps.ts';
import { list, one, type Term, not, messageQuery, shows, finds, misses } from './narrowSteps.ts';
import { conversations, conversationTerms, states } from './narrowTerms.ts';
import {
  anonymous,
  type Chapter,
  error,
  field,
  member,
  moderator,
  owner,
  parameter,
  type Row,
  rule,
  type Step,
  user,
} from './row.ts';

const file = 'narrows.ts';
const bad = (promise: string, narrow: readonly Term[], desc: string): Row =>
  error('BAD_NARROW', `answers ${promise}`, [
    member(one),
    owner(list, messageQuery(...narrow)).refused('BAD_NARROW', `Invalid narrow operator: ${desc}`, { desc }),
  ]);

export const narrows: Chapter = {
  about: `${list}: narrows`,
  file,
  rows: [
    ...conversationTerms,
    ...conversations,
    ...states,
    parameter('narrow', 'has terms that must all match', [
      member(one),
      finds(['channel', '{channel}'], ['topic', 'logo'], ['sender', '{member}']),
      misses(['channel', '{channel}'], ['topic', 'brand']),
      misses(['channel', '{channel}'], ['channel', '{quiet}']),
    ]),
    parameter('narrow', 'has lists of two, or objects of `operator`, `operand` and `negated`', [
      member(one),
      owner(list, messageQuery({ operator: 'channel' })).refused(
        'BAD_REQUEST',
        'narrow[0]["operand"] field is missing',
      ),
      owner(list, messageQuery({ operator: 'channel', operand: 'x', more: 1 })).refused(
        'BAD_REQUEST',
        'Argument "more" at narrow[0]["more"] is unexpected',
      ),
    ]),
    bad('an operator that is none', [['colour', 'red']], 'unknown operator colour'),
    bad('an unknown channel', [['channel', 'nowhere']], 'unknown channel nowhere'),
    bad('a kind of channels that is none', [['channels', 'best']], "unknown 'channels' operand best"),
    bad(
      'a search for more than 200 words',
      [['search', Array.from({ length: 201 }, (_, at) => `word${at}`).join(' ')]],
      'more than 200 words',
    ),
    bad(
      'searches for more than 200 words in all terms together',
      [1, 2].map((half) => ['search', Array.from({ length: 101 }, (_, at) => `word${half}x${at}`).join(' ')]),
      'more than 200 words',
    ),
    bad(
      'a search for more than 10 words with a star',
      [['search', Array.from({ length: 11 }, (_, at) => `word${at}*`).join(' ')]],
      'more than 10 words with a star',
    ),
    bad(
      'a search for more than 50 phrases',
      [['search', Array.from({ length: 51 }, (_, at) => `a-${at}`).join(' ')]],
      'more than 50 phrases',
    ),
    bad(
      'a search for more than 10,000 characters',
      [['search', 'x'.repeat(10_001)]],
      'searches for more than 10000 characters',
    ),
    bad('an unknown sender', [['sender', 'x@example.com']], 'unknown user x@example.com'),
    bad('an unknown partner', [['dm', ['{nobody}']]], 'unknown user {nobody}'),
    bad('a message ID that is none', [['id', 'x']], 'Invalid message ID'),
    ...['is', 'in', 'has'].map((word) =>
      bad(`\`${word}\` with a word that is none`, [[word, 'nice']], `unknown '${word}' operand nice`),
    ),
    bad(
      'a channel and a conversation at once',
      [
        ['channel', '{channel}'],
        ['dm', ['{member}']],
      ],
      'no message is both in a channel and direct',
    ),
    bad('`with` alone a message that cannot be read', [['with', '{nobody}']], "Invalid 'with' operator"),
    bad(
      '`with` twice',
      [
        ['with', '{message}'],
        ['with', '{message}'],
      ],
      "Duplicate 'with' operators.",
    ),
    error('BAD_NARROW', 'answers a hidden channel like an absent one', [
      member(list, messageQuery(['channel', '{hidden}'])).refused(
        'BAD_NARROW',
        'Invalid narrow operator: unknown channel {hidden}',
        { desc: 'unknown channel {hidden}' },
      ),
    ]),
    rule('without a channel one’s own messages are searched, with one all of it', [
      member(one),
      shows(false, [['topic', 'logo']], user),
      shows(true, [['channel', '{channel}']], user),
      shows(true, [['channels', 'public']], user),
      shows(
        false,
        [
          ['channel', '{channel}'],
          ['is', 'starred'],
        ],
        moderator,
      ),
    ]),
  ],
};

const NOT_LOGGED_IN = 'Not logged in: API authentication or user session required';
const webPublic = [['channels', 'web-public']] as const;
const refusesAnonymous = (...narrow: readonly Term[]): Step =>
  anonymous(list, messageQuery(...narrow)).refused('UNAUTHENTICATED_USER', NOT_LOGGED_IN, {}, 401);

export const narrowsOfSpectators: Chapter = {
  about: `${list}: narrows of who is not logged in`,
  file,
  server: { WEB_PUBLIC_CHANNELS: 'on' },
  rows: [
    field('messages', 'of web-public channels are for everybody', [
      owner('PATCH /realm', { enable_spectator_access: true }),
      ...newChannel({ is_web_public: true }),
      owner('POST /messages', { type: 'channel', to: '{id}', topic: 'logo', content: 'x' }).keeps({
        message: 'id',
      }),
      shows(true, webPublic, anonymous),
      shows(true, [...webPublic, ['topic', 'logo'], ['sender', '{owner}']], anonymous),
      shows(true, [...webPublic, ['channel', '{id}']], anonymous),
      shows(true, [...webPublic, ['search', 'x']], anonymous),
    ]),
    field('messages', 'of other channels are for callers who are not logged in', [
      member(one),
      shows(false, webPublic, anonymous),
    ]),
    error('UNAUTHENTICATED_USER', 'answers callers who ask for more without logging in', [
      refusesAnonymous(),
      refusesAnonymous(['channel', '{channel}']),
      refusesAnonymous(not('channels', 'web-public')),
      refusesAnonymous(...webPublic, ['is', 'starred']),
      refusesAnonymous(...webPublic, ['dm', ['{member}']]),
      refusesAnonymous(...webPublic, ['mentions', '{member}']),
    ]),
    rule('callers who are not logged in may ask for resolved topics', [
      anonymous(list, messageQuery(...webPublic, ['is', 'resolved'])).shows({ messages: [] }),
    ]),
  ],
};
