/** Names of schemas: what the OpenAPI document, docs/generated/api.md and the client's types call a thing on the wire. */
import { z } from 'zod';
import { UserId } from '../base/ids.ts';
import type { OrganizationState } from '../organization/state.ts';

const schemas = new Map<string, z.ZodType>();

/** All of them, by name. */
export const namedSchemas: ReadonlyMap<string, z.ZodType> = schemas;

/** Gives a schema its name and a sentence that says what it is; wherever this very schema is used, documents refer to it. */
export function named<Schema extends z.ZodType>(name: string, sentence: string, schema: Schema): Schema {
  if (schemas.has(name)) throw new Error(`Two schemas are named ${name}`);
  schemas.set(name, schema);
  z.globalRegistry.add(schema, { description: sentence });
  return schema;
}

/** The sentence of a schema or a parameter, for another one with the same meaning. */
export function sentenceOf({ description }: { readonly description?: string | undefined }): string {
  if (description === undefined) throw new Error('A field refers to the sentence of one that has none');
  return description;
}

// Fields of several areas.

export const Topic = z.string().describe('The topic; empty for the general topic, and in direct messages.');
export const RenderedDescription = z.string().describe('The description as HTML.');
export const ChoiceName = z.string().describe('Name of the choice.');
export const ChoiceNumber = z.int().describe('Number of the choice.');
export const UserIds = z.array(UserId).describe('IDs of people.');

export const conversationType = <Schema extends z.ZodType>(schema: Schema): Schema =>
  schema.describe('`stream` in a channel; `private` or `direct` in a direct conversation.');

// A client event of a change: the name of a setting and its value, or several fields.

export const settingName = <Schema extends z.ZodType>(schema: Schema): Schema =>
  schema.describe('Name of the setting that has changed.');
export const newValue = <Schema extends z.ZodType>(schema: Schema): Schema =>
  schema.describe('The new value.');
export const changes = <Schema extends z.ZodType>(schema: Schema): Schema =>
  schema.describe('What has changed.');

// Declares one client event.

const typeField = <Type extends string>(type: Type) =>
  z.literal(type).describe('What the event is about, such as a message.');

/** A client event with a type and an op. */
export const eventShape = <Type extends string, Op extends string, Shape extends z.core.$ZodLooseShape>(
  type: Type,
  op: Op,
  shape: Shape,
) =>
  z.strictObject({
    type: typeField(type),
    op: z.literal(op).describe('What has happened to the thing.'),
    ...shape,
  });

/** A client event with a type only. */
export const plainEventShape = <Type extends string, Shape extends z.core.$ZodLooseShape>(
  type: Type,
  shape: Shape,
) => z.strictObject({ type: typeField(type), ...shape });

// Which organization something is shown in.

/** An organization: its state, host name without a port, and subdomain. */
export interface HostedOrganization {
  readonly state: OrganizationState;
  readonly host: string;
  readonly subdomain: string;
}
