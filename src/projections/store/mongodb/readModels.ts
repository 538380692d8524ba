/**
 * The scale-out engine of read models: MongoDB, with every write acknowledged by a majority of members with
 * their journals on disk. Generations, the pointer document and the notes share a database; change streams
 * are not used, and batches are transactions if the server supports them.
 */
import type { Collection } from 'mongodb';
import { isDuplicateKey } from '../../../base/mongodb.ts';
import {
  type Document,
  type FillingGeneration,
  type Generation,
  type GenerationName,
  type KeyValue,
  type KeyValueStore,
  parseGeneration,
  parseStored,
  type ReadModels,
  storageName,
  type Collections,
} from '../readModels.ts';
import { MongoConnection, type MongoOptions } from './connection.ts';
import { MongoGeneration } from './generation.ts';
import { endSessions, forgetSessions } from './sessions.ts';
import type { GenerationRecord } from './writing.ts';

// Notes in MongoDB: JSON text by key.

interface StoredNote {
  readonly _id: string;
  readonly body: string;
}

/** Appended to a prefix, it sorts after every key that begins with the prefix. */
const LAST = '\u{10FFFF}';

class MongoKeyValueStore implements KeyValueStore {
  readonly #connection: MongoConnection;
  readonly #notes: Collection<StoredNote>;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
    this.#notes = connection.database.collection('notes');
  }

  async get(key: string): Promise<Document | undefined> {
    const note = await this.#connection.answer(() => this.#notes.findOne({ _id: key }));
    return note ? parseStored(note.body, `the note ${key}`) : undefined;
  }

  put(key: string, document: Document): Promise<void> {
    return this.putAll([[key, document]]);
  }

  async putAll(notes: readonly KeyValue[]): Promise<void> {
    const writes = notes.map(([_id, document]) => ({
      updateOne: { filter: { _id }, update: { $set: { body: JSON.stringify(document) } }, upsert: true },
    }));
    if (writes.length > 0) await this.#connection.answer(() => this.#notes.bulkWrite(writes));
  }

  remove(key: string): Promise<void> {
    return this.removeAll([key]);
  }

  async removeAll(keys: readonly string[]): Promise<void> {
    await this.#connection.answer(() => this.#notes.deleteMany({ _id: { $in: keys } }));
  }

  async list(prefix: string): Promise<readonly KeyValue[]> {
    const cursor = this.#notes.find({ _id: { $gte: prefix, $lt: prefix + LAST } }, { sort: { _id: 1 } });
    const notes = await this.#connection.answer(() => cursor.toArray());
    return notes.map(({ _id, body }) => [_id, parseStored(body, `the note ${_id}`)]);
  }
}

/** The pointer: the served generation of each projection, `channels` → `channels@2.7`. */
interface Pointer {
  readonly _id: 'served';
  readonly projections: Readonly<Record<string, string>>;
}

/** The sizes that MongoDB reports for a collection, in bytes. */
interface CollectionSize {
  readonly storageStats?: { readonly storageSize?: number; readonly totalIndexSize?: number };
}

/** Opens the read models of a database. Fails with ReadModelsUnavailable. */
export async function openMongoReadModels(options: MongoOptions): Promise<ReadModels> {
  const connection = await MongoConnection.open(options);
  return new MongoReadModels(connection);
}

class MongoReadModels implements ReadModels {
  readonly notes: KeyValueStore;
  readonly #connection: MongoConnection;
  readonly #records: Collection<GenerationRecord>;
  readonly #pointers: Collection<Pointer>;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
    this.#records = connection.database.collection('generations');
    this.#pointers = connection.database.collection('pointers');
    this.notes = new MongoKeyValueStore(connection);
  }

  async open(name: GenerationName, collections: Collections): Promise<Generation> {
    const text = storageName(name);
    const record = await this.#connection.answer(() => this.#record(text, false));
    if (record.filling) throw new Error(`${text} has not been filled to its end.`);
    return this.#prepared(new MongoGeneration(name, this.#connection, collections, false));
  }

  async claim(name: GenerationName): Promise<boolean> {
    const record = { _id: storageName(name), checkpoint: null, filling: false, touchedAt: this.#now };
    try {
      await this.#connection.answer(() => this.#records.insertOne(record));
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async touch(name: GenerationName): Promise<void> {
    const touched = { $set: { touchedAt: this.#now } };
    await this.#connection.answer(() => this.#records.updateOne({ _id: storageName(name) }, touched));
  }

  /** Its record stays all the time, so that nobody else takes the name. */
  async fill(name: GenerationName, collections: Collections): Promise<FillingGeneration> {
    const text = storageName(name);
    await this.#dropCollections(text);
    const emptied = { $set: { checkpoint: null, filling: true, touchedAt: this.#now } };
    await this.#connection.answer(() => this.#records.updateOne({ _id: text }, emptied, { upsert: true }));
    return this.#prepared(new MongoGeneration(name, this.#connection, collections, true));
  }

  async drop(name: GenerationName): Promise<void> {
    const text = storageName(name);
    await this.#dropCollections(text);
    await this.#connection.answer(() => this.#records.deleteOne({ _id: text }));
    await this.#connection.answer(() => forgetSessions(this.#connection, text));
  }

  async #dropCollections(text: string): Promise<void> {
    const { database } = this.#connection;
    await this.#connection.answer(() => endSessions(this.#connection, text));
    const all = () => database.listCollections({}, { nameOnly: true }).toArray();
    for (const { name: collection } of await this.#connection.answer(all)) {
      if (!collection.startsWith(`${text}.`)) continue;
      await this.#connection.answer(() => database.dropCollection(collection));
    }
  }

  async generations(): Promise<readonly GenerationName[]> {
    const records = await this.#connection.answer(() =>
      this.#records.find({}, { projection: { _id: 1 } }).toArray(),
    );
    return records.flatMap(({ _id }) => parseGeneration(_id) ?? []);
  }

  async touchedAt(name: GenerationName): Promise<number | undefined> {
    const record = await this.#connection.answer(() => this.#records.findOne({ _id: storageName(name) }));
    return record?.touchedAt;
  }

  /** Collections of one generation are counted together. */
  async sizes(): Promise<Readonly<Record<string, number>>> {
    const { database } = this.#connection;
    const sizes: Record<string, number> = {};
    const all = () => database.listCollections({}, { nameOnly: true }).toArray();
    for (const { name: collection } of await this.#connection.answer(all)) {
      const stages = [{ $collStats: { storageStats: {} } }];
      const [found] = await this.#connection.answer(() =>
        database.collection(collection).aggregate<CollectionSize>(stages).toArray(),
      );
      const name = /^\w+@\d+\.\d+/.exec(collection)?.[0] ?? collection;
      const { storageSize = 0, totalIndexSize = 0 } = found?.storageStats ?? {};
      sizes[name] = (sizes[name] ?? 0) + storageSize + totalIndexSize;
    }
    return sizes;
  }

  async served(): Promise<Readonly<Record<string, GenerationName>>> {
    const pointer = await this.#connection.answer(() => this.#pointers.findOne({ _id: 'served' }));
    const names = Object.values(pointer?.projections ?? {}).map(
      (text) => parseGeneration(text) as GenerationName,
    );
    return Object.fromEntries(names.map((name) => [name.projection, name]));
  }

  async serve(to: GenerationName, from: GenerationName | null): Promise<boolean> {
    const field = `projections.${to.projection}`;
    const expected = from === null ? { $exists: false } : storageName(from);
    return this.#connection.answer(async () => {
      const empty = { $setOnInsert: { projections: {} } };
      await this.#pointers.updateOne({ _id: 'served' }, empty, { upsert: true });
      const condition = { _id: 'served' as const, [field]: expected };
      const { matchedCount } = await this.#pointers.updateOne(condition, {
        $set: { [field]: storageName(to) },
      });
      return matchedCount === 1;
    });
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  get #now(): number {
    return this.#connection.clock.now();
  }

  async #prepared(generation: MongoGeneration): Promise<MongoGeneration> {
    await this.#connection.answerAtLength(() => generation.prepare());
    return generation;
  }

  /**
   * The record of a generation, created if missing. An existing one is only read, because a write would wait
   * for a transaction that a killed server has left open, up to a minute.
   */
  async #record(_id: string, filling: boolean): Promise<GenerationRecord> {
    const known = await this.#records.findOne({ _id });
    if (known) return known;
    const created = { $setOnInsert: { checkpoint: null, filling, touchedAt: this.#now } };
    const options = { upsert: true, returnDocument: 'after' } as const;
    return (await this.#records.findOneAndUpdate({ _id }, created, options)) as GenerationRecord;
  }
}
