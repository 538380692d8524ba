/**
 * Parameters: declared once per route, parsed per request (endpoint-details 0.1 and 0.2). Strings are taken raw,
 * everything else is JSON text of exactly the declared type.
 */
import { z } from 'zod';

/** Where a parameter is read from, and whether its text is taken raw or as JSON. */
type Place = 'text' | 'json' | 'path';

/** What a parameter is made of. */
interface Parts {
  readonly place: Place;
  readonly schema: z.ZodType;
  readonly aliases: readonly string[];
  readonly required: boolean;
  readonly fallback: unknown;
}

/** One declared parameter; every method gives a new one. */
export class Parameter<Value> implements Parts {
  /** Only a type: what a handler gets. */
  declare readonly value: Value;
  readonly place: Place;
  readonly schema: z.ZodType;
  readonly aliases: readonly string[];
  readonly required: boolean;
  readonly fallback: unknown;

  constructor(parts: Parts) {
    this.place = parts.place;
    this.schema = parts.schema;
    this.aliases = parts.aliases;
    this.required = parts.required;
    this.fallback = parts.fallback;
  }

  /** May be left out; the handler then gets undefined. */
  optional(): Parameter<Value | undefined> {
    return new Parameter({ ...this, required: false });
  }

  /** May be left out; the handler then gets `fallback`. */
  default(fallback: Value): Parameter<Value> {
    return new Parameter({ ...this, required: false, fallback });
  }

  /** Also accepted under another name; both at once are REQUEST_CONFUSING_VAR. */
  alias(name: string): Parameter<Value> {
    return new Parameter({ ...this, aliases: [...this.aliases, name] });
  }
}

const parameter = <Value>(place: Place, schema: z.ZodType<Value>): Parameter<Value> =>
  new Parameter({ place, schema, aliases: [], required: true, fallback: undefined });

const AnyText = z.string();

/** A raw string; the schema may narrow it, to an enumeration for instance. */
export function text(): Parameter<string>;
export function text<Value>(schema: z.ZodType<Value>): Parameter<Value>;
export function text(schema: z.ZodType = AnyText): Parameter<unknown> {
  return parameter('text', schema);
}

/** JSON text of exactly the schema's type: `json(z.boolean())` takes `true` and neither `1` nor `"true"`. */
export const json = <Value>(schema: z.ZodType<Value>): Parameter<Value> => parameter('json', schema);

/** An integer within the path, named as in the route. Anything but digits there is an unknown path. */
export const path = <Value extends number>(schema: z.ZodType<Value>): Parameter<Value> =>
  parameter('path', schema);

/** The parameters of one route by their names on the wire. */
export type ParameterRecord = Readonly<Record<string, Parameter<unknown>>>;

/** What the handler gets. */
export type ValuesOf<P extends ParameterRecord> = { readonly [Name in keyof P]: P[Name]['value'] };
