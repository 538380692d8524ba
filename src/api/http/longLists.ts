/**
 * Long lists, checked piece by piece: a schema tells everything that is wrong with a list, which costs a thousand times
 * what telling the first wrong element does.
 */
import type { z } from 'zod';
import { closestIssue, type Issue } from './parameterErrors.ts';

/** Elements that are checked at once. */
const PIECE = 250;

/** Elements of the longest list that a value is, or has as a dictionary. */
export const longestList = (value: unknown): number =>
  Math.max(0, ...listsIn(value).map(({ length }) => length));

/** What is wrong with an element of a long list: of the value itself, or of a dictionary that it is. */
export function wrongElement(schema: z.ZodType, value: unknown): Issue | undefined {
  const longest = longestList(value);
  for (let start = 0; longest > PIECE && start < longest; start += PIECE) {
    const { error } = schema.safeParse(pieceOf(value, start));
    const issues = error?.issues ?? [];
    const wrong = issues.map(closestIssue).find(isWithinList) ?? issues.flatMap(leavesOf).find(isWithinList);
    if (wrong) return { ...wrong, path: shifted(wrong.path, value, start) };
  }
  return undefined;
}

const isIndex = (step: PropertyKey): step is number => typeof step === 'number';
const isWithinList = (issue: Issue | undefined): boolean => issue?.path.some(isIndex) === true;

/** What each way in which a union could have matched says. */
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

/** The value with so much of each long list: always a whole piece, so that none is too short for its schema. */
function pieceOf(value: unknown, start: number): unknown {
  if (Array.isArray(value)) return value.slice(firstOf(value, start)).slice(0, PIECE);
  if (!isDictionary(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, pieceOf(inner, start)]));
}

const firstOf = ({ length }: readonly unknown[], start: number): number =>
  Math.max(0, Math.min(start, length - PIECE));

/** The way to the same element in the whole. */
function shifted(path: readonly PropertyKey[], value: unknown, start: number): PropertyKey[] {
  const at = path.findIndex(isIndex);
  let list = value;
  for (const step of path.slice(0, at)) if (isDictionary(list)) list = list[step];
  const first = Array.isArray(list) ? firstOf(list, start) : 0;
  return path.map((step, index) => (index === at ? Number(step) + first : step));
}
