import type { Database, Statement } from 'better-sqlite3';

/** How many rows a statement stores: one at a time takes half as long again, more than the most gain nothing. */
const ROWS = [64, 16, 1] as const;

export type Value = number | string | null;

/** Stores rows of one table, many by each statement. */
export class RowWriter {
  readonly #width: number;
  readonly #statements: readonly (readonly [values: number, statement: Statement])[];

  /** `width` is the number of values in a row; `textFor` is given their marks, a pair of brackets for each row. */
  constructor(database: Database, width: number, textFor: (marks: string) => string) {
    const row = `(${Array(width).fill('?').join(', ')})`;
    this.#width = width;
    this.#statements = ROWS.map((rows) => [
      rows * width,
      database.prepare(textFor(Array(rows).fill(row).join(', '))),
    ]);
  }

  /** `add` adds the values of an item's row, or none where nothing is to be stored of it. */
  store<Item>(items: Iterable<Item>, add: (values: Value[], item: Item) => void): void {
    let values: Value[] = [];
    for (const item of items) {
      add(values, item);
      if (values.length < ROWS[0] * this.#width) continue;
      this.#run(values);
      values = [];
    }
    this.#run(values);
  }

  /** Runs the largest statements that there are values for. */
  #run(values: Value[]): void {
    for (const [size, statement] of this.#statements)
      while (values.length >= size) statement.run(values.splice(0, size));
  }
}
