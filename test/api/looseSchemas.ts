/** Finds places of a response schema that would let anything through. */
import { z } from 'zod';

const LOOSE: ReadonlySet<string> = new Set(['any', 'unknown', 'custom', 'transform']);

/** Paths of "any", "unknown", open objects and the like; empty when the schema says everything. */
export function loosePaths(schema: z.core.$ZodType, path = ''): readonly string[] {
  const { def } = schema._zod as unknown as { readonly def: Readonly<Record<string, unknown>> };
  if (LOOSE.has(String(def['type'])) || isOpenObject(def)) return [path];
  return childrenOf(def).flatMap(([step, child]) => loosePaths(child, path + step));
}

const isOpenObject = (def: Readonly<Record<string, unknown>>): boolean =>
  def['type'] === 'object' && !(def['catchall'] instanceof z.ZodNever);

function childrenOf(def: Readonly<Record<string, unknown>>): readonly (readonly [string, z.core.$ZodType])[] {
  return Object.entries(def).flatMap(([key, value]): readonly (readonly [string, z.core.$ZodType])[] => {
    if (key === 'catchall') return [];
    if (key === 'shape') return Object.entries(value as Record<string, z.core.$ZodType>);
    if (Array.isArray(value)) return value.filter(isSchema).map((child) => ['', child] as const);
    return isSchema(value) ? [[key === 'element' ? '[]' : '', value] as const] : [];
  });
}

const isSchema = (value: unknown): value is z.core.$ZodType => value instanceof z.ZodType;
