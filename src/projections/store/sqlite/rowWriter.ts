import type { Database, Statement } from '../../../sqlite.ts';

/** Rows per statement: one at a time takes half as long again, more than the largest gain nothing. */
const ROWS = [64, 16, 1] as const;

export type Value = number | string | null;

/** Stores rows of one table, many per statement. */
export class RowWriter {
  readonly #width: number;
  readonly #prepare: (rows: number) => Statement;
  /**
   * By number of rows; prepared on demand, because preparing those of all collections would slow down a
   * start.
   */
  readonly #statements = new Map<number, Statement>();

  /**
   * `width` is the number of values in a row; `textFor` receives their placeholders, a pair of parentheses
   * per row.
   */
  constructor(database: Database, width: number, textFor: (marks: string) => string) {
    const row = `(${Array(width).fill('?').join(', ')})`;
    this.#width = width;
    this.#prepare = (rows) => database.prepare(textFor(Array(rows).fill(row).join(', ')));
  }

  /** `add` adds the values of an item's row, or nothing if the item has none. */
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

  /** Runs the largest statements for which there are values. */
  #run(values: Value[]): void {
    for (const rows of ROWS) {
      const size = rows * this.#width;
      while (values.length >= size) this.#statement(rows).run(values.splice(0, size));
    }
  }

  #statement(rows: number): Statement {
    const known = this.#statements.get(rows);
    if (known) return known;
    const statement = this.#prepare(rows);
    this.#statements.set(rows, statement);
    return statement;
  }
}
