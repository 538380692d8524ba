/** Views of several organizations in SQLite files, or in another engine, folded by the projections as the runner does it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/base/clock.ts';
import { TimeSlices } from '../../src/base/timeSlices.ts';
import type { AnyEvent } from '../../src/events/catalog.ts';
import type { OrganizationId } from '../../src/base/ids.ts';
import { foldBatch, handlersOf } from '../../src/projections/running/batch.ts';
import { projections } from '../../src/projections/catalog.ts';
import { openSqliteReadModels } from '../../src/projections/store/sqlite/readModels.ts';
import {
  type DocumentId,
  type Generation,
  type Query,
  type ReadModels,
  unlessRemoved,
  type WordsQuery,
} from '../../src/projections/store/readModels.ts';
import { batchOf, type TakingViews } from './memoryViews.ts';

export class SqliteViews implements TakingViews {
  readonly slices = new TimeSlices(systemClock);
  readonly #discard: () => Promise<void>;
  readonly #readModels: ReadModels;
  readonly #served = new Map<string, Generation>();

  private constructor(readModels: ReadModels, discard: () => Promise<void>) {
    this.#discard = discard;
    this.#readModels = readModels;
  }

  static async open(): Promise<SqliteViews> {
    const folder = await mkdtemp(join(tmpdir(), 'hansard-views-'));
    return SqliteViews.over(await openSqliteReadModels({ folder }), () =>
      rm(folder, { recursive: true, force: true }),
    );
  }

  /** The same in read models that are open; `discard` comes after their end. */
  static async over(readModels: ReadModels, discard: () => Promise<void>): Promise<SqliteViews> {
    const views = new SqliteViews(readModels, discard);
    for (const { name, version, collections } of projections) {
      const generation = { projection: name, version, generation: 1 };
      views.#served.set(name, await views.#readModels.open(generation, collections));
    }
    return views;
  }

  async close(): Promise<void> {
    await this.#readModels.close();
    await this.#discard();
  }

  /** Positions of several organizations overlap here, so nothing is ever before a checkpoint. */
  async take(events: readonly AnyEvent[]): Promise<void> {
    for (const projection of projections) {
      const generation = this.#served.get(projection.name)!;
      const writes = await foldBatch(projection, handlersOf(projection), batchOf(events), generation);
      if (writes.length > 0) await generation.commit(writes, 1_000_000);
    }
  }

  async get(collection: string, organizationId: OrganizationId, id: DocumentId) {
    return (await this.load(collection, organizationId, [id]))[0];
  }

  async load(
    collection: string,
    organizationId: OrganizationId,
    ids: readonly DocumentId[],
    characters?: number,
  ) {
    const keys = ids.map((id) => ({ collection, organizationId, id }));
    return (await this.#serving(collection).load(keys, characters)).map(unlessRemoved);
  }

  findIds(collection: string, organizationId: OrganizationId, query: WordsQuery) {
    return this.#serving(collection).findIds(collection, organizationId, query);
  }

  find(collection: string, organizationId: OrganizationId, query?: Query) {
    return this.#serving(collection).find(collection, organizationId, query);
  }

  #serving(collection: string): Generation {
    const owner = projections.find(({ collections }) => collection in collections);
    return this.#served.get(owner?.name ?? '')!;
  }
}
