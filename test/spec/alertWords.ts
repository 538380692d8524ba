/** Alert words. */
import { anonymous, bot, type Chapter, field, guest, including, parameter, rule, user } from './row.ts';

const file = 'alertWords.ts';
const LIST = 'GET /users/me/alert_words';
const ADD = 'POST /users/me/alert_words';
const REMOVE = 'DELETE /users/me/alert_words';
const some = { alert_words: ['Lunch', 'tea time'] };

const given = (request: string) => [
  parameter('alert_words', 'is demanded', [
    user(request).refused('REQUEST_VARIABLE_MISSING', "Missing 'alert_words' argument", {
      var_name: 'alert_words',
    }),
  ]),
  parameter('alert_words', 'is a list of texts', [
    user(request, { alert_words: 'lunch' }).refused('BAD_REQUEST', 'alert_words is not valid JSON'),
    user(request, { alert_words: [1] }).refused('BAD_REQUEST', 'alert_words[0] is not a string'),
  ]),
  rule('asks for a login', [anonymous(request, some).answers(401)]),
];

export const listedAlertWords: Chapter = {
  about: LIST,
  file,
  rows: [
    field('alert_words', 'has all words as they were written', [
      user(LIST).shows({ alert_words: [] }),
      user(ADD, some),
      user(LIST).shows({ alert_words: ['Lunch', 'tea time'] }),
      user('POST /register', { fetch_event_types: ['alert_words'] }).shows({
        alert_words: ['Lunch', 'tea time'],
      }),
    ]),
    rule('asks for a login', [anonymous(LIST).answers(401)]),
  ],
};

export const newAlertWords: Chapter = {
  about: ADD,
  file,
  rows: [
    ...given(ADD),
    parameter('alert_words', 'are added once in whatever case, without blanks around them', [
      user(ADD, { alert_words: [' Lunch', 'lunch', ' '] })
        .shows({ alert_words: ['Lunch'] })
        .records(1),
      user(ADD, { alert_words: ['LUNCH'] })
        .shows({ alert_words: ['Lunch'] })
        .records(0),
    ]),
    parameter('alert_words', 'have 100 characters at most', [
      user(ADD, { alert_words: ['x'.repeat(100)] }).shows(),
      user(ADD, { alert_words: ['x'.repeat(101)] }).refused(
        'BAD_REQUEST',
        'alert_words[0] is too long (limit: 100 characters)',
      ),
    ]),
    field('alert_words', 'has all words, the new ones last', [
      user(ADD, { alert_words: ['b'] }),
      user(ADD, { alert_words: ['a'] }).shows({ alert_words: ['b', 'a'] }),
    ]),
    rule('guests and bots have some, too', [
      guest(ADD, some).shows({ alert_words: including('Lunch') }),
      bot(ADD, some).shows(),
    ]),
  ],
};

export const removedAlertWords: Chapter = {
  about: REMOVE,
  file,
  rows: [
    ...given(REMOVE),
    parameter('alert_words', 'are removed in whatever case; others are passed over', [
      user(ADD, some),
      user(REMOVE, { alert_words: ['LUNCH', 'dinner'] })
        .shows({ alert_words: ['tea time'] })
        .records(1),
    ]),
    field('alert_words', 'has the words that are left', [
      user(ADD, some),
      user(REMOVE, { alert_words: ['tea time'] }).shows({ alert_words: ['Lunch'] }),
    ]),
  ],
};
