/**
 * The OpenAPI 3.1 document, from the table of routes. Loaded only when somebody asks for it.
 */
import { OpenApiGeneratorV31, OpenAPIRegistry, extendZodWithOpenApi } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import type { Parameter } from './parameters.ts';
import type { Route, Who } from './route.ts';
import { FEATURE_LEVEL } from './serverSettings.ts';

extendZodWithOpenApi(z);

type Document = ReturnType<OpenApiGeneratorV31['generateDocument']>;

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

const ErrorBody = z
  .object({
    result: z.literal('error'),
    msg: z.string().describe('What is wrong, for people.'),
    code: z.string().optional().describe('What is wrong, for programs; absent with status 405.'),
  })
  .describe('Some codes come with further fields.');

const WHO: Readonly<Record<Who, string>> = {
  anyone: 'Anyone may call; credentials are not looked at.',
  visitor: 'Users, and in some organizations anyone.',
  user: 'Users.',
  member: 'Users who are not guests.',
  human: 'Users who are not bots.',
  humanMember: 'Users who are neither guests nor bots.',
};

/** Describes routes of `/api/v1`. */
export function openApiDocument(routes: readonly Route[]): Document {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'basic', {
    type: 'http',
    scheme: 'basic',
    description: 'E-mail address and API key.',
  });
  const errorBody = registry.register('Error', ErrorBody);
  for (const route of routes) registry.registerPath(operationOf(route, errorBody));
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: { title: 'Hansard', version: String(FEATURE_LEVEL), description: 'A team chat server.' },
    servers: [{ url: '/api/v1' }],
  });
}

type Operation = Parameters<OpenAPIRegistry['registerPath']>[0];

function operationOf(route: Route, errorBody: z.ZodType): Operation {
  const { method, path, who, summary, response, errors = [] } = route;
  return {
    method: method.toLowerCase() as Operation['method'],
    path: path.replaceAll(/:(\w+)/g, '{$1}'),
    operationId: `${method.toLowerCase()}${path.replaceAll(/[/:]+/g, '_')}`,
    summary,
    description: [WHO[who], errors.length > 0 ? `Codes: ${errors.join(', ')}.` : ''].join(' ').trim(),
    security: who === 'anyone' ? [] : who === 'visitor' ? [{}, { basic: [] }] : [{ basic: [] }],
    request: requestOf(route),
    responses: {
      200: { description: 'Success', content: { [JSON_TYPE]: { schema: successBody(response) } } },
      '4XX': { description: 'Refused', content: { [JSON_TYPE]: { schema: errorBody } } },
      '5XX': { description: 'Not possible now', content: { [JSON_TYPE]: { schema: errorBody } } },
    },
  };
}

const successBody = (response: Route['response']): z.ZodType =>
  z.strictObject({
    result: z.literal('success'),
    msg: z.literal(''),
    ...response.shape,
    ignored_parameters_unsupported: z.array(z.string()).optional(),
  });

/** Fields go into the query of GET and DELETE and into the body of all others; the server takes both everywhere. */
function requestOf({ method, params }: Route): NonNullable<Operation['request']> {
  const inPath = Object.entries(params).filter(([, { place }]) => place === 'path');
  const inForm = Object.entries(params).filter(([, { place }]) => place !== 'path');
  const path = inPath.length === 0 ? {} : { params: z.object(schemasOf(inPath)) };
  if (inForm.length === 0) return path;
  if (method === 'GET' || method === 'DELETE') return { ...path, query: z.object(schemasOf(inForm)) };
  const encoded = inForm.filter(([, { place }]) => place === 'json');
  const encoding = Object.fromEntries(encoded.map(([name]) => [name, { contentType: JSON_TYPE }]));
  const content = { [FORM]: { schema: z.object(schemasOf(inForm)), encoding } };
  return { ...path, body: { required: inForm.some(([, { required }]) => required), content } };
}

const schemasOf = (
  parameters: readonly (readonly [string, Parameter<unknown>])[],
): Record<string, z.ZodType> =>
  Object.fromEntries(parameters.map(([name, parameter]) => [name, describedSchema(parameter)]));

function describedSchema({ schema, required, fallback, aliases }: Parameter<unknown>): z.ZodType {
  const notes = [
    aliases.length > 0 ? `Also: ${aliases.join(', ')}.` : '',
    fallback === undefined ? '' : `Default: ${JSON.stringify(fallback)}.`,
  ];
  const described = notes.some(Boolean) ? schema.describe(notes.filter(Boolean).join(' ')) : schema;
  return required ? described : described.optional();
}
