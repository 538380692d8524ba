/** The read side of projections: queries of the currently served generations. */
import type { OrganizationId } from '../../base/ids.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { TimeSlices } from '../../base/timeSlices.ts';
import {
  type DocumentId,
  type Query,
  type StoredDocument,
  unlessRemoved,
  type WordsQuery,
} from '../store/readModels.ts';
import type { Collection, NamedProjection } from './define.ts';
import type { Projections } from './runner.ts';

/**
 * Documents by collection and organization. Every call fails with NotReady if the collection's projection is
 * being built or quarantined for the organization, or its engine is unavailable.
 */
export interface Views {
  get(
    collection: string,
    organizationId: OrganizationId,
    id: DocumentId,
  ): Promise<StoredDocument | undefined>;
  /**
   * The documents in the order of the IDs; undefined for missing ones. With `characters` it ends behind the document that brings
   * their texts to so many.
   */
  load(
    collection: string,
    organizationId: OrganizationId,
    ids: readonly DocumentId[],
    characters?: number,
  ): Promise<readonly (StoredDocument | undefined)[]>;
  find(collection: string, organizationId: OrganizationId, query?: Query): Promise<readonly StoredDocument[]>;
  /** The IDs of the documents with some words, looked up outside the main thread. */
  findIds(collection: string, organizationId: OrganizationId, query: WordsQuery): Promise<readonly number[]>;
  /** Long reads take turns here. */
  readonly slices: TimeSlices;
}

/** Views without documents, in place of one that is quarantined. */
export const NO_DOCUMENTS: Views = {
  get: async () => undefined,
  load: async (_collection, _organizationId, ids) => ids.map(() => undefined),
  find: async () => [],
  findIds: async () => [],
  // Nothing is read, so no slice is used up.
  slices: new TimeSlices({ monotonic: () => 0 }),
};

/** The views of the running projections. */
export function createViews(projections: Pick<Projections, 'serving' | 'slices'>): Views {
  const load: Views['load'] = async (collection, organizationId, ids, characters) => {
    const keys = ids.map((id) => ({ collection, organizationId, id }));
    const known = await projections
      .serving(collection)
      .read(organizationId, (generation) => generation.load(keys, characters));
    return known.map(unlessRemoved);
  };
  return {
    load,
    get: async (collection, organizationId, id) => (await load(collection, organizationId, [id]))[0],
    find: async (collection, organizationId, query) =>
      projections
        .serving(collection)
        .read(organizationId, (generation) => generation.find(collection, organizationId, query)),
    findIds: async (collection, organizationId, query) =>
      projections
        .serving(collection)
        .read(organizationId, (generation) => generation.findIds(collection, organizationId, query)),
    slices: projections.slices,
  };
}

/** The read models, level with what the caller must see. */
export interface LevelViews {
  /**
   * The views, once the projections have passed `revision` of the organization; for at most half of the time
   * it also waits for what anybody was answered before. Throws `NotReady` if they have not passed `revision`
   * within `timeout` ms, of which `waited` are over, or if one of them is quarantined for the organization or, with
   * the usual timeout, is being built.
   */
  level(
    projections: readonly NamedProjection[],
    organizationId: OrganizationId,
    revision: number,
    waited?: number,
    timeout?: number,
  ): Promise<Views>;
}

// The views of one organization, typed.

/** Queries of collections; the documents are not checked again. */
export interface Documents {
  get<Shape extends object, Id extends DocumentId>(
    collection: Collection<Shape, Id>,
    id: NoInfer<Id>,
  ): Promise<Shape | undefined>;
  /** In the order of the IDs; undefined for missing ones. `characters` as in `Views`. */
  load<Shape extends object, Id extends DocumentId>(
    collection: Collection<Shape, Id>,
    ids: readonly NoInfer<Id>[],
    characters?: number,
  ): Promise<readonly (Shape | undefined)[]>;
  find<Shape extends object, Id extends DocumentId>(
    collection: Collection<Shape, Id>,
    query: Query,
  ): Promise<readonly FoundDocument<Shape, Id>[]>;
  findIds<Shape extends object, Id extends number>(
    collection: Collection<Shape, Id>,
    query: WordsQuery,
  ): Promise<readonly Id[]>;
}

interface FoundDocument<Shape, Id> {
  readonly id: Id;
  readonly document: Shape;
}

export function documentsOf(
  views: Views,
  { organizationId }: Pick<OrganizationState, 'organizationId'>,
): Documents {
  const load: Documents['load'] = async <Shape extends object>(
    { name }: Collection<Shape>,
    ids: readonly DocumentId[],
    characters?: number,
  ) => {
    if (ids.length === 0) return [];
    const stored = await views.load(name, organizationId, ids, characters);
    return stored.map((found) => found?.document as Shape | undefined);
  };
  return {
    load,
    async get<Shape extends object>({ name }: Collection<Shape>, id: DocumentId) {
      const stored = await views.get(name, organizationId, id);
      return stored?.document as Shape | undefined;
    },
    async find<Shape extends object, Id extends DocumentId>({ name }: Collection<Shape, Id>, query: Query) {
      return (await views.find(name, organizationId, query)) as unknown as readonly FoundDocument<
        Shape,
        Id
      >[];
    },
    async findIds<Shape extends object, Id extends number>(
      { name }: Collection<Shape, Id>,
      query: WordsQuery,
    ) {
      return (await views.findIds(name, organizationId, query)) as readonly Id[];
    },
  };
}
