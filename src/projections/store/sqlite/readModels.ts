/**
 * The embedded engine of read models: each generation is a SQLite file of its own in `<folder>/views`, beside
 * one with the pointer and the notes. One process writes; others, and other threads, may read at the same
 * time.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../../base/durableFiles.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Database } from '../../../base/sqlite.ts';
import type { Position, StoredEvent } from '../../../events/log/eventLog.ts';
import {
  type AppliedBatch,
  type DocumentWrite,
  type FillingGeneration,
  type Generation,
  type GenerationName,
  type KeyValueStore,
  parseGeneration,
  type ReadModels,
  ReadModelsUnavailable,
  storageName,
  type Collections,
  type WordsQuery,
} from '../readModels.ts';
import { checkBatch } from '../resolvedQuery.ts';
import { CommitThread, type ServedFile } from './commitThread.ts';
import { openServing, openView, removeDatabaseFile, setFileAside } from './file.ts';
import { fillingPath, SqliteFilling } from './filling.ts';
import { SqliteGeneration } from './generation.ts';
import { Ledger, type LedgerSetAside, openOwnLedger } from './ledger.ts';
import { SearchThread } from './searchThread.ts';

/** The threads of an engine that serves. */
interface Threads {
  readonly commits: CommitThread;
  readonly searches: SearchThread;
}

/** A served generation: read here but for searches by words, folded and committed by the thread if there is one. */
class ServedGeneration extends SqliteGeneration {
  readonly #file: ServedFile;
  readonly #thread: CommitThread;
  readonly #search: SearchThread;

  constructor(file: ServedFile, database: Database, threads: Threads) {
    super(file.name, database, file.collections, 'serving');
    this.#file = file;
    this.#thread = threads.commits;
    this.#search = threads.searches;
  }

  override findIds(
    collection: string,
    organizationId: OrganizationId,
    query: WordsQuery,
  ): Promise<readonly number[]> {
    return this.#search.findIds({ file: this.#file, collection, organizationId, query });
  }

  applyEvents(events: readonly StoredEvent[], checkpoint: Position): Promise<AppliedBatch | undefined> {
    return this.#thread.applyEvents(this.#file, events, checkpoint);
  }

  override async commit(writes: readonly DocumentWrite[], checkpoint: Position): Promise<void> {
    await this.#thread.expect(writes.length);
    if (this.#thread.ready && writes.length > 0) {
      checkBatch(writes, checkpoint);
      await this.#thread.commit(this.#file, writes, checkpoint);
      return;
    }
    await super.commit(writes, checkpoint);
  }
}

export interface FolderFindings {
  readonly ledgerSetAside: LedgerSetAside;
  /** Names of files in `views` that are not Hansard's; they are left alone. */
  readonly unknownFiles: (names: readonly string[]) => void;
}

interface SqliteReadModelsOptions {
  /** The data folder; the files are in `views` below it. */
  readonly folder: string;
  /** Reads what another process or thread writes, and changes nothing. */
  readonly readOnly?: boolean;
  /** URL of the module whose `fold` the commit thread may call. */
  readonly module?: string;
  /**
   * Receives faults of the folder. Only the one process that owns it has this: it moves a damaged ledger
   * away.
   */
  readonly findings?: FolderFindings;
  /** Commits in a thread from the first batch on, not only once there is much to write. */
  readonly commitsInThread?: boolean;
}

/** Opens the read models of a data folder. Fails with ReadModelsUnavailable. */
export async function openSqliteReadModels(options: SqliteReadModelsOptions): Promise<ReadModels> {
  const folder = join(options.folder, 'views');
  const readOnly = options.readOnly ?? false;
  if (!readOnly) makeViews(folder);
  const path = join(folder, 'ledger.sqlite');
  const ledger = options.findings
    ? openOwnLedger(path, options.findings.ledgerSetAside)
    : new Ledger(path, readOnly);
  const readModels = new SqliteReadModels(folder, { readOnly, ledger, module: options.module });
  const unknown = options.findings ? readdirSync(folder).filter((name) => !isOwnFile(name)) : [];
  if (unknown.length > 0) options.findings?.unknownFiles(unknown);
  if (options.commitsInThread) await readModels.startCommits();
  return readModels;
}

/** Including files that SQLite keeps beside it, and damaged ones that were moved away. */
function isOwnFile(name: string): boolean {
  const [, text] =
    /^(.+?)(?:\.filling)?\.sqlite(?:\.damaged(?:-\d+)?)?(?:-wal|-shm|-journal)?$/.exec(name) ?? [];
  return text === 'ledger' || (text !== undefined && parseGeneration(text) !== undefined);
}

function makeViews(folder: string): void {
  try {
    makeFolder(folder);
  } catch (cause) {
    throw new ReadModelsUnavailable(`The folder ${folder} cannot be made.`, { cause });
  }
}

class SqliteReadModels implements ReadModels {
  readonly #folder: string;
  readonly #readOnly: boolean;
  readonly #ledger: Ledger;
  readonly #threads: Threads;
  readonly #open = new Map<string, SqliteGeneration>();
  readonly #filling = new Map<string, SqliteFilling>();

  constructor(
    folder: string,
    { readOnly, ledger, module }: { readOnly: boolean; ledger: Ledger; module: string | undefined },
  ) {
    this.#folder = folder;
    this.#readOnly = readOnly;
    this.#threads = { commits: new CommitThread(module), searches: new SearchThread() };
    this.#ledger = ledger;
  }

  /** Commits in a thread from now on. */
  startCommits(): Promise<void> {
    return this.#threads.commits.start();
  }

  /** Resolves when no thread has the file open any more. */
  async #release(path: string): Promise<void> {
    await Promise.all([this.#threads.commits.release(path), this.#threads.searches.release(path)]);
  }

  get notes(): KeyValueStore {
    return this.#ledger;
  }

  async open(name: GenerationName, collections: Collections): Promise<Generation> {
    const text = storageName(name);
    const known = this.#open.get(text);
    if (known) return known;
    const path = this.#path(text);
    if (existsSync(fillingPath(path))) throw new Error(`${text} has not been filled to its end.`);
    const generation = openView(path, () => {
      const database = openServing(path, this.#readOnly);
      return this.#readOnly
        ? new SqliteGeneration(name, database, collections, 'reading')
        : new ServedGeneration({ name, path, collections }, database, this.#threads);
    });
    this.#open.set(text, generation);
    return generation;
  }

  async fill(name: GenerationName, collections: Collections): Promise<FillingGeneration> {
    await this.drop(name);
    const text = storageName(name);
    const filling = new SqliteFilling(name, this.#path(text), collections);
    this.#filling.set(text, filling);
    return filling;
  }

  async drop(name: GenerationName): Promise<void> {
    const text = storageName(name);
    const path = this.#path(text);
    await this.#release(path);
    for (const handles of [this.#open, this.#filling]) {
      handles.get(text)?.close();
      handles.delete(text);
    }
    removeDatabaseFile(fillingPath(path));
    removeDatabaseFile(path);
  }

  async setAside(name: GenerationName): Promise<string> {
    const text = storageName(name);
    const path = this.#path(text);
    await this.#release(path).catch(() => {}); // what cannot be read may not let itself be closed
    this.#open.get(text)?.close();
    this.#open.delete(text);
    return setFileAside(path);
  }

  claim(): Promise<boolean> {
    return Promise.resolve(true);
  }

  async touch(): Promise<void> {}

  touchedAt(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async generations(): Promise<readonly GenerationName[]> {
    const texts = readdirSync(this.#folder).map((file) => file.replace(/(\.filling)?\.sqlite$/, ''));
    return [...new Set(texts)].flatMap((text) => parseGeneration(text) ?? []);
  }

  async sizes(): Promise<Readonly<Record<string, number>>> {
    const sizes: Record<string, number> = {};
    for (const file of readdirSync(this.#folder)) {
      const name = file.replace(/(\.filling)?\.sqlite.*$/, '');
      // A file may be removed meanwhile.
      const { size = 0 } = statSync(join(this.#folder, file), { throwIfNoEntry: false }) ?? {};
      sizes[name] = (sizes[name] ?? 0) + size;
    }
    return sizes;
  }

  async served(): Promise<Readonly<Record<string, GenerationName>>> {
    return this.#ledger.served();
  }

  async serve(to: GenerationName, from: GenerationName | null): Promise<boolean> {
    return this.#ledger.serve(to, from);
  }

  async close(): Promise<void> {
    await Promise.all([this.#threads.commits.end(), this.#threads.searches.end()]);
    for (const generation of [...this.#open.values(), ...this.#filling.values()]) generation.close();
    this.#open.clear();
    this.#filling.clear();
    this.#ledger.close();
  }

  #path(text: string): string {
    return join(this.#folder, `${text}.sqlite`);
  }
}
