/** Routes without any business: they show each promise of the layer. */
import { z } from 'zod';
import { json, path, text } from '../../../src/api/http/parameters.ts';
import { PreparedResponse } from '../../../src/api/listings/listResponse.ts';
import { EmptyResponse, read, routes, write } from '../../../src/api/http/route.ts';
import { Refused, type RefusalCode } from '../../../src/base/errors.ts';
import { MessageId, UserId } from '../../../src/base/ids.ts';
import { command } from '../../../src/commands/define.ts';
import { LogUnavailable, OutcomeUnknown } from '../../../src/events/log/eventLog.ts';
import { ReadModelsUnavailable } from '../../../src/projections/store/readModels.ts';
import { VaultUnavailable } from '../../../src/vault/vault.ts';

/** A command that decides nothing: its result is its input. */
const doNothing = command({
  name: 'DoNothing',
  decide: (_organization, input: string) => ({ events: [], result: input }),
});

/** What `GET /failure` throws: a bug, and each way in which an engine can be away. */
const FAILED = { Error, LogUnavailable, OutcomeUnknown, ReadModelsUnavailable, VaultUnavailable };
export const FAILURES = Object.keys(FAILED) as (keyof typeof FAILED)[];

const Caller = z.strictObject({
  caller: z.int().nullable(),
  client: z.string(),
  url: z.string(),
  address: z.string(),
  request_id: z.string(),
});

export const exampleRoutes = routes({
  'POST /echo': write({
    who: 'user',
    summary: 'Say it back',
    hot: true,
    params: {
      kind: text(z.enum(['direct', 'channel'])).alias('type'),
      topic: text().optional().alias('subject'),
      flag: json(z.boolean()).default(false),
      count: json(z.int().min(0).max(100)).optional(),
      to: json(z.union([z.int(), z.array(z.int()), z.array(z.string())]), 25_000).optional(),
      name: text(z.string().min(1).max(10)).optional(),
      list: json(z.array(z.strictObject({ name: z.string(), color: z.string().optional() }))).optional(),
      days: json(z.int().refine((days) => days > 0, { params: { badValue: true } })).optional(),
    },
    response: z.strictObject({
      kind: z.string(),
      topic: z.string().nullable(),
      flag: z.boolean(),
      to: z.string(),
    }),
    handle: ({ params }) => ({
      kind: params.kind,
      topic: params.topic ?? null,
      flag: params.flag,
      to: JSON.stringify(params.to ?? null),
    }),
  }),
  'DELETE /things/:thing_id': write({
    who: 'humanMember',
    summary: 'Remove a thing',
    params: { thing_id: path(MessageId) },
    response: z.strictObject({ removed: z.int() }),
    handle: ({ params }) => ({ removed: params.thing_id }),
  }),
  'GET /things/mine': read({
    who: 'member',
    summary: 'A literal path beside a parameter',
    params: {},
    response: EmptyResponse,
    handle: () => ({}),
  }),
  'GET /things/:thing_id': read({
    who: 'human',
    summary: 'A parameter beside a literal path',
    params: { thing_id: path(UserId) },
    response: z.strictObject({ thing: UserId }),
    handle: ({ params }) => ({ thing: params.thing_id }),
  }),
  'PATCH /things/:thing_id': write({
    who: 'user',
    summary: 'Write something',
    params: { thing_id: path(MessageId), text: text() },
    response: z.strictObject({ text: z.string() }),
    handle: async ({ params, submit }) => ({ text: await submit(doNothing, params.text) }),
  }),
  'GET /caller': read({
    who: 'visitor',
    summary: 'Who calls',
    params: {},
    response: Caller,
    handle: ({ actor, client, url, address, requestId }) => ({
      caller: actor?.userId ?? null,
      client,
      url,
      address,
      request_id: requestId,
    }),
  }),
  'GET /listing': read({
    who: 'user',
    summary: 'Ready bytes',
    params: {},
    response: z.strictObject({ members: z.array(z.int()) }),
    handle: () => new PreparedResponse([Buffer.from('"members":['), Buffer.from('1,2]')], '"v1"'),
  }),
  'GET /revision': read({
    who: 'user',
    summary: 'What the caller must see',
    params: {},
    response: z.strictObject({ revision: z.int() }),
    handle: ({ revision }) => ({ revision }),
  }),
  'POST /login': write({
    who: 'anyone',
    summary: 'Guess a password',
    params: { username: text(), password: text() },
    response: EmptyResponse,
    errors: ['AUTHENTICATION_FAILED'],
    handle: ({ params, loginAttempts }) => {
      loginAttempts.begin(params.username);
      if (params.password !== 'right') throw new Refused('Wrong', 'AUTHENTICATION_FAILED');
      loginAttempts.succeeded(params.username);
      return {};
    },
  }),
  'GET /view': read({
    who: 'user',
    summary: 'Ask a view that lags',
    params: {},
    response: EmptyResponse,
    handle: async ({ level }) => {
      await level({ name: 'examples' });
      return {};
    },
  }),
  'GET /refusal': read({
    who: 'anyone',
    summary: 'Fail as asked',
    params: { code: text() },
    response: EmptyResponse,
    handle: ({ params }) => {
      throw new Refused('As asked', params.code as RefusalCode, { detail: 1 });
    },
  }),
  'GET /failure': read({
    who: 'anyone',
    summary: 'Fail by a bug',
    params: { name: text(z.enum(FAILURES)).default('Error') },
    response: EmptyResponse,
    handle: ({ params }) => {
      throw new FAILED[params.name]('the secret detail');
    },
  }),
});
