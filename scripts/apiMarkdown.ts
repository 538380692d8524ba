/**
 * `docs/api.md`, from the table of routes: one heading per route, its parameters, what it answers.
 */
import type { z } from 'zod';
import type { Parameter } from '../src/api/parameters.ts';
import type { Route, Who } from '../src/api/route.ts';
import { describedSchema, typeText } from './schemaText.ts';

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
  return `| \`${name}\` | ${cell(typeText(describedSchema(schema, 'input')))} | ${notes.filter(Boolean).join(', ')} |`;
}

function fieldsOf(response: z.ZodType): string {
  const described = describedSchema(response, 'output');
  return Object.keys(described.properties ?? {}).length === 0 ? 'success.' : `\`${typeText(described)}\`.`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
