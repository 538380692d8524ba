/** Turns a zod issue into the text that clients expect; nothing else does. */
import type { z } from 'zod';
import { Refused } from '../../base/errors.ts';

/** An issue that a schema reports. */
type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'an integer',
  int: 'an integer',
  boolean: 'a boolean',
  array: 'a list',
  object: 'a dict',
  record: 'a dict',
  date: 'a date',
};

const FORMAT_NAMES: Readonly<Record<string, string>> = {
  url: 'a URL',
  email: 'a valid email address',
  date: 'a date',
  datetime: 'a date',
  regex: 'valid',
};

/** The refusal of a parameter that is not for its sender; clients know the text. */
export const notAuthorized = (): Refused => new Refused('User not authorized for this query');

/** Throws a refusal for the first issue of a parameter's value. */
export function refuseIssue(name: string, value: unknown, issues: readonly Issue[]): never {
  const issue = closestIssue(issues[0]);
  if (issue?.code === 'custom' && issue.params?.['badValue'] === true)
    throw new Refused(`Bad value for '${name}': ${String(value)}`, 'REQUEST_VARIABLE_INVALID', {
      var_name: name,
      bad_value: value,
    });
  throw new Refused(issue === undefined ? `Invalid ${name}` : textOf(issue, name, value));
}

/** `subscriptions[0]["name"]`. */
const located = (name: string, path: Path): string =>
  name + path.map((step) => (typeof step === 'number' ? `[${step}]` : `["${String(step)}"]`)).join('');

function textOf(issue: Issue, name: string, value: unknown): string {
  const where = located(name, issue.path);
  const given = valueAt(value, issue.path);
  const isNo = (type: string): string => `${where} is not ${TYPE_NAMES[type] ?? 'valid'}`;
  switch (issue.code) {
    case 'invalid_type':
      return given === undefined ? `${where} field is missing` : isNo(issue.expected);
    case 'invalid_value': {
      const [allowed] = issue.values;
      const isOfType =
        typeof allowed === 'number' ? Number.isInteger(given) : typeof given === typeof allowed;
      return isOfType || given === undefined ? `Invalid ${where}` : isNo(typeof allowed);
    }
    case 'unrecognized_keys': {
      const key = issue.keys[0] ?? '';
      return `Argument "${key}" at ${located(name, [...issue.path, key])} is unexpected`;
    }
    case 'too_big':
      return tooBig(issue, where);
    case 'too_small':
      return tooSmall(issue, where);
    case 'invalid_format':
      return FORMAT_NAMES[issue.format] === undefined
        ? `Invalid ${where}`
        : `${where} is not ${FORMAT_NAMES[issue.format]}`;
    case 'custom':
      return typeof issue.params?.['problem'] === 'string'
        ? `${where} ${issue.params['problem']}`
        : issue.message;
    default:
      return `Invalid ${where}`;
  }
}

const tooBig = (issue: z.core.$ZodIssueTooBig, where: string): string =>
  issue.origin === 'string'
    ? `${where} is too long (limit: ${issue.maximum} characters)`
    : `${where} is too ${issue.origin === 'array' ? 'long' : 'large'}`;

const tooSmall = (issue: z.core.$ZodIssueTooSmall, where: string): string =>
  issue.origin === 'string' && issue.minimum === 1 ? `${where} cannot be blank` : `${where} is too small`;

/** Of a union's alternatives, the issue of the one that matched furthest; the first if several did. */
function closestIssue(issue: Issue | undefined): Issue | undefined {
  if (issue?.code !== 'invalid_union') return issue;
  let closest: Issue | undefined;
  for (const [first] of issue.errors) {
    const candidate = closestIssue(first);
    if (candidate && (closest === undefined || candidate.path.length > closest.path.length))
      closest = candidate;
  }
  return closest && { ...closest, path: [...issue.path, ...closest.path] };
}

function valueAt(value: unknown, path: Path): unknown {
  let here: unknown = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as Readonly<Record<PropertyKey, unknown>>)[step];
  }
  return here;
}

// * Checks long lists in pieces, because a schema collects all errors of a list, at a thousand times the cost
// of reporting the first.

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
