/** Sessions in browsers. */
import {
  absent,
  anonymous,
  bot,
  type Chapter,
  error,
  field,
  integer,
  matching,
  owner,
  parameter,
  rule,
  type Step,
  text,
  user,
} from './row.ts';

const LIST = 'GET /sessions';
const END = 'DELETE /sessions/';
const FOR_PEOPLE = ['BAD_REQUEST', 'This endpoint does not accept bot requests.'] as const;
/** The session that has just begun. */
const OWN = 'sessions[session_id={id}]';
const file = 'sessions.ts';

const login = (): Step =>
  anonymous('POST /sessions', { username: 'owner@example.com', password: 'kiwi-lamp-42' });
const begun = login().keeps({ id: 'session_id' });

export const sessions: readonly Chapter[] = [
  {
    about: LIST,
    file,
    rows: [
      field('sessions', 'has those of the caller that are open', [
        begun,
        owner(LIST).shows({ [`${OWN}.session_id`]: '{id}' }),
        user(LIST).shows({ sessions: [] }),
      ]),
      ...['session_id', 'device'].map((name) =>
        field(`sessions[].${name}`, 'is text', [begun, owner(LIST).shows({ [`${OWN}.${name}`]: text })]),
      ),
      ...['started', 'ends'].map((name) =>
        field(`sessions[].${name}`, 'is in UNIX seconds', [
          begun,
          owner(LIST).shows({ [`${OWN}.${name}`]: integer }),
        ]),
      ),
      field('sessions[].is_current', 'is false for a request with an API key', [
        begun,
        owner(LIST).shows({ [`${OWN}.is_current`]: false }),
      ]),
      error('BAD_REQUEST', 'is the answer to bots, which do not log in', [bot(LIST).refused(...FOR_PEOPLE)]),
      rule('requires credentials', [anonymous(LIST).answers(401)]),
    ],
  },
  {
    about: `${END}:session_id`,
    file,
    rows: [
      parameter('session_id', 'names the session that ends', [
        begun,
        owner(`${END}{id}`).shows().records(1),
        owner(LIST).shows({ [`${OWN}.device`]: absent }),
        owner(`${END}{id}`).refused('BAD_REQUEST', 'No such session', {}, 404),
      ]),
      parameter('session_id', 'must be one of the caller’s own', [
        begun,
        user(`${END}{id}`).refused('BAD_REQUEST', 'No such session', {}, 404),
      ]),
      parameter('session_id', 'cannot be `current` for a request with an API key', [
        owner(`${END}current`).refused('BAD_REQUEST', matching(/No such session/), {}, 404),
      ]),
      error('BAD_REQUEST', 'is the answer to bots, which do not log in', [
        bot(`${END}current`).refused(...FOR_PEOPLE),
      ]),
      rule('requires credentials', [anonymous(`${END}current`).answers(401)]),
    ],
  },
];
