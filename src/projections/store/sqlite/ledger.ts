/** The file beside the generations: which of them is served, and the notes. Each change is durable when it returns. */
import { type Document, type GenerationName, generationText, type Note, type Notes } from '../readModels.ts';
import { answering, openServing } from './file.ts';
import { parseGeneration } from '../generationNames.ts';
import type { Database, Statement } from '../../../sqlite.ts';

const TABLES = `
  CREATE TABLE IF NOT EXISTS served (projection TEXT PRIMARY KEY, generation TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS notes (key TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;`;

/** Follows every key that begins with a prefix, when it is put behind that prefix. */
const LAST = '\u{10FFFF}';

export class Ledger implements Notes {
  readonly #database: Database;

  constructor(path: string, readOnly: boolean) {
    this.#database = answering(() => openServing(path, readOnly));
    if (readOnly) return;
    answering(() => this.#database.exec(TABLES));
    this.#database.pragma('synchronous = FULL');
  }

  served(): Readonly<Record<string, GenerationName>> {
    const rows = answering(() => this.#database.prepare('SELECT generation FROM served').pluck().all());
    const names = (rows as string[]).map((text) => parseGeneration(text) as GenerationName);
    return Object.fromEntries(names.map((name) => [name.projection, name]));
  }

  /** Switches if `from` is still served; false otherwise. */
  serve(to: GenerationName, from: GenerationName | null): boolean {
    const first = 'INSERT INTO served (generation, projection) VALUES (?, ?) ON CONFLICT DO NOTHING';
    const next = 'UPDATE served SET generation = ? WHERE projection = ? AND generation = ?';
    const values = [generationText(to), to.projection, ...(from ? [generationText(from)] : [])];
    return answering(() => this.#database.prepare(from ? next : first).run(...values).changes === 1);
  }

  async get(key: string): Promise<Document | undefined> {
    const body = answering(() =>
      this.#database.prepare('SELECT body FROM notes WHERE key = ?').pluck().get(key),
    );
    return body === undefined ? undefined : (JSON.parse(body as string) as Document);
  }

  put(key: string, document: Document): Promise<void> {
    return this.putAll([[key, document]]);
  }

  async putAll(notes: readonly Note[]): Promise<void> {
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

  async list(prefix: string): Promise<readonly Note[]> {
    const text = 'SELECT key, body FROM notes WHERE key >= ? AND key < ? ORDER BY key';
    const rows = answering(() =>
      this.#database
        .prepare(text)
        .raw()
        .all(prefix, prefix + LAST),
    );
    return (rows as [string, string][]).map(([key, body]) => [key, JSON.parse(body) as Document]);
  }

  close(): void {
    this.#database.close();
  }

  /** Runs a statement as often as need be, in one transaction. */
  #together(text: string, run: (statement: Statement) => void): void {
    answering(() => {
      const statement = this.#database.prepare(text);
      this.#database.transaction(() => run(statement)).immediate();
    });
  }
}
