/** Types of every route for `packages/client`, from the OpenAPI document: parameters, and what is answered. */
import type { Route } from '../src/api/http/route.ts';
import { COMMON_FIELDS } from '../src/api/docs/responses.ts';
import { type DocumentedOperation, referredName, type Schema, schemasIn } from '../src/api/docs/schemas.ts';
import { openApiDocument } from '../src/api/docs/openapi.ts';
import { methodOf, pathOf } from '../src/api/docs/operations.ts';

const HEAD = `/**
 * Parameters and answers of every route. Generated from the table of routes (\`npm run docs\`); do not edit.
 */
`;

/** The module. */
export function clientTypes(routes: readonly Route[]): string {
  const { paths, components } = openApiDocument(routes);
  const used = new Map<string, Schema>();
  const use = (schema: Schema): void => {
    const name = referredName(schema);
    const named = name === undefined ? undefined : components.schemas[name];
    if (name !== undefined && named && !used.has(name)) {
      used.set(name, named);
      use(named);
    }
    for (const [, inner] of schemasIn(schema)) use(inner);
  };
  const lines = routes.map((route) => {
    const operation = paths[pathOf(route)]?.[methodOf(route)];
    if (operation === undefined) throw new Error(`The document lacks ${route.name}.`);
    const [params, answer] = [paramsOf(operation), answerOf(operation, components.schemas)];
    [params, answer].forEach(use);
    return `  '${route.name}': {\n    params: ${typeOf(params, '| undefined')};\n    answer: ${typeOf(answer)};\n  };\n`;
  });
  const declarations = [...used]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, schema]) => `${commentOf(schema)}export type ${name} = ${typeOf(schema)};\n`);
  return `${HEAD}${declarations.join('')}\nexport interface Routes {\n${lines.join('')}}\n`;
}

const commentOf = ({ description }: Schema): string =>
  description === undefined ? '' : `/** ${description.split('\n\n')[0]?.replaceAll('\n', ' ')} */\n`;

function paramsOf({ parameters = [], requestBody }: DocumentedOperation): Schema {
  const fields = parameters.filter((field) => field.in !== 'header');
  const body = Object.values(requestBody?.content ?? {})[0]?.schema ?? {};
  const properties = Object.fromEntries(
    fields.map((field) => [field.name, field.schema ?? Object.values(field.content ?? {})[0]?.schema ?? {}]),
  );
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  const { file: _, ...inBody } = body.properties ?? {};
  return {
    type: 'object',
    properties: { ...properties, ...inBody },
    required: [...required, ...(body.required ?? [])],
  };
}

/** Without what every answer has. */
function answerOf({ responses }: DocumentedOperation, schemas: Readonly<Record<string, Schema>>): Schema {
  const answer = responses['200'];
  const content = answer && 'content' in answer ? answer.content : {};
  const answerSchema = content?.['application/json']?.schema ?? {};
  const schema = schemas[referredName(answerSchema) ?? ''] ?? answerSchema;
  const entries = Object.entries(schema.properties ?? {}).filter(
    ([name]) => !Object.hasOwn(COMMON_FIELDS, name),
  );
  return { type: 'object', ...schema, properties: Object.fromEntries(entries) };
}

/** The text of a type; `absent` is what a field may be that can be left out. */
function typeOf(schema: Schema, absent = ''): string {
  const { anyOf, oneOf, allOf, type } = schema;
  const name = referredName(schema);
  if (name !== undefined) return name;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const either = anyOf ?? oneOf;
  if (either) return [...new Set(either.map((each) => typeOf(each)))].join(' | ');
  if (allOf) return allOf.map((each) => `(${typeOf(each)})`).join(' & ');
  if (Array.isArray(type)) return type.map((each: string) => typeOf({ ...schema, type: each })).join(' | ');
  return SIMPLE[String(type)] ?? (type === 'array' ? listType(schema) : objectType(schema, absent));
}

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

const listType = ({ items, prefixItems }: Schema): string =>
  prefixItems
    ? `readonly [${prefixItems.map((each) => typeOf(each)).join(', ')}]`
    : `readonly (${items ? typeOf(items) : 'unknown'})[]`;

function objectType(schema: Schema, absent: string): string {
  const { properties, required = [], additionalProperties: more } = schema;
  if (properties === undefined || Object.keys(properties).length === 0) {
    if (typeof more === 'object') return `Readonly<Record<string, ${typeOf(more)}>>`;
    return schema.type === 'object' ? 'Record<never, never>' : 'unknown';
  }
  const fields = Object.entries(properties).map(([name, inner]) => {
    const isRequired = required.includes(name);
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    return `readonly ${key}${isRequired ? '' : '?'}: ${typeOf(inner)}${isRequired ? '' : ` ${absent}`}`.trimEnd();
  });
  return `{ ${fields.join('; ')} }`;
}
