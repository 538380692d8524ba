/** Notes in MongoDB: JSON text by key. */
import type { Collection } from 'mongodb';
import type { Document, Notes } from '../readModels.ts';
import type { MongoConnection } from './connection.ts';

interface Note {
  readonly _id: string;
  readonly body: string;
}

/** Follows every key that begins with a prefix, when it is put behind that prefix. */
const LAST = '\u{10FFFF}';

export class MongoNotes implements Notes {
  readonly #connection: MongoConnection;
  readonly #notes: Collection<Note>;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
    this.#notes = connection.database.collection('notes');
  }

  async get(key: string): Promise<Document | undefined> {
    const note = await this.#connection.answer(() => this.#notes.findOne({ _id: key }));
    return note ? (JSON.parse(note.body) as Document) : undefined;
  }

  async put(key: string, document: Document): Promise<void> {
    const change = { $set: { body: JSON.stringify(document) } };
    await this.#connection.answer(() => this.#notes.updateOne({ _id: key }, change, { upsert: true }));
  }

  async remove(key: string): Promise<void> {
    await this.#connection.answer(() => this.#notes.deleteOne({ _id: key }));
  }

  async list(prefix: string): Promise<readonly (readonly [string, Document])[]> {
    const cursor = this.#notes.find({ _id: { $gte: prefix, $lt: prefix + LAST } }, { sort: { _id: 1 } });
    const notes = await this.#connection.answer(() => cursor.toArray());
    return notes.map(({ _id, body }) => [_id, JSON.parse(body) as Document]);
  }
}
