/** Each entity of a listing as the bytes sent, rebuilt when its sources change. */
import { nextTurn } from '../../turns.ts';

export interface Entity {
  /** Its JSON with a comma in front. */
  readonly bytes: Buffer;
}

export const entityBytes = (fields: object): Buffer => Buffer.from(`,${JSON.stringify(fields)}`);

/** How entities are built. */
export interface EntitySource<Id extends number, Made extends Entity> {
  /**
   * What may have changed since the last call, given the present entities. Everything is inspected only after
   * relevant events. 'all' the first time.
   */
  staleIds(made: ReadonlyMap<Id, Made>): 'all' | ReadonlySet<Id>;
  /** All existing IDs, ascending. */
  all(): readonly Id[];
  /** The entities of the IDs, in order, without those the views do not have. */
  build(ids: readonly Id[]): Promise<readonly (readonly [Id, Made])[]>;
  /** Building failed: everything is due again. */
  forget(): void;
}

/** Entities built before others get a turn. */
const ENTITIES_PER_TURN = 100;
/**
 * The second round sees everything that had happened when it was requested, even if the caller joined the
 * first one late.
 */
const ROUNDS = 2;

export class EntityCache<Id extends number, Made extends Entity> {
  /** Grows with every change of an entity. */
  version = 0;
  /** Bytes of all entities. */
  size = 0;
  readonly #material: EntitySource<Id, Made>;
  readonly #made = new Map<Id, Made>();
  #renewal: Promise<void> | undefined;

  constructor(material: EntitySource<Id, Made>) {
    this.#material = material;
  }

  /** The entities by ID, at least as new as the call. */
  async fresh(): Promise<ReadonlyMap<Id, Made>> {
    for (let round = 0; round < ROUNDS; round += 1) {
      if (this.#renewal === undefined) {
        const due = this.#material.staleIds(this.#made);
        if (due !== 'all' && due.size === 0) break;
        this.#renewal = this.#renew(due).finally(() => (this.#renewal = undefined));
      }
      await this.#renewal;
    }
    return this.#made;
  }

  async #renew(due: 'all' | ReadonlySet<Id>): Promise<void> {
    const ids = due === 'all' ? this.#material.all() : [...due].sort((one, other) => one - other);
    try {
      for (let start = 0; start < ids.length; start += ENTITIES_PER_TURN) {
        if (start > 0) await nextTurn();
        this.#take(await this.#material.build(ids.slice(start, start + ENTITIES_PER_TURN)));
      }
    } catch (error) {
      this.#material.forget();
      throw error;
    }
  }

  #take(made: readonly (readonly [Id, Made])[]): void {
    for (const [id, entity] of made) {
      this.size += entity.bytes.length - (this.#made.get(id)?.bytes.length ?? 0);
      this.#made.set(id, entity);
    }
    this.version += 1;
  }
}
