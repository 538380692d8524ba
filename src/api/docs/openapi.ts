/** The OpenAPI 3.1 document of the route table. Loaded only on request. */
import { z } from 'zod';
import { named } from '../../wire/named.ts';
import type { Route } from '../http/route.ts';
import { FEATURE_LEVEL } from '../serverSettings.ts';
import { ANSWER_SCHEMAS, SHARED_ANSWERS } from './answers.ts';
import { describer } from './descriptions.ts';
import type { Document, Operation } from './document.ts';
import { errorBodies } from './errors.ts';
import { inputsOf, methodOf, operationOf, pathOf } from './operations.ts';
import { jsonSchemas } from './schemas.ts';

const AnyError = named(
  'Error',
  z
    .strictObject({
      result: z.literal('error').describe('Tells errors from success.'),
      msg: z.string().describe('What is wrong, for people.'),
      code: z.string().optional().describe('What is wrong, for programs; absent with status 405.'),
    })
    .describe('Any error; some codes come with further fields.'),
);

/** Examples of answers, by the names of routes. */
export type Examples = Readonly<Record<string, unknown>>;

/** The document for routes of `/api/v1`. */
export function openApiDocument(routes: readonly Route[], examples: Examples = {}): Document {
  const errors = z.union([AnyError, ...errorBodies.values()]);
  const schemas = jsonSchemas({
    inputs: Object.fromEntries(routes.map((route) => [inputKey(route), z.object(inputsOf(route))])),
    outputs: {
      ...Object.fromEntries(routes.map((route) => [route.name, z.strictObject(route.response.shape)])),
      errors,
    },
  });
  const describe = describer(routes);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const input = describe.input(route, schemas.of[inputKey(route)] ?? {});
    const output = describe.output(route, schemas.of[route.name] ?? {});
    const operation = operationOf(route, { input, output, example: examples[route.name] });
    (paths[pathOf(route)] ??= {})[methodOf(route)] = operation;
  }
  return {
    openapi: '3.1.0',
    info: {
      ...{ title: 'Hansard', version: String(FEATURE_LEVEL), description: ABOUT },
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api/v1' }],
    tags: describe.tags,
    paths,
    components: {
      securitySchemes: { basic: BASIC },
      responses: SHARED_ANSWERS,
      schemas: { ...describe.components(schemas.named), ...ANSWER_SCHEMAS },
    },
  };
}

/** No route is named so. */
const inputKey = ({ name }: Route): string => `${name} input`;

const ABOUT = `A team chat server. Fields of type string are sent as they are, all others as JSON text:
\`num_before=10\`, \`apply_markdown=false\`, \`user_ids=[1,2]\`. Every path takes its fields in the query, in an urlencoded
body or in a multipart body.`;

const BASIC = {
  type: 'http',
  scheme: 'basic',
  description: 'The e-mail address as user name, the API key as password.',
};
