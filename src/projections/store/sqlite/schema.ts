/**
 * The tables of one collection: documents by organization and ID with a column per scalar field, and one row
 * per element of each list field. Names come from definitions and have been checked.
 */
import type { CollectionDefinition } from '../readModels.ts';
import { jsonInBody } from './body.ts';
import { listFields, scalarFields } from '../resolvedQuery.ts';

export const documentsTable = (collection: string): string => `"documents_${collection}"`;
export const elementsTable = (collection: string): string => `"elements_${collection}"`;
/** The column of a scalar field, or of the ID. */
export const column = (field: string): string => (field === 'id' ? 'id' : `"field_${field}"`);

const COLUMN_TYPES = { number: 'INTEGER', text: 'TEXT' } as const;

/** The one row of a generation, with its checkpoint. */
export const CHECKPOINT_TABLE = `
  CREATE TABLE IF NOT EXISTS checkpoint (one INTEGER PRIMARY KEY CHECK (one = 1), position INTEGER NOT NULL)`;

export const wordsTable = (collection: string): string => `"words_${collection}"`;

/** Everything printable is part of a word: what separates words is a space. */
const WORD_CHARACTERS = Array.from({ length: 0x7f - 0x21 }, (_, at) => String.fromCharCode(0x21 + at))
  .filter((character) => /[^a-z0-9"]/i.test(character))
  .join('')
  .replaceAll("'", "''''");

/**
 * An index that keeps the numbers of documents by word and nothing else: neither the words of a document nor their order.
 * The tokenizer lowers ASCII capitals, which words do not contain.
 */
const createWords = (collection: string): string => `
    CREATE VIRTUAL TABLE IF NOT EXISTS ${wordsTable(collection)} USING fts5(
      words, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '${WORD_CHARACTERS}'");`;

/** Statements that create the empty tables of a collection. */
export function createTables(collection: string, definition: CollectionDefinition): string {
  const fields = scalarFields(definition).map(
    (field) => `${column(field)} ${COLUMN_TYPES[definition.fields?.[field] as 'number' | 'text']},`,
  );
  const idType = COLUMN_TYPES[definition.id];
  const documents = `
    CREATE TABLE IF NOT EXISTS ${documentsTable(collection)} (
      organization INTEGER NOT NULL, id ${idType} NOT NULL, position INTEGER NOT NULL, body TEXT NOT NULL,
      ${fields.join(' ')} PRIMARY KEY (organization, id)) WITHOUT ROWID;`;
  const elements = `
    CREATE TABLE IF NOT EXISTS ${elementsTable(collection)} (
      organization INTEGER NOT NULL, field TEXT NOT NULL, value NOT NULL, id ${idType} NOT NULL,
      PRIMARY KEY (organization, field, value, id)) WITHOUT ROWID;`;
  return [
    documents,
    listFields(definition).length > 0 ? elements : '',
    definition.words ? createWords(collection) : '',
  ].join('');
}

export const indexName = (collection: string, fields: readonly string[]): string =>
  `"index_${collection}_${fields.join('_')}"`;

/** Statements that create the compound indexes; much faster after the documents than before them. */
export function createIndexes(collection: string, { indexes = [] }: CollectionDefinition): string {
  return indexes
    .map((fields) => {
      const columns = ['organization', ...fields.map(column), ...(fields.includes('id') ? [] : ['id'])];
      return `CREATE INDEX IF NOT EXISTS ${indexName(collection, fields)} ON ${documentsTable(collection)} (${columns.join(', ')});`;
    })
    .join('\n');
}

/** While a file is filled: which documents have had elements in which list field, even temporarily. */
export const listedTable = (collection: string): string => `temp."listed_${collection}"`;

/** Creates the empty table of those documents. */
export const createListed = (collection: string, { id }: CollectionDefinition): string => `
  CREATE TABLE IF NOT EXISTS ${listedTable(collection)} (
    field TEXT NOT NULL, organization INTEGER NOT NULL, id ${COLUMN_TYPES[id]} NOT NULL,
    PRIMARY KEY (field, organization, id)) WITHOUT ROWID;`;

/**
 * Statements that derive the elements of each list field from the documents that have any, in index order.
 */
export function fillElements(collection: string, definition: CollectionDefinition): string {
  return listFields(definition)
    .map(
      (field) => `
    INSERT OR IGNORE INTO ${elementsTable(collection)} (organization, field, value, id)
    SELECT d.organization, '${field}', e.value, d.id
    FROM ${listedTable(collection)} l CROSS JOIN ${documentsTable(collection)} d USING (organization, id),
      json_each(${jsonInBody('d.body')}, '$."${field}"') e WHERE l.field = '${field}' ORDER BY 1, 3, 4;`,
    )
    .join('\n');
}
