/** The OpenAPI 3.1 document of the route table. Loaded only on request. */
import { OpenApiGeneratorV31, OpenAPIRegistry, extendZodWithOpenApi } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import type { Parameter } from '../http/parameters.ts';
import type { Route, Who } from '../http/route.ts';
import { FEATURE_LEVEL } from '../serverSettings.ts';

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

/** The document for routes of `/api/v1`. */
export function openApiDocument(routes: readonly Route[]): Document {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'basic', {
    type: 'http',
    scheme: 'basic',
    description: 'E-mail address and API key.',
  });
  const errorBody = registry.register('Error', ErrorBody);
  for (const route of routes) registry.registerPath(operationOf(route, errorBody));
  const document = new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: { title: 'Hansard', version: String(FEATURE_LEVEL), description: 'A team chat server.' },
    servers: [{ url: '/api/v1' }],
    tags: [...new Set(routes.flatMap(({ area = [] }) => area))].map((name) => ({ name })),
  });
  for (const route of routes) declareJson(route, document);
  return document;
}

/** OpenAPI would spread a list over several query fields, so JSON text in a query is declared as such. */
function declareJson(route: Route, { paths = {} }: Document): void {
  const { parameters = [] } = paths[pathOf(route)]?.[methodOf(route)] ?? {};
  for (const parameter of parameters) {
    if (!('in' in parameter) || parameter.in !== 'query' || isPlain(parameter.schema)) continue;
    parameter.content = { [JSON_TYPE]: { schema: parameter.schema ?? {} } };
    delete parameter.schema;
  }
}

/** Strings are sent raw; numbers and booleans look the same in JSON. */
const isPlain = (schema: object | undefined): boolean =>
  schema !== undefined &&
  'type' in schema &&
  ['string', 'integer', 'number', 'boolean'].includes(String(schema.type));

type Operation = Parameters<OpenAPIRegistry['registerPath']>[0];

function operationOf(route: Route, errorBody: z.ZodType): Operation {
  const { kind, path, who, summary, response, area, errors = [] } = route;
  const success = { [JSON_TYPE]: { schema: successBody(response) } };
  return {
    method: methodOf(route),
    path: pathOf(route),
    operationId: `${methodOf(route)}${path.replaceAll(/[/:]+/g, '_')}`,
    summary,
    ...(area && { tags: [area] }),
    description: [WHO[who], errors.length > 0 ? `Codes: ${errors.join(', ')}.` : ''].join(' ').trim(),
    security: who === 'anyone' ? [] : who === 'visitor' ? [{}, { basic: [] }] : [{ basic: [] }],
    request: requestOf(route),
    responses: {
      200: { description: 'Success', ...(kind === 'write' && { headers: WRITTEN }), content: success },
      '4XX': { description: 'Refused', content: { [JSON_TYPE]: { schema: errorBody } } },
      '5XX': { description: 'Not possible now', content: { [JSON_TYPE]: { schema: errorBody } } },
    },
  };
}

const methodOf = ({ method }: Route) => method.toLowerCase() as 'get' | 'put' | 'post' | 'delete' | 'patch';

const pathOf = ({ path }: Route): string => path.replaceAll(/:(\w+)/g, '{$1}');

const WRITTEN = z.object({
  'Hansard-Position': z.int().describe('Send it with a read, to any node: its answer contains this write.'),
});

const READ = {
  'Hansard-Position': z
    .int()
    .optional()
    .describe('From the answer to a write: this answer contains that write, or is a 503.'),
};

/** A route's request headers beside the standard ones. */
function headersOf({ kind, method, who, headers = {} }: Route): { headers?: z.ZodObject } {
  const own = Object.entries(headers).map(
    ([name, text]) => [name, z.string().optional().describe(text)] as const,
  );
  const readsViews = kind === 'read' && method === 'GET' && who !== 'anyone';
  const all = { ...Object.fromEntries(own), ...(readsViews && READ) };
  return Object.keys(all).length === 0 ? {} : { headers: z.object(all) };
}

const successBody = (response: Route['response']): z.ZodType =>
  z.strictObject({
    result: z.literal('success'),
    msg: z.literal(''),
    ...response.shape,
    ignored_parameters_unsupported: z.array(z.string()).optional(),
  });

/**
 * GET and DELETE take fields from the query, all others from the body; the server accepts both everywhere.
 */
function requestOf(route: Route): NonNullable<Operation['request']> {
  const { method, params } = route;
  const inPath = Object.entries(params).filter(([, { place }]) => place === 'path');
  const inForm = Object.entries(params).filter(([, { place }]) => place !== 'path');
  const outside = { ...headersOf(route), ...(inPath.length > 0 && { params: z.object(schemasOf(inPath)) }) };
  if (inForm.length === 0) return outside;
  if (method === 'GET' || method === 'DELETE') return { ...outside, query: z.object(schemasOf(inForm)) };
  const encoded = inForm.filter(([, { place }]) => place === 'json');
  const encoding = Object.fromEntries(encoded.map(([name]) => [name, { contentType: JSON_TYPE }]));
  const content = { [FORM]: { schema: z.object(schemasOf(inForm)), encoding } };
  return { ...outside, body: { required: inForm.some(([, { required }]) => required), content } };
}

const schemasOf = (
  parameters: readonly (readonly [string, Parameter<unknown>])[],
): Record<string, z.ZodType> =>
  Object.fromEntries(parameters.map(([name, parameter]) => [name, describedSchema(parameter)]));

function describedSchema({ schema, required, fallback, aliases, description = '' }: Parameter<unknown>) {
  const notes = [
    description,
    aliases.length > 0 ? `Also: ${aliases.join(', ')}.` : '',
    fallback === undefined ? '' : `Default: ${JSON.stringify(fallback)}.`,
  ];
  const described = notes.some(Boolean) ? schema.describe(notes.filter(Boolean).join(' ')) : schema;
  return required ? described : described.optional();
}
