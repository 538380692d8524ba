/** The documents of one collection in one SQLite file: guarded writes, and reads through cached statements. */
import type { OrganizationId } from '../../../base/ids.ts';
import type { Database, Statement } from '../../../base/sqlite.ts';
import type { Position } from '../../../events/log/eventLog.ts';
import type {
  CollectionDefinition,
  Document,
  DocumentId,
  DocumentWrite,
  Query,
  StoredDocument,
} from '../readModels.ts';
import { checkId, elementsOf, listFields, resolveQuery, scalarFields, scalarOf } from '../resolvedQuery.ts';
import { decodeBody, encodeBody } from './body.ts';
import { column, createListed, documentsTable, elementsTable, listedTable } from './schema.ts';
import { select, WordsTable } from './select.ts';

/** Rows per statement: one at a time takes half as long again, more than the largest gain nothing. */
const ROWS = [64, 16, 1] as const;

type Value = number | string | null;

/** Stores rows of one table, many per statement. */
class RowWriter {
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

type Row = [id: DocumentId, position: Position, body: unknown];
type RowKey = readonly [organizationId: OrganizationId, id: DocumentId];

const revive = (organizationId: OrganizationId, [id, position, body]: Row): StoredDocument => ({
  id,
  position,
  document: decodeBody({ organizationId, id, position }, body),
});

export class CollectionTable {
  readonly #database: Database;
  readonly #collection: string;
  readonly #definition: CollectionDefinition;
  readonly #scalars: readonly string[];
  readonly #lists: readonly string[];
  readonly #indexed: boolean;
  /** While the file is filled: records which documents have a list field. */
  readonly #listed: RowWriter | undefined;
  readonly #statements = new Map<string, Statement>();
  readonly #put: RowWriter;
  readonly #remove: Statement;
  readonly #words: WordsTable | undefined;
  readonly #get: Statement;

  /** `indexed`: indexes and elements of list fields exist; a filling generation creates them in its seal. */
  constructor(database: Database, collection: string, definition: CollectionDefinition, indexed: boolean) {
    this.#database = database;
    this.#collection = collection;
    this.#definition = definition;
    this.#scalars = scalarFields(definition);
    this.#lists = listFields(definition);
    this.#indexed = indexed;
    if (!indexed && this.#lists.length > 0) {
      database.exec(createListed(collection, definition));
      const into = `INSERT OR IGNORE INTO ${listedTable(collection)} VALUES`;
      this.#listed = new RowWriter(database, 3, (marks) => `${into} ${marks}`);
    }
    if (definition.words && !database.readonly) this.#words = new WordsTable(database, collection);
    const table = documentsTable(collection);
    const columns = ['position', 'body', ...this.#scalars.map(column)];
    const updates = columns.map((name) => `${name} = excluded.${name}`);
    this.#put = new RowWriter(
      database,
      columns.length + 2,
      (marks) => `
      INSERT INTO ${table} (organization, id, ${columns.join(', ')}) VALUES ${marks}
      ON CONFLICT (organization, id) DO UPDATE SET ${updates.join(', ')} WHERE excluded.position > position`,
    );
    this.#remove = database.prepare(
      `DELETE FROM ${table} WHERE organization = ? AND id = ? AND position < ?`,
    );
    this.#get = database
      .prepare(`SELECT id, position, body FROM ${table} WHERE organization = ? AND id = ?`)
      .raw();
  }

  get(organizationId: OrganizationId, id: DocumentId): StoredDocument | undefined {
    const row = this.#get.get(organizationId, id) as Row | undefined;
    return row && revive(organizationId, row);
  }

  /**
   * Stores or removes each document, unless the stored one was touched at or after the position. No document
   * occurs twice.
   */
  write(writes: readonly DocumentWrite[]): void {
    this.#put.store(writes, (values, write) => this.#take(values, write));
    this.#listed?.store(writes, (values, write) => this.#noteLists(values, write));
  }

  /** Adds the row of a document to store; removals happen at once. */
  #take(values: Value[], write: DocumentWrite): void {
    const { organizationId, id, position, document } = write;
    checkId(this.#definition, id);
    const relists = this.#indexed && (this.#lists.length > 0 || this.#words !== undefined);
    if (relists && !this.#relist([organizationId, id], position, document)) return;
    this.#words?.write(write);
    if (document === undefined) return void this.#remove.run(organizationId, id, position);
    values.push(organizationId, id, position, encodeBody(write, document));
    for (const field of this.#scalars) values.push(scalarOf(this.#definition, field, document));
  }

  find(organizationId: OrganizationId, query: Query | undefined): StoredDocument[] {
    const question = resolveQuery(this.#definition, query);
    const { text, values } = select(this.#collection, organizationId, question, this.#indexed);
    return (this.#prepared(text).all(...values) as Row[]).map((row) => revive(organizationId, row));
  }

  /** One page of the documents of all organizations, after the given key. */
  page(after: RowKey | undefined, size: number): (StoredDocument & { organizationId: OrganizationId })[] {
    const beyond = after ? 'WHERE (organization, id) > (?, ?)' : '';
    const rows = this.#prepared(
      `
      SELECT id, position, body, organization FROM ${documentsTable(this.#collection)} ${beyond}
      ORDER BY organization, id LIMIT ?`,
    ).all(...(after ?? []), size) as [...Row, OrganizationId][];
    return rows.map(([id, position, body, organizationId]) => ({
      organizationId,
      ...revive(organizationId, [id, position, body]),
    }));
  }

  #noteLists(values: Value[], { organizationId, id, document }: DocumentWrite): void {
    if (document === undefined) return;
    for (const field of this.#lists)
      if (document[field] !== undefined) values.push(field, organizationId, id);
  }

  /** Replaces the elements of all list fields; false if the stored document is not older than the write. */
  #relist([organizationId, id]: RowKey, position: Position, document: Document | undefined): boolean {
    const stored = this.get(organizationId, id);
    if (stored && stored.position >= position) return false;
    const table = elementsTable(this.#collection);
    const take = `DELETE FROM ${table} WHERE organization = ? AND field = ? AND value = ? AND id = ?`;
    const give = `INSERT INTO ${table} (organization, field, value, id) VALUES (?, ?, ?, ?)`;
    for (const field of this.#lists) {
      const before = stored ? elementsOf(this.#definition, field, stored.document) : [];
      const after = document ? elementsOf(this.#definition, field, document) : [];
      for (const value of before)
        if (!after.includes(value)) this.#run(take, organizationId, field, value, id);
      for (const value of after)
        if (!before.includes(value)) this.#run(give, organizationId, field, value, id);
    }
    return true;
  }

  #run(text: string, ...values: (number | string)[]): void {
    this.#prepared(text, false).run(...values);
  }

  #prepared(text: string, rows = true): Statement {
    const known = this.#statements.get(text);
    if (known) return known;
    const statement = this.#database.prepare(text);
    if (rows) statement.raw();
    this.#statements.set(text, statement);
    return statement;
  }
}
