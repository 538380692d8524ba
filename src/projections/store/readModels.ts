/**
 * The `ReadModels` port: documents by organization, collection and ID, with declared secondary fields. Two
 * engines implement it (SQLite, MongoDB); `test/contract/readModels.ts` is the promise that both keep.
 */
import { Unavailable } from '../../errors.ts';
import type { Position, StoredEvent } from '../../events/log/eventLog.ts';
import type { OrganizationId } from '../../ids.ts';

/** A document ID: a safe integer from 0, or a text; texts order by code point. One collection uses one kind. */
export type DocumentId = number | string;

/** A JSON object; keys are never integer-like. Its ID is not repeated inside. */
export type Document = { readonly [field: string]: unknown };

/** A secondary field: top-level key of the documents. `texts` and `numbers` are lists, matched by element. */
export type FieldKind = 'number' | 'text' | 'numbers' | 'texts';

/** What an engine must know of a collection before its first document. */
export interface CollectionDefinition {
  readonly id: 'number' | 'text';
  readonly fields?: Readonly<Record<string, FieldKind>>;
  /**
   * Compound indexes of scalar fields: equality on a prefix, then range and order on the next field. `id` may be
   * named as the last one. Lists are indexed by element together with `id`, without being named here.
   */
  readonly indexes?: readonly (readonly string[])[];
}

/** Storage of one projection: `channels@2.7` is version 2, generation 7. */
export interface GenerationName {
  readonly projection: string;
  readonly version: number;
  readonly generation: number;
}

export const generationText = (name: GenerationName): string =>
  `${name.projection}@${name.version}.${name.generation}`;

/** One write of a batch; `position` is that of the event which caused it, at most the batch's checkpoint. */
export type DocumentWrite = DocumentKey & {
  readonly position: Position;
  /** Absent: the document is removed. */
  readonly document?: Document;
};

export interface DocumentKey {
  readonly collection: string;
  readonly organizationId: OrganizationId;
  readonly id: DocumentId;
}

export interface StoredDocument {
  readonly id: DocumentId;
  readonly position: Position;
  readonly document: Document;
}

/** What an engine may still know of a document that is gone: which event removed it. */
export interface RemovedDocument extends Omit<StoredDocument, 'document'> {
  readonly document?: undefined;
}

/** A document that was asked for; undefined where there is none. */
export const unlessRemoved = (
  known: StoredDocument | RemovedDocument | undefined,
): StoredDocument | undefined => (known?.document === undefined ? undefined : known);

/** A question to one collection of one organization. Results come in the order asked for; ties by ID, likewise. */
export interface Query {
  /** Equality on scalar fields, membership on list fields. */
  readonly where?: Readonly<Record<string, number | string>>;
  /** Bounds on one field (or `id`); with `where` they must be served by an index. */
  readonly range?: {
    readonly field: string;
    readonly above?: number | string;
    readonly atLeast?: number | string;
    readonly below?: number | string;
    readonly atMost?: number | string;
  };
  /** Default: by ID, ascending. */
  readonly order?: { readonly field: string; readonly direction: 'ascending' | 'descending' };
  readonly limit?: number;
}

/** Documents of one collection and organization. */
export interface DocumentGroup extends Omit<DocumentKey, 'id'> {
  readonly ids: readonly DocumentId[];
}

/** What became of events: the documents that were looked at or written, and whether any was written. */
export interface TakenIn {
  readonly touched: readonly DocumentGroup[];
  readonly hasWritten: boolean;
}

/**
 * What events, in log order, do to the documents of a projection: one write each. Undefined where the projection is not
 * known in that version, and where one of the events cannot be taken in.
 */
export type Fold = (
  projection: Pick<GenerationName, 'projection' | 'version'>,
  events: readonly StoredEvent[],
  load: Generation['load'],
) => Promise<readonly DocumentWrite[] | undefined>;

/** The documents of one generation of one projection. */
export interface Generation {
  readonly name: GenerationName;
  /** Position up to which this generation is complete; null before the first event. */
  checkpoint(): Promise<Position | null>;
  /** The documents of the given keys in their order; undefined, or without a document, where there is none. */
  load(keys: readonly DocumentKey[]): Promise<readonly (StoredDocument | RemovedDocument | undefined)[]>;
  /**
   * Applies a batch with its checkpoint, atomically where the engine can. A write whose document was last
   * touched at or after the write's position changes nothing. A checkpoint never goes back: a batch whose
   * checkpoint is below the stored one is stale and changes nothing at all. Fails with ReadModelsUnavailable where
   * another process has dropped the generation.
   */
  commit(writes: readonly DocumentWrite[], checkpoint: Position): Promise<void>;
  /**
   * Folds events of the generation's projection, in log order, in a thread of the engine, and commits what comes of
   * them; without any document to write it leaves the checkpoint alone. Undefined where there is no such thread, and
   * where an event cannot be taken in: the caller then folds them itself, and finds out why.
   */
  takeIn?(events: readonly StoredEvent[], checkpoint: Position): Promise<TakenIn | undefined>;
  /** Throws TypeError where no index serves the question. */
  find(collection: string, organizationId: OrganizationId, query?: Query): Promise<readonly StoredDocument[]>;
  /** All documents of a collection over all organizations, in order of organization and ID, in pages. */
  scan(
    collection: string,
  ): AsyncIterable<readonly (StoredDocument & { readonly organizationId: OrganizationId })[]>;
}

/**
 * How a new generation is filled while it is not served: faster, durable only once `seal`ed. Documents may be held
 * in memory as they were handed in. Indexes are made last, so `find` is refused before.
 */
export interface FillingGeneration extends Generation {
  /** Makes all that was committed durable and the generation ready to be served; it then goes on like one. */
  seal(): Promise<void>;
}

export interface ReadModels {
  /**
   * Opens a generation for serving and for live writes, creating it empty where it does not exist. Fails for one
   * that is still being filled or was left so.
   */
  open(
    name: GenerationName,
    collections: Readonly<Record<string, CollectionDefinition>>,
  ): Promise<Generation>;
  /** Takes a name for a generation to be made; false where another process has it. */
  claim(name: GenerationName): Promise<boolean>;
  /**
   * Takes a damaged generation out of the way, so that another one can be built; answers where it is kept
   * for anybody who wants to look at it. Only an engine that fails with ReadModelsDamaged has it.
   */
  setAside?(name: GenerationName): Promise<string>;
  /** Says that a generation is in use, for `touchedAt`. */
  touch(name: GenerationName): Promise<void>;
  /** Creates an empty generation to be filled by a rebuild, dropping what an interrupted one left. */
  fill(
    name: GenerationName,
    collections: Readonly<Record<string, CollectionDefinition>>,
  ): Promise<FillingGeneration>;
  /** Deletes a generation; harmless when it is not there. */
  drop(name: GenerationName): Promise<void>;
  /** All generations that exist, served or not. */
  generations(): Promise<readonly GenerationName[]>;
  /**
   * When a generation was last written to or touched, in UNIX milliseconds; undefined where it is not
   * there, and on an engine that serves one process only.
   */
  touchedAt(name: GenerationName): Promise<number | undefined>;
  /** The served generation of each projection: the one pointer document. */
  served(): Promise<Readonly<Record<string, GenerationName>>>;
  /** Compare-and-set of one projection's served generation; false when it was not `from` any more. */
  serve(to: GenerationName, from: GenerationName | null): Promise<boolean>;
  /** Small server-wide documents outside all projections (log ID, leases, quarantines, snapshots). */
  readonly notes: Notes;
  close(): Promise<void>;
}

/** A document and its key. */
export type Note = readonly [key: string, document: Document];

/** Durable JSON documents by key, for bookkeeping. Keys are texts like `snapshot/1/users/0`. */
export interface Notes {
  get(key: string): Promise<Document | undefined>;
  put(key: string, document: Document): Promise<void>;
  /** Many in one flush; where that fails, some of them may be there. */
  putAll(notes: readonly Note[]): Promise<void>;
  remove(key: string): Promise<void>;
  removeAll(keys: readonly string[]): Promise<void>;
  /** All keys that begin with the prefix, ascending, with their documents. */
  list(prefix: string): Promise<readonly Note[]>;
}

/** The engine cannot be reached or refuses to write now; a later try may succeed. */
export class ReadModelsUnavailable extends Unavailable {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ReadModelsUnavailable';
  }
}

/** What is stored of a generation cannot be read any more: it has to be built anew. */
export class ReadModelsDamaged extends ReadModelsUnavailable {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ReadModelsDamaged';
  }
}
