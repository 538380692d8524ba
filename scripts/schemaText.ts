import { z } from 'zod';
import { referredName, type Schema } from '../src/api/docs/schemas.ts';

/** Schemas of input, or of output. */
export const describedSchema = (schema: z.ZodType, io: 'input' | 'output'): Schema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Schema;

/** `list of integer`, `{ name: string, color?: string }`; a named schema is a link to its heading. */
export function typeText(schema: Schema): string {
  const name = referredName(schema);
  if (name !== undefined) return `[${name}](#${name.toLowerCase()})`;
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choiceText(choices);
  if (schema.prefixItems) return `[${schema.prefixItems.map(typeText).join(', ')}]`;
  if (schema.items) return `list of ${typeText(schema.items)}`;
  if (schema.properties) return objectText(schema.properties, schema.required ?? []);
  if (typeof schema.additionalProperties === 'object')
    return `map to ${typeText(schema.additionalProperties)}`;
  return [schema.type ?? 'value'].flat().join(' or ');
}

function choiceText(choices: readonly Schema[]): string {
  const texts = choices.filter((choice) => Object.keys(choice).length > 0).map(typeText);
  const text = [...new Set(texts)].join(' or ');
  return GROUP_SETTING.test(text) ? 'group-setting value' : text;
}

function objectText(properties: Readonly<Record<string, Schema>>, required: readonly string[]): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${typeText(schema)}`,
  );
  return `{ ${fields.join(', ')} }`;
}

/** It is in every second event, and the glossary explains it. */
const GROUP_SETTING =
  /^integer or \{ direct_?members: list of integer, direct_?subgroups: list of integer \}$/i;

/** Characters of a type that may stand in a cell; of a longer one each choice has a row. */
const LONGEST_TYPE = 300;
/** Characters of a type that may stand in brackets. */
const SHORT_TYPE = 25;

/** One row a field; those of objects and of lists of objects follow theirs: `messages[].id`. */
function fieldRows({ properties = {}, required = [] }: Schema, before: string): readonly string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${before}${name}`;
    const [inner, mark, word] = schema.items ? [schema.items, '[]', 'list'] : [schema, '', 'object'];
    const text = typeText(schema);
    const choices =
      text.length > LONGEST_TYPE ? inner.anyOf?.filter(({ properties: its }) => its) : undefined;
    const type = inner.properties ? word : choices?.length ? `${word}, one of:` : cell(shortened(text));
    const row = `| \`${path}\`${required.includes(name) ? '' : ', if any'} | ${type} | ${cell(schema.description ?? '')} |`;
    if (choices?.length) return [row, ...choices.map((choice) => choiceRow(choice, `${path}${mark}`))];
    return inner.properties ? [row, ...fieldRows(inner, `${path}${mark}.`)] : [row];
  });
}

const shortened = (text: string): string =>
  text.length > LONGEST_TYPE ? `${text.slice(0, text.lastIndexOf(' or ', LONGEST_TYPE))} or more` : text;

/** Named schemas of many fields, which other schemas have as well. */
const BASES = ['Channel', 'Message', 'User', 'UserSettings'];
/** Fields that are worth a reference. */
const MANY = 10;

/** Rows for the fields of an object; those that it shares with a large named schema are one row. */
export function objectRows(
  schema: Schema,
  name: string | undefined,
  named: Readonly<Record<string, Schema>>,
): readonly string[] {
  const { properties = {}, required = [] } = schema;
  for (const baseName of BASES.filter((each) => each !== name)) {
    const base = named[baseName] ?? {};
    const isShared = (field: string): boolean => {
      const [own, its] = [properties[field], base.properties?.[field]];
      const isSameWay = required.includes(field) === (base.required ?? []).includes(field);
      return own !== undefined && its !== undefined && isSameWay && typeText(own) === typeText(its);
    };
    const fields = Object.keys(base.properties ?? {});
    const missing = fields.filter((field) => !isShared(field));
    if (fields.length - missing.length < MANY || missing.length * 3 > fields.length) continue;
    const own = Object.entries(properties).filter(([field]) => !isShared(field));
    const gone = missing.filter((field) => properties[field] === undefined).map((field) => `\`${field}\``);
    const but = gone.length > 0 ? ` without ${gone.join(', ')}` : '';
    const reference = `| all fields of [${baseName}](#${baseName.toLowerCase()})${but} | | |`;
    return [reference, ...fieldRows({ properties: Object.fromEntries(own), required }, '')];
  }
  return fieldRows(schema, '');
}

/** A row for one alternative: its discriminator and its fields, with their types where those are short. */
function choiceRow({ properties = {}, required = [] }: Schema, path: string): string {
  const entries = Object.entries(properties);
  const known = entries.filter(([, { const: value }]) => value !== undefined);
  const words = known.map(([name, { const: value }]) => `\`${name}\` ${JSON.stringify(value)}`);
  const fields = entries
    .filter(([, { const: value }]) => value === undefined)
    .map(([name, schema]) => {
      const type = typeText(schema);
      return `\`${name}\`${required.includes(name) ? '' : ', if any'}${type.length > SHORT_TYPE ? '' : ` (${type})`}`;
    });
  const qualifier = words.length > 0 ? ` with ${words.join(', ')}` : '';
  return `| \`${path}\`${qualifier} | ${cell(fields.join('; '))} | |`;
}

/** A table of rows of three cells, or one line where there is only one row; with a word before it, unless that is empty. */
export function tableOf(
  head: 'field' | 'parameter',
  rows: readonly string[],
  before = '',
): readonly string[] {
  const [first, ...others] = rows;
  if (first === undefined) return [];
  if (others.length > 0)
    return [...(before === '' ? [] : [`${before}\n`]), `| ${head} | type | |`, '|---|---|---|', ...rows, ''];
  const [name, type, text] = first
    .split(CELLS)
    .slice(1, -1)
    .map((each) => each.trim().replaceAll('\\|', '|'));
  const kind = type === '' ? '' : ` (${type})`;
  return [`${before} ${name}${kind}${text === '' ? '.' : `: ${text}`}\n`.trimStart()];
}

/** Bars between cells, not those within. */
const CELLS = /(?<!\\)\|/;

/** A text in a cell of a table. */
export const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
