/** Names of schemas: what the OpenAPI document, docs/api.md and the client's types call a thing on the wire. */
import type { z } from 'zod';

const schemas = new Map<string, z.ZodType>();

/** All of them, by name. */
export const namedSchemas: ReadonlyMap<string, z.ZodType> = schemas;

/** Gives a schema its name; wherever this very schema is used, documents refer to it. */
export function named<Schema extends z.ZodType>(name: string, schema: Schema): Schema {
  if (schemas.has(name)) throw new Error(`Two schemas are named ${name}`);
  schemas.set(name, schema);
  return schema;
}
