/** JSON schemas of everything on the wire, made of the zod schemas that the server itself checks with. */
import { z } from 'zod';
import { namedSchemas } from '../../wire/define.ts';

// The parts of an OpenAPI 3.1 document that ours has.

/** A JSON schema, or a reference to one. */
export interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  /** Of a list of so many, each of a type of its own. */
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly format?: string;
}

/** Content type → schema, and an example of it. */
export type Content = Readonly<Record<string, MediaType>>;

interface MediaType {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly encoding?: Readonly<Record<string, { readonly contentType: string }>>;
}

/** A field in the path, the query or the head of a request. */
export interface DocumentedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly deprecated?: true;
  readonly description: string;
  readonly schema?: Schema;
  readonly content?: Content;
}

export interface DocumentedResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: Schema }>>;
  readonly content?: Content;
}

/** One method of one path. */
export interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags?: readonly string[];
  readonly deprecated?: true;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly DocumentedParameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, DocumentedResponse | { readonly $ref: string }>>;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, DocumentedResponse>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

const SCHEMAS = '#/components/schemas/';

/** Where a named schema is. */
export const schemaUri = (name: string): string => `${SCHEMAS}${name}`;

/** The name of the schema that is referred to. */
export const referredName = ({ $ref }: Schema): string | undefined =>
  $ref?.startsWith(SCHEMAS) ? $ref.slice(SCHEMAS.length) : undefined;

/** Schemas directly inside a schema, with the names of fields. */
export function schemasIn(schema: Schema): readonly (readonly [field: string | undefined, Schema])[] {
  const { anyOf = [], oneOf = [], allOf = [], prefixItems = [], items, properties = {} } = schema;
  const more = typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : [];
  const unnamed = [...anyOf, ...oneOf, ...allOf, ...prefixItems, ...(items ? [items] : []), ...more];
  return [...unnamed.map((inner) => [undefined, inner] as const), ...Object.entries(properties)];
}

type NamedSchemas = Readonly<Record<string, Schema>>;

/** Converts schemas one by one, and gathers the named ones that they refer to. */
export class SchemaConverter {
  readonly #names = z.registry<{ id: string }>();
  #taken: NamedSchemas = {};
  #given: NamedSchemas = {};

  constructor() {
    for (const [id, schema] of namedSchemas) this.#names.add(schema, { id });
  }

  /** What may be put in. */
  input(schema: z.ZodType): Schema {
    const [made, named] = this.#converted(schema, 'input');
    this.#taken = { ...this.#taken, ...named };
    return made;
  }

  /** What comes out. */
  output(schema: z.ZodType): Schema {
    const [made, named] = this.#converted(schema, 'output');
    this.#given = { ...this.#given, ...named };
    return made;
  }

  /** In the order of their names; of what is put in and comes out, the form that is put in. */
  get named(): NamedSchemas {
    const all = { ...this.#given, ...this.#taken };
    return Object.fromEntries(Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  #converted(schema: z.ZodType, io: 'input' | 'output'): readonly [Schema, NamedSchemas] {
    const made = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any' as const,
      metadata: this.#names,
      override({ zodSchema, jsonSchema }) {
        tidy(jsonSchema);
        const { description } = z.globalRegistry.get(zodSchema) ?? {};
        if (description !== undefined) jsonSchema.description = description;
      },
    });
    const text = JSON.stringify(made).replaceAll('"$ref":"#/$defs/', `"$ref":"${schemaUri('')}`);
    const {
      $schema: _,
      $defs: named = {},
      ...rest
    } = JSON.parse(text) as Schema & {
      readonly $schema?: string;
      readonly $defs?: NamedSchemas;
    };
    return [describeFields(rest), mapValues(named, describeFields)];
  }
}

/**
 * Descriptions are those of fields and of named things: an element of a list has none, and a value that may be null leaves its
 * own to the field.
 */
function describeFields(schema: Schema): Schema {
  const { items, additionalProperties: more, properties } = schema;
  return {
    ...schema,
    ...(properties && { properties: mapValues(properties, (field) => describeFields(nullableField(field))) }),
    ...(items && { items: undescribed(items) }),
    ...(typeof more === 'object' && { additionalProperties: undescribed(more) }),
    ...(schema.prefixItems && { prefixItems: schema.prefixItems.map(undescribed) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map(undescribed) }),
    ...(schema.oneOf && { oneOf: schema.oneOf.map(undescribed) }),
    ...(schema.allOf && { allOf: schema.allOf.map(undescribed) }),
  };
}

function undescribed(schema: Schema): Schema {
  const { description: _, ...inner } = describeFields(schema);
  return inner;
}

/** In short and with the description of its value, where zod has not done it as the value has one. */
function nullableField({ anyOf, ...field }: Schema): Schema {
  const [value, none, ...others] = anyOf ?? [];
  if (value === undefined || none?.type !== 'null' || others.length > 0)
    return { ...field, ...(anyOf && { anyOf }) };
  const { description, ...inner } = value;
  const isPlain = typeof inner.type === 'string' && Object.keys(inner).length === 1;
  return {
    ...(description !== undefined && { description }),
    ...field,
    ...(isPlain ? { type: [String(inner.type), 'null'] } : { anyOf: [inner, none] }),
  };
}

const mapValues = (
  schemas: Readonly<Record<string, Schema>>,
  change: (schema: Schema) => Schema,
): Readonly<Record<string, Schema>> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(schema)]));

/** Removes what zod writes and no reader needs. */
function tidy(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.$ref !== undefined) delete schema.anyOf;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.type === 'number' && schema.enum?.every(Number.isInteger)) schema.type = 'integer';
  if (schema.type === 'number' && Number.isInteger(schema.const)) schema.type = 'integer';
  if (schema.format === 'email') delete schema.pattern;
  delete schema.propertyNames;
}
