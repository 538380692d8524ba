/** One generation in MongoDB: its collections are named `channels@2.7.<collection>`. */
import type { Collection, FindCursor, IndexDescription } from 'mongodb';
import type { Clock } from '../../../base/clock.ts';
import { errorCode } from '../../../base/errors.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Position } from '../../../events/log/eventLog.ts';
import {
  type CollectionDefinition,
  type Collections,
  type DocumentKey,
  type DocumentWrite,
  type FillingGeneration,
  type GenerationName,
  type Query,
  type RemovedDocument,
  storageName,
  type StoredDocument,
  type WordsQuery,
} from '../readModels.ts';
import { checkBatch, checkHasWords, checkNames, resolveQuery, unknownCollection } from '../resolvedQuery.ts';
import type { MongoConnection } from './connection.ts';
import {
  decodeDocument,
  decodeTombstone,
  documentKey,
  type DocumentRecord,
  encodeDocument,
  encodeWords,
  idOf,
  indexesOf,
  queryFilter,
  wordsFilter,
  wordsIndex,
} from './documents.ts';
import { Sessions } from './sessions.ts';
import { type GenerationRecord, type PreparedBatch, writeGuarded, writeInTransaction } from './writing.ts';

// Removes the tombstones of a server without transactions. A tombstone may be removed once the checkpoint has
// passed it and no earlier write can be in progress: it outlives the checkpoint by a whole period.

/** Milliseconds between two sweeps: far beyond every deadline. */
const SWEEP_INTERVAL_MS = 60_000;

class Tombstones {
  readonly #clock: Clock;
  readonly #collections: readonly Collection<DocumentRecord>[];
  #sweptAt: number;
  #checkpointThen: Position | undefined;

  constructor(clock: Clock, collections: readonly Collection<DocumentRecord>[]) {
    this.#clock = clock;
    this.#collections = collections;
    this.#sweptAt = clock.monotonic();
  }

  /** The checkpoint has been stored; now and then that starts a sweep in the background. */
  passed(checkpoint: Position): void {
    const now = this.#clock.monotonic();
    this.#checkpointThen ??= checkpoint;
    if (now - this.#sweptAt < SWEEP_INTERVAL_MS) return;
    const upTo = this.#checkpointThen;
    this.#sweptAt = now;
    this.#checkpointThen = checkpoint;
    for (const collection of this.#collections) {
      // A failure is repaired by the next sweep.
      collection.deleteMany({ removed: true, position: { $lte: upTo } }).catch(() => undefined);
    }
  }
}

interface CollectionStore {
  readonly definition: CollectionDefinition;
  readonly collection: Collection<DocumentRecord>;
  /** The collection with the words of its documents, if they have any. */
  readonly words: Collection<DocumentRecord> | undefined;
}

/** A collection in the database. */
interface Store {
  readonly collection: Collection<DocumentRecord>;
  readonly indexes: readonly IndexDescription[];
  /** Whether the indexes are kept up while the generation is filled, or built when it is sealed. */
  readonly indexedFromStart: boolean;
}

type Prepared = Map<Collection<DocumentRecord>, Map<string, DocumentRecord>>;

const PAGE = 500;

export class MongoGeneration implements FillingGeneration {
  readonly name: GenerationName;
  readonly #text: string;
  readonly #connection: MongoConnection;
  readonly #records: Collection<GenerationRecord>;
  readonly #parts = new Map<string, CollectionStore>();
  readonly #tombstones: Tombstones;
  readonly #sessions: Sessions;
  #filling: boolean;

  constructor(name: GenerationName, connection: MongoConnection, collections: Collections, filling: boolean) {
    this.name = name;
    this.#text = storageName(name);
    this.#connection = connection;
    this.#sessions = new Sessions(connection, this.#text);
    this.#filling = filling;
    checkNames(collections);
    this.#records = connection.database.collection('generations');
    for (const [collection, definition] of Object.entries(collections)) {
      const named = (name: string) => connection.database.collection<DocumentRecord>(`${this.#text}.${name}`);
      const words = definition.words ? named(`${collection}.words`) : undefined;
      this.#parts.set(collection, { definition, collection: named(collection), words });
    }
    const stores = this.#stores().map(({ collection }) => collection);
    this.#tombstones = new Tombstones(connection.clock, stores);
  }

  /**
   * Creates missing collections and indexes. Existing ones are only read, because creating them again would
   * wait for a transaction that a killed server has left open, up to a minute.
   */
  async prepare(): Promise<void> {
    for (const { collection, indexes, indexedFromStart } of this.#stores()) {
      const present = await indexesThere(collection);
      if (present === undefined)
        await this.#connection.database.createCollection(collection.collectionName).catch(unlessThere);
      if (!this.#filling || indexedFromStart) await this.#index(collection, indexes, present);
    }
  }

  /**
   * All collections in the database, with their indexes. Words are indexed from the start: most messages share
   * some of them, and to index them afterwards can take longer than filling did, many times (bench/README.md).
   */
  #stores(): readonly Store[] {
    return [...this.#parts.values()].flatMap(({ definition, collection, words }) => [
      { collection, indexes: indexesOf(definition), indexedFromStart: false },
      ...(words ? [{ collection: words, indexes: [wordsIndex], indexedFromStart: true }] : []),
    ]);
  }

  async checkpoint(): Promise<Position | null> {
    const record = await this.#connection.answer(() => this.#records.findOne({ _id: this.#text }));
    return record?.checkpoint ?? null;
  }

  async load(keys: readonly DocumentKey[], characters?: number): ReturnType<FillingGeneration['load']> {
    if (characters === undefined) return this.#loadAll(keys);
    const loaded: (StoredDocument | RemovedDocument | undefined)[] = [];
    for (let left = characters; left > 0 && loaded.length < keys.length;) {
      const some = await this.#loadAll(keys.slice(loaded.length, loaded.length + LOADED_AT_ONCE));
      loaded.push(...some);
      left -= some.reduce((sum, known) => sum + charactersOf(known?.document), 0);
    }
    return loaded;
  }

  async #loadAll(keys: readonly DocumentKey[]): ReturnType<FillingGeneration['load']> {
    const idsOf = new Map<string, string[]>();
    for (const { collection, organizationId, id } of keys) {
      const ids = idsOf.get(collection);
      if (ids) ids.push(documentKey(organizationId, id));
      else idsOf.set(collection, [documentKey(organizationId, id)]);
    }
    const found = new Map<string, StoredDocument | RemovedDocument>();
    for (const [collection, ids] of idsOf) await this.#loadFrom(collection, ids, found);
    return keys.map(({ collection, organizationId, id }) =>
      found.get(`${collection}/${documentKey(organizationId, id)}`),
    );
  }

  async commit(writes: readonly DocumentWrite[], checkpoint: Position): Promise<void> {
    checkBatch(writes, checkpoint);
    const prepared = this.#prepared(writes);
    const touchedAt = this.#connection.clock.now();
    await this.#connection.answer((deadline) =>
      this.#write({ writes: prepared, checkpoint, touchedAt, deadline }),
    );
    if (!this.#connection.transactions) this.#tombstones.passed(checkpoint);
  }

  async find(
    collection: string,
    organizationId: OrganizationId,
    query?: Query,
  ): Promise<readonly StoredDocument[]> {
    this.#requireFilled();
    const { definition, collection: store } = this.#part(collection);
    const question = resolveQuery(definition, query);
    if (question.limit === 0) return [];
    const { filter, sort } = queryFilter(organizationId, question);
    const isCut = question.characters !== undefined;
    const options = { sort, limit: question.limit ?? 0, ...(isCut && { batchSize: LOADED_AT_ONCE }) };
    const cursor = store.find(filter, options);
    const found = await this.#connection.answer(() =>
      isCut ? firstOf(cursor, question.characters ?? 0) : cursor.toArray(),
    );
    return found.flatMap((document) => withoutOrganization(decodeDocument(definition, document)));
  }

  async findIds(
    collection: string,
    organizationId: OrganizationId,
    query: WordsQuery,
  ): Promise<readonly number[]> {
    this.#requireFilled();
    const { definition, words } = this.#part(collection);
    checkHasWords(collection, definition);
    if (words === undefined || query.limit === 0) return [];
    const { filter, sort } = wordsFilter(organizationId, definition, query);
    const cursor = words.find(filter, { sort, limit: query.limit, projection: { _id: 1 } });
    const keys = await this.#connection.answer(() => cursor.toArray());
    return keys.map(({ _id }) => Number(idOf(definition, _id)));
  }

  #requireFilled(): void {
    if (this.#filling) throw new Error(`${this.#text} is being filled and answers no questions yet.`);
  }

  async *scan(
    collection: string,
  ): AsyncGenerator<readonly (StoredDocument & { readonly organizationId: OrganizationId })[]> {
    const { definition, collection: store } = this.#part(collection);
    for (let last = ''; ;) {
      const cursor = store.find({ _id: { $gt: last } }, { sort: { _id: 1 }, limit: PAGE });
      const page = await this.#connection.answer(() => cursor.toArray());
      last = page.at(-1)?._id ?? '';
      const documents = page.flatMap((document) => decodeDocument(definition, document) ?? []);
      if (documents.length > 0) yield documents;
      if (page.length < PAGE) return;
    }
  }

  async seal(): Promise<void> {
    for (const { collection, indexes, indexedFromStart } of this.#stores())
      if (!indexedFromStart) await this.#index(collection, indexes);
    await this.#connection.answer(() =>
      this.#records.updateOne({ _id: this.#text }, { $set: { filling: false } }),
    );
    this.#filling = false;
  }

  async #index(
    collection: Collection<DocumentRecord>,
    indexes: readonly IndexDescription[],
    present: readonly string[] = [],
  ): Promise<void> {
    const missing = indexes.filter(({ name = '' }) => !present.includes(name));
    if (missing.length === 0) return;
    await this.#connection.answerAtLength(() => collection.createIndexes(missing));
  }

  #write(batch: PreparedBatch): Promise<void> {
    return this.#connection.transactions
      ? writeInTransaction(this.#connection, this.#records, this.#text, batch, this.#sessions)
      : writeGuarded(this.#records, this.#text, batch);
  }

  /** By collection, each document once: of two writes the one that would win in order. */
  #prepared(writes: readonly DocumentWrite[]): PreparedBatch['writes'] {
    const prepared: Prepared = new Map();
    for (const write of writes) {
      const { definition, collection, words } = this.#part(write.collection);
      prepare(prepared, collection, encodeDocument(definition, write));
      if (words) prepare(prepared, words, encodeWords(write));
    }
    return new Map([...prepared].map(([collection, documents]) => [collection, [...documents.values()]]));
  }

  async #loadFrom(
    collection: string,
    ids: readonly string[],
    found: Map<string, StoredDocument | RemovedDocument>,
  ): Promise<void> {
    const { definition, collection: store } = this.#part(collection);
    const documents = await this.#connection.answer(() => store.find({ _id: { $in: [...ids] } }).toArray());
    for (const document of documents) {
      const [known] = withoutOrganization(decodeDocument(definition, document));
      found.set(`${collection}/${document._id}`, known ?? decodeTombstone(definition, document));
    }
  }

  #part(collection: string): CollectionStore {
    const part = this.#parts.get(collection);
    if (!part) throw unknownCollection(this.#text, collection);
    return part;
  }
}

/** Of two states of a document the later one is kept. */
function prepare(
  prepared: Prepared,
  collection: Collection<DocumentRecord>,
  document: DocumentRecord | undefined,
): void {
  if (document === undefined) return;
  let documents = prepared.get(collection);
  if (!documents) prepared.set(collection, (documents = new Map()));
  const before = documents.get(document._id);
  if (!before || before.position < document.position) documents.set(document._id, document);
}

const withoutOrganization = (document: StoredDocument | undefined): StoredDocument[] =>
  document ? [{ id: document.id, position: document.position, document: document.document }] : [];

/** Documents read at once where their sizes matter. */
const LOADED_AT_ONCE = 32;

/** About as many characters as the texts of a document have. */
const charactersOf = (document: object | undefined): number =>
  Object.values(document ?? {}).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 20),
    0,
  );

/** The first documents, up to the one that brings their texts to so many characters. */
async function firstOf(cursor: FindCursor<DocumentRecord>, characters: number): Promise<DocumentRecord[]> {
  const found: DocumentRecord[] = [];
  let left = characters;
  for await (const record of cursor) {
    found.push(record);
    left -= record.body?.length ?? 0;
    if (left <= 0) break;
  }
  return found;
}

const NAMESPACE_NOT_FOUND = 26;
const NAMESPACE_EXISTS = 48;

/** The names of a collection's indexes; undefined if it does not exist. */
async function indexesThere(collection: Collection<DocumentRecord>): Promise<readonly string[] | undefined> {
  try {
    return (await collection.listIndexes().toArray()).map(({ name }) => String(name));
  } catch (error) {
    if (errorCode(error) === NAMESPACE_NOT_FOUND) return undefined;
    throw error;
  }
}

function unlessThere(error: { readonly code?: unknown }): void {
  if (error.code !== NAMESPACE_EXISTS) throw error as Error;
}
