/**
 * The sessions of one generation's transactions. They are on record, so that whoever comes after a process that was
 * killed can end the transaction that it left open, which would be in the way of every other one for a minute.
 */
import type { Binary, ClientSession, Collection } from 'mongodb';
import type { MongoConnection } from './connection.ts';

interface SessionRecord {
  /** The ID by which the server knows the session. */
  readonly _id: Binary;
  readonly generation: string;
}

export class Sessions {
  readonly #connection: MongoConnection;
  readonly #generation: string;
  readonly #records: Collection<SessionRecord>;
  readonly #free: ClientSession[] = [];
  readonly #own = new Set<Binary>();
  #othersAreGone = false;

  constructor(connection: MongoConnection, generation: string) {
    this.#connection = connection;
    this.#generation = generation;
    this.#records = recordsOf(connection);
  }

  /**
   * Does the work in a session that nobody else uses meanwhile. One in which something failed is not ours any more: what
   * is open in it is in our way as if it were another one's.
   */
  async within(work: (session: ClientSession) => Promise<void>): Promise<void> {
    const session = this.#free.pop() ?? this.#connection.client.startSession();
    try {
      if (!this.#own.has(idOf(session))) await this.#record(idOf(session));
      await work(session);
      this.#free.push(session);
    } catch (error) {
      this.#own.delete(idOf(session));
      this.#othersAreGone = false;
      await session.endSession().catch(() => undefined);
      throw error;
    }
    if (!this.#othersAreGone) await this.#forgetOthers();
  }

  /** Ends what others have left open here. A live one tries again; where the server refuses, one has to wait. */
  async endOthers(): Promise<void> {
    const others = await this.#records.find(this.#ofOthers()).toArray();
    const ended = others.map(({ _id: id }) => ({ id }));
    if (ended.length === 0) return;
    await this.#connection.client
      .db('admin')
      .command({ killSessions: ended })
      .catch(() => undefined);
  }

  /** Ours before it is on record: what is on record and not ours is forgotten. */
  async #record(_id: Binary): Promise<void> {
    this.#own.add(_id);
    await this.#records.updateOne({ _id }, { $set: { generation: this.#generation } }, { upsert: true });
  }

  /** Every transaction here begins with the same record: after one of ours, none of another one's is open. */
  async #forgetOthers(): Promise<void> {
    await this.#records.deleteMany(this.#ofOthers());
    this.#othersAreGone = true;
  }

  #ofOthers() {
    return { generation: this.#generation, _id: { $nin: [...this.#own] } };
  }
}

/** Forgets the sessions of a generation that is no more. */
export async function forgetSessions(connection: MongoConnection, generation: string): Promise<void> {
  await recordsOf(connection).deleteMany({ generation });
}

const recordsOf = ({ database }: MongoConnection): Collection<SessionRecord> =>
  database.collection('sessions');

const idOf = (session: ClientSession): Binary => session.id?.id as Binary;
