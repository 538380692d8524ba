/**
 * The sessions of one generation's transactions. They are recorded, so that successors of a killed process
 * can end the transaction it left open, which would otherwise block all others for a minute.
 */
import type { Binary, ClientSession, Collection, Filter } from 'mongodb';
import type { MongoConnection } from './connection.ts';

interface SessionRecord {
  /** The server's ID of the session. */
  readonly _id: Binary;
  readonly generation: string;
  /** Time of the last record, in UNIX milliseconds; records of 0.1.0 lack it. */
  readonly at?: number;
}

/** Milliseconds until a session in use is recorded again, and until a record counts as one of a process that is gone. */
const RECORD_INTERVAL_MS = 10 * 60_000;
const FORGET_MS = 60 * 60_000;

export class Sessions {
  readonly #connection: MongoConnection;
  readonly #generation: string;
  readonly #records: Collection<SessionRecord>;
  readonly #free: ClientSession[] = [];
  /** Our sessions, with the monotonic time at which each was last recorded. */
  readonly #own = new Map<Binary, number>();
  #hasForgotten = false;

  constructor(connection: MongoConnection, generation: string) {
    this.#connection = connection;
    this.#generation = generation;
    this.#records = recordsOf(connection);
  }

  /**
   * Runs the work in a session that nobody else uses meanwhile. A session with a failure is abandoned: an
   * open transaction in it blocks us like a foreign one.
   */
  async within(work: (session: ClientSession) => Promise<void>): Promise<void> {
    const session = this.#free.pop() ?? this.#connection.client.startSession();
    try {
      if (!this.#isRecorded(idOf(session))) await this.#record(idOf(session));
      await work(session);
      this.#free.push(session);
    } catch (error) {
      this.#own.delete(idOf(session));
      await session.endSession().catch(() => undefined);
      throw error;
    }
    if (!this.#hasForgotten) await this.#forgetOld();
  }

  /**
   * Ends transactions that others have left open here. A live process retries; if the server refuses, one has
   * to wait.
   */
  endOthers(): Promise<void> {
    return end(this.#connection, this.#ofOthers());
  }

  #isRecorded(id: Binary): boolean {
    const recordedAt = this.#own.get(id);
    return recordedAt !== undefined && this.#connection.clock.monotonic() - recordedAt < RECORD_INTERVAL_MS;
  }

  async #record(_id: Binary): Promise<void> {
    const { clock } = this.#connection;
    this.#own.set(_id, clock.monotonic());
    const record = { generation: this.#generation, at: clock.now() };
    await this.#records.updateOne({ _id }, { $set: record }, { upsert: true });
  }

  /** Those of processes that are gone: a live one records its sessions again before they count as old. */
  async #forgetOld(): Promise<void> {
    const recently = this.#connection.clock.now() - FORGET_MS;
    await this.#records.deleteMany({ ...this.#ofOthers(), at: { $not: { $gte: recently } } });
    this.#hasForgotten = true;
  }

  #ofOthers() {
    return { generation: this.#generation, _id: { $nin: [...this.#own.keys()] } };
  }
}

/**
 * Ends transactions left open in a generation that is no longer written, which could not be dropped
 * otherwise.
 */
export function endSessions(connection: MongoConnection, generation: string): Promise<void> {
  return end(connection, { generation });
}

/** Forgets the sessions of a dropped generation. */
export async function forgetSessions(connection: MongoConnection, generation: string): Promise<void> {
  await recordsOf(connection).deleteMany({ generation });
}

/** A server that refuses, or does not know the command, ends them itself within a minute. */
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
