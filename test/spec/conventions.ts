/** What holds on every endpoint. */
import { absent, anonymous, type Chapter, error, field, member, owner, rule, text } from './row.ts';

const send = 'POST /messages';
const message = { type: 'channel', to: '{channel}', topic: 'logo', content: 'Hello.' };
const credentials = (email: string, key: string) => ({ authorization: `Basic ${btoa(`${email}:${key}`)}` });

export const conventions: Chapter = {
  about: 'Conventions',
  file: 'conventions.ts',
  rows: [
    field('result', 'is `success`, with an empty `msg` and no code', [
      owner(send, message).shows({ result: 'success', msg: '', code: absent }),
    ]),
    field('result', 'is `error`, with a sentence in `msg` and a code', [
      owner('GET /messages/{nobody}').refused('BAD_REQUEST', text),
    ]),
    field('ignored_parameters_unsupported', 'lists, in order, the parameters that an endpoint ignores', [
      owner(send, { ...message, zebra: 1, aardvark: 2 }).shows({
        ignored_parameters_unsupported: ['aardvark', 'zebra'],
      }),
    ]),
    field('ignored_parameters_unsupported', 'is absent where nothing was ignored', [
      owner(send, message).shows({ ignored_parameters_unsupported: absent }),
    ]),
    field('ignored_parameters_unsupported', 'is absent in an error', [
      owner('GET /messages/{nobody}', { zebra: 1 }).refused('BAD_REQUEST', text, {
        ignored_parameters_unsupported: absent,
      }),
    ]),
    rule('the parameter client is known everywhere', [
      owner('GET /users', { client: 'a script' }).shows({ ignored_parameters_unsupported: absent }),
    ]),
    rule('the parameter client names the program', [
      owner(send, { ...message, client: 'a script' }).keeps({ id: 'id' }),
      member('GET /messages/{id}').shows({ 'message.client': 'a script' }),
    ]),
    rule('the name of the program is cut at 30 characters', [
      owner(send, { ...message, client: '{long}' }).keeps({ id: 'id' }),
      member('GET /messages/{id}').shows({ 'message.client': 'x'.repeat(30) }),
    ]),
    rule('a POST can say with `method` that it is a PATCH', [
      owner('POST /users/{user}', { method: 'PATCH', full_name: 'Somebody Else' }).shows(),
      owner('GET /users', { user_ids: ['{user}'] }).shows({ 'members[0].full_name': 'Somebody Else' }),
    ]),
    error('BAD_REQUEST', 'answers a parameter that is not JSON', [
      owner('GET /users', { user_ids: 'abc' }).refused('BAD_REQUEST', 'user_ids is not valid JSON'),
    ]),
    error('BAD_REQUEST', 'answers True, which is not JSON', [
      owner('GET /users', { client_gravatar: 'True' }).refused(
        'BAD_REQUEST',
        'client_gravatar is not valid JSON',
      ),
    ]),
    error('BAD_REQUEST', 'answers a number that is a string', [
      owner('GET /users', { user_ids: ['1'] }).refused('BAD_REQUEST', 'user_ids[0] is not an integer'),
    ]),
    error('BAD_REQUEST', 'names what is wrong within an object', [
      owner('POST /users/me/subscriptions', { subscriptions: [{ name: 7 }] }).refused(
        'BAD_REQUEST',
        'subscriptions[0]["name"] is not a string',
      ),
    ]),
    error('REQUEST_VARIABLE_MISSING', 'names the parameter', [
      owner(send, { type: 'direct', to: ['{member}'] }).refused(
        'REQUEST_VARIABLE_MISSING',
        "Missing 'content' argument",
        { var_name: 'content' },
      ),
    ]),
    error('REQUEST_CONFUSING_VAR', 'names both parameters', [
      owner(send, { ...message, subject: 'logo' }).refused('REQUEST_CONFUSING_VAR', text, {
        var_name1: 'topic',
        var_name2: 'subject',
      }),
    ]),
    error('UNAUTHORIZED', 'answers a request without credentials', [
      anonymous('GET /streams').refused(
        'UNAUTHORIZED',
        'Missing authorization header for basic auth',
        {},
        401,
      ),
    ]),
    error('INVALID_API_KEY', 'answers a key that is not 32 letters and digits', [
      anonymous('GET /streams')
        .with(credentials('owner@example.com', 'short'))
        .refused('INVALID_API_KEY', 'Malformed API key', {}, 401),
    ]),
    error('INVALID_API_KEY', 'answers a wrong key', [
      anonymous('GET /streams')
        .with(credentials('owner@example.com', 'x'.repeat(32)))
        .refused('INVALID_API_KEY', 'Invalid API key', {}, 401),
    ]),
    error('BAD_REQUEST', 'answers an unknown path with status 404', [
      owner('GET /no_such_path').refused('BAD_REQUEST', text, {}, 404),
    ]),
    error('none', 'answers an unknown method with status 405 and those that are allowed', [
      owner('DELETE /server_settings').refused(
        absent,
        'Method Not Allowed',
        { allowed_methods: ['GET', 'HEAD', 'OPTIONS'] },
        405,
      ),
    ]),
    error('NONEXISTENT_SUBDOMAIN', 'answers a host that no organization has', [
      anonymous('GET /server_settings')
        .with({ 'x-forwarded-host': 'nobody.chat.example.com' })
        .refused('NONEXISTENT_SUBDOMAIN', text, {}, 404),
    ]),
    error('UNAUTHORIZED_PRINCIPAL', 'answers a member on an endpoint for administrators with status 400', [
      member('PATCH /users/{user}', { full_name: 'Other' }).refused(
        'UNAUTHORIZED_PRINCIPAL',
        'Must be an organization administrator',
      ),
    ]),
  ],
};
