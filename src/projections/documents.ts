/** The views of one organization, typed. */
import type { OrganizationState } from '../organization/state.ts';
import type { Collection } from './define.ts';
import type { DocumentId, Query } from './store/readModels.ts';
import type { Views } from './views.ts';

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
