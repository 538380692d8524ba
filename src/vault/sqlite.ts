/**
 * The embedded vault: `vault.sqlite` in the data folder, readable by its owner only. Acknowledged writes have
 * been fsynced; after a disk error nothing is acknowledged until the process restarts.
 */
import { chmodSync, closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { CredentialId, OrganizationId } from '../base/ids.ts';
import {
  type Database,
  isTransientSqlite,
  type RunResult,
  Sqlite,
  sqliteCode,
  type Statement,
} from '../base/sqlite.ts';
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

const OWNER_ONLY = 0o600;
const FULL = 2;
const BUSY_TIMEOUT_MS = 2_000;
const PAGE = 500;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS entries (
    credentialId TEXT PRIMARY KEY, organizationId INTEGER NOT NULL, kind TEXT NOT NULL, lookup TEXT,
    sealed TEXT NOT NULL, createdAt INTEGER NOT NULL) WITHOUT ROWID;
  CREATE UNIQUE INDEX IF NOT EXISTS entriesByLookup ON entries (kind, lookup) WHERE lookup IS NOT NULL;
  CREATE INDEX IF NOT EXISTS entriesByAge ON entries (createdAt, credentialId);
  CREATE TABLE IF NOT EXISTS ring (
    place INTEGER PRIMARY KEY AUTOINCREMENT, keyId TEXT NOT NULL UNIQUE, material TEXT NOT NULL,
    createdAt INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS seeds (
    organizationId INTEGER NOT NULL, kind INTEGER NOT NULL, tree INTEGER NOT NULL, first INTEGER NOT NULL,
    depth INTEGER NOT NULL, sealed TEXT NOT NULL, createdAt INTEGER NOT NULL,
    PRIMARY KEY (organizationId, kind, tree, first)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS claim (one INTEGER PRIMARY KEY CHECK (one = 1), logId TEXT NOT NULL);`;

const COLUMNS = 'credentialId, organizationId, kind, lookup, sealed, createdAt';

/** Options of opening the vault. */
interface SqliteVaultOptions {
  /** The data folder. */
  readonly folder: string;
  /** Only reads, beside the process that writes; nothing is created. */
  readonly readOnly?: boolean;
}

/** Opens or makes the vault of a data folder. Fails with VaultUnavailable. */
export async function openSqliteVault({ folder, readOnly = false }: SqliteVaultOptions): Promise<Vault> {
  const path = join(folder, 'vault.sqlite');
  try {
    closeSync(openSync(path, readOnly ? 'r' : 'a', OWNER_ONLY));
    if (!readOnly) chmodSync(path, OWNER_ONLY);
  } catch (cause) {
    throw new VaultUnavailable(
      `The vault ${path} cannot be opened: this account may not write it, or it is no vault.`,
      {
        cause,
      },
    );
  }
  return new SqliteVault(path, readOnly);
}

type Row = Omit<VaultEntry, 'lookup'> & { readonly lookup: string | null };

/** A file that was emptied, or never written, reads as a vault without entries. */
function readable(database: Database): Database {
  if (database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'ring'`).get() !== undefined)
    return database;
  database.close();
  const empty = new Sqlite(':memory:');
  empty.exec(SCHEMA);
  return empty;
}

/** An entry waiting to be written. */
interface PendingEntry {
  readonly entry: VaultEntry;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

class SqliteVault implements Vault {
  #database: Database;
  readonly #statements = new Map<string, Statement>();
  readonly #waiting: PendingEntry[] = [];

  constructor(path: string, readOnly: boolean) {
    this.#database = new Sqlite(path, { timeout: BUSY_TIMEOUT_MS, readonly: readOnly });
    if (readOnly) {
      this.#database = this.#answering(() => readable(this.#database));
      return;
    }
    this.#database.pragma('journal_mode = WAL');
    this.#database.pragma('synchronous = FULL');
    this.#database.pragma('secure_delete = ON');
    this.#database.exec(SCHEMA);
    const synchronous = this.#database.pragma('synchronous', { simple: true });
    if (synchronous !== FULL)
      throw new Error(`The vault must be synchronous=${FULL}, but it is ${synchronous}.`);
  }

  /** Everything put in one turn of the event loop shares one flush. */
  put(entry: VaultEntry): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.push({ entry, resolve, reject }) === 1) setImmediate(() => this.#commit());
    });
  }

  #commit(): void {
    const waiting = this.#waiting.splice(0);
    if (waiting.length === 0) return;
    try {
      let refusals: readonly (LookupTaken | undefined)[] = [];
      this.#transaction(() => (refusals = waiting.map(({ entry }) => this.#refusalOf(entry))));
      for (const [index, { resolve, reject }] of waiting.entries())
        if (refusals[index] === undefined) resolve();
        else reject(refusals[index]);
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  /** Stores an entry within a transaction; returns the error if only this entry cannot be stored. */
  #refusalOf(entry: VaultEntry): LookupTaken | undefined {
    try {
      this.#prepared(
        `INSERT INTO entries (${COLUMNS}) VALUES (@credentialId, @organizationId, @kind, @lookup, @sealed, @createdAt)
         ON CONFLICT (credentialId) DO UPDATE SET organizationId = @organizationId, kind = @kind, lookup = @lookup,
           sealed = @sealed, createdAt = @createdAt`,
      ).run({ ...entry, lookup: entry.lookup ?? null });
      return undefined;
    } catch (error) {
      if (sqliteCode(error) === 'SQLITE_CONSTRAINT_UNIQUE') return new LookupTaken(entry.kind);
      throw error;
    }
  }

  async get(credentialId: CredentialId): Promise<VaultEntry | undefined> {
    return this.#entries('WHERE credentialId = ?', credentialId)[0];
  }

  async findByLookup(kind: VaultEntry['kind'], lookup: string): Promise<VaultEntry | undefined> {
    return this.#entries('WHERE kind = ? AND lookup = ?', kind, lookup)[0];
  }

  async *createdBefore(time: number, since = 0): AsyncGenerator<readonly VaultEntry[]> {
    const page = (createdAt: number, credentialId: string) =>
      this.#entries(
        `WHERE createdAt < ? AND (createdAt, credentialId) > (?, ?) ORDER BY createdAt, credentialId LIMIT ${PAGE}`,
        time,
        createdAt,
        credentialId,
      );
    for (let entries = page(since - 1, '\u{10ffff}'); ;) {
      const last = entries.at(-1);
      if (!last) return;
      yield entries;
      entries = page(last.createdAt, last.credentialId);
    }
  }

  async remove(credentialIds: readonly CredentialId[]): Promise<void> {
    this.#transaction(() => {
      for (const credentialId of credentialIds)
        this.#run('DELETE FROM entries WHERE credentialId = ?', credentialId);
    });
  }

  async ringKeys(): Promise<readonly RingKey[]> {
    return this.#all('SELECT keyId, material, createdAt FROM ring ORDER BY place DESC') as RingKey[];
  }

  async addRingKey(key: RingKey, after: string | null): Promise<boolean> {
    const newest = '(SELECT keyId FROM ring ORDER BY place DESC LIMIT 1)';
    const { changes } = this.#run(
      `INSERT INTO ring (keyId, material, createdAt) SELECT @keyId, @material, @createdAt WHERE ${newest} IS @after`,
      { ...key, after },
    );
    return changes === 1;
  }

  async *seeds(organizationId: OrganizationId): AsyncGenerator<readonly StoredSeed[]> {
    const page = (kind: number, tree: number, first: number): readonly StoredSeed[] =>
      this.#all(
        `SELECT kind, tree, first, depth, sealed, createdAt FROM seeds
         WHERE organizationId = ? AND (kind, tree, first) > (?, ?, ?) ORDER BY kind, tree, first LIMIT ${PAGE}`,
        organizationId,
        kind,
        tree,
        first,
      ) as StoredSeed[];
    for (let seeds = page(-1, 0, 0); ;) {
      const last = seeds.at(-1);
      if (!last) return;
      yield seeds;
      seeds = page(last.kind, last.tree, last.first);
    }
  }

  async replaceSeeds(
    organizationId: OrganizationId,
    removed: readonly SeedLocation[],
    added: readonly StoredSeed[],
  ): Promise<void> {
    this.#transaction(() => {
      for (const seed of removed) this.#removeSeed(organizationId, seed);
      for (const seed of added) this.#addSeed(organizationId, seed);
    });
    this.#emptyWriteAheadLog();
  }

  #removeSeed(organizationId: OrganizationId, { kind, tree, first, depth }: SeedLocation): void {
    const statement = this.#prepared(
      'DELETE FROM seeds WHERE organizationId = ? AND kind = ? AND tree = ? AND first = ? AND depth = ?',
    );
    if (statement.run(organizationId, kind, tree, first, depth).changes !== 1) throw new SeedsChanged();
  }

  #addSeed(organizationId: OrganizationId, seed: StoredSeed): void {
    const statement = this.#prepared(
      `INSERT INTO seeds (organizationId, kind, tree, first, depth, sealed, createdAt)
       VALUES (@organizationId, @kind, @tree, @first, @depth, @sealed, @createdAt) ON CONFLICT DO NOTHING`,
    );
    if (statement.run({ ...seed, organizationId }).changes !== 1) throw new SeedsChanged();
  }

  /** What a transaction has replaced stays in the write-ahead log until that is emptied, which a reader prevents without an error. */
  #emptyWriteAheadLog(): void {
    const [outcome] = this.#answering(() => this.#database.pragma('wal_checkpoint(TRUNCATE)')) as {
      busy: number;
    }[];
    if (outcome?.busy !== 0)
      throw new VaultUnavailable('The vault: another program reads it, which keeps removed seeds in a file.');
  }

  async claimLog(logId: string): Promise<string> {
    this.#run('INSERT INTO claim (one, logId) VALUES (1, ?) ON CONFLICT DO NOTHING', logId);
    return (await this.claim()) ?? logId;
  }

  async claim(): Promise<string | undefined> {
    const [claim] = this.#all('SELECT logId FROM claim') as { logId: string }[];
    return claim?.logId;
  }

  async replaceClaim(before: string, after: string): Promise<boolean> {
    return this.#run('UPDATE claim SET logId = ? WHERE logId = ?', after, before).changes === 1;
  }

  async close(): Promise<void> {
    this.#commit();
    this.#database.close();
  }

  #entries(condition: string, ...values: (string | number)[]): VaultEntry[] {
    const rows = this.#all(`SELECT ${COLUMNS} FROM entries ${condition}`, ...values) as Row[];
    return rows.map(({ lookup, ...entry }) => (lookup === null ? entry : { ...entry, lookup }));
  }

  #all(text: string, ...values: (string | number)[]): unknown[] {
    return this.#answering(() => this.#prepared(text).all(...values));
  }

  #run(text: string, ...values: unknown[]): RunResult {
    return this.#answering(() => this.#prepared(text).run(...values));
  }

  #transaction(work: () => void): void {
    this.#answering(() => this.#database.transaction(work).immediate());
  }

  #prepared(text: string): Statement {
    let statement = this.#statements.get(text);
    if (!statement) this.#statements.set(text, (statement = this.#database.prepare(text)));
    return statement;
  }

  #answering<Result>(work: () => Result): Result {
    try {
      if (this.#database.open) return work();
    } catch (error) {
      if (!isTransientSqlite(error)) throw error;
      if (sqliteCode(error).startsWith('SQLITE_IOERR')) this.#database.close();
      throw new VaultUnavailable(`The vault: ${error.message}`, { cause: error });
    }
    throw new VaultUnavailable('The vault is closed.');
  }
}
