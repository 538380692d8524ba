/** One generation in one SQLite file: documents and checkpoint change in the same transaction. */
import type { OrganizationId } from '../../../base/ids.ts';
import type { Database, Statement } from '../../../base/sqlite.ts';
import type { Position } from '../../../events/log/eventLog.ts';
import {
  type Collections,
  type DocumentKey,
  type DocumentWrite,
  type Generation,
  type GenerationName,
  generationText,
  type Query,
  ReadModelsDamaged,
  type StoredDocument,
} from '../readModels.ts';
import { checkBatch, checkNames, unknownCollection } from '../resolvedQuery.ts';
import { withReadModelErrors } from './file.ts';
import { CHECKPOINT_TABLE, createIndexes, createTables, fillElements } from './schema.ts';
import { CollectionTable } from './table.ts';

/** A file that is being filled has no secondary indexes yet. */
type FileUse = 'serving' | 'reading' | 'filling';

const PAGE = 500;

export class SqliteGeneration implements Generation {
  readonly name: GenerationName;
  readonly #database: Database;
  readonly #tables = new Map<string, CollectionTable>();
  readonly #readCheckpoint: Statement;
  readonly #writeCheckpoint: Statement;
  readonly #apply: (writes: readonly DocumentWrite[], checkpoint: Position) => void;
  /** In one transaction: separately, each look-up would lock the file, which is four fifths of its cost. */
  readonly #loadAll: (keys: readonly DocumentKey[]) => readonly (StoredDocument | undefined)[];

  constructor(name: GenerationName, database: Database, collections: Collections, use: FileUse) {
    this.name = name;
    this.#database = database;
    checkNames(collections);
    if (use !== 'reading') prepareFile(database, collections, use === 'serving');
    for (const [collection, definition] of Object.entries(collections)) {
      this.#tables.set(collection, new CollectionTable(database, collection, definition, use !== 'filling'));
    }
    this.#readCheckpoint = database.prepare('SELECT position FROM checkpoint').pluck();
    this.#writeCheckpoint = database.prepare(`
      INSERT INTO checkpoint (one, position) VALUES (1, ?)
      ON CONFLICT (one) DO UPDATE SET position = excluded.position`);
    this.#apply = database.transaction((writes: readonly DocumentWrite[], checkpoint: Position) =>
      this.write(writes, checkpoint),
    ).immediate;
    this.#loadAll = database.transaction((keys: readonly DocumentKey[]) =>
      keys.map(({ collection, organizationId, id }) => this.table(collection).get(organizationId, id)),
    );
  }

  async checkpoint(): Promise<Position | null> {
    return withReadModelErrors(() => this.#storedCheckpoint());
  }

  async load(keys: readonly DocumentKey[]): Promise<readonly (StoredDocument | undefined)[]> {
    return withReadModelErrors(() => this.#loadAll(keys));
  }

  async commit(writes: readonly DocumentWrite[], checkpoint: Position): Promise<void> {
    checkBatch(writes, checkpoint);
    withReadModelErrors(() => this.#apply(writes, checkpoint));
  }

  async find(
    collection: string,
    organizationId: OrganizationId,
    query?: Query,
  ): Promise<readonly StoredDocument[]> {
    return withReadModelErrors(() => this.table(collection).find(organizationId, query));
  }

  async *scan(collection: string): AsyncGenerator<(StoredDocument & { organizationId: OrganizationId })[]> {
    for (let page = this.#page(collection); page.length > 0; page = this.#page(collection, page.at(-1)))
      yield page;
  }

  /** Applies writes and checkpoint within the caller's transaction. */
  write(writes: Iterable<DocumentWrite>, checkpoint: Position): void {
    if (checkpoint < (this.#storedCheckpoint() ?? 0)) return;
    for (const [collection, some] of byCollection(writes)) this.table(collection).write(some);
    this.#writeCheckpoint.run(checkpoint);
  }

  /** The table of a collection; a collection unknown to the definition is our bug. */
  table(collection: string): CollectionTable {
    const table = this.#tables.get(collection);
    if (!table) throw unknownCollection(generationText(this.name), collection);
    return table;
  }

  close(): void {
    this.#database.close();
  }

  #storedCheckpoint(): Position | null {
    const found: unknown = this.#readCheckpoint.get();
    if (found !== undefined && !Number.isSafeInteger(found))
      throw new ReadModelsDamaged('A view is damaged: its checkpoint cannot be read.');
    return (found as Position | undefined) ?? null;
  }

  #page(
    collection: string,
    last?: { readonly organizationId: OrganizationId; readonly id: number | string },
  ) {
    const after = last && ([last.organizationId, last.id] as const);
    return withReadModelErrors(() => this.table(collection).page(after, PAGE));
  }
}

function byCollection(writes: Iterable<DocumentWrite>): ReadonlyMap<string, readonly DocumentWrite[]> {
  const found = new Map<string, DocumentWrite[]>();
  for (const write of writes) {
    const some = found.get(write.collection);
    if (some) some.push(write);
    else found.set(write.collection, [write]);
  }
  return found;
}

function prepareFile(database: Database, collections: Collections, indexed: boolean): void {
  database.transaction(() => {
    database.exec(CHECKPOINT_TABLE);
    for (const [collection, definition] of Object.entries(collections)) {
      database.exec(createTables(collection, definition));
      if (indexed) database.exec(createIndexes(collection, definition));
    }
  })();
}

/** Creates what a filled file needs to be served, within the transaction that filled it. */
export function completeFile(database: Database, collections: Collections): void {
  for (const [collection, definition] of Object.entries(collections)) {
    database.exec(createIndexes(collection, definition));
    database.exec(fillElements(collection, definition));
  }
}
