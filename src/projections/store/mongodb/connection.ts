/**
 * The connection to MongoDB: the driver is imported on first use; every command has a deadline of our own,
 * because the driver waits as long as a frozen server stays silent; and errors are sorted into temporary ones
 * and our bugs.
 */
import type { Db, MongoClient, TransactionOptions } from 'mongodb';
import type { Clock } from '../../../base/clock.ts';
import { createDurableClient, isTransientError } from '../../../base/mongodb.ts';
import { ReadModelsUnavailable } from '../readModels.ts';

export interface MongoOptions {
  /** Connection string; a database named in it is used unless `database` is given. */
  readonly url: string;
  readonly clock: Clock;
  readonly database?: string;
  /** Milliseconds after which an unanswered command fails. */
  readonly deadline?: number;
}

/** The deadline for work of several commands. */
export interface WorkDeadline {
  /** The server has answered: the deadline starts again. */
  renew(): void;
  /** The caller no longer waits. */
  readonly hasPassed: boolean;
}

const DEADLINE_MS = 4_000;
const DATABASE = 'hansard';
export const TRANSACTION: TransactionOptions = {
  writeConcern: { w: 'majority', j: true },
  readConcern: { level: 'snapshot' },
};

export class MongoConnection {
  readonly client: MongoClient;
  readonly database: Db;
  readonly clock: Clock;
  /** Whether the server supports transactions: a replica set member or a router, with sessions. */
  readonly transactions: boolean;
  readonly #deadline: number;

  private constructor(
    client: MongoClient,
    database: Db,
    transactions: boolean,
    clock: Clock,
    deadline: number,
  ) {
    this.client = client;
    this.database = database;
    this.transactions = transactions;
    this.clock = clock;
    this.#deadline = deadline;
  }

  static async open({
    url,
    clock,
    database,
    deadline = DEADLINE_MS,
  }: MongoOptions): Promise<MongoConnection> {
    const client = await createDurableClient(url, deadline);
    const named = new URL(url.replace(/^mongodb(\+srv)?:\/\/[^/?]*/, 'http://hosts')).pathname.slice(1);
    const db = client.db(database ?? (named || DATABASE));
    try {
      const hello = await within(clock, deadline, () =>
        client.connect().then(() => db.command({ hello: 1 })),
      );
      const sessions = typeof hello.logicalSessionTimeoutMinutes === 'number';
      const transactions = sessions && (hello.setName !== undefined || hello.msg === 'isdbgrid');
      return new MongoConnection(client, db, transactions, clock, deadline);
    } catch (error) {
      client.close(true).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Runs the work; fails with ReadModelsUnavailable if the server is unavailable or exceeds the deadline.
   * Work of several commands renews the deadline after each, and starts nothing new once it is over.
   */
  answer<Result>(work: (deadlineOfWork: WorkDeadline) => Promise<Result>): Promise<Result> {
    return within(this.clock, this.#deadline, work);
  }

  /** The same for work that depends on the number of documents: an index, a whole collection. */
  answerAtLength<Result>(work: () => Promise<Result>): Promise<Result> {
    return work().catch(sorted);
  }

  /** Closes the connection; a server that does not answer is ignored. */
  async close(): Promise<void> {
    await within(this.clock, this.#deadline, () => this.client.close(true)).catch(() => undefined);
  }
}

async function within<Result>(
  clock: Clock,
  deadline: number,
  work: (deadlineOfWork: WorkDeadline) => Promise<Result>,
): Promise<Result> {
  let cancel = (): void => undefined;
  let expire: (error: Error) => void;
  const expiry = new Promise<never>((_, reject) => (expire = reject));
  const deadlineOfWork = { hasPassed: false, renew: (): void => arm() };
  const arm = (): void => {
    cancel();
    if (deadlineOfWork.hasPassed) return;
    const silent = () => expire(new ReadModelsUnavailable(`MongoDB did not answer within ${deadline} ms.`));
    cancel = clock.after(deadline, silent);
  };
  arm();
  try {
    return await Promise.race([work(deadlineOfWork).catch(sorted), expiry]);
  } finally {
    deadlineOfWork.hasPassed = true;
    cancel();
  }
}

/** Rethrows an error of the driver, as ReadModelsUnavailable if a later attempt may succeed. */
function sorted(error: unknown): never {
  throw isTransientError(error)
    ? new ReadModelsUnavailable(`MongoDB: ${error.message}`, { cause: error })
    : error;
}
