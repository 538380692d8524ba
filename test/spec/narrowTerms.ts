/** The operators of narrows, each with its operands and its other names. */
import { one, type Term, not, shows, finds, misses } from './narrowSteps.ts';
import { guest, member, owner, parameter, type Row, type Step } from './row.ts';

/** Of `{message}`, the member's in topic `logo` of `{channel}`: narrows that find it, and some that do not. */
const term = (name: string, promise: string, found: readonly Term[], missed: readonly Term[] = []): Row =>
  parameter('narrow', `\`${name}\` ${promise}`, [
    member(one),
    ...found.map((narrow) => finds(narrow)),
    ...missed.map((narrow) => misses(narrow)),
  ]);
/** The same of `{direct}`, from the member to the owner. */
const direct = member('POST /messages', { type: 'direct', to: ['{owner}'], content: 'Psst.' }).keeps({
  direct: 'id',
});
const group = member('POST /messages', {
  type: 'direct',
  to: ['{owner}', '{guest}'],
  content: 'Psst.',
}).keeps({ direct: 'id' });
const directTerm = (name: string, promise: string, found: readonly Term[], missed: readonly Term[]): Row =>
  parameter('narrow', `\`${name}\` ${promise}`, [
    direct,
    ...found.map((narrow) => shows(true, [narrow], owner, 'direct')),
    ...missed.map((narrow) => shows(false, [narrow], owner, 'direct')),
  ]);
/** After something has happened to `{message}`. */
const after = (name: string, promise: string, before: readonly Step[], found: Term, missed: Term): Row =>
  parameter('narrow', `\`${name}\` ${promise}`, [
    member(one),
    misses(found),
    ...before,
    finds(found),
    misses(missed),
  ]);
const edited = (content: string): Step => member('PATCH /messages/{message}', { content });
const policy = (visibility_policy: number): Step =>
  owner('POST /user_topics', { stream_id: '{channel}', topic: 'logo', visibility_policy });

export const conversationTerms: readonly Row[] = [
  term(
    'channel',
    'is a channel by its name, in any case, or its ID; `stream` is another word for it',
    [
      ['channel', '{channelName}'],
      ['channel', '{channel}'],
      ['stream', '{channelName}'],
      { operator: 'stream', operand: '{channel}' },
    ],
    [['channel', '{quietName}'], not('channel', '{channel}')],
  ),
  term(
    'channels',
    'is all public channels, subscribed or not, or those that are web-public or archived',
    [
      ['channels', 'public'],
      ['streams', 'public'],
    ],
    [
      ['channels', 'web-public'],
      ['channels', 'archived'],
    ],
  ),
  parameter('narrow', '`channels` `archived` finds messages of archived channels', [
    member(one),
    owner('DELETE /streams/{channel}'),
    finds(['channels', 'archived']),
  ]),
  term(
    'topic',
    'is a topic, in any case; `subject` is another word for it',
    [
      ['topic', 'LOGO'],
      ['subject', 'logo'],
    ],
    [['topic', 'log'], not('topic', 'logo')],
  ),
  parameter('narrow', '`topic` `general chat` is the empty topic', [
    member(one),
    member('POST /messages', { type: 'channel', to: '{channel}', topic: '', content: 'x' }).keeps({
      message: 'id',
    }),
    finds(['topic', 'general chat']),
    finds(['topic', '']),
  ]),
  term(
    'sender',
    'is somebody by ID or address; `from` is another word for it',
    [
      ['sender', '{member}'],
      ['sender', '{memberEmail}'],
      ['from', '{member}'],
    ],
    [['sender', '{owner}'], not('sender', '{member}')],
  ),
  term(
    'id',
    'is one message',
    [
      ['id', '{message}'],
      ['id', '{message}'],
    ],
    [['id', 1_000_000]],
  ),
  term('near', 'does not filter', [['near', 1]]),
  parameter(
    'narrow',
    '`search` is of words in any form, case and order, in text and topic; of beginnings, phrases, file names, and parts of words where a script has no spaces',
    [
      member(one),
      member('PATCH /messages/{message}', { content: 'The Cafés are running: see `db_main.prod`, 東京都' }),
      ...['RUN cafe', 'logo runs', 'runn*', '"cafes are"', 'db_main.prod', 'prod', '東京', ''].map((text) =>
        finds(['search', text]),
      ),
      ...['walk', 'runn', '"are cafes"', 'prod.db', '京東', '"cafes  is"'].map((text) =>
        misses(['search', text]),
      ),
      finds(['search', 'run'], ['channel', '{channel}'], ['sender', '{member}']),
      finds(['search', 'run'], not('search', 'walk')),
      misses(not('search', 'run')),
    ],
  ),
  parameter('narrow', '`with` is the conversation in which a message is now, whatever else is said', [
    member(one),
    member('PATCH /messages/{message}', { topic: 'brand' }),
    finds(['channel', '{quiet}'], ['topic', 'logo'], ['with', '{message}']),
    finds(['with', '{message}']),
    misses(['channel', '{channel}'], ['topic', 'logo']),
  ]),
  parameter('narrow', '`with` a message finds its conversation where a name leads nowhere any more', [
    member(one),
    finds(['channel', 'once'], ['topic', 'logo'], ['with', '{message}']),
    finds(['dm', ['{nobody}']], ['with', '{message}']),
  ]),
  parameter('narrow', '`with` a message that cannot be read leaves the other terms', [
    member(one),
    finds(['channel', '{channel}'], ['with', '{nobody}']),
  ]),
];

export const conversations: readonly Row[] = [
  directTerm(
    'dm',
    'is just one conversation, the caller named or not; `pm-with` and `pm_with` are older words for it',
    [
      ['dm', ['{member}']],
      ['dm', '{memberEmail}'],
      ['dm', ['{member}', '{owner}']],
      ['pm-with', '{memberEmail}'],
      ['pm_with', ['{member}']],
    ],
    [
      ['dm', ['{member}', '{guest}']],
      ['dm', ['{owner}']],
    ],
  ),
  parameter('narrow', '`dm` of the caller alone finds their notes to themselves', [
    owner('POST /messages', { type: 'direct', to: ['{owner}'], content: 'x' }).keeps({ message: 'id' }),
    finds(['dm', ['{owner}']]),
  ]),
  directTerm(
    'dm-including',
    'is every conversation with somebody; `dm_including` is another word for it',
    [
      ['dm-including', '{member}'],
      ['dm-including', ['{member}']],
      ['dm_including', '{memberEmail}'],
    ],
    [['dm-including', ['{guest}']]],
  ),
  parameter('narrow', '`group-pm-with` and `group_pm_with` are older words for groups with somebody', [
    group,
    ...['group-pm-with', 'group_pm_with'].map((word) =>
      shows(true, [[word, '{guestEmail}']], owner, 'direct'),
    ),
    shows(false, [['group-pm-with', '{moderatorEmail}']], owner, 'direct'),
  ]),
  directTerm(
    'is',
    '`dm` is every direct message; `private` is an older word for it',
    [
      ['is', 'dm'],
      ['is', 'private'],
    ],
    [not('is', 'dm')],
  ),
  term('is', '`dm` is no message of a channel', [not('is', 'dm')], [['is', 'dm']]),
];

export const states: readonly Row[] = [
  parameter('narrow', '`is` `unread` finds messages that the caller has not read', [
    member(one),
    finds(['is', 'unread']),
    owner('POST /messages/flags', { messages: ['{message}'], op: 'add', flag: 'read' }),
    misses(['is', 'unread']),
    finds(not('is', 'unread')),
  ]),
  after(
    'is',
    '`starred` finds messages that the caller has starred',
    [owner('POST /messages/flags', { messages: ['{message}'], op: 'add', flag: 'starred' })],
    ['is', 'starred'],
    not('is', 'starred'),
  ),
  after(
    'is',
    '`mentioned` finds messages that mention the caller',
    [edited('@**Owner**')],
    ['is', 'mentioned'],
    not('is', 'mentioned'),
  ),
  after(
    'mentions',
    'finds messages that mention somebody',
    [edited('@**Owner**')],
    ['mentions', '{owner}'],
    ['mentions', '{guest}'],
  ),
  after(
    'is',
    '`followed` finds messages in topics that the caller follows',
    [policy(3)],
    ['is', 'followed'],
    ['is', 'muted'],
  ),
  after('is', '`muted` is the opposite of `in` `home`', [policy(1)], ['is', 'muted'], ['in', 'home']),
  term('in', '`home` finds messages that are not muted, and `all` finds all', [
    ['in', 'home'],
    ['in', 'all'],
  ]),
  after(
    'is',
    '`resolved` finds messages in resolved topics',
    [member('PATCH /messages/{message}', { topic: '✔ logo' })],
    ['is', 'resolved'],
    not('is', 'resolved'),
  ),
  after(
    'is',
    '`alerted` finds messages that had an alert word of the caller’s when they were sent',
    [owner('POST /users/me/alert_words', { alert_words: ['zebra'] }), edited('A zebra!')],
    ['is', 'alerted'],
    not('is', 'alerted'),
  ),
  after(
    'has',
    '`link` finds messages with links',
    [edited('https://example.com')],
    ['has', 'link'],
    ['has', 'image'],
  ),
  after(
    'has',
    '`image` finds messages that show images',
    [edited('https://example.com/a.png')],
    ['has', 'image'],
    not('has', 'link'),
  ),
  after(
    'has',
    '`image` finds those of Markdown',
    [edited('![x](https://example.com/a.png)')],
    ['has', 'image'],
    ['has', 'attachment'],
  ),
  after(
    'has',
    '`image` is not what a quote links to',
    [edited('> https://example.com/a.png')],
    ['has', 'link'],
    ['has', 'image'],
  ),
  after(
    'has',
    '`reaction` finds messages with reactions',
    [guest('POST /messages/{message}/reactions', { emoji_name: 'heart' })],
    ['has', 'reaction'],
    not('has', 'reaction'),
  ),
  term('has', '`attachment` finds messages with files: here there are none', [], [['has', 'attachment']]),
];
