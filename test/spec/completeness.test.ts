import { expect } from 'chai';
import { z } from 'zod';
import type { RefusalCode } from '../../src/base/errors.ts';
import type { Route } from '../../src/api/http/route.ts';
import { registerFields } from '../../src/api/live/register.ts';
import { apiRoutes } from '../../src/api/table.ts';
import { chapters } from './chapters.ts';
import { Demand, Including, type Row, routesOf, type Shown, type Subject } from './row.ts';

/** The endpoints of the contract, with the codes that it names for each. */
const ENDPOINTS: Readonly<Record<string, readonly RefusalCode[]>> = {
  'POST /messages': [
    'STREAM_DOES_NOT_EXIST',
    'BAD_REQUEST',
    'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
  ],
  'POST /scheduled_messages': ['STREAM_DOES_NOT_EXIST', 'BAD_REQUEST'],
  'POST /users/me/subscriptions': ['BAD_REQUEST'],
  'PATCH /streams/:stream_id': [],
  'PATCH /users/me/subscriptions/muted_topics': [],
  'POST /users/me/presence': [],
  'GET /users': [],
  'POST /channel_folders/create': ['UNAUTHORIZED_PRINCIPAL'],
  'PATCH /channel_folders/:channel_folder_id': ['BAD_REQUEST'],
  'POST /realm/profile_fields': ['UNAUTHORIZED_PRINCIPAL'],
  'PATCH /users/me/profile_data': ['BAD_REQUEST'],
  'POST /user_groups/create': ['BAD_REQUEST'],
  'POST /streams/:stream_id/delete_topic': ['UNAUTHORIZED_PRINCIPAL'],
  'PATCH /users/me/subscriptions/:stream_id': [],
  'GET /streams': [],
  'POST /messages/:message_id/reactions': ['BAD_REQUEST', 'REACTION_ALREADY_EXISTS'],
  'POST /service-outgoing-webhook': ['BAD_REQUEST'],
  'POST /fetch_api_key': [],
  'POST /jwt/fetch_api_key': [],
  'POST /mobile_push/e2ee/test_notification': [
    'NO_ACTIVE_PUSH_DEVICE',
    'ADMIN_ACTION_REQUIRED',
    'FAILED_TO_CONNECT_BOUNCER',
    'INTERNAL_SERVER_ERROR_ON_BOUNCER',
  ],
  'GET /server_settings': [],
  'POST /invites': ['INVITATION_FAILED', 'BAD_REQUEST'],
  'POST /invites/multiuse': ['BAD_REQUEST'],
};

/** What no row can show, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['name', 'display_name', 'display_icon', 'login_url', 'signup_url'].map((name) => [
      `GET /server_settings external_authentication_methods[].${name}`,
      'One logs in with a password or a token only: the list is always empty.',
    ]),
  ),
  ...Object.fromEntries(
    fieldsOf(z.strictObject(registerFields)).map((name) => [
      `POST /register ${name}`,
      'Each area shows these by its own endpoints; test/api/register.test.ts goes through all of them, type by type.',
    ]),
  ),
  'POST /fetch_api_key PASSWORD_RESET_REQUIRED':
    'Asked for by the command line; shown in test/api/passwordReset.test.ts and test/cli/passwords.test.ts.',
  'POST /register unreadable_fetch_types':
    'Absent unless an operator has to repair a view; shown in test/api/quarantinedViews.test.ts.',
  ...Object.fromEntries(
    ['oldest', 'newest'].map((end) => [
      `GET /messages ${end}_examined`,
      'Absent unless a search ends early; shown in test/projections/messages/costlySearches.test.ts.',
    ]),
  ),
  'POST /sessions PASSWORD_RESET_REQUIRED': 'As for POST /fetch_api_key.',
  ...Object.fromEntries(
    ['done', 'total'].map((name) => [
      `POST /record/projections projections[].rebuild_progress.${name}`,
      'Null but for the moment in which a view is built again; shown in test/api/organization/record.test.ts.',
    ]),
  ),
};

/** Where a message is shown: the chapter `Message` and others say of GET /messages/{id} what each of its fields is. */
const MESSAGES: Readonly<Record<string, string>> = {
  'GET /messages/:message_id': 'message.',
  'GET /messages': 'messages[].',
};

/** What the rows about a route are about, and what their steps assert of its answers. */
function shownOf({ name, method, path }: Route): ReadonlySet<string> {
  const request = new RegExp(`^${method} ${path.replaceAll(/:\w+/g, '[^/ ]+')}$`);
  const asks = (row: Row): boolean => row.steps.some((step) => request.test(step.request));
  // Rows of a chapter about several routes are about those that they ask.
  const rows = chapters
    .filter((chapter) => routesOf(chapter).includes(name))
    .flatMap((chapter) => (routesOf(chapter).length === 1 ? chapter.rows : chapter.rows.filter(asks)));
  const answers = assertedBy(rows, request);
  const prefix = MESSAGES[name];
  return new Set([
    ...rows.map((row) => `${row.subject} ${row.name}`),
    ...answers.map(({ code }) => `error ${String(code)}`),
    ...answers.flatMap((shown) => pathsIn(shown)).map((field) => `field ${field}`),
    ...(prefix === undefined ? [] : fieldsOfMessages().map((field) => `field ${prefix}${field}`)),
  ]);
}

const assertedBy = (rows: readonly Row[], request: RegExp): readonly Shown[] =>
  rows
    .flatMap(({ steps }) => steps)
    .filter((step) => request.test(step.request))
    .map(({ expected }) => expected?.shown ?? {});

function fieldsOfMessages(): readonly string[] {
  const rows = chapters.flatMap((chapter) => chapter.rows);
  const paths = assertedBy(rows, /^GET \/messages\/[^/ ]+$/).flatMap((shown) => pathsIn(shown));
  return paths.flatMap((field) => /^message\.(.*)$/.exec(field)?.[1] ?? []);
}

/** `members[].email`: the paths of everything within a value that rows assert. */
function pathsIn(value: unknown, path = ''): readonly string[] {
  if (value instanceof Demand || value instanceof Including || value === null) return [path];
  if (Array.isArray(value)) return [path, ...value.flatMap((item) => pathsIn(item, `${path}[]`))];
  if (typeof value !== 'object') return [path];
  const fields = Object.entries(value).map(([name, inner]): [string, unknown] => [
    name.replaceAll(/\[[^\]]*\]/g, '[]'),
    inner,
  ]);
  return [path, ...fields.flatMap(([name, inner]) => pathsIn(inner, path === '' ? name : `${path}.${name}`))];
}

/** `streams[].name`: the paths of everything that an answer holds which holds nothing else. */
function fieldsOf(schema: unknown, path = ''): readonly string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return fieldsOf(schema.unwrap(), path);
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodObject)
    return fieldsOf(schema.element, `${path}[]`);
  if (!(schema instanceof z.ZodObject)) return [path];
  const fields = Object.entries(schema.shape);
  return fields.flatMap(([name, field]) => fieldsOf(field, path === '' ? name : `${path}.${name}`));
}

const parametersOf = ({ params }: Route): readonly string[] =>
  Object.entries(params).flatMap(([name, { aliases }]) => [name, ...aliases]);

/** What a route promises, and what rows are there to show it. */
const PROMISES: Readonly<Record<Exclude<Subject, 'rule'>, (route: Route) => readonly string[]>> = {
  parameter: parametersOf,
  field: ({ response }) => fieldsOf(response),
  error: ({ name, errors = [] }) => [...new Set([...errors, ...(ENDPOINTS[name] ?? [])])],
};

describe('the rows of docs/generated/contract.md', () => {
  const routes = new Map(apiRoutes.map((route) => [route.name, route]));
  const abouts = new Set(chapters.flatMap(routesOf));
  const promised = [...new Set([...Object.keys(ENDPOINTS), ...abouts])].filter((name) => routes.has(name));

  it('cover every endpoint of the contract', () => {
    expect(Object.keys(ENDPOINTS).filter((name) => !abouts.has(name) || !routes.has(name))).to.deep.equal([]);
  });

  for (const name of promised) {
    const route = routes.get(name)!;
    const shown = shownOf(route);
    for (const [subject, promisesOf] of Object.entries(PROMISES))
      it(`show every ${subject} of ${name}`, () => {
        const missing = promisesOf(route).filter(
          (promise) => !shown.has(`${subject} ${promise}`) && EXCEPTIONS[`${name} ${promise}`] === undefined,
        );
        expect(missing).to.deep.equal([]);
      });
  }
});
