/** The read side of projections: queries of the currently served generations. */
import type { OrganizationId } from '../ids.ts';
import type { NamedProjection } from './define.ts';
import type { Projections } from './running/runner.ts';
import { type DocumentId, type Query, type StoredDocument, unlessRemoved } from './store/readModels.ts';

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
   * within 500 ms, of which `waited` are over, or if one of them is quarantined for the organization.
   */
  level(
    projections: readonly NamedProjection[],
    organizationId: OrganizationId,
    revision: number,
    waited?: number,
  ): Promise<Views>;
}
