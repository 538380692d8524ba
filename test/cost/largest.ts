/** The most expensive values that a parameter's declaration allows, and as many wrong ones as a body holds. */
import { z } from 'zod';
import type { Parameter } from '../../src/api/http/parameters.ts';
import type { Route } from '../../src/api/http/route.ts';
import { neededValues } from '../isolation/identifiers.ts';

/** Bytes of one value: what else is in a body has room beside it. */
const ROOM = 1_000_000;
/** Values of one JSON text, of which 25,000 are let through. */
const MOST_VALUES = 24_900;

/** Where each text of a list must be another one. */
const WORD = 'word-';

/** One request: what it is, and its body. */
export interface Costly {
  readonly shape: string;
  readonly body: string;
}

/** The costly bodies of a route: one that is hard to decode, and two for each parameter that may be long. */
export function costlyBodies(route: Route): readonly Costly[] {
  const needed = neededValues(route);
  return [
    { shape: 'broken escapes', body: `unknown=${'%41%zz'.repeat(ROOM / 6)}` },
    ...Object.entries(route.params)
      .filter(([, { source }]) => source !== 'path')
      .flatMap(([name, parameter]) =>
        valuesOf(parameter).map(([shape, value]) => ({
          shape: `${name}: ${shape}`,
          body: encoded({ ...needed, [name]: value }),
        })),
      ),
  ];
}

function valuesOf({ source, schema }: Parameter<unknown>): readonly (readonly [string, unknown])[] {
  const most = largest(schema, ROOM);
  const isLong = JSON.stringify(most).length > 100;
  if (source === 'text') return isLong ? [['as long as may be', most]] : [];
  const wrong = wrongOnes(most).map((value) => ['wrong values', value] as const);
  return isLong ? [['as much as may be', most], ...wrong] : [];
}

/** Lists as long as may be, of dictionaries, wherever the value has a list: from the first element on, and from a later one on. */
function wrongOnes(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) {
    const wrong = Array.from({ length: MOST_VALUES }, () => ({}));
    return [wrong, [...value.slice(0, MOST_VALUES / 3), ...wrong].slice(0, MOST_VALUES)];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    wrongOnes(inner).map((wrong) => ({ ...value, [key]: wrong })),
  );
}

/** Texts raw, everything else as JSON text; only what would end a field is escaped. */
const encoded = (fields: Readonly<Record<string, unknown>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .map((field) => field.replaceAll(/[%&+]/g, encodeURIComponent))
    .join('&');

/** The largest value of so many bytes that a schema accepts, as far as it says. */
function largest(schema: z.core.$ZodType, room: number): unknown {
  if (schema instanceof z.ZodString) return WORD.repeat(room).slice(0, Math.min(mostOf(schema), room));
  if (schema instanceof z.ZodNumber) return 1;
  if (schema instanceof z.ZodBoolean) return true;
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return [...schema.values][0];
  if (schema instanceof z.ZodArray) return largestList(schema, room);
  if (schema instanceof z.ZodTuple) return schema.def.items.map((item) => largest(item, room / 4));
  if (schema instanceof z.ZodUnion) return longestOf(schema.options.map((option) => largest(option, room)));
  if (schema instanceof z.ZodRecord)
    return Object.fromEntries(
      manyOf(room, 20).map((index) => [String(index), largest(schema.valueType, 10)]),
    );
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape);
    return Object.fromEntries(fields.map(([key, field]) => [key, largest(field, room / fields.length / 2)]));
  }
  const { innerType, in: input } = schema._zod.def as Wrapped;
  const inner = innerType ?? input;
  return inner === undefined ? null : largest(inner, room);
}

interface Wrapped {
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
}

/** As many elements as fit, all different. */
function largestList(schema: z.ZodArray, room: number): readonly unknown[] {
  const { element } = schema;
  const one = largest(element, 20);
  const bytes = JSON.stringify(one).length + 1;
  return manyOf(room, Math.max(bytes, 7))
    .slice(0, mostOf(schema))
    .map((index) => (typeof one === 'number' ? index + 1 : typeof one === 'string' ? `${index}` : one));
}

const manyOf = (room: number, bytes: number): readonly number[] => [
  ...Array.from({ length: Math.min(room / bytes, MOST_VALUES) }).keys(),
];

const longestOf = (values: readonly unknown[]): unknown =>
  values.toSorted((one, other) => JSON.stringify(other).length - JSON.stringify(one).length)[0];

/** The largest length that a schema says. */
const mostOf = (schema: z.core.$ZodType): number =>
  (schema._zod.bag as { readonly maximum?: number }).maximum ?? Infinity;
