/** Names of schemas: what the OpenAPI document, docs/generated/api.md and the client's types call a thing on the wire. */
import { z } from 'zod';
import type { OrganizationState } from '../organization/state.ts';

const schemas = new Map<string, z.ZodType>();

/** All of them, by name. */
export const namedSchemas: ReadonlyMap<string, z.ZodType> = schemas;

/** Gives a schema its name; wherever this very schema is used, documents refer to it. */
export function named<Schema extends z.ZodType>(name: string, schema: Schema): Schema {
  if (schemas.has(name)) throw new Error(`Two schemas are named ${name}`);
  schemas.set(name, schema);
  return schema;
}

// Declares one client event.

/** A client event with a type and an op. */
export const eventShape = <Type extends string, Op extends string, Shape extends z.core.$ZodLooseShape>(
  type: Type,
  op: Op,
  shape: Shape,
) => z.strictObject({ type: z.literal(type), op: z.literal(op), ...shape });

/** A client event with a type only. */
export const plainEventShape = <Type extends string, Shape extends z.core.$ZodLooseShape>(
  type: Type,
  shape: Shape,
) => z.strictObject({ type: z.literal(type), ...shape });

// Which organization something is shown in.

/** An organization: its state, host name without a port, and subdomain. */
export interface HostedOrganization {
  readonly state: OrganizationState;
  readonly host: string;
  readonly subdomain: string;
}
