/**
 * How a projection is defined: a named, versioned, pure function from event to document writes. Handlers never
 * read: what depends on a document's present content is a function of it, so that a batch loads everything it
 * touches in one question and replays are harmless.
 */
import type { EventTypes } from '../events/catalog.ts';
import type { RecordedEvent } from '../events/define.ts';
import type { OrganizationId } from '../ids.ts';
import type { CollectionDefinition, Document, DocumentId } from './store/readModels.ts';

/** What a handler does to the documents of its own projection, in order. Everything is in the event's organization. */
export interface ViewWriter {
  put(collection: string, id: DocumentId, document: Document): void;
  /** Replaces a document that must be there; a missing one quarantines the projection. */
  patch(collection: string, id: DocumentId, change: (document: Document) => Document): void;
  /** Replaces a document, or makes it where there is none (`undefined` comes in; `undefined` out removes it). */
  upsert(
    collection: string,
    id: DocumentId,
    change: (document: Document | undefined) => Document | undefined,
  ): void;
  /** Removes a document; harmless when it is not there. */
  remove(collection: string, id: DocumentId): void;
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

/** Defines a projection; its collections belong to it alone. */
export const defineProjection = (projection: Projection): Projection => projection;
