/**
 * `docs/api.md`, from the table of routes: one heading per route, its parameters, what it answers.
 */
import { z } from 'zod';
import type { Parameter } from './parameters.ts';
import type { Route, Who } from './route.ts';

const WHO: Readonly<Record<Who, string>> = {
  anyone: 'Anyone.',
  visitor: 'Users; in some organizations anyone.',
  user: 'Users.',
  member: 'Users who are not guests.',
  human: 'Users who are not bots.',
  humanMember: 'Users who are neither guests nor bots.',
};

const INTRODUCTION = `# The HTTP interface

Generated from the table of routes; do not edit. The paths are below \`/api/v1\`. Parameters are fields of the
query, of an urlencoded body or of a multipart body, for every method; the body beats the query, and the last of
repeated fields counts. Texts are taken as they are, everything else is JSON text. Answers carry \`result\`,
\`msg\` and, where fields were sent that mean nothing here, \`ignored_parameters_unsupported\`.
`;

/** The whole page. */
export const renderApiMarkdown = (routes: readonly Route[]): string =>
  [INTRODUCTION, ...routes.map(section)].join('\n');

function section({ name, summary, who, params, response, errors = [] }: Route): string {
  const parameters = Object.entries(params);
  return [
    `## ${name}\n`,
    `${summary}. Who: ${WHO[who]}\n`,
    ...(parameters.length > 0
      ? ['| parameter | type | |', '|---|---|---|', ...parameters.map(parameterRow), '']
      : []),
    `Answer: ${fieldsOf(response)}\n`,
    ...(errors.length > 0 ? [`Codes: ${errors.map((code) => `\`${code}\``).join(', ')}.\n`] : []),
  ].join('\n');
}

function parameterRow([name, parameter]: readonly [string, Parameter<unknown>]): string {
  const { schema, place, required, fallback, aliases } = parameter;
  const notes = [
    place === 'path' ? 'in the path' : required ? 'required' : '',
    fallback === undefined ? '' : `default \`${JSON.stringify(fallback)}\``,
    ...aliases.map((alias) => `also \`${alias}\``),
  ];
  return `| \`${name}\` | ${cell(typeText(schemaOf(schema, 'input')))} | ${notes.filter(Boolean).join(', ')} |`;
}

/** A JSON schema as zod writes it. */
interface Described {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Described[];
  readonly items?: Described;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Described | boolean;
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Described =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Described;

function fieldsOf(response: z.ZodType): string {
  const described = schemaOf(response, 'output');
  return Object.keys(described.properties ?? {}).length === 0 ? 'success.' : `\`${typeText(described)}\`.`;
}

/** `list of integer`, `{ name: string, color?: string }`. */
function typeText(schema: Described): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' or ');
  if (schema.items) return `list of ${typeText(schema.items)}`;
  if (schema.properties) return objectText(schema.properties, schema.required ?? []);
  if (typeof schema.additionalProperties === 'object')
    return `map to ${typeText(schema.additionalProperties)}`;
  return schema.type ?? 'value';
}

function objectText(properties: Readonly<Record<string, Described>>, required: readonly string[]): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${typeText(schema)}`,
  );
  return `{ ${fields.join(', ')} }`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
