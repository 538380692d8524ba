/** A query as one SELECT: its text is the same for all queries of one form, and its values are bound. */
import type { OrganizationId } from '../../../base/ids.ts';
import type { Database, Statement } from '../../../base/sqlite.ts';
import type { DocumentWrite, WordsQuery } from '../readModels.ts';
import { checkWordsKey, ID_BITS, prefixOf, type RangeBound, type ResolvedQuery } from '../resolvedQuery.ts';
import { column, documentsTable, elementsTable, indexName, wordsTable } from './schema.ts';

// The words of one collection's documents in an FTS5 index, each document by its number.

/** The number of a document, of its organization and ID. */
const NUMBER = `((? << ${ID_BITS}) | ?)`;

export class WordsTable {
  readonly #put: Statement;
  readonly #remove: Statement;

  constructor(database: Database, collection: string) {
    const table = wordsTable(collection);
    this.#put = database.prepare(`INSERT OR REPLACE INTO ${table} (rowid, words) VALUES (${NUMBER}, ?)`);
    this.#remove = database.prepare(`DELETE FROM ${table} WHERE rowid = ${NUMBER}`);
  }

  /** Replaces the words of a document, or removes them with it. */
  write(write: DocumentWrite): void {
    const { organizationId, id, document, words } = write;
    if (document === undefined) this.#remove.run(organizationId, id);
    else if (words !== undefined) {
      checkWordsKey(write);
      this.#put.run(organizationId, id, words);
    }
  }
}

/** The FTS5 expression for a query by words. */
const matchOf = (words: readonly (readonly string[])[]): string =>
  words.map((some) => `(${some.map(termOf).join(' OR ')})`).join(' AND ');

function termOf(word: string): string {
  const beginning = prefixOf(word);
  const text = `"${(beginning ?? word).replaceAll('"', '""')}"`;
  return beginning === undefined ? text : `${text} *`;
}

interface Select {
  readonly text: string;
  readonly values: readonly (number | string)[];
}

const OPERATORS: Readonly<Record<RangeBound['comparison'], string>> = {
  above: '>',
  atLeast: '>=',
  below: '<',
  atMost: '<=',
};

/**
 * The index is named, because SQLite has no statistics and would scan the primary key. A file that is being
 * filled has none yet.
 */
export function select(
  collection: string,
  organizationId: OrganizationId,
  question: ResolvedQuery,
  hasIndexes: boolean,
): Select {
  const { equals, members, range, order, limit, index } = question;
  const conditions = ['d.organization = ?'];
  const values: (number | string)[] = [organizationId];
  const demand = (condition: string, ...bound: (number | string)[]): void => {
    conditions.push(condition);
    values.push(...bound);
  };
  const elements = members.map((_, index) => `${elementsTable(collection)} e${index}`);
  members.forEach(([field, value], index) => {
    const e = `e${index}`;
    demand(`${e}.organization = ? AND ${e}.field = ? AND ${e}.value = ?`, organizationId, field, value);
    demand(`d.id = ${e}.id`);
  });
  const leading = members.length > 0 ? 'e0.id' : 'd.id';
  const columnOf = (field: string): string => (field === 'id' ? leading : `d.${column(field)}`);
  for (const [field, value] of equals) demand(`${columnOf(field)} = ?`, value);
  for (const { comparison, value } of range.bounds)
    demand(`${columnOf(range.field)} ${OPERATORS[comparison]} ?`, value);
  const by = index && hasIndexes ? `INDEXED BY ${indexName(collection, index)}` : '';
  const direction = order.descending ? 'DESC' : 'ASC';
  const sorting = [...new Set([columnOf(order.field), leading])].map((term) => `${term} ${direction}`);
  const text = `SELECT d.id, d.position, d.body
    FROM ${[...elements, `${documentsTable(collection)} d`].join(' CROSS JOIN ')} ${by}
    WHERE ${conditions.join(' AND ')} ORDER BY ${sorting.join(', ')} LIMIT ?`;
  return { text, values: [...values, limit ?? -1] };
}

/**
 * The IDs of a search by words. FTS5 goes through its lists of numbers in order, from either end, and ends where the limit is
 * reached.
 */
export function selectIds(
  collection: string,
  organizationId: OrganizationId,
  { words, from, to, direction, limit }: WordsQuery,
): Select {
  const table = wordsTable(collection);
  const highest = 2 ** ID_BITS - 1;
  const text = `SELECT rowid & ${highest} FROM ${table}
    WHERE ${table} MATCH ? AND rowid BETWEEN ${NUMBER} AND ${NUMBER}
    ORDER BY rowid ${direction === 'descending' ? 'DESC' : 'ASC'} LIMIT ?`;
  const within = [organizationId, Math.min(from, highest), organizationId, Math.min(to, highest)];
  return { text, values: [matchOf(words), ...within, limit] };
}
