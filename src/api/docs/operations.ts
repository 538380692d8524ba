/** One route as an operation of the OpenAPI document. */
import type { z } from 'zod';
import type { Parameter } from '../http/parameters.ts';
import type { CallerKind, Route } from '../http/route.ts';
import { responsesOf, type RouteSchemas } from './responses.ts';
import {
  type Content,
  type DocumentedOperation,
  type DocumentedParameter,
  referredName,
  type Schema,
} from './schemas.ts';

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
const JSON_TYPE = 'application/json';

/** Who may call, as a sentence. */
export const WHO: Readonly<Record<CallerKind, string>> = {
  anyone: 'Anyone may call; credentials are not looked at.',
  visitor: 'Users may call, and in some organizations anyone.',
  user: 'Users may call.',
  member: 'Users who are not guests may call.',
  human: 'Users who are not bots may call.',
  humanMember: 'Users who are neither guests nor bots may call.',
};

export function operationOf(route: Route, schemas: RouteSchemas): DocumentedOperation {
  const { path, who, summary, area, deprecated } = route;
  const parameters = [...fieldsOutsideOfBody(route, schemas.input), ...headersOf(route)];
  const body = bodyOf(route, schemas.input);
  return {
    operationId: `${methodOf(route)}${path.replaceAll(/[/:]+/g, '_')}`,
    summary,
    description: WHO[who],
    ...(area !== undefined && { tags: [area.name] }),
    ...(deprecated && { deprecated }),
    security: who === 'anyone' ? [] : who === 'visitor' ? [{}, { basic: [] }] : [{ basic: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: responsesOf(route, schemas),
  };
}

/** `get`, as a key of a path. */
export const methodOf = ({ method }: Route): string => method.toLowerCase();

/** `/messages/{message_id}`. */
export const pathOf = ({ path }: Route): string => path.replaceAll(/:(\w+)/g, '{$1}');

/** The reference page explains group settings once; the link works from there and from the document. */
const groupSettingNote = (schema: Schema = {}): string => {
  const name = referredName(schema);
  if (name === 'GroupSetting') return 'A [group-setting value](reference#group-settings).';
  return name === 'GroupSettingUpdate'
    ? 'A change of a [group-setting value](reference#group-settings): `{"new": …, "old": …}`.'
    : '';
};

/** What is said of a parameter beside what it means. */
function notesOf({ aliases, fallback, deprecated }: Parameter<unknown>): string {
  const old = Array.isArray(deprecated) ? deprecated.map((value) => `\`${String(value)}\``) : [];
  return [
    aliases.length > 0 ? `Also: ${aliases.join(', ')}.` : '',
    old.length > 0 ? `Deprecated values: ${old.join(', ')}.` : '',
    fallback === undefined ? '' : `Default: ${JSON.stringify(fallback)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** The schema of a request, each field with its sentence and these notes. */
export function describeParameters({ params }: Route, schema: Schema): Schema {
  const properties = Object.fromEntries(
    Object.entries(params).map(([name, parameter]) => {
      const { description: _, ...own } = schema.properties?.[name] ?? {};
      const notes = [parameter.description, groupSettingNote(own), notesOf(parameter)];
      const description = notes.filter(Boolean).join(' ');
      return [name, { ...own, ...(description !== '' && { description }) }];
    }),
  );
  return { ...schema, properties };
}

/** The schema of all fields together. */
export const inputsOf = ({ params }: Route): Readonly<Record<string, z.ZodType>> =>
  Object.fromEntries(
    Object.entries(params).map(([name, { schema, required }]) => [
      name,
      required ? schema : schema.optional(),
    ]),
  );

/** GET and DELETE take fields from the query, all others from the body; the server accepts both everywhere. */
const isInQuery = ({ method }: Route): boolean => method === 'GET' || method === 'DELETE';

function fieldsOutsideOfBody(route: Route, { properties = {} }: Schema): readonly DocumentedParameter[] {
  return Object.entries(route.params).flatMap(([name, parameter]): readonly DocumentedParameter[] => {
    const isInPath = parameter.source === 'path';
    if (!isInPath && !isInQuery(route)) return [];
    const { description = '', ...schema } = properties[name] ?? {};
    return [
      {
        name,
        in: isInPath ? 'path' : 'query',
        required: isInPath || parameter.required,
        description,
        ...(parameter.deprecated === true && { deprecated: true }),
        // OpenAPI would spread a list over several query fields, so JSON text is declared as such.
        ...(isInPath || isPlain(schema) ? { schema } : { content: { [JSON_TYPE]: { schema } } }),
      },
    ];
  });
}

/** Strings are sent raw; numbers and booleans look the same in JSON. */
const isPlain = ({ type }: Schema): boolean =>
  typeof type === 'string' && ['string', 'integer', 'number', 'boolean'].includes(type);

function bodyOf(route: Route, input: Schema): { required: boolean; content: Content } | undefined {
  const { params, takesFile, takesPicture } = route;
  const inForm = Object.entries(params).filter(([, { source }]) => source !== 'path');
  const hasFile = takesFile === true || takesPicture !== undefined;
  const isFileRequired = hasFile && takesPicture !== 'optional';
  if (!hasFile && (isInQuery(route) || inForm.length === 0)) return undefined;
  const { properties = {} } = input;
  const required = [
    ...(isFileRequired ? ['file'] : []),
    ...inForm.filter(([, parameter]) => parameter.required).map(([name]) => name),
  ];
  const fields = Object.fromEntries(inForm.map(([name]) => [name, properties[name] ?? {}]));
  const schemaOf = (file: object) => ({
    type: 'object',
    properties: { ...file, ...fields },
    ...(required.length > 0 && { required }),
  });
  const encoded = inForm.filter(([, { source }]) => source === 'json');
  const encoding = Object.fromEntries(encoded.map(([name]) => [name, { contentType: JSON_TYPE }]));
  const content = {
    ...(!isFileRequired && { [FORM]: { schema: schemaOf({}), encoding } }),
    ...(hasFile && { [MULTIPART]: { schema: schemaOf({ file: FILE }), encoding } }),
  };
  return { required: required.length > 0, content };
}

const FILE: Schema = {
  type: 'string',
  format: 'binary',
  description: 'The file; any name of the field will do.',
};

const READ = 'The `Hansard-Position` of the answer to a write: this answer contains that write, or is a 503.';

/** A route's request headers beside the standard ones. */
function headersOf({ kind, method, who, headers = {} }: Route): readonly DocumentedParameter[] {
  const readsViews = kind === 'read' && method === 'GET' && who !== 'anyone';
  const header = (name: string, description: string, type: string): DocumentedParameter => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type },
  });
  return [
    ...Object.entries(headers).map(([name, text]) => header(name, text, 'string')),
    ...(readsViews ? [header('Hansard-Position', READ, 'integer')] : []),
  ];
}
