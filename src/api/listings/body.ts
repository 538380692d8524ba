/**
 * The body of a listing, assembled from entities in pieces, so that changing one entity rebuilds one piece.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import { nextTurn } from '../../base/concurrency.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { ChangeCursor, ChangedSince } from '../../projections/running/documentChanges.ts';
import type { Views } from '../../projections/running/views.ts';
import { PreparedResponse } from './listResponse.ts';

// Each entity of a listing as the bytes sent, rebuilt when its sources change.

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

interface BodyChunk {
  readonly entities: readonly Entity[];
  /** The entities' JSON, separated by commas. */
  readonly bytes: Buffer;
  readonly digest: Buffer;
}

export interface Body {
  readonly pieces: readonly BodyChunk[];
  readonly answer: PreparedResponse;
  /** Bytes of all pieces. */
  readonly size: number;
}

/** Entities per piece: few enough to rebuild cheaply, enough to keep the number of writes low. */
const ENTITIES_PER_CHUNK = 128;
/** Entity tags must not be guessable: they are specific to this process and to a class of viewers. */
const TAG_KEY = randomBytes(32);
const END = Buffer.from(']');

/**
 * The body `"name":[…]` of the entities in order. `audience` names its viewers; two audiences never share an
 * entity tag. Unchanged pieces are taken from `before`.
 */
export function buildBody(name: string, audience: string, entities: readonly Entity[], before?: Body): Body {
  const pieces: BodyChunk[] = [];
  for (let start = 0; start < entities.length; start += ENTITIES_PER_CHUNK)
    pieces.push(pieceAt(entities, start, before?.pieces[pieces.length]));
  const tag = createHmac('sha256', TAG_KEY).update(`${name}/${audience}`);
  for (const { digest } of pieces) tag.update(digest);
  const parts = [Buffer.from(`"${name}":[`), ...pieces.map(({ bytes }) => bytes), END];
  const answer = new PreparedResponse(parts, `"${tag.digest('base64url')}"`);
  return { pieces, answer, size: pieces.reduce((sum, { bytes }) => sum + bytes.length, 0) };
}

function pieceAt(all: readonly Entity[], start: number, before: BodyChunk | undefined): BodyChunk {
  const isSame =
    before?.entities.length === Math.min(ENTITIES_PER_CHUNK, all.length - start) &&
    before.entities.every((entity, index) => entity === all[start + index]);
  if (isSame) return before;
  const entities = all.slice(start, start + ENTITIES_PER_CHUNK);
  const joined = Buffer.concat(entities.map(({ bytes }) => bytes));
  const bytes = start === 0 ? joined.subarray(1) : joined;
  return { entities, bytes, digest: createHash('sha256').update(bytes).digest() };
}

// The sources of listings: the views, and which of their documents have changed.

export interface ListingSources {
  readonly views: Views;
  readonly clock: Clock;
  /** Throws `NotReady` if the organization's views cannot be read. */
  readonly touched: (collection: string, organizationId: OrganizationId, mark?: ChangeCursor) => ChangedSince;
}
