/** Answers of the examples of docs/generated/api.md, as the OpenAPI document shows them: without what differs from run to run. */
import type { ApiExample } from './apiExamples/example.ts';

/** The file of the answers. */
export const EXAMPLES_PATH = 'src/api/docs/examples.json';

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Answers by route, as a file: one line for each. */
export function exampleAnswers(examples: readonly ApiExample[], answers: readonly unknown[]): string {
  const lines = examples.map(
    ({ route }, index) => `  ${JSON.stringify(route)}: ${JSON.stringify(settled(answers[index] as Json))}`,
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** Elements of a list that are enough to know it. */
const ENOUGH = 3;
/** 15 January 2027, in UNIX seconds. */
const TIME = 1_800_000_000;
const SECRET = 'abcdefghijklmnopqrstuvwxyz012345';
/** Fields whose values are made at random. */
const RANDOM: ReadonlySet<string> = new Set(['correlation', 'causation', 'hash', 'signing_secret']);
/** Fields with positions in the log, events included that reactors append in their own time. */
const PROGRESS: ReadonlySet<string> = new Set(['position', 'revision', 'events', 'lag']);

/** With one time for all, one secret for all, and short lists. */
function settled(value: Json, field = ''): Json {
  if (typeof value === 'number') return PROGRESS.has(field) ? 100 : settledNumber(value);
  if (typeof value === 'string') return RANDOM.has(field) ? SECRET : settledText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Array) return value.slice(0, ENOUGH).map((element: Json) => settled(element));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, settled(inner, name)]));
}

/** Times from 2023 to 2033, in seconds or milliseconds. */
function settledNumber(value: number): number {
  if (value > 1.7e9 && value < 2e9) return TIME;
  return value > 1.7e12 && value < 2e12 ? TIME * 1000 : value;
}

const settledText = (text: string): string =>
  text
    .replaceAll(/\b1[789]\d{11}\b/g, String(TIME * 1000))
    .replaceAll(/\b1[789]\d{8}\b/g, String(TIME))
    .replaceAll(/\b20\d\d-\d\d-\d\dT\d\d:\d\d/g, '2027-01-15T08:00')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'c0ffee00-1234-4567-89ab-0123456789ab')
    .replaceAll(/\b[0-9a-f]{40}\b/g, 'c0ffee'.repeat(7).slice(0, 40))
    .replaceAll(/(user_uploads|attachments|^)(\/\d+|\d+)\/[0-9a-f]{2}\//g, '$1$2/c0/')
    .replace(/^\d+(?=:[\w-]{43}$)/, '100')
    .replaceAll(/[\w.-]{28,}/g, (token) => (/\d/.test(token) && /[A-Z]/.test(token) ? SECRET : token));
