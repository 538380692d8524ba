/**
 * The definition of a projection: a named, versioned, pure function from an event to document writes. Handlers
 * never read: a change that depends on a document's present content is a function of it. So a batch loads all
 * its documents in one query, and replays are harmless.
 */
import type { OrganizationId } from '../../base/ids.ts';
import type { EventTypes, OrganizationEvents } from '../../events/catalog.ts';
import type { RecordedEvent } from '../../events/define.ts';
import { changeHandlers, type Changes } from '../../organization/containers/define.ts';
import type { CollectionDefinition, Collections, DocumentId } from '../store/readModels.ts';

declare const TYPES: unique symbol;

/**
 * Documents of one shape with IDs of one kind: projections write and queries read them through this handle.
 */
export interface Collection<Shape extends object = object, Id extends DocumentId = DocumentId> {
  readonly name: string;
  readonly definition: CollectionDefinition;
  readonly wording?: Wording<Shape>;
  /** Only types. */
  readonly [TYPES]?: readonly [Shape, Id];
}

/** The words under which documents are found, of a collection that is defined with `words`. */
export interface Wording<Shape extends object = object> {
  /** With spaces between them. */
  wordsOf(document: Shape): string;
  /** Whether two states of a document have the same words: what has not changed is not indexed again. */
  haveSameWords(one: Shape, other: Shape): boolean;
}

/** Declares a collection; `definition` is what engines need to know. */
export const collection = <Shape extends object, Id extends DocumentId>(
  name: string,
  definition: CollectionDefinition & { readonly id: Id extends number ? 'number' : 'text' },
  wording?: Wording<Shape>,
): Collection<Shape, Id> => ({ name, definition, ...(wording && { wording }) });

/**
 * The operations with which a handler changes the documents of its own projection, in order. All are in the
 * event's organization.
 */
export interface ViewWriter {
  put<Shape extends object, Id extends DocumentId>(
    collection: Collection<Shape, Id>,
    id: NoInfer<Id>,
    document: NoInfer<Shape>,
  ): void;
  /** Replaces an existing document; a missing one quarantines the projection. */
  patch<Shape extends object, Id extends DocumentId>(
    collection: Collection<Shape, Id>,
    id: NoInfer<Id>,
    change: (document: NoInfer<Shape>) => NoInfer<Shape>,
  ): void;
  /**
   * Replaces or creates a document (without one the function receives `undefined`; returning it removes the
   * document).
   */
  upsert<Shape extends object, Id extends DocumentId>(
    collection: Collection<Shape, Id>,
    id: NoInfer<Id>,
    change: (document: NoInfer<Shape> | undefined) => NoInfer<Shape> | undefined,
  ): void;
  /** Removes a document; harmless if there is none. */
  remove<Id extends DocumentId>(collection: Collection<object, Id>, id: NoInfer<Id>): void;
}

/** Event name → its effect on the views. The keys are the list of handled events. */
type ProjectionHandlers = {
  readonly [Type in keyof EventTypes]?: (
    event: RecordedEvent<Type, EventTypes[Type]>,
    views: ViewWriter,
    organizationId: OrganizationId,
  ) => void;
};

export interface Projection {
  readonly name: string;
  /** Raised whenever a handler or collection changes: it is part of the storage name and causes a rebuild. */
  readonly version: number;
  readonly collections: Collections;
  /** By collection, of those whose documents are found by words. */
  readonly wordings: ReadonlyMap<string, Wording>;
  readonly on: ProjectionHandlers;
}

/** Handlers that apply a thing's changes to its document; `fieldsOf` converts a change. */
export const patchById = <
  Names extends keyof OrganizationEvents,
  Id extends DocumentId,
  Thing extends Asked,
  Asked,
  Shape extends Asked & object,
>(
  documents: Collection<Shape, Id>,
  changes: Changes<Names, Id, Thing, Asked>,
  fieldsOf: (change: Partial<Thing>) => Partial<Shape>,
) =>
  changeHandlers(
    changes,
    (change) =>
      ({ data }: { readonly data: OrganizationEvents[Names] }, views: ViewWriter) =>
        views.patch(documents, changes.idIn(data), (document) => ({
          ...document,
          ...fieldsOf(change(data, document)),
        })),
  );

/** A projection by name, for callers that wait until it is level. */
export type NamedProjection = Pick<Projection, 'name'>;

/** Defines a projection; its collections belong to it alone. */
export const defineProjection = ({
  collections,
  ...projection
}: Omit<Projection, 'collections' | 'wordings'> & {
  readonly collections: readonly Collection[];
}): Projection => ({
  ...projection,
  collections: Object.fromEntries(collections.map(({ name, definition }) => [name, definition])),
  wordings: new Map(collections.flatMap(({ name, wording }) => (wording ? [[name, wording]] : []))),
});
