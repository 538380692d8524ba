/**
 * How a projection is defined: a named, versioned, pure function from event to document writes. Handlers never
 * read: what depends on a document's present content is a function of it, so that a batch loads everything it
 * touches in one question and replays are harmless.
 */
import type { EventTypes, OrganizationEvents } from '../events/catalog.ts';
import type { RecordedEvent } from '../events/define.ts';
import type { OrganizationId } from '../ids.ts';
import { changeHandlers, type Changes } from '../organization/changes.ts';
import type { CollectionDefinition, DocumentId } from './store/readModels.ts';

declare const TYPES: unique symbol;

/** Documents of one shape under IDs of one kind: a projection writes them, and queries read them, by this handle. */
export interface Collection<Shape extends object = object, Id extends DocumentId = DocumentId> {
  readonly name: string;
  readonly definition: CollectionDefinition;
  /** Only types. */
  readonly [TYPES]?: readonly [Shape, Id];
}

/** Declares a collection; what engines must know of it is in `definition`. */
export const collection = <Shape extends object, Id extends DocumentId>(
  name: string,
  definition: CollectionDefinition & { readonly id: Id extends number ? 'number' : 'text' },
): Collection<Shape, Id> => ({ name, definition });

/** What a handler does to the documents of its own projection, in order. Everything is in the event's organization. */
export interface ViewWriter {
  put<Shape extends object, Id extends DocumentId>(
    collection: Collection<Shape, Id>,
    id: NoInfer<Id>,
    document: NoInfer<Shape>,
  ): void;
  /** Replaces a document that must be there; a missing one quarantines the projection. */
  patch<Shape extends object, Id extends DocumentId>(
    collection: Collection<Shape, Id>,
    id: NoInfer<Id>,
    change: (document: NoInfer<Shape>) => NoInfer<Shape>,
  ): void;
  /** Replaces a document, or makes it where there is none (`undefined` comes in; `undefined` out removes it). */
  upsert<Shape extends object, Id extends DocumentId>(
    collection: Collection<Shape, Id>,
    id: NoInfer<Id>,
    change: (document: NoInfer<Shape> | undefined) => NoInfer<Shape> | undefined,
  ): void;
  /** Removes a document; harmless when it is not there. */
  remove<Id extends DocumentId>(collection: Collection<object, Id>, id: NoInfer<Id>): void;
}

/** Event name → what it does to the views. The keys are the list of handled events. */
export type ProjectionHandlers = {
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
  readonly collections: Readonly<Record<string, CollectionDefinition>>;
  readonly on: ProjectionHandlers;
}

/** Handlers that make the changes of things in their documents; `fieldsOf` says what a change is there. */
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

/** A projection by its name, for those who wait until it is level. */
export type NamedProjection = Pick<Projection, 'name'>;

/** Defines a projection; its collections belong to it alone. */
export const defineProjection = ({
  collections,
  ...projection
}: Omit<Projection, 'collections'> & { readonly collections: readonly Collection[] }): Projection => ({
  ...projection,
  collections: Object.fromEntries(collections.map(({ name, definition }) => [name, definition])),
});
