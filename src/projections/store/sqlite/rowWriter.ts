import type { Database, Statement } from 'better-sqlite3';

/** How many rows a statement stores: one at a time takes half as long again, more gain nothing. */
const ROWS = 16;

export type Value = number | string | null;

/** Stores rows of one table, many by each statement. */
export class RowWriter {
  readonly #width: number;
  readonly #one: Statement;
  readonly #many: Statement;

  /** `width` is the number of values in a row; `textFor` is given their marks, a pair of brackets for each row. */
  constructor(database: Database, width: number, textFor: (marks: string) => string) {
    const row = `(${Array(width).fill('?').join(', ')})`;
    this.#width = width;
    this.#one = database.prepare(textFor(row));
    this.#many = database.prepare(textFor(Array(ROWS).fill(row).join(', ')));
  }

  /** `add` adds the values of an item's row, or none where nothing is to be stored of it. */
  store<Item>(items: Iterable<Item>, add: (values: Value[], item: Item) => void): void {
    let values: Value[] = [];
    for (const item of items) {
      add(values, item);
      if (values.length < ROWS * this.#width) continue;
      this.#many.run(values);
      values = [];
    }
    while (values.length > 0) this.#one.run(values.splice(0, this.#width));
  }
}
