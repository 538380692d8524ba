/** Turns a zod issue into the text that clients expect; nothing else does. */
import type { z } from 'zod';
import { Refused } from '../../errors.ts';

/** An issue that a schema reports. */
export type Issue = z.core.$ZodIssue;
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
      return typeof issue.params?.['says'] === 'string' ? `${where} ${issue.params['says']}` : issue.message;
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
export function closestIssue(issue: Issue | undefined): Issue | undefined {
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
