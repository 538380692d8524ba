/** The parts of `docs/generated/api.md` about things that many routes have in common: errors, and named schemas. */
import type { z } from 'zod';
import type { OpenApiDocument, Schema } from '../src/api/docs/schemas.ts';
import { type ErrorCode, ERRORS, statusOfError } from '../src/api/docs/errors.ts';
import { cell, describedSchema, objectRows, tableOf, typeText } from './schemaText.ts';

/** Every code. */
export function errorsTable(): string {
  const rows = Object.entries(ERRORS).map(([code, { description, fields = {} }]) => {
    const texts = Object.entries(fields).map(([name, schema]) => fieldText(name, schema));
    return `| \`${code}\` | ${statusOfError(code as ErrorCode)} | ${description} | ${cell(texts.join('; '))} |`;
  });
  return [
    '## The errors\n',
    'Every error has `result`, `msg` and, except with status 405, a `code`; some have further fields. Besides its own codes a',
    'route can answer those of parameters, of credentials, `RATE_LIMIT_HIT` and `SERVER_NOT_READY`.\n',
    '| code | status | | further fields |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function fieldText(name: string, schema: z.ZodType): string {
  const described = describedSchema(schema, 'output');
  const text = described.items?.properties ? 'list of objects' : typeText(described);
  return `\`${name}\` (${text}): ${schema.description ?? ''}`;
}

/** A section for each named schema, those of client events last. */
export function thingSections({ components: { schemas } }: OpenApiDocument): readonly string[] {
  const entries = Object.entries(schemas).filter(
    ([name]) => !/Error$/.test(name) && !['Success', 'ClientEvent'].includes(name),
  );
  const [events, things] = [entries.filter(isEvent), entries.filter((entry) => !isEvent(entry))];
  if (entries.length === 0) return [];
  return [
    '## The things\n',
    'What parameters and answers are made of; a field is always there unless it says “if any”.\n',
    ...things.map(([name, schema]) => thing(name, schema, schemas)),
    '## The events\n',
    '### ClientEvent\n',
    'What `GET /events` answers: one of the following. Every event has an `id`, and a `type` and perhaps an `op`\nthat tell which it is.\n',
    ...events.map(([name, schema]) => event(name, schema, schemas)),
  ];
}

const isEvent = ([name]: readonly [string, Schema]): boolean =>
  /Event$/.test(name) && name !== 'RecordedEvent';

type Named = Readonly<Record<string, Schema>>;

const thing = (name: string, schema: Schema, named: Named): string =>
  [`### ${name}\n`, `${schema.description ?? ''}\n`, ...body(name, schema, named)].join('\n');

function body(name: string, schema: Schema, named: Named): readonly string[] {
  const choices = schema.anyOf ?? schema.oneOf ?? [];
  const forms = choices.filter(({ properties }) => properties);
  const others = choices.filter(({ properties }) => !properties);
  if (schema.properties) return table(name, schema, named);
  if (forms.length === 0) return [`${typeText(schema)}\n`];
  return [
    ...forms.flatMap((form) => table(name, form, named)),
    ...others.map((other) => `Or ${typeText(other)}.\n`),
  ];
}

function table(name: string, schema: Schema, named: Named): readonly string[] {
  return tableOf('field', objectRows(schema, name, named));
}

/** Without the rows that every event has; forms that differ in a property alone are one table. */
function event(name: string, schema: Schema, named: Named): string {
  const forms = schema.anyOf ?? schema.oneOf ?? [schema];
  const [first = {}] = forms;
  const constant = (field: string): string => {
    const value = first.properties?.[field]?.const;
    return value === undefined ? '' : `\`${field}\` \`${JSON.stringify(value)}\``;
  };
  const kind = [constant('type'), constant('op')].filter(Boolean).join(', ');
  const merged = mergedForms(forms.map(withoutKind));
  return [`### ${name}\n`, `${kind}. ${schema.description ?? ''}\n`, ...table(name, merged, named)].join(
    '\n',
  );
}

function withoutKind({ properties = {}, ...schema }: Schema): Schema {
  const { id: _, type: __, op: ___, ...own } = properties;
  return { ...schema, properties: own };
}

/** All fields of several forms; a field that some forms lack is not required, and has the types of all forms. */
function mergedForms(forms: readonly Schema[]): Schema {
  const names = [...new Set(forms.flatMap(({ properties = {} }) => Object.keys(properties)))];
  const properties = names.map((name) => {
    const has = forms.flatMap(({ properties: its = {} }) => (its[name] ? [its[name]] : []));
    const [first = {}] = has;
    const texts = new Map(has.map(({ description: _, ...schema }) => [JSON.stringify(schema), schema]));
    const { description } = first;
    const merged =
      texts.size === 1 ? first : { ...(description && { description }), anyOf: [...texts.values()] };
    return [name, merged] as const;
  });
  const required = names.filter((name) => forms.every(({ required: its = [] }) => its.includes(name)));
  return { type: 'object', properties: Object.fromEntries(properties), required };
}
