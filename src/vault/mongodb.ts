/**
 * The vault in MongoDB. Every write is acknowledged by a majority of members with their journals on disk. A
 * server that does not honour that loses secrets named in the log, so its settings are checked at the start
 * as far as it reveals them.
 */
import { type ClientSession, type Collection, type Db, type MongoClient } from 'mongodb';
import type { Clock } from '../base/clock.ts';
import type { CredentialId, OrganizationId } from '../base/ids.ts';
import { createDurableClient, databaseName, isDuplicateKey, isTransientError } from '../base/mongodb.ts';
import {
  LookupTaken,
  type RingKey,
  type SeedLocation,
  SeedsChanged,
  type StoredSeed,
  type Vault,
  type VaultEntry,
  VaultUnavailable,
} from './vault.ts';

// * Checks whether `j: true` is effective on a MongoDB server. Servers and rights differ in what they reveal.

/**
 * A sentence about what the vault relies on. Throws an Error if the server admits that it stores nothing on
 * disk or has no journal.
 */
export async function durabilityReport(admin: Db): Promise<string> {
  const [build, status, options] = await Promise.all([
    answerTo(admin, 'buildInfo'),
    answerTo(admin, 'serverStatus'),
    answerTo(admin, 'getCmdLineOpts'),
  ]);
  const engine = at(status, 'storageEngine', 'name');
  if (at(status, 'storageEngine', 'persistent') === false || engine === 'ephemeralForTest') {
    throw new Error('This MongoDB keeps its data in memory only; a vault cannot be kept there.');
  }
  const journal = at(options, 'parsed', 'storage', 'journal', 'enabled');
  if (journal === false)
    throw new Error('This MongoDB runs without its journal; a vault cannot be kept there.');
  const server = `MongoDB ${text(at(build, 'version'), 'of unknown version')}`;
  const journalNote =
    journal === true ? 'it says that its journal is on' : 'it does not tell whether its journal is on';
  return (
    `The vault relies on ${server} (storage engine ${text(engine, 'unknown')}) to have on disk ` +
    `what it acknowledges under w: majority, j: true; ${journalNote}.`
  );
}

/** The answer to an administrative command; empty if the server or the user's rights refuse it. */
const answerTo = (admin: Db, command: string): Promise<unknown> =>
  admin.command({ [command]: 1 }).catch(() => ({}));

/** The value at a path of nested fields; undefined if the path ends early. */
const at = (answer: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((value, field) => (value as Record<string, unknown> | undefined)?.[field], answer);

const text = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);

interface MongoVaultOptions {
  /** Connection string; a database named in it is used unless `database` is set. */
  readonly url: string;
  readonly clock: Clock;
  readonly database?: string;
  /** Milliseconds after which an unanswered command fails. */
  readonly deadline?: number;
  /** Receives a sentence about what the vault relies on. */
  readonly onRelies?: (sentence: string) => void;
}

/** An entry under its credential ID. */
type StoredEntry = Omit<VaultEntry, 'credentialId'> & { readonly _id: CredentialId };

/** A seed under the text of its organization and location. */
type StoredSeedDocument = StoredSeed & { readonly _id: string };

/** Sorts as its numbers do: kinds are bytes, trees 4 bytes, numbers of subjects 5. */
const seedId = (organizationId: OrganizationId, { kind, tree, first }: SeedLocation): string =>
  `${organizationId}:${hex(kind, 2)}:${hex(tree, 8)}:${hex(first, 10)}`;

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** The key ring and the claimed log, one document each. */
interface Singleton {
  readonly _id: 'ring' | 'log';
  readonly logId?: string;
  readonly newest?: string;
  readonly keys?: readonly RingKey[];
}

const DEADLINE_MS = 4_000;
const DATABASE = 'hansard';
/** Added to the database name of the read models, so that a role can have access to one and not the other. */
const SUFFIX = '_vault';
const PAGE = 500;
const TRANSACTION = { writeConcern: { w: 'majority', journal: true } } as const;

/** Opens or makes the vault of a database. Fails with VaultUnavailable. */
export async function openMongoVault(options: MongoVaultOptions): Promise<Vault> {
  const { url, clock, deadline = DEADLINE_MS } = options;
  const client = await createDurableClient(url, deadline);
  const vault = new MongoVault(
    client,
    client.db(options.database ?? `${databaseName(url) ?? DATABASE}${SUFFIX}`),
    clock,
    deadline,
  );
  try {
    const sentence = await vault.prepare();
    options.onRelies?.(sentence);
    return vault;
  } catch (error) {
    client.close(true).catch(() => undefined);
    throw error;
  }
}

class MongoVault implements Vault {
  readonly #client: MongoClient;
  readonly #clock: Clock;
  readonly #deadline: number;
  readonly #entries: Collection<StoredEntry>;
  readonly #singletons: Collection<Singleton>;
  readonly #seeds: Collection<StoredSeedDocument>;

  constructor(client: MongoClient, database: Db, clock: Clock, deadline: number) {
    this.#client = client;
    this.#clock = clock;
    this.#deadline = deadline;
    this.#entries = database.collection('entries');
    this.#singletons = database.collection('singletons');
    this.#seeds = database.collection('seeds');
  }

  /** Creates the indexes, and returns a sentence about the engine's durability. */
  prepare(): Promise<string> {
    return this.#answer(async () => {
      const sentence = await durabilityReport(this.#client.db('admin'));
      await this.#entries.createIndexes([
        { key: { kind: 1, lookup: 1 }, unique: true, partialFilterExpression: { lookup: { $exists: true } } },
        { key: { createdAt: 1, _id: 1 } },
      ]);
      return sentence;
    });
  }

  async put({ credentialId, ...entry }: VaultEntry): Promise<void> {
    const replaced = this.#answer(() =>
      this.#entries.replaceOne({ _id: credentialId }, entry, { upsert: true }),
    );
    await replaced.catch((error: unknown) => {
      throw isDuplicateKey(error) ? new LookupTaken(entry.kind) : error;
    });
  }

  async get(credentialId: CredentialId): Promise<VaultEntry | undefined> {
    const entry = await this.#answer(() => this.#entries.findOne({ _id: credentialId }));
    return entry ? named(entry) : undefined;
  }

  async findByLookup(kind: VaultEntry['kind'], lookup: string): Promise<VaultEntry | undefined> {
    const entry = await this.#answer(() => this.#entries.findOne({ kind, lookup }));
    return entry ? named(entry) : undefined;
  }

  async *createdBefore(time: number, since = 0): AsyncGenerator<readonly VaultEntry[]> {
    for (let last: StoredEntry | undefined; ;) {
      const beyond = last && [
        { createdAt: last.createdAt, _id: { $gt: last._id } },
        { createdAt: { $gt: last.createdAt } },
      ];
      const filter = { createdAt: { $lt: time, $gte: since }, ...(beyond ? { $or: beyond } : {}) };
      const cursor = this.#entries.find(filter, { sort: { createdAt: 1, _id: 1 }, limit: PAGE });
      const page = await this.#answer(() => cursor.toArray());
      if (page.length === 0) return;
      yield page.map(named);
      last = page.at(-1);
    }
  }

  async remove(credentialIds: readonly CredentialId[]): Promise<void> {
    await this.#answer(() => this.#entries.deleteMany({ _id: { $in: [...credentialIds] } }));
  }

  async ringKeys(): Promise<readonly RingKey[]> {
    const ring = await this.#answer(() => this.#singletons.findOne({ _id: 'ring' }));
    return ring?.keys ?? [];
  }

  async addRingKey(key: RingKey, after: string | null): Promise<boolean> {
    if (after === null) return this.#first({ _id: 'ring', newest: key.keyId, keys: [key] });
    const change = { $set: { newest: key.keyId }, $push: { keys: { $each: [key], $position: 0 } } };
    const condition = { _id: 'ring' as const, newest: after };
    const { matchedCount } = await this.#answer(() => this.#singletons.updateOne(condition, change));
    return matchedCount === 1;
  }

  async *seeds(organizationId: OrganizationId): AsyncGenerator<readonly StoredSeed[]> {
    for (let after = `${organizationId}:`; ;) {
      const filter = { _id: { $gt: after, $lt: `${organizationId};` } };
      const cursor = this.#seeds.find(filter, { sort: { _id: 1 }, limit: PAGE });
      const page = await this.#answer(() => cursor.toArray());
      const last = page.at(-1);
      if (!last) return;
      yield page.map(({ _id, ...seed }) => seed);
      after = last._id;
    }
  }

  async replaceSeeds(
    organizationId: OrganizationId,
    removed: readonly SeedLocation[],
    added: readonly StoredSeed[],
  ): Promise<void> {
    if (removed.length + added.length === 0) return;
    const replace = async (session: ClientSession): Promise<void> => {
      const removals = removed.map((seed) => ({
        deleteOne: { filter: { _id: seedId(organizationId, seed), depth: seed.depth } },
      }));
      const additions = added.map((seed) => ({
        insertOne: { document: { _id: seedId(organizationId, seed), ...seed } },
      }));
      const { deletedCount } = await this.#seeds.bulkWrite([...removals, ...additions], { session });
      if (deletedCount !== removed.length) throw new SeedsChanged();
    };
    await this.#answer(() =>
      this.#client.withSession((session) => session.withTransaction(() => replace(session), TRANSACTION)),
    ).catch((error: unknown) => {
      throw isDuplicateKey(error) ? new SeedsChanged() : error;
    });
  }

  async claimLog(logId: string): Promise<string> {
    await this.#first({ _id: 'log', logId });
    return (await this.claim()) ?? logId;
  }

  async claim(): Promise<string | undefined> {
    return (await this.#answer(() => this.#singletons.findOne({ _id: 'log' })))?.logId;
  }

  async replaceClaim(before: string, after: string): Promise<boolean> {
    const change = { $set: { logId: after } };
    const { matchedCount } = await this.#answer(() =>
      this.#singletons.updateOne({ _id: 'log', logId: before }, change),
    );
    return matchedCount === 1;
  }

  async close(): Promise<void> {
    await this.#answer(() => this.#client.close(true)).catch(() => undefined);
  }

  /** Stores a singleton unless it exists; returns whether it was stored. */
  async #first(document: Singleton): Promise<boolean> {
    try {
      await this.#answer(() => this.#singletons.insertOne(document));
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Fails with VaultUnavailable if the server is unavailable or exceeds the deadline. */
  async #answer<Result>(work: () => Promise<Result>): Promise<Result> {
    let cancel = (): void => undefined;
    const expiry = new Promise<never>((_, reject) => {
      const silent = new VaultUnavailable(`MongoDB did not answer the vault within ${this.#deadline} ms.`);
      cancel = this.#clock.after(this.#deadline, () => reject(silent));
    });
    try {
      return await Promise.race([work().catch(sorted), expiry]);
    } finally {
      cancel();
    }
  }
}

const named = ({ _id, ...entry }: StoredEntry): VaultEntry => ({ credentialId: _id, ...entry });

/** Rethrows an error of the driver, as VaultUnavailable if a later attempt may succeed. */
function sorted(error: unknown): never {
  throw isTransientError(error) ? new VaultUnavailable(`MongoDB: ${error.message}`, { cause: error }) : error;
}
