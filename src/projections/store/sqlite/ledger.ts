/**
 * The file beside the generations, with the served ones and the notes. Each change is durable when it
 * returns.
 */
import type { Database, Statement } from '../../../base/sqlite.ts';
import {
  type Document,
  type GenerationName,
  generationText,
  type KeyValue,
  type KeyValueStore,
  parseGeneration,
  parseStored,
  ReadModelsDamaged,
} from '../readModels.ts';
import { openServing, setFileAside, withReadModelErrors } from './file.ts';

const TABLES = `
  CREATE TABLE IF NOT EXISTS served (projection TEXT PRIMARY KEY, generation TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS notes (key TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;`;

/** Appended to a prefix, it sorts after every key that begins with the prefix. */
const LAST = '\u{10FFFF}';

/** Receives the path to which a damaged ledger was moved. */
export type LedgerSetAside = (path: string, error: ReadModelsDamaged) => void;

/**
 * Opens the ledger as the only process that writes to its folder. A damaged one is moved away and replaced by
 * an empty one: all its content can be derived from the log again.
 */
export function openOwnLedger(path: string, onSetAside: LedgerSetAside): Ledger {
  let ledger: Ledger | undefined;
  try {
    ledger = new Ledger(path, false);
    ledger.check();
    return ledger;
  } catch (error) {
    ledger?.close();
    if (!(error instanceof ReadModelsDamaged)) throw error;
    onSetAside(setFileAside(path), error);
    return new Ledger(path, false);
  }
}

export class Ledger implements KeyValueStore {
  readonly #database: Database;

  constructor(path: string, readOnly: boolean) {
    this.#database = withReadModelErrors(() => openServing(path, readOnly));
    if (readOnly) return;
    try {
      withReadModelErrors(() => this.#database.exec(TABLES));
      this.#database.pragma('synchronous = FULL');
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  /** Reads the whole file. Fails with ReadModelsDamaged if anything in it is invalid. */
  check(): void {
    const complaint = withReadModelErrors(() => this.#complaint());
    if (complaint !== undefined) throw new ReadModelsDamaged(`The list of views is damaged: ${complaint}.`);
  }

  #complaint(): string | undefined {
    const first = (sql: string): unknown => this.#database.prepare(sql).pluck().get();
    const found = first('PRAGMA quick_check(1)');
    if (found !== 'ok') return String(found);
    for (const [table, columns] of [
      ['served', 'projection,generation'],
      ['notes', 'key,body'],
    ])
      if (first(`SELECT group_concat(name) FROM pragma_table_info('${table}')`) !== columns)
        return `it has another table of ${table}`;
    const names = this.#database.prepare('SELECT generation FROM served').pluck().all();
    if (!names.every((text) => typeof text === 'string' && parseGeneration(text)))
      return 'a generation has no name';
    const strange = first('SELECT key FROM notes WHERE NOT json_valid(body) LIMIT 1');
    return strange === undefined ? undefined : `the note ${String(strange)} is no JSON`;
  }

  served(): Readonly<Record<string, GenerationName>> {
    const rows = withReadModelErrors(() =>
      this.#database.prepare('SELECT generation FROM served').pluck().all(),
    );
    const names = rows.map((text) => parseGeneration(String(text)));
    if (names.some((name) => name === undefined))
      throw new ReadModelsDamaged('The list of views is damaged: a generation has no name.');
    return Object.fromEntries(names.flatMap((name) => (name ? [[name.projection, name]] : [])));
  }

  /** Switches if `from` is still served; false otherwise. */
  serve(to: GenerationName, from: GenerationName | null): boolean {
    const first = 'INSERT INTO served (generation, projection) VALUES (?, ?) ON CONFLICT DO NOTHING';
    const next = 'UPDATE served SET generation = ? WHERE projection = ? AND generation = ?';
    const values = [generationText(to), to.projection, ...(from ? [generationText(from)] : [])];
    return withReadModelErrors(
      () => this.#database.prepare(from ? next : first).run(...values).changes === 1,
    );
  }

  async get(key: string): Promise<Document | undefined> {
    const body = withReadModelErrors(() =>
      this.#database.prepare('SELECT body FROM notes WHERE key = ?').pluck().get(key),
    );
    return body === undefined ? undefined : parseStored(String(body), `the note ${key}`);
  }

  put(key: string, document: Document): Promise<void> {
    return this.putAll([[key, document]]);
  }

  async putAll(notes: readonly KeyValue[]): Promise<void> {
    const text =
      'INSERT INTO notes (key, body) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET body = excluded.body';
    this.#together(text, (statement) => {
      for (const [key, document] of notes) statement.run(key, JSON.stringify(document));
    });
  }

  remove(key: string): Promise<void> {
    return this.removeAll([key]);
  }

  async removeAll(keys: readonly string[]): Promise<void> {
    this.#together('DELETE FROM notes WHERE key = ?', (statement) => {
      for (const key of keys) statement.run(key);
    });
  }

  async list(prefix: string): Promise<readonly KeyValue[]> {
    const text = 'SELECT key, body FROM notes WHERE key >= ? AND key < ? ORDER BY key';
    const rows = withReadModelErrors(() =>
      this.#database
        .prepare(text)
        .raw()
        .all(prefix, prefix + LAST),
    );
    return (rows as [string, string][]).map(([key, body]) => [key, parseStored(body, `the note ${key}`)]);
  }

  close(): void {
    this.#database.close();
  }

  /** Runs a statement several times in one transaction. */
  #together(text: string, run: (statement: Statement) => void): void {
    withReadModelErrors(() => {
      const statement = this.#database.prepare(text);
      this.#database.transaction(() => run(statement)).immediate();
    });
  }
}
