/** The views of one organization, with the types that its projections gave the documents. */
import type { OrganizationState } from '../organization/state.ts';
import type { DocumentId, Query } from './store/readModels.ts';
import type { Views } from './views.ts';

/** Questions about documents of a `Shape`: what the collection's projection writes, not checked again. */
export interface Documents {
  get<Shape>(collection: string, id: DocumentId): Promise<Shape | undefined>;
  /** In the order of the IDs; undefined where there is none. */
  load<Shape>(collection: string, ids: readonly DocumentId[]): Promise<readonly (Shape | undefined)[]>;
  find<Shape>(collection: string, query: Query): Promise<readonly Found<Shape>[]>;
}

interface Found<Shape> {
  readonly id: DocumentId;
  readonly document: Shape;
}

export function documentsOf(
  views: Views,
  { organizationId }: Pick<OrganizationState, 'organizationId'>,
): Documents {
  async function load<Shape>(collection: string, ids: readonly DocumentId[]) {
    if (ids.length === 0) return [];
    const stored = await views.load(collection, organizationId, ids);
    return stored.map((found) => found?.document as Shape | undefined);
  }
  return {
    load,
    async get<Shape>(collection: string, id: DocumentId) {
      const stored = await views.get(collection, organizationId, id);
      return stored?.document as Shape | undefined;
    },
    async find<Shape>(collection: string, query: Query) {
      return (await views.find(collection, organizationId, query)) as unknown as readonly Found<Shape>[];
    },
  };
}
