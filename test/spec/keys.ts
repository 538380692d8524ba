/** Keys for passwords and for signed tokens. */
import { hmacToken, OTHER_SECRET, SECRET } from '../support/tokens.ts';
import {
  absent,
  anonymous,
  bot,
  type Chapter,
  error,
  field,
  later,
  matching,
  member,
  owner,
  parameter,
  type Row,
  rule,
  type Step,
  text,
  user,
} from './row.ts';

const fetch = 'POST /fetch_api_key';
const PASSWORD = 'kiwi-lamp-42';
const NOWHERE = { 'x-forwarded-host': 'nowhere.chat.example.com' };
const KEY = matching(/^[a-zA-Z0-9]{32}$/);
const failed = ['AUTHENTICATION_FAILED', 'Your username or password is incorrect', {}, 401] as const;
const ended = ['REALM_DEACTIVATED', 'This organization has been deactivated', {}, 401] as const;
const gone = ['USER_DEACTIVATED', 'Account is deactivated', {}, 401] as const;
const hit = ['RATE_LIMIT_HIT', 'API usage exceeded rate limit', {}, 429] as const;
const nowhere = ['NONEXISTENT_SUBDOMAIN', 'Invalid subdomain', {}, 404] as const;

const session = 'POST /sessions';

const login = (password: string, request = fetch): Step =>
  anonymous(request, { username: 'owner@example.com', password });
const wrong = login('wrong-lamp-42').refused(...failed);
const right = login(PASSWORD).shows({ user_id: '{owner}' });

/** What is asked of everybody who logs in with a password. */
const loginRows = (request: string): readonly Row[] => [
  parameter('username', 'is an address, in any case', [
    anonymous(request, { username: 'OWNER@example.com', password: PASSWORD }).shows(),
  ]),
  parameter('username', 'is nothing else', [
    anonymous(request, { username: 'owner', password: PASSWORD }).refused(
      'BAD_REQUEST',
      'Enter a valid email address.',
    ),
  ]),
  ...['username', 'password'].map((name) =>
    parameter(name, 'is required', [
      anonymous(request, name === 'username' ? { password: 'x' } : { username: 'x' }).refused(
        'REQUEST_VARIABLE_MISSING',
        `Missing '${name}' argument`,
        { var_name: name },
      ),
    ]),
  ),
  field('user_id', 'is who has logged in', [login(PASSWORD, request).shows({ user_id: '{owner}' })]),
  error('AUTHENTICATION_FAILED', 'answers a wrong password', [
    login('wrong-lamp-42', request).refused(...failed),
  ]),
  error('AUTHENTICATION_FAILED', 'answers an empty password', [login('', request).refused(...failed)]),
  error('AUTHENTICATION_FAILED', 'answers an unknown person', [
    anonymous(request, { username: 'nobody@example.com', password: 'x' }).refused(...failed),
  ]),
  error('AUTHENTICATION_FAILED', 'answers people who have been deactivated, with a wrong password', [
    anonymous(request, { username: '{leaverEmail}', password: 'x' }).refused(...failed),
  ]),
  error('USER_DEACTIVATED', 'answers people who have been deactivated, with their password', [
    owner('POST /users', { email: '{fresh}@example.com', full_name: 'Lea', password: PASSWORD }).keeps({
      created: 'user_id',
    }),
    owner('DELETE /users/{created}').shows(),
    anonymous(request, { username: '{fresh}@example.com', password: PASSWORD }).refused(...gone),
  ]),
  error('PASSWORD_AUTH_DISABLED', 'answers where the organization has turned passwords off', [
    owner('PATCH /realm', { authentication_methods: { LDAP: true, Email: false } }),
    login(PASSWORD, request).refused(
      'PASSWORD_AUTH_DISABLED',
      'Password authentication is disabled in this organization',
      {},
      401,
    ),
    owner('PATCH /realm', { authentication_methods: { LDAP: false, Email: true } }).shows(),
  ]),
  error('NONEXISTENT_SUBDOMAIN', 'answers at a host that no organization has', [
    login(PASSWORD, request)
      .with(NOWHERE)
      .refused(...nowhere),
  ]),
];

export const keys: Chapter = {
  about: 'POST /fetch_api_key',
  file: 'keys.ts',
  server: {},
  rows: [
    ...loginRows(fetch),
    field('api_key', 'is 32 letters and digits', [login(PASSWORD).shows({ api_key: KEY })]),
    field('email', 'is the real address', [login(PASSWORD).shows({ email: 'owner@example.com' })]),
    error('none', 'answers GET with status 405', [
      anonymous('GET /fetch_api_key').answers(405, { msg: 'Method Not Allowed' }),
    ]),
  ],
};

export const newSessions: Chapter = {
  about: session,
  file: 'keys.ts',
  server: {},
  rows: [
    ...loginRows(session),
    field('session_id', 'is the ID of the session', [
      login(PASSWORD, session).shows({ session_id: text }).keeps({ id: 'session_id' }),
      owner('GET /sessions').shows({ 'sessions[session_id={id}].session_id': '{id}' }),
    ]),
    // Last: nobody logs in afterwards.
    error('REALM_DEACTIVATED', 'answers everybody who has an account in an organization that has ended', [
      owner('POST /realm/deactivate', { deletion_delay_days: 14 }),
      login(PASSWORD, session).refused(...ended),
    ]),
  ],
};

export const guessedKeys: Chapter = {
  about: 'POST /fetch_api_key, POST /sessions: guesses',
  file: 'keys.ts',
  server: { RATE_LIMITS: JSON.stringify({ login: { requests: 2, seconds: 1800 } }) },
  rows: [
    error('RATE_LIMIT_HIT', 'answers people who have guessed too often, even with the right password', [
      wrong,
      wrong,
      login(PASSWORD).refused(...hit),
      login(PASSWORD, session).refused(...hit),
      later(1801),
      right,
    ]),
  ],
};

const jwt = 'POST /jwt/fetch_api_key';
const ada = { email: 'ada.administrator@example.com' };
const withToken = (claims: unknown, secret?: string): Step =>
  anonymous(jwt, { token: hmacToken(claims, secret) });
const bad = ['BAD_REQUEST', 'Bad JSON web token'] as const;
const server = { JWT_AUTH_KEYS: JSON.stringify({ '': { key: SECRET, algorithms: ['HS256'] } }) };
const profile = { token: hmacToken(ada), include_profile: true };
const ofProfile = (name: string, promise: string, value: unknown): Row =>
  field(`user.${name}`, promise, [anonymous(jwt, profile).shows({ [`user.${name}`]: value })]);

export const tokenKeys: Chapter = {
  about: jwt,
  file: 'keys.ts',
  server,
  rows: [
    parameter('token', 'has the address in its claim `email`, in any case', [
      withToken({ email: 'ADA.Administrator@example.com' }).shows(),
    ]),
    parameter('token', 'is needed', [
      anonymous(jwt).refused('BAD_REQUEST', 'No JSON web token passed in request'),
    ]),
    parameter('token', 'is not another text', [anonymous(jwt, { token: 'token' }).refused(...bad)]),
    parameter('token', 'is signed with the key of the organization', [
      withToken(ada, OTHER_SECRET).refused(...bad),
    ]),
    parameter('token', 'has not expired', [withToken({ ...ada, exp: 1_000_000_000 }).refused(...bad)]),
    parameter('token', 'counts already', [withToken({ ...ada, nbf: 10_000_000_000 }).refused(...bad)]),
    parameter('token', 'has not been issued in the future', [
      withToken({ ...ada, iat: 10_000_000_000 }).refused(...bad),
    ]),
    parameter('token', 'names an address', [
      withToken({ sub: 'ada' }).refused('BAD_REQUEST', 'No email specified in JSON web token claims'),
    ]),
    parameter('include_profile', 'is false where it is left out', [withToken(ada).shows({ user: absent })]),
    parameter('include_profile', 'true asks for the account', [
      anonymous(jwt, profile).shows({ 'user.full_name': 'Ada Administrator' }),
    ]),
    parameter('include_profile', 'is a boolean', [
      anonymous(jwt, { token: 'x', include_profile: 'yes' }).refused(
        'BAD_REQUEST',
        'include_profile is not valid JSON',
      ),
    ]),
    field('api_key', 'is 32 letters and digits', [withToken(ada).shows({ api_key: KEY })]),
    field('email', 'is the real address', [withToken(ada).shows(ada)]),
    ofProfile('user_id', 'is whose key it is', '{administrator}'),
    ofProfile('delivery_email', 'is the real address', ada.email),
    ofProfile('email', 'is the address for the API', ada.email),
    ofProfile('full_name', 'is the name', 'Ada Administrator'),
    ofProfile('date_joined', 'is a time', matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d\+00:00$/)),
    ofProfile('is_active', 'is true for people who get a key', true),
    ofProfile('is_owner', 'is false of an administrator', false),
    ofProfile('is_admin', 'is true of an administrator', true),
    ofProfile('is_guest', 'is false of an administrator', false),
    ofProfile('is_bot', 'is false of people', false),
    ofProfile('bot_type', 'is null of people', null),
    ofProfile('bot_owner_id', 'is null of people', null),
    ofProfile('role', 'is 200 of an administrator', 200),
    ofProfile('timezone', 'is empty where none was chosen', ''),
    ofProfile('avatar_url', 'is the address of a picture', matching(/^https:/)),
    ofProfile('avatar_version', 'counts the pictures', 1),
    ofProfile('is_imported_stub', 'is false for people who log in', false),
    ofProfile('is_deleted', 'is present only when true', absent),
    error('AUTHENTICATION_FAILED', 'answers an address that nobody has', [
      withToken({ email: 'nobody@example.com' }).refused(...failed),
    ]),
    error('USER_DEACTIVATED', 'answers people who have been deactivated', [
      owner('DELETE /users/{guest}'),
      withToken({ email: 'gus.guest@example.com' }).refused(...gone),
    ]),
    error('NONEXISTENT_SUBDOMAIN', 'answers at a host that no organization has', [
      withToken(ada)
        .with(NOWHERE)
        .refused(...nowhere),
    ]),
    rule('no credentials are looked at', [
      member(jwt, { token: hmacToken(ada) }).shows({ email: ada.email }),
    ]),
  ],
};

export const tokenKeysLimited: Chapter = {
  about: 'POST /jwt/fetch_api_key: limits',
  file: 'keys.ts',
  server: { ...server, RATE_LIMITS: JSON.stringify({ anonymous: { requests: 2, seconds: 60 } }) },
  rows: [
    error('RATE_LIMIT_HIT', 'answers an address that asks too often', [
      later(61),
      withToken(ada).shows(),
      withToken(ada).shows(),
      withToken(ada).refused(...hit),
    ]),
  ],
};

export const keysWithoutTokens: Chapter = {
  about: 'POST /jwt/fetch_api_key: an organization that takes no tokens',
  file: 'keys.ts',
  server: { JWT_AUTH_KEYS: JSON.stringify({ acme: { key: SECRET, algorithms: ['HS256'] } }) },
  rows: [
    error('BAD_REQUEST', 'answers where no key is known', [
      withToken(ada).refused('BAD_REQUEST', 'JWT authentication is not enabled for this organization'),
    ]),
  ],
};

export const endedKeys: Chapter = {
  about: 'POST /jwt/fetch_api_key: an organization that has ended',
  file: 'keys.ts',
  server,
  rows: [
    error('REALM_DEACTIVATED', 'answers everybody who has an account in it', [
      owner('POST /realm/deactivate', { deletion_delay_days: 14 }),
      withToken(ada).refused(...ended),
    ]),
  ],
};

export const endedPasswordKeys: Chapter = {
  about: 'POST /fetch_api_key: an organization that has ended',
  file: 'keys.ts',
  server: {},
  rows: [
    error('REALM_DEACTIVATED', 'answers everybody who has an account in it', [
      owner('POST /realm/deactivate', { deletion_delay_days: 14 }),
      login(PASSWORD).refused(...ended),
    ]),
    error('AUTHENTICATION_FAILED', 'answers everybody else', [
      anonymous(fetch, { username: 'nobody@example.com', password: PASSWORD }).refused(...failed),
    ]),
  ],
};

const again = 'POST /users/me/api_key/regenerate';
const unknown = ['INVALID_API_KEY', 'Invalid API key', {}, 401] as const;

export const renewedKeys: Chapter = {
  about: again,
  file: 'keys.ts',
  rows: [
    field('api_key', 'is another one of 32 letters and digits', [user(again).shows({ api_key: KEY })]),
    error('INVALID_API_KEY', 'answers the key that was, from then on', [
      user('GET /users/me').shows(),
      user(again).records(1),
      user('GET /users/me').refused(...unknown),
    ]),
    rule('the new key is that of a bot only by way of its owner', [
      bot(again).refused('BAD_REQUEST', 'This endpoint does not accept bot requests.'),
    ]),
    rule('credentials are needed', [
      anonymous(again).refused('UNAUTHORIZED', 'Missing authorization header for basic auth', {}, 401),
    ]),
  ],
};
