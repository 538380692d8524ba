/** JSON schemas of everything on the wire, made of the zod schemas that the server itself checks with. */
import { z } from 'zod';
import { namedSchemas } from '../../wire/named.ts';
import { type Schema, schemaUri } from './document.ts';

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
      ...{ io, unrepresentable: 'any' as const, metadata: this.#names },
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
    return [rest, named];
  }
}

/** Removes what zod writes and no reader needs. */
function tidy(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.type === 'number' && schema.enum?.every(Number.isInteger)) schema.type = 'integer';
  if (schema.type === 'number' && Number.isInteger(schema.const)) schema.type = 'integer';
  if (schema.format === 'email') delete schema.pattern;
  delete schema.propertyNames;
}
