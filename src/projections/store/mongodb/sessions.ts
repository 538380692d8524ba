/**
 * The sessions of one generation's transactions. They are on record, so that anybody who comes after a process that was
 * killed can end the transaction that it left open, which would be in the way of every other one for a minute.
 */
import type { Binary, ClientSession, Collection, Filter } from 'mongodb';
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
   * Does the work in a session that nobody else uses meanwhile. One in which something failed is not ours
   * any more: what is open in it is in our way as if it were another one's.
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
  endOthers(): Promise<void> {
    return end(this.#connection, this.#ofOthers());
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

/** Ends what anybody has left open in a generation that nobody is to write any more: it cannot be dropped before. */
export function endSessions(connection: MongoConnection, generation: string): Promise<void> {
  return end(connection, { generation });
}

/** Forgets the sessions of a generation that is no more. */
export async function forgetSessions(connection: MongoConnection, generation: string): Promise<void> {
  await recordsOf(connection).deleteMany({ generation });
}

/** A server that refuses, or does not know how, ends them by itself within a minute. */
async function end(connection: MongoConnection, which: Filter<SessionRecord>): Promise<void> {
  const records = await recordsOf(connection).find(which).toArray();
  const ended = records.map(({ _id: id }) => ({ id }));
  if (ended.length === 0) return;
  await connection.client
    .db('admin')
    .command({ killSessions: ended })
    .catch(() => undefined);
}

const recordsOf = ({ database }: MongoConnection): Collection<SessionRecord> =>
  database.collection('sessions');

const idOf = (session: ClientSession): Binary => session.id?.id as Binary;
