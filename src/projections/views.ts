/** The read side of projections: questions to whichever generation is served at the moment of the call. */
import type { OrganizationId } from '../ids.ts';
import type { NamedProjection } from './define.ts';
import type { Projections } from './running/runner.ts';
import { type DocumentId, type Query, type StoredDocument, unlessRemoved } from './store/readModels.ts';

/**
 * Documents by collection and organization. Every call fails with NotReady while the collection's projection is
 * being built, is quarantined for the organization, or its engine is out of reach.
 */
export interface Views {
  get(
    collection: string,
    organizationId: OrganizationId,
    id: DocumentId,
  ): Promise<StoredDocument | undefined>;
  /** The documents in the order of the IDs; undefined where there is none. */
  load(
    collection: string,
    organizationId: OrganizationId,
    ids: readonly DocumentId[],
  ): Promise<readonly (StoredDocument | undefined)[]>;
  find(collection: string, organizationId: OrganizationId, query?: Query): Promise<readonly StoredDocument[]>;
}

/** The views of the running projections. */
export function viewsOf(projections: Pick<Projections, 'serving'>): Views {
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
   * The views, once the projections have passed `revision` of the organization, and for half of that time at most
   * what anybody was answered before. Throws `NotReady` when they have not passed `revision` within 500 ms, of which
   * `waited` are over, or when one of them is quarantined for the organization.
   */
  level(
    projections: readonly NamedProjection[],
    organizationId: OrganizationId,
    revision: number,
    waited?: number,
  ): Promise<Views>;
}
