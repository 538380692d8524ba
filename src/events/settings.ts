/** Tables of settings: a row describes one setting, and schemas, defaults and wire names follow from it. */
import { z } from 'zod';

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
