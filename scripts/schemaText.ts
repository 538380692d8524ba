import { z } from 'zod';

/** A JSON schema as zod writes it; what zod cannot express has no keys. */
export interface Described {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Described[];
  readonly items?: Described;
  /** Of a list of so many, each of a type of its own. */
  readonly prefixItems?: readonly Described[];
  readonly properties?: Readonly<Record<string, Described>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Described | boolean;
}

/** What may be put in, or what comes out. */
export const describedSchema = (schema: z.ZodType, io: 'input' | 'output'): Described =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Described;

/** `list of integer`, `{ name: string, color?: string }`. */
export function typeText(schema: Described): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return choiceText(schema.anyOf);
  if (schema.prefixItems) return `[${schema.prefixItems.map(typeText).join(', ')}]`;
  if (schema.items) return `list of ${typeText(schema.items)}`;
  if (schema.properties) return objectText(schema.properties, schema.required ?? []);
  if (typeof schema.additionalProperties === 'object')
    return `map to ${typeText(schema.additionalProperties)}`;
  return [schema.type ?? 'value'].flat().join(' or ');
}

function choiceText(choices: readonly Described[]): string {
  const text = choices
    .filter((choice) => Object.keys(choice).length > 0)
    .map(typeText)
    .join(' or ');
  return GROUP_SETTING.test(text) ? 'group-setting value' : text;
}

function objectText(properties: Readonly<Record<string, Described>>, required: readonly string[]): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${typeText(schema)}`,
  );
  return `{ ${fields.join(', ')} }`;
}

/** It is in every second place, and the glossary says what it is. */
const GROUP_SETTING =
  /^integer or \{ direct_?members: list of integer, direct_?subgroups: list of integer \}$/i;
