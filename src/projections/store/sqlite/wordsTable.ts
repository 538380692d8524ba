/** The words of one collection's documents in an FTS5 index, each document by its number. */
import type { Database, Statement } from '../../../sqlite.ts';
import { prefixOf, checkWordsKey, ID_BITS } from '../question.ts';
import type { DocumentWrite } from '../readModels.ts';
import { wordsTable } from './schema.ts';

/** The number of a document, of its organization and ID. */
export const NUMBER = `((? << ${ID_BITS}) | ?)`;

export class WordsTable {
  readonly #put: Statement;
  readonly #remove: Statement;

  constructor(database: Database, collection: string) {
    const table = wordsTable(collection);
    this.#put = database.prepare(`INSERT OR REPLACE INTO ${table} (rowid, words) VALUES (${NUMBER}, ?)`);
    this.#remove = database.prepare(`DELETE FROM ${table} WHERE rowid = ${NUMBER}`);
  }

  /** Stores the words of a document in place of those of before, or removes them with it. */
  write(write: DocumentWrite): void {
    const { organizationId, id, document, words } = write;
    if (document === undefined) this.#remove.run(organizationId, id);
    else if (words !== undefined) {
      checkWordsKey(write);
      this.#put.run(organizationId, id, words);
    }
  }
}

/** A question for words as FTS5 is asked it. */
export const matchOf = (words: readonly (readonly string[])[]): string =>
  words.map((some) => `(${some.map(termOf).join(' OR ')})`).join(' AND ');

function termOf(word: string): string {
  const beginning = prefixOf(word);
  const text = `"${(beginning ?? word).replaceAll('"', '""')}"`;
  return beginning === undefined ? text : `${text} *`;
}
