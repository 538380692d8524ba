/**
 * Definition of event types: schema and version, upcasters for older versions, and the fields with
 * personal data or texts. Data keys never look like integers, so stored bytes and parsed values hash alike.
 */
import { z } from 'zod';
import type { Position } from './log/eventLog.ts';

/** Decoding yields this for a field whose text has been erased. */
export const ERASED = Symbol('erased');
export type Erased = typeof ERASED;

/**
 * The owner of a field's text: the event's own message, or the message, scheduled message, person or
 * invitation named by a field.
 */
export type ErasureSubject = 'message' | `${'message' | 'scheduled' | 'person' | 'invitation'}:${string}`;

/** Exists in types only, so that an event without the field that names the owner of a text does not compile. */
declare const SUBJECT: unique symbol;

const erasableFields = new WeakMap<z.ZodType, ErasureSubject>();

/**
 * Declares a field that decoding may yield as ERASED; `person:userId` means "of the person in field userId".
 */
export function erasable<Subject extends ErasureSubject, Schema extends z.ZodType>(
  subject: Subject,
  schema: Schema,
) {
  const field = z.union([schema, z.custom<Erased>((value) => value === ERASED)]);
  erasableFields.set(field, subject);
  return field as typeof field & { readonly [SUBJECT]: Subject };
}

/** The field that names the owner of a field's text. */
type OwnerField<Field> =
  Field extends z.ZodOptional<infer Inner>
    ? OwnerField<Inner>
    : Field extends { readonly [SUBJECT]: `${string}:${infer Owner}` }
      ? Owner
      : never;

/** The text, or the fallback if it has been erased. */
export const readErasable = <T, Fallback>(value: T | Erased, fallback: Fallback): T | Fallback =>
  value === ERASED ? fallback : value;

type Upcast = (data: Record<string, unknown>) => Record<string, unknown>;

/** An event type: its current version and schema, and its upcasters. */
export interface EventDefinition<Schema extends z.ZodType = z.ZodType> {
  readonly version: number;
  readonly schema: Schema;
  readonly upcasts: Readonly<Record<number, Upcast>>;
  /** Field name → whose text it contains. */
  readonly erasable: ReadonlyMap<string, ErasureSubject>;
}

/** Defines an event type. `upcasts[n]` turns data of version n into data of version n + 1. */
export function eventType<Shape extends z.core.$ZodLooseShape>(
  version: number,
  shape: Shape & Record<OwnerField<Shape[keyof Shape]>, z.ZodType>,
  upcasts: Readonly<Record<number, Upcast>> = {},
): EventDefinition<z.ZodObject<Shape, z.core.$strict>> {
  const fields = Object.entries(shape).flatMap(([name, field]) => {
    const subject = erasableSubject(field);
    return subject ? [[name, subject] as const] : [];
  });
  return { version, schema: z.strictObject<Shape>(shape), upcasts, erasable: new Map(fields) };
}

/** An optional erasable field is erasable too. */
function erasableSubject(field: z.ZodType): ErasureSubject | undefined {
  if (field instanceof z.ZodOptional) return erasableSubject(field.unwrap() as unknown as z.ZodType);
  return erasableFields.get(field);
}

/** An event that has been decided but not recorded yet. */
export interface DomainEvent<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

/** Any of these events (name → data), not recorded yet. */
export type DomainEventOf<Events> = {
  [Type in keyof Events & string]: DomainEvent<Type, Events[Type]>;
}[keyof Events & string];

/** Fixed from version 1 on. Times are UNIX milliseconds and never run backwards within a stream. */
export interface EventMetadata {
  /** Schema version of the data. */
  readonly version: number;
  /** 0 in the stream of the server. */
  readonly organization: number;
  /** The acting user; null for the server or its operator. */
  readonly actor: number | null;
  /** Name of the acting client, at most 30 characters. */
  readonly client: string;
  readonly command: string;
  readonly time: number;
  readonly $correlationId: string;
  readonly $causationId: string;
  /** SHA-256 over the previous event's hash and this event's own stored bytes, base64url. */
  readonly hash: string;
}

/** An event read back from the log. */
export interface RecordedEvent<Type extends string = string, Data = unknown> extends DomainEvent<Type, Data> {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
  readonly metadata: EventMetadata;
}

type Definitions = Readonly<Record<string, EventDefinition>>;

/** The kind of stream that the events of an area are appended to. */
export type StreamKind = 'server' | 'organization' | 'ephemeral' | 'reactor';

/** How stories of people and channels contain events: each, or, if they would have no end otherwise, their number. */
type StoryForm = 'listed' | 'counted';

/** Whose the texts are: of those who may read the conversation, or somebody's for themselves alone. */
type TextOwnership = 'shared' | 'personal';

export interface EventArea<Area extends Definitions = Definitions, Kind extends StreamKind = StreamKind> {
  readonly stream: Kind;
  readonly story: StoryForm;
  readonly texts: TextOwnership;
  readonly definitions: Area;
}

/** Defines the events of one area: their kind of stream, what the record's readers get of them, and each of them. */
export function defineEvents<const Area extends Definitions, Kind extends StreamKind>(
  stream: Kind,
  story: StoryForm,
  texts: TextOwnership,
  definitions: Area,
): EventArea<Area, Kind> {
  return { stream, story, texts, definitions };
}

/** Event name → data type, of one area. */
export type DataOf<Area extends EventArea> = {
  readonly [Type in keyof Area['definitions'] & string]: z.infer<Area['definitions'][Type]['schema']>;
};

// Tables of settings: a row describes one setting, and schemas, defaults and wire names follow from it.

/** A setting; its internal name is its key in the table. */
export interface Setting<Wire extends string = string, Schema extends z.ZodType = z.ZodType> {
  readonly wireName: Wire;
  /** Checks a value in events. */
  readonly schema: Schema;
  readonly byDefault: z.infer<Schema>;
}

export const setting = <Wire extends string, Schema extends z.ZodType>(
  wireName: Wire,
  schema: Schema,
  byDefault: z.infer<Schema>,
): Setting<Wire, Schema> => ({ wireName, schema, byDefault });

/** A boolean setting. */
export const booleanSetting = <Wire extends string>(wireName: Wire, byDefault: boolean) =>
  setting(wireName, z.boolean(), byDefault);

type Rows<Row> = Readonly<Record<string, Row>>;

/** Internal name → one field of each row, in the order of the table. */
export const tableColumn = <Field extends string, Table extends Rows<Readonly<Record<Field, unknown>>>>(
  table: Table,
  field: Field,
) =>
  Object.fromEntries(Object.entries(table).map(([name, row]) => [name, row[field]])) as {
    readonly [Name in keyof Table]: Table[Name][Field];
  };

/** The internal names, in the order of the table. */
export const namesIn = <Table extends object>(table: Table) => Object.keys(table) as (keyof Table & string)[];

type SettingTable = Rows<{ readonly wireName: string }>;

/** The wire names of a table's settings. */
export type WireName<Table extends SettingTable> = Table[keyof Table]['wireName'];

/** Wire name → a value computed from the internal name, in the order of the table. */
export const byWireName = <Table extends SettingTable, Value>(
  table: Table,
  valueOf: (name: keyof Table & string) => Value,
) =>
  Object.fromEntries(namesIn(table).map((name) => [table[name]?.wireName, valueOf(name)])) as Readonly<
    Record<WireName<Table>, Value>
  >;

/** Wire name → what is stored under the internal name. */
export const toWireNames = <
  const Table extends SettingTable,
  Values extends { readonly [Name in keyof Table]: unknown },
>(
  table: Table,
  values: Values,
) =>
  byWireName(table, (name) => values[name]) as unknown as {
    readonly [Name in keyof Table as Table[Name]['wireName']]: Values[Name];
  };

/** Internal name → what was sent under the wire name. */
export const byInternalName = <
  const Table extends SettingTable,
  Sent extends Readonly<Record<WireName<Table>, unknown>>,
>(
  table: Table,
  sent: Sent,
) =>
  Object.fromEntries(
    namesIn(table).map((name) => [name, sent[table[name]?.wireName as WireName<Table>]]),
  ) as { readonly [Name in keyof Table]: Sent[Table[Name]['wireName']] };
