/**
 * Checks long lists in pieces, because a schema collects all errors of a list, at a thousand times the cost
 * of reporting the first.
 */
import type { z } from 'zod';
import { closestIssue, type Issue } from './parameterErrors.ts';

/** Elements checked at once. */
const CHUNK_SIZE = 250;

/** The length of the longest list in a value: of itself, or of a dictionary's values. */
export const longestList = (value: unknown): number =>
  Math.max(0, ...listsIn(value).map(({ length }) => length));

/** The first error of a long list's elements. */
export function wrongElement(schema: z.ZodType, value: unknown): Issue | undefined {
  const longest = longestList(value);
  for (let start = 0; longest > CHUNK_SIZE && start < longest; start += CHUNK_SIZE) {
    const { error } = schema.safeParse(pieceOf(value, start));
    const issues = error?.issues ?? [];
    const wrong = issues.map(closestIssue).find(isWithinList) ?? issues.flatMap(leavesOf).find(isWithinList);
    if (wrong) return { ...wrong, path: shifted(wrong.path, value, start) };
  }
  return undefined;
}

const isIndex = (step: PropertyKey): step is number => typeof step === 'number';
const isWithinList = (issue: Issue | undefined): boolean => issue?.path.some(isIndex) === true;

/** The issues of all alternatives of a union. */
const leavesOf = (issue: Issue): readonly Issue[] =>
  issue.code === 'invalid_union'
    ? issue.errors
        .flat()
        .flatMap(leavesOf)
        .map((leaf) => ({ ...leaf, path: [...issue.path, ...leaf.path] }))
    : [issue];

const isDictionary = (value: unknown): value is Readonly<Record<PropertyKey, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function listsIn(value: unknown): readonly (readonly unknown[])[] {
  if (Array.isArray(value)) return [value];
  return isDictionary(value) ? Object.values(value).flatMap(listsIn) : [];
}

/** The value with one piece of each long list, always a full one so that its minimum length holds. */
function pieceOf(value: unknown, start: number): unknown {
  if (Array.isArray(value)) return value.slice(firstOf(value, start)).slice(0, CHUNK_SIZE);
  if (!isDictionary(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, pieceOf(inner, start)]));
}

const firstOf = ({ length }: readonly unknown[], start: number): number =>
  Math.max(0, Math.min(start, length - CHUNK_SIZE));

/** The same path in the whole list. */
function shifted(path: readonly PropertyKey[], value: unknown, start: number): PropertyKey[] {
  const at = path.findIndex(isIndex);
  let list = value;
  for (const step of path.slice(0, at)) if (isDictionary(list)) list = list[step];
  const first = Array.isArray(list) ? firstOf(list, start) : 0;
  return path.map((step, index) => (index === at ? Number(step) + first : step));
}
