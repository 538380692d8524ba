/** Notes in MongoDB: JSON text by key. */
import type { Collection } from 'mongodb';
import type { Document, KeyValue, KeyValueStore } from '../readModels.ts';
import type { MongoConnection } from './connection.ts';

interface StoredNote {
  readonly _id: string;
  readonly body: string;
}

/** Appended to a prefix, it sorts after every key that begins with the prefix. */
const LAST = '\u{10FFFF}';

export class MongoKeyValueStore implements KeyValueStore {
  readonly #connection: MongoConnection;
  readonly #notes: Collection<StoredNote>;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
    this.#notes = connection.database.collection('notes');
  }

  async get(key: string): Promise<Document | undefined> {
    const note = await this.#connection.answer(() => this.#notes.findOne({ _id: key }));
    return note ? (JSON.parse(note.body) as Document) : undefined;
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
    return notes.map(({ _id, body }) => [_id, JSON.parse(body) as Document]);
  }
}
