/** JSON schemas of everything on the wire, made of the zod schemas that the server itself checks with. */
import { z } from 'zod';
import { namedSchemas } from '../../wire/named.ts';
import { referredName, type Schema, schemasIn, schemaUri } from './document.ts';

/** JSON schemas by the keys of what they were made of. */
interface JsonSchemas {
  readonly of: Readonly<Record<string, Schema>>;
  /** The named schemas that are referred to, and no others. */
  readonly named: Readonly<Record<string, Schema>>;
}

/** What may be put in, and what comes out. */
interface Sources {
  readonly inputs: Readonly<Record<string, z.ZodType>>;
  readonly outputs: Readonly<Record<string, z.ZodType>>;
}

/** Keys of `inputs` and `outputs` must differ from each other and from the names of named schemas. */
export function jsonSchemas({ inputs, outputs }: Sources): JsonSchemas {
  const [taken, given] = [schemasFor(inputs, 'input'), schemasFor(outputs, 'output')];
  const of = {
    ...pick(taken, Object.keys(inputs)),
    ...pick(given, Object.keys(outputs)),
  };
  const all = { ...given, ...pick(taken, [...referredFrom(pick(taken, Object.keys(inputs)), taken)]) };
  const names = [...referredFrom(of, all)].sort();
  return { of, named: pick(all, names) };
}

const pick = (schemas: Readonly<Record<string, Schema>>, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, schemas[key] ?? {}]));

/** Names of schemas that some schemas refer to, directly or not. */
function referredFrom(
  roots: Readonly<Record<string, Schema>>,
  all: Readonly<Record<string, Schema>>,
): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (schema: Schema): void => {
    const name = referredName(schema);
    if (name !== undefined && !names.has(name)) {
      names.add(name);
      visit(all[name] ?? {});
    }
    for (const [, inner] of schemasIn(schema)) visit(inner);
  };
  Object.values(roots).forEach(visit);
  return names;
}

function schemasFor(
  roots: Readonly<Record<string, z.ZodType>>,
  io: 'input' | 'output',
): Readonly<Record<string, Schema>> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of [...namedSchemas, ...Object.entries(roots)]) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    ...{ io, unrepresentable: 'any' as const, uri: schemaUri },
    override: ({ jsonSchema }) => tidy(jsonSchema),
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema as Schema]),
  );
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
