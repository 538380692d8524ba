/** The read side of projections: queries of the currently served generations. */
import type { OrganizationId } from '../../base/ids.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { type DocumentId, type Query, type StoredDocument, unlessRemoved } from '../store/readModels.ts';
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
  /** The documents in the order of the IDs; undefined for missing ones. */
  load(
    collection: string,
    organizationId: OrganizationId,
    ids: readonly DocumentId[],
  ): Promise<readonly (StoredDocument | undefined)[]>;
  find(collection: string, organizationId: OrganizationId, query?: Query): Promise<readonly StoredDocument[]>;
}

/** Views without documents, in place of one that is quarantined. */
export const NO_DOCUMENTS: Views = {
  get: async () => undefined,
  load: async (_collection, _organizationId, ids) => ids.map(() => undefined),
  find: async () => [],
};

/** The views of the running projections. */
export function createViews(projections: Pick<Projections, 'serving'>): Views {
  const load: Views['load'] = async (collection, organizationId, ids) => {
    const keys = ids.map((id) => ({ collection, organizationId, id }));
    const known = await projections
      .serving(collection)
      .read(organizationId, (generation) => generation.load(keys));
    return known.map(unlessRemoved);
  };
  return {
    load,
    get: async (collection, organizationId, id) => (await load(collection, organizationId, [id]))[0],
    find: async (collection, organizationId, query) =>
      projections
        .serving(collection)
        .read(organizationId, (generation) => generation.find(collection, organizationId, query)),
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
  /** In the order of the IDs; undefined for missing ones. */
  load<Shape extends object, Id extends DocumentId>(
    collection: Collection<Shape, Id>,
    ids: readonly NoInfer<Id>[],
  ): Promise<readonly (Shape | undefined)[]>;
  find<Shape extends object, Id extends DocumentId>(
    collection: Collection<Shape, Id>,
    query: Query,
  ): Promise<readonly FoundDocument<Shape, Id>[]>;
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
  ) => {
    if (ids.length === 0) return [];
    const stored = await views.load(name, organizationId, ids);
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
  };
}
