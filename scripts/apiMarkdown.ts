/**
 * `docs/api.md`, from the table of routes: one heading per route, its parameters, what it answers.
 */
import type { z } from 'zod';
import type { Parameter } from '../src/api/http/parameters.ts';
import type { Route, Who } from '../src/api/http/route.ts';
import type { ApiExample } from './apiExamples/example.ts';
import { API_INTRODUCTION } from './apiIntroduction.ts';
import { type Described, describedSchema, typeText } from './schemaText.ts';

const WHO: Readonly<Record<Who, string>> = {
  anyone: 'Anyone.',
  visitor: 'Users; in some organizations anyone.',
  user: 'Users.',
  member: 'Users who are not guests.',
  human: 'Users who are not bots.',
  humanMember: 'Users who are neither guests nor bots.',
};

/** The whole page; a route without an example has none shown. */
export function renderApiMarkdown(routes: readonly Route[], examples: readonly ApiExample[]): string {
  const shells = new Map(examples.map(({ route, shell }) => [route, shell]));
  return [API_INTRODUCTION, ...routes.map((route) => section(route, shells.get(route.name)))].join('\n');
}

function section(route: Route, example: string | undefined): string {
  const { name, summary, who, params, headers = {}, response, errors = [] } = route;
  const parameters = Object.entries(params);
  return [
    `### ${name}\n`,
    `${summary}. Who: ${WHO[who]}\n`,
    ...(parameters.length > 0
      ? ['| parameter | type | |', '|---|---|---|', ...parameters.map(parameterRow), '']
      : []),
    ...Object.entries(headers).map(([header, text]) => `Header \`${header}\`: ${text}\n`),
    answerOf(response),
    ...(errors.length > 0 ? [`Codes: ${errors.map((code) => `\`${code}\``).join(', ')}.\n`] : []),
    ...(example === undefined ? [] : ['```sh', example, '```\n']),
  ].join('\n');
}

function parameterRow([name, parameter]: readonly [string, Parameter<unknown>]): string {
  const { schema, place, required, fallback, aliases, description = '' } = parameter;
  const notes = [
    place === 'path' ? 'in the path' : required ? 'required' : '',
    fallback === undefined ? '' : `default \`${JSON.stringify(fallback)}\``,
    ...aliases.map((alias) => `also \`${alias}\``),
  ];
  return `| \`${name}\` | ${cell(typeText(describedSchema(schema, 'input')))} | ${cell([notes.filter(Boolean).join(', '), description].filter(Boolean).join('. '))} |`;
}

/** Characters of a type that are still easily read in one line. */
const LINE = 100;

function answerOf(response: z.ZodType): string {
  const described = describedSchema(response, 'output');
  if (Object.keys(described.properties ?? {}).length === 0) return 'Answer: success.\n';
  const inOneLine = typeText(described);
  if (inOneLine.length <= LINE) return `Answer: \`${inOneLine}\`.\n`;
  return ['Answer:\n', '| field | type |', '|---|---|', ...fieldRows(described, ''), ''].join('\n');
}

/** Characters of a type that may stand in a cell; of a longer one each choice has a row. */
const LONGEST_TYPE = 300;

/** One row a field; those of objects and of lists of objects follow theirs: `messages[].id`. */
function fieldRows({ properties = {}, required = [] }: Described, before: string): readonly string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${before}${name}`;
    const [inner, mark, word] = schema.items ? [schema.items, '[]', 'list'] : [schema, '', 'object'];
    const text = typeText(schema);
    const choices =
      text.length > LONGEST_TYPE ? inner.anyOf?.filter(({ properties: its }) => its) : undefined;
    const type = inner.properties ? word : choices?.length ? `${word}, one of:` : cell(text);
    const row = `| \`${path}\`${required.includes(name) ? '' : ', if any'} | ${type} |`;
    if (choices?.length) return [row, ...choices.map((choice) => choiceRow(choice, `${path}${mark}`))];
    return inner.properties ? [row, ...fieldRows(inner, `${path}${mark}.`)] : [row];
  });
}

/** What a choice is known by, and its fields: with their types where those are short. */
function choiceRow({ properties = {}, required = [] }: Described, path: string): string {
  const entries = Object.entries(properties);
  const known = entries.filter(([, { const: value }]) => value !== undefined);
  const words = known.map(([name, { const: value }]) => `\`${name}\` ${JSON.stringify(value)}`);
  const fields = entries
    .filter(([, { const: value }]) => value === undefined)
    .map(([name, schema]) => {
      const type = typeText(schema);
      return `\`${name}\`${required.includes(name) ? '' : ', if any'}${type.length > LINE / 4 ? '' : ` (${type})`}`;
    });
  return `| \`${path}\` with ${words.join(', ')} | ${cell(fields.join('; '))} |`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
