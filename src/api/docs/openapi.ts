/** The OpenAPI 3.1 document of the route table. Loaded only on request. */
import { z } from 'zod';
import { nextTurn } from '../../base/concurrency.ts';
import { FEATURE_LEVEL } from '../../base/version.ts';
import { named } from '../../wire/define.ts';
import type { Route } from '../http/route.ts';
import { errorBodies } from './errors.ts';
import { describeParameters, inputsOf, methodOf, operationOf, pathOf } from './operations.ts';
import { RESPONSE_SCHEMAS, SHARED_RESPONSES } from './responses.ts';
import { type DocumentedOperation, type OpenApiDocument, SchemaConverter } from './schemas.ts';

const AnyError = named(
  'Error',
  'Any error; some codes come with further fields.',
  z.strictObject({
    result: z.literal('error').describe('Tells errors from success.'),
    msg: z.string().describe('What is wrong, for people.'),
    code: z.string().optional().describe('What is wrong, for programs; absent with status 405.'),
  }),
);

/** Examples of answers, by the names of routes. */
export type Examples = Readonly<Record<string, unknown>>;

/** The document for routes of `/api/v1`. */
export function openApiDocument(routes: readonly Route[], examples: Examples = {}): OpenApiDocument {
  const parts = documentParts(routes, examples);
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
}

/** The same, with a turn for others after each route: all of them together take longer than one may have. */
export async function openApiDocumentInTurns(
  routes: readonly Route[],
  examples: Examples,
): Promise<OpenApiDocument> {
  const parts = documentParts(routes, examples);
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
    await nextTurn();
  }
}

function* documentParts(routes: readonly Route[], examples: Examples): Generator<void, OpenApiDocument> {
  const converter = new SchemaConverter();
  const paths: Record<string, Record<string, DocumentedOperation>> = {};
  for (const route of routes) {
    const input = describeParameters(route, converter.input(z.object(inputsOf(route))));
    const output = converter.output(z.strictObject(route.response.shape));
    const operation = operationOf(route, { input, output, example: examples[route.name] });
    (paths[pathOf(route)] ??= {})[methodOf(route)] = operation;
    yield;
  }
  converter.output(z.union([AnyError, ...errorBodies.values()]));
  yield;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hansard',
      version: String(FEATURE_LEVEL),
      description: ABOUT,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api/v1' }],
    tags: [...new Set(routes.flatMap(({ area }) => area ?? []))],
    paths,
    components: {
      securitySchemes: { basic: BASIC },
      responses: SHARED_RESPONSES,
      schemas: { ...converter.named, ...RESPONSE_SCHEMAS },
    },
  };
}

const ABOUT = `A team chat server. Fields of type string are sent as they are, all others as JSON text:
\`num_before=10\`, \`apply_markdown=false\`, \`user_ids=[1,2]\`. Every path takes its fields in the query, in an urlencoded
body or in a multipart body.`;

const BASIC = {
  type: 'http',
  scheme: 'basic',
  description: 'The e-mail address as user name, the API key as password.',
};
