/** Types of every route for `packages/client`, from the OpenAPI document: parameters, and what is answered. */
import type { Route } from '../src/api/http/route.ts';
import { openApiDocument } from '../src/api/docs/openapi.ts';

/** A JSON schema, as far as the document uses it. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly not?: Schema;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

interface Field {
  readonly name: string;
  readonly required?: boolean;
  readonly schema?: Schema;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
  readonly in: string;
}

interface Operation {
  readonly parameters?: readonly Field[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

const HEAD = `/**
 * Parameters and answers of every route. Generated from the table of routes (\`npm run docs\`); do not edit.
 */
`;

/** Characters from which a type that occurs more than once gets a name. */
const WORTH_A_NAME = 160;

/** The module. */
export function clientTypes(routes: readonly Route[]): string {
  const { paths = {} } = openApiDocument(routes) as unknown as {
    paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  const operations = routes.map((route) => {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    const operation = paths[path]?.[route.method.toLowerCase()];
    if (operation === undefined) throw new Error(`The document lacks ${route.name}.`);
    return [route.name, paramsOf(operation), answerOf(operation)] as const;
  });
  const naming = new Naming();
  for (const [, params, answer] of operations) [params, answer].forEach((schema) => naming.count(schema, ''));
  const lines = operations.map(
    ([name, params, answer]) =>
      `  '${name}': {\n    params: ${naming.text(params, '| undefined')};\n    answer: ${naming.text(answer)};\n  };\n`,
  );
  return `${HEAD}${naming.declarations()}\nexport interface Routes {\n${lines.join('')}}\n`;
}

function paramsOf({ parameters = [], requestBody }: Operation): Schema {
  const fields = parameters.filter((field) => field.in !== 'header');
  const body = Object.values(requestBody?.content ?? {})[0]?.schema ?? {};
  const properties = Object.fromEntries(
    fields.map((field) => [field.name, field.schema ?? Object.values(field.content ?? {})[0]?.schema ?? {}]),
  );
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: { ...properties, ...body.properties },
    required: [...required, ...(body.required ?? [])],
  };
}

/** Without what every answer has. */
function answerOf({ responses }: Operation): Schema {
  const schema = Object.values(responses['200']?.content ?? {})[0]?.schema ?? {};
  const entries = Object.entries(schema.properties ?? {}).filter(
    ([name]) => !['result', 'msg', 'ignored_parameters_unsupported'].includes(name),
  );
  return { ...schema, properties: Object.fromEntries(entries) };
}

/** Gives names to the types that occur more than once. */
class Naming {
  readonly #times = new Map<string, number>();
  readonly #names = new Map<string, string>();
  readonly #declared: string[] = [];

  /** Counts the objects of a schema; the name of one is that of the field in which it is first seen. */
  count(schema: Schema, field: string): void {
    const key = plainText(schema);
    const times = (this.#times.get(key) ?? 0) + 1;
    this.#times.set(key, times);
    if (times > 1) {
      if (times === 2 && key.length > WORTH_A_NAME) this.#name(key, field);
      return;
    }
    for (const [name, inner] of partsOf(schema)) this.count(inner, name === '' ? field : name);
  }

  #name(key: string, field: string): void {
    const words = field.replace(/s$/, '').split('_').filter(Boolean);
    const name = words.map((word) => (word[0] ?? '').toUpperCase() + word.slice(1)).join('') || 'Shape';
    const taken = new Set(this.#names.values());
    let free = name;
    for (let number = 2; taken.has(free); number += 1) free = `${name}${number}`;
    this.#names.set(key, free);
  }

  /** The declarations of all names that were used. */
  declarations(): string {
    return this.#declared.join('');
  }

  /** The text of a type. */
  text(schema: Schema, absent = ''): string {
    const key = plainText(schema);
    const name = this.#names.get(key);
    if (name === undefined) return textOf(schema, (inner) => this.text(inner), absent);
    if (!this.#declared.some((text) => text.includes(`export type ${name} =`))) {
      // The place is kept, because what it is made of is declared before it.
      const text = textOf(schema, (inner) => this.text(inner), '');
      this.#declared.push(`export type ${name} = ${text};\n`);
    }
    return name;
  }
}

const plainText = (schema: Schema): string => textOf(schema, plainText, '');

function partsOf(schema: Schema): readonly (readonly [string, Schema])[] {
  const { anyOf = [], oneOf = [], allOf = [], items, prefixItems = [], properties = {} } = schema;
  const more = typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : [];
  return [
    ...[...anyOf, ...oneOf, ...allOf, ...prefixItems, ...(items ? [items] : []), ...more].map(
      (each) => ['', each] as const,
    ),
    ...Object.entries(properties),
  ];
}

type Text = (schema: Schema) => string;

function textOf(schema: Schema, text: Text, absent: string): string {
  const { anyOf, oneOf, allOf, type } = schema;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const either = anyOf ?? oneOf;
  if (either) return [...new Set(either.map(text))].join(' | ');
  if (allOf) return allOf.map((each) => `(${text(each)})`).join(' & ');
  if (Array.isArray(type)) return type.map((each: string) => text({ ...schema, type: each })).join(' | ');
  return (
    SIMPLE[String(type)] ?? (type === 'array' ? listText(schema, text) : objectText(schema, text, absent))
  );
}

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

const listText = ({ items, prefixItems }: Schema, text: Text): string =>
  prefixItems
    ? `readonly [${prefixItems.map(text).join(', ')}]`
    : `readonly (${items ? text(items) : 'unknown'})[]`;

function objectText(schema: Schema, text: Text, absent: string): string {
  const { properties, required = [], additionalProperties: more } = schema;
  if (properties === undefined || Object.keys(properties).length === 0) {
    if (typeof more === 'object') return `Readonly<Record<string, ${text(more)}>>`;
    return schema.type === 'object' ? 'Record<never, never>' : 'unknown';
  }
  const fields = Object.entries(properties).map(([name, inner]) => {
    const isRequired = required.includes(name);
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    return `readonly ${key}${isRequired ? '' : '?'}: ${text(inner)}${isRequired ? '' : ` ${absent}`}`.trimEnd();
  });
  return `{ ${fields.join('; ')} }`;
}
