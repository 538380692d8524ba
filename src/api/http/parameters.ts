/**
 * Parameters: declared once per route, parsed per request. Strings are taken raw, everything else is JSON
 * text of exactly the declared type; the few that may be either are JSON if they are valid JSON.
 */
import { z } from 'zod';
import { Refused } from '../../base/errors.ts';
import { sentenceOf } from '../../wire/define.ts';
import type { Form } from './form.ts';
import { longestList, refuseIssue, wrongElement } from './parameterErrors.ts';
import { unknownPath } from './problems.ts';

// * JSON text of one parameter. Its depth and number of values are limited before it is parsed, because a
// megabyte of `[[[[` or of wrong elements costs the parser and the schema far more than it costs its sender.

const MAX_DEPTH = 32;
/** Enough for a list of all users in the largest organization that one process serves. */
const MAX_VALUES = 25_000;
/** Texts up to this length cannot be expensive. */
const HARMLESS_LENGTH = 2048;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** A JSON-escaped surrogate; its other half may follow. */
const ESCAPED_HALF = /\\u[dD][89a-fA-F]/;
/** A surrogate without its other half. */
const LONE_HALF = /\p{Cs}/u;

/** The value, or BAD_REQUEST. */
function parseJson(name: string, text: string): unknown {
  if (text.length > HARMLESS_LENGTH && isOutsized(text)) throw new Refused(`${name} is too large`);
  const value = parsed(name, text);
  if (ESCAPED_HALF.test(text) && !hasWholeTexts(value))
    throw new Refused(`${name} is not valid JSON: it has half a surrogate pair`);
  return value;
}

/** A key that JavaScript treats specially: dictionaries would silently lose it. */
const NO_KEY = '__proto__';
/** The key in plain text or with escapes. */
const MAYBE_NO_KEY = /__proto__|\\u00/i;

/** Refuses a value with a dictionary key that JavaScript objects cannot hold. */
function requireKeys(name: string, text: string): void {
  if (!MAYBE_NO_KEY.test(text)) return;
  JSON.parse(text, (key, value: unknown) => {
    if (key === NO_KEY) throw new Refused(`${name} has the key ${NO_KEY}, which cannot be one`);
    return value;
  });
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused(`${name} is not valid JSON`);
  }
}

/** How JSON begins; most names of channels do not, and a failing parser costs more than the rest of a send. */
const JSON_START = /^[ \t\n\r]*(?:["[{\d-]|(?:true|false|null)[ \t\n\r]*$)/;

/** The value of a text that is JSON, otherwise the text itself: `123` is a number, `general` and `"gen` are texts. */
export function jsonOrText(name: string, text: string): unknown {
  if (!JSON_START.test(text)) return text;
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  return parseJson(name, text);
}

/** A lone surrogate has no UTF-8 form: stores would keep it or replace it, each in its own way. */
function hasWholeTexts(value: unknown): boolean {
  if (typeof value === 'string') return !LONE_HALF.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => !LONE_HALF.test(key) && hasWholeTexts(inner));
}

/** Commas and brackets outside of strings give the depth and the number of values. */
function isOutsized(text: string): boolean {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at + 1);
    else if (code === COMMA) values++;
    else if (OPENING.has(code)) depth++;
    else if (CLOSING.has(code)) depth--;
    if (depth > MAX_DEPTH || values > MAX_VALUES) return true;
  }
  return false;
}

/** The end of the string that begins at `start`, or of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}

/** Where a parameter comes from, and whether its text is raw, JSON, or JSON if it is valid JSON and raw otherwise. */
type ParameterSource = 'text' | 'json' | 'textOrJson' | 'path';

/** Always, for these texts, or for values that satisfy the predicate. */
type Outdated = boolean | readonly string[] | ((value: unknown) => boolean);

/** The parts of a declaration. */
interface ParameterDeclaration {
  readonly source: ParameterSource;
  readonly schema: z.ZodType;
  readonly aliases: readonly string[];
  readonly required: boolean;
  readonly fallback: unknown;
  /** Maximum number of list elements. */
  readonly maxItems: number;
  /** For the reference page. */
  readonly description: string | undefined;
  /** Which uses a `Deprecation` header reports. */
  readonly deprecated: Outdated;
}

/** A declared parameter; every method returns a new one. */
export class Parameter<Value> implements ParameterDeclaration {
  /** Only a type: the handler's value. */
  declare readonly value: Value;
  readonly source: ParameterSource;
  readonly schema: z.ZodType;
  readonly aliases: readonly string[];
  readonly required: boolean;
  readonly fallback: unknown;
  readonly maxItems: number;
  readonly description: string | undefined;
  readonly deprecated: Outdated;

  constructor(parts: ParameterDeclaration) {
    this.source = parts.source;
    this.schema = parts.schema;
    this.aliases = parts.aliases;
    this.required = parts.required;
    this.fallback = parts.fallback;
    this.maxItems = parts.maxItems;
    this.description = parts.description;
    this.deprecated = parts.deprecated;
  }

  /** May be absent; the handler then gets undefined. */
  optional(): Parameter<Value | undefined> {
    return new Parameter({ ...this, required: false });
  }

  /** May be absent; the handler then gets `fallback`. */
  default(fallback: Value): Parameter<Value> {
    return new Parameter({ ...this, required: false, fallback });
  }

  /** A sentence for the reference page, or a schema or parameter that has it; without one it is that of the schema. */
  describe(meaning: string | z.ZodType | Parameter<unknown>): Parameter<Value> {
    const description = typeof meaning === 'string' ? meaning : sentenceOf(meaning);
    return new Parameter({ ...this, description });
  }

  /** Deprecated, either entirely or for the given values. */
  deprecate(...values: readonly string[]): Parameter<Value> {
    return new Parameter({ ...this, deprecated: values.length === 0 || values });
  }

  /** Deprecated for values that satisfy the predicate. */
  deprecateWhere(isOutdated: (value: Value) => boolean): Parameter<Value> {
    return new Parameter({ ...this, deprecated: isOutdated as (value: unknown) => boolean });
  }

  /** Also accepted under another, older name; both at once are REQUEST_CONFUSING_VAR. */
  alias(name: string): Parameter<Value> {
    return new Parameter({ ...this, aliases: [...this.aliases, name] });
  }
}

/** Enough for all users of the largest organization that one process serves. */
export const MAX_USER_IDS = 20_000;
/** Maximum number of list elements, unless the route says otherwise. */
const MAX_LIST_ITEMS = 1_000;

const parameter = <Schema extends z.ZodType>(
  source: ParameterSource,
  schema: Schema,
  longest = MAX_LIST_ITEMS,
): Parameter<z.output<Schema>> =>
  new Parameter({
    source,
    schema,
    aliases: [],
    required: true,
    fallback: undefined,
    maxItems: longest,
    description: schema.description,
    deprecated: false,
  });

const AnyText = z.string();

/** A raw string; the schema may restrict it, to an enumeration for instance. */
export function text(): Parameter<string>;
export function text<Schema extends z.ZodType>(schema: Schema): Parameter<z.output<Schema>>;
export function text(schema: z.ZodType = AnyText): Parameter<unknown> {
  return parameter('text', schema);
}

/**
 * JSON text of exactly the schema's type: `json(z.boolean())` takes `true` and neither `1` nor `"true"`. A list has at most
 * `longest` elements, 1,000 unless given.
 */
export const json = <Schema extends z.ZodType>(
  schema: Schema,
  longest = MAX_LIST_ITEMS,
): Parameter<z.output<Schema>> =>
  parameter(
    'json',
    schema instanceof z.ZodArray ? (schema.max(longest) as unknown as Schema) : schema,
    longest,
  );

/** For values that clients send plain or as JSON: the schema gets what `jsonOrText` makes of them. */
export const textOrJson = <Schema extends z.ZodType>(schema: Schema): Parameter<z.output<Schema>> =>
  parameter('textOrJson', schema);

/** An integer in the path. Anything but digits is an unknown path. */
export const path = <Schema extends z.ZodType<number>>(schema: Schema): Parameter<z.output<Schema>> =>
  parameter('path', schema);

/** A text in the path, for things without a numeric ID. */
export const pathText = (): Parameter<string> => parameter('path', AnyText);

/** The parameters of one route by their names on the wire. */
export type ParameterRecord = Readonly<Record<string, Parameter<unknown>>>;

/** Values of the parameters, as the handler gets them. */
export type ValuesOf<P extends ParameterRecord> = { readonly [Name in keyof P]: P[Name]['value'] };

/** JSON text longer than this may contain a list that is checked in pieces. */
const LONG = 500;

/** Accepted by every endpoint, never "ignored". */
const GLOBAL_PARAMETER = 'client';

interface Compiled {
  readonly name: string;
  readonly parameter: Parameter<unknown>;
  /** A raw string without a schema. */
  readonly isPlainText: boolean;
}

/** Whether a request uses something deprecated. */
const isOutdated = (
  { name, parameter: { aliases, deprecated } }: Compiled,
  form: Form,
  values: Readonly<Record<string, unknown>>,
): boolean => {
  if (aliases.some((alias) => form.has(alias))) return true;
  if (!form.has(name)) return false;
  if (typeof deprecated === 'boolean') return deprecated;
  return typeof deprecated === 'function'
    ? deprecated(values[name])
    : deprecated.includes(form.get(name) ?? '');
};

/** The parser of one route's parameters; made once. */
export class ParameterParser {
  private readonly declared: readonly Compiled[];
  private readonly names: ReadonlySet<string>;
  private readonly outdated: readonly Compiled[];

  constructor(record: ParameterRecord) {
    this.declared = Object.entries(record).map(([name, parameter]) => ({
      name,
      parameter,
      isPlainText: parameter.source === 'text' && parameter.schema === AnyText,
    }));
    this.names = new Set(
      this.declared
        .filter(({ parameter }) => parameter.source !== 'path')
        .flatMap(({ name, parameter }) => [name, ...parameter.aliases]),
    );
    this.outdated = this.declared.filter(
      ({ parameter: { aliases, deprecated } }) => aliases.length > 0 || deprecated !== false,
    );
  }

  /** The values; throws the refusal of the first wrong parameter. */
  parse(form: Form, inPath: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
    const values: Record<string, unknown> = {};
    for (const declared of this.declared)
      values[declared.name] =
        declared.parameter.source === 'path' ? fromPath(declared, inPath) : fromForm(declared, form);
    return values;
  }

  /** Whether the request uses a deprecated name or value. */
  isOutdated(form: Form, values: Readonly<Record<string, unknown>>): boolean {
    return this.outdated.some((declared) => isOutdated(declared, form, values));
  }

  /** Names that were sent and have no meaning here, with files where none is taken, sorted; undefined if there are none. */
  ignored(form: Form, takesFiles: boolean): readonly string[] | undefined {
    let ignored: string[] | undefined;
    for (const name of form.keys())
      if (!this.names.has(name) && name !== GLOBAL_PARAMETER) (ignored ??= []).push(name);
    if (form.fileNames.length > 0 && !takesFiles)
      ignored = [...new Set([...(ignored ?? []), ...form.fileNames])];
    return ignored?.sort();
  }
}

function fromForm(declared: Compiled, form: Form): unknown {
  const { name, parameter, isPlainText } = declared;
  const sentAs = sentName(name, parameter.aliases, form);
  if (sentAs === undefined) {
    if (parameter.required) throw missingParameter(name);
    return parameter.fallback;
  }
  const raw = form.get(sentAs) ?? '';
  if (isPlainText) return raw;
  if (parameter.source === 'text') return checked(sentAs, parameter, raw);
  if (parameter.source === 'textOrJson') return checked(sentAs, parameter, jsonOrText(sentAs, raw), raw);
  const parsed = parseJson(sentAs, raw);
  if (raw.length > parameter.maxItems && longestList(parsed) > parameter.maxItems)
    throw new Refused(`${sentAs} has more than ${parameter.maxItems} elements`);
  const wrong = raw.length > LONG ? wrongElement(parameter.schema, parsed) : undefined;
  if (wrong) return refuseIssue(sentAs, parsed, [wrong]);
  const value = checked(sentAs, parameter, parsed);
  requireKeys(sentAs, raw);
  return value;
}

/** The refusal of a request that lacks a parameter. */
export const missingParameter = (name: string): Refused =>
  new Refused(`Missing '${name}' argument`, 'REQUEST_VARIABLE_MISSING', { var_name: name });

function sentName(name: string, aliases: readonly string[], form: Form): string | undefined {
  let sentAs = form.has(name) ? name : undefined;
  for (const alias of aliases) {
    if (!form.has(alias)) continue;
    if (sentAs !== undefined)
      throw new Refused(
        `Can't decide between '${sentAs}' and '${alias}' arguments`,
        'REQUEST_CONFUSING_VAR',
        {
          var_name1: sentAs,
          var_name2: alias,
        },
      );
    sentAs = alias;
  }
  return sentAs;
}

function checked(name: string, { schema }: Parameter<unknown>, value: unknown, sent = value): unknown {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : refuseIssue(name, sent, parsed.error.issues);
}

/** An ID that cannot exist, such as 0, is handled like any absent one. */
function fromPath({ name, parameter }: Compiled, inPath: Readonly<Record<string, string>>): unknown {
  const raw = inPath[name] ?? '';
  if (parameter.schema === AnyText) return raw;
  if (!/^\d+$/.test(raw)) throw unknownPath();
  return Math.min(Number(raw), Number.MAX_SAFE_INTEGER);
}
