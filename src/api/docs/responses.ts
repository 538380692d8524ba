/** What a route answers: its success, and its errors by status and code. */
import { z } from 'zod';
import type { Route } from '../http/route.ts';
import { type ErrorCode, errorName, ERRORS, statusOfError } from './errors.ts';
import { type DocumentedOperation, type DocumentedResponse, type Schema, schemaUri } from './schemas.ts';

/** The schemas of a route's fields, all described, and an example of its answer. */
export interface RouteSchemas {
  readonly input: Schema;
  readonly output: Schema;
  readonly example: unknown;
}

const JSON_TYPE = 'application/json';

/** Without `result`, `msg` and what every answer may have. */
export const COMMON_FIELDS: Readonly<Record<string, Schema>> = {
  result: { type: 'string', const: 'success', description: 'Tells success from errors.' },
  msg: { type: 'string', const: '', description: 'Empty; errors have a sentence for people here.' },
  ignored_parameters_unsupported: {
    type: 'array',
    items: { type: 'string' },
    description: 'Fields that were sent and mean nothing here; absent if there are none.',
  },
};

export function responsesOf(
  route: Route,
  { output, example }: RouteSchemas,
): DocumentedOperation['responses'] {
  const hasFields = Object.keys(output.properties ?? {}).length > 0;
  const schema = hasFields ? successWith(output) : { $ref: schemaUri('Success') };
  if (route.answers === 'redirect') return { 302: REDIRECT, ...errorsOf(route), ...FAILURE };
  if (route.answers === 'stream') return { 200: STREAM, ...errorsOf(route), ...FAILURE };
  const success: DocumentedResponse = {
    description: 'Success.',
    ...(route.kind === 'write' && { headers: WRITTEN }),
    content: { [JSON_TYPE]: { schema, ...(example !== undefined && { example }) } },
  };
  return { 200: success, ...errorsOf(route), ...FAILURE };
}

const FAILURE = { default: { $ref: '#/components/responses/Failure' } };

const REDIRECT: DocumentedResponse = {
  description: 'Leads to the picture.',
  headers: { Location: { description: 'Where the picture is.', schema: { type: 'string' } } },
};

const STREAM: DocumentedResponse = {
  description: 'Server-sent events: the data of each is one ClientEvent as JSON, its ID that of the event.',
  content: { 'text/event-stream': { schema: { type: 'string' } } },
};

/** A successful answer with some fields. */
const successWith = ({ properties, required = [] }: Schema): Schema => ({
  type: 'object',
  properties: { ...COMMON_FIELDS, ...properties },
  required: ['result', 'msg', ...required],
  additionalProperties: false,
});

/** Schemas of answers that zod schemas do not have. */
export const RESPONSE_SCHEMAS: Readonly<Record<string, Schema>> = {
  Success: { ...successWith({}), description: 'The answer of calls that tell nothing but success.' },
};

const WRITTEN = {
  'Hansard-Position': {
    description: 'Send it with a read, to any node: its answer contains this write.',
    schema: { type: 'integer' },
  },
};

/** Codes of a route, in the order of statuses. */
export function codesOf(route: Route): ReadonlyMap<number, readonly ErrorCode[]> {
  const codes = new Set<ErrorCode>([...commonCodes(route), ...(route.errors ?? [])]);
  const statuses = [...new Set([...codes].map(statusOfError))].sort((one, other) => one - other);
  return new Map(
    statuses.map((status) => [status, [...codes].filter((code) => statusOfError(code) === status)]),
  );
}

function commonCodes({ who, params }: Route): readonly ErrorCode[] {
  const fields = Object.values(params).filter(({ source }) => source !== 'path');
  return [
    'BAD_REQUEST',
    ...(fields.some(({ required }) => required) ? (['REQUEST_VARIABLE_MISSING'] as const) : []),
    ...(fields.length > 0 ? (['REQUEST_VARIABLE_INVALID'] as const) : []),
    ...(fields.some(({ aliases }) => aliases.length > 0) ? (['REQUEST_CONFUSING_VAR'] as const) : []),
    ...(who === 'anyone' ? [] : (['UNAUTHORIZED', 'SESSION_OF_ANOTHER_USER', 'INVALID_API_KEY'] as const)),
    ...(who === 'anyone' ? [] : (['USER_DEACTIVATED', 'REALM_DEACTIVATED'] as const)),
    ...(who === 'visitor' ? (['UNAUTHENTICATED_USER'] as const) : []),
    'NONEXISTENT_SUBDOMAIN',
    'RATE_LIMIT_HIT',
    'SERVER_NOT_READY',
  ];
}

function errorsOf(route: Route): DocumentedOperation['responses'] {
  const own = new Set<ErrorCode>(route.errors);
  return Object.fromEntries(
    [...codesOf(route)].map(([status, codes]) => {
      const shared = codes.some((code) => own.has(code)) ? undefined : sharedName(codes);
      return [status, shared === undefined ? refusal(codes) : { $ref: `#/components/responses/${shared}` }];
    }),
  );
}

function refusal(codes: readonly ErrorCode[]): DocumentedResponse {
  const bodies = codes.map((code) => ({ $ref: schemaUri(errorName(code)) }));
  const [only] = bodies;
  const schema = bodies.length === 1 && only ? only : { anyOf: bodies };
  return {
    description: codes.map(lineOf).join('\n'),
    content: { [JSON_TYPE]: { schema } },
  };
}

/** What a code description, and the names of its fields. */
function lineOf(code: ErrorCode): string {
  const { description, fields = {} } = ERRORS[code];
  const entries = Object.entries(fields);
  const named = (isOptional: boolean): string =>
    entries
      .filter(([, schema]) => schema instanceof z.ZodOptional === isOptional)
      .map(([name]) => `\`${name}\``)
      .join(', ');
  const [always, perhaps] = [named(false), named(true)];
  return `- \`${code}\`: ${description}${always && ` With ${always}.`}${perhaps && ` Perhaps with ${perhaps}.`}`;
}

/** Sets of codes that many routes have. */
const SHARED: Readonly<Record<string, readonly ErrorCode[]>> = {
  Refused: ['BAD_REQUEST'],
  RefusedParameter: ['BAD_REQUEST', 'REQUEST_VARIABLE_INVALID'],
  RefusedRequest: ['BAD_REQUEST', 'REQUEST_VARIABLE_MISSING', 'REQUEST_VARIABLE_INVALID'],
  NotLoggedIn: [
    'UNAUTHORIZED',
    'SESSION_OF_ANOTHER_USER',
    'INVALID_API_KEY',
    'USER_DEACTIVATED',
    'REALM_DEACTIVATED',
  ],
  NotFound: ['NONEXISTENT_SUBDOMAIN'],
  TooManyCalls: ['RATE_LIMIT_HIT'],
  NotReady: ['SERVER_NOT_READY'],
};

const sharedName = (codes: readonly ErrorCode[]): string | undefined =>
  Object.keys(SHARED).find((name) => SHARED[name]?.join() === codes.join());

/** Answers that operations refer to. */
export const SHARED_RESPONSES: Readonly<Record<string, DocumentedResponse>> = {
  ...Object.fromEntries(Object.entries(SHARED).map(([name, codes]) => [name, refusal(codes)])),
  Failure: {
    description:
      'Refused by HTTP itself (403 from another site, 405, 408, 413, 415), or a fault of the server (500).',
    content: {
      [JSON_TYPE]: {
        schema: { anyOf: ['InternalServerError', 'Error'].map((name) => ({ $ref: schemaUri(name) })) },
      },
    },
  },
};
