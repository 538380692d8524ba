/**
 * The `ReadModels` port: documents by organization, collection and ID, with declared secondary fields. Two
 * engines implement it (SQLite, MongoDB); `test/contract/readModels.ts` is the contract of both.
 */
import { Unavailable } from '../../base/errors.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { Position, StoredEvent } from '../../events/log/eventLog.ts';

/**
 * A document ID: a safe integer from 0, or a text; texts sort by code point. One collection uses one kind.
 */
export type DocumentId = number | string;

/** A JSON object; keys are never integer-like. Its ID is not repeated inside. */
export type Document = { readonly [field: string]: unknown };

/** A secondary field: top-level key of the documents. `texts` and `numbers` are lists, matched by element. */
export type FieldKind = 'number' | 'text' | 'numbers' | 'texts';

/** The definition of a collection, which an engine needs before its first document. */
export interface CollectionDefinition {
  readonly id: 'number' | 'text';
  readonly fields?: Readonly<Record<string, FieldKind>>;
  /**
   * Compound indexes of scalar fields: equality on a prefix, then range and order on the next field. `id` may
   * be the last one. Lists are indexed by element together with `id` without a declaration.
   */
  readonly indexes?: readonly (readonly string[])[];
  /** Whether documents are found by words that come with their writes; their IDs are numbers below 2^40. */
  readonly words?: true;
}

/** The collections of a projection, by name. */
export type Collections = Readonly<Record<string, CollectionDefinition>>;

/** Storage of one projection: `channels@2.7` is version 2, generation 7. */
export interface GenerationName {
  readonly projection: string;
  readonly version: number;
  readonly generation: number;
}

export const generationText = (name: GenerationName): string =>
  `${name.projection}@${name.version}.${name.generation}`;

/** One write of a batch; `position` is the causing event's, at most the batch's checkpoint. */
export type DocumentWrite = DocumentKey & {
  readonly position: Position;
  /** Absent: the document is removed. */
  readonly document?: Document;
  /**
   * Words under which the document is found, with spaces between them; absent where they are those of before. An index
   * keeps them beside the documents.
   */
  readonly words?: string;
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

/** The event that removed a document, as far as an engine still knows it. */
export interface RemovedDocument extends Omit<StoredDocument, 'document'> {
  readonly document?: undefined;
}

/** A requested document; undefined if there is none. */
export const unlessRemoved = (
  known: StoredDocument | RemovedDocument | undefined,
): StoredDocument | undefined => (known?.document === undefined ? undefined : known);

/**
 * A query of one collection in one organization. Results are in the requested order, ties by ID in the same
 * direction.
 */
export interface Query {
  /** Equality on scalar fields, membership on list fields. */
  readonly where?: Readonly<Record<string, number | string>>;
  /**
   * Instead of `where`: words of the documents, of each list at least one; `rain*` is every word that begins with rain.
   * Range and order are by ID.
   */
  readonly words?: readonly (readonly string[])[];
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

/** The result for a batch of events: the documents that were read or written, and whether any was written. */
export interface AppliedBatch {
  readonly touched: readonly DocumentGroup[];
  readonly hasWritten: boolean;
}

/**
 * The writes that events, in log order, cause in a projection's documents: one per document. Undefined if the
 * projection is unknown in that version, or one of the events cannot be applied.
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
  /** The documents of the given keys in order; undefined, or without a document, if there is none. */
  load(keys: readonly DocumentKey[]): Promise<readonly (StoredDocument | RemovedDocument | undefined)[]>;
  /**
   * Applies a batch with its checkpoint, atomically if the engine can. A write whose document was last
   * touched at or after the write's position changes nothing. A checkpoint never goes back: a batch with a
   * lower checkpoint than the stored one is stale and changes nothing. Fails with ReadModelsUnavailable if
   * another process has dropped the generation.
   */
  commit(writes: readonly DocumentWrite[], checkpoint: Position): Promise<void>;
  /**
   * Folds events of the generation's projection, in log order, in a thread of the engine, and commits the
   * result; without any document to write the checkpoint stays. Undefined if there is no such thread, or an
   * event cannot be applied: the caller then folds them itself and finds out why.
   */
  applyEvents?(events: readonly StoredEvent[], checkpoint: Position): Promise<AppliedBatch | undefined>;
  /** Throws TypeError if no index serves the query. */
  find(collection: string, organizationId: OrganizationId, query?: Query): Promise<readonly StoredDocument[]>;
  /** All documents of a collection in all organizations, in order of organization and ID, in pages. */
  scan(
    collection: string,
  ): AsyncIterable<readonly (StoredDocument & { readonly organizationId: OrganizationId })[]>;
}

/**
 * A new generation while it is filled and not served: faster, and durable only once `seal`ed. Documents may
 * stay in memory by reference. Indexes are created last, so `find` is refused before.
 */
export interface FillingGeneration extends Generation {
  /** Makes all commits durable and the generation ready to be served; it can be used further like one. */
  seal(): Promise<void>;
}

export interface ReadModels {
  /**
   * Opens a generation for serving and for live writes, creating an empty one if necessary. Fails for one
   * that is not completely filled.
   */
  open(name: GenerationName, collections: Collections): Promise<Generation>;
  /** Claims a name for a new generation; false if another process has it. */
  claim(name: GenerationName): Promise<boolean>;
  /**
   * Moves a damaged generation aside, so that another one can be built; returns where it is kept for
   * inspection. Only engines that fail with ReadModelsDamaged have it.
   */
  setAside?(name: GenerationName): Promise<string>;
  /** Marks a generation as in use, for `touchedAt`. */
  touch(name: GenerationName): Promise<void>;
  /** Creates an empty generation for a rebuild, dropping what an interrupted one left. */
  fill(name: GenerationName, collections: Collections): Promise<FillingGeneration>;
  /** Deletes a generation; harmless if it does not exist. */
  drop(name: GenerationName): Promise<void>;
  /** All generations that exist, served or not. */
  generations(): Promise<readonly GenerationName[]>;
  /**
   * The time when a generation was last written to or touched, in UNIX milliseconds; undefined if it does not exist,
   * and on engines that serve one process only.
   */
  touchedAt(name: GenerationName): Promise<number | undefined>;
  /** The served generation of each projection: the pointer document. */
  served(): Promise<Readonly<Record<string, GenerationName>>>;
  /** Compare-and-set of one projection's served generation; false if it was no longer `from`. */
  serve(to: GenerationName, from: GenerationName | null): Promise<boolean>;
  /** Bytes on disk by name, such as `users@2.7`, of everything stored. Engines that cannot measure it lack this. */
  sizes?(): Promise<Readonly<Record<string, number>>>;
  /** Small server-wide documents outside all projections (log ID, leases, quarantines, snapshots). */
  readonly notes: KeyValueStore;
  close(): Promise<void>;
}

/** A document and its key. */
export type KeyValue = readonly [key: string, document: Document];

/** Durable JSON documents by key, for bookkeeping. Keys are texts like `snapshot/1/users/0`. */
export interface KeyValueStore {
  get(key: string): Promise<Document | undefined>;
  put(key: string, document: Document): Promise<void>;
  /** Many in one flush; after a failure some of them may be stored. */
  putAll(notes: readonly KeyValue[]): Promise<void>;
  remove(key: string): Promise<void>;
  removeAll(keys: readonly string[]): Promise<void>;
  /** All keys that begin with the prefix, ascending, with their documents. */
  list(prefix: string): Promise<readonly KeyValue[]>;
}

/** The engine cannot be reached or refuses to write now; a later attempt may succeed. */
export class ReadModelsUnavailable extends Unavailable {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ReadModelsUnavailable';
  }
}

/** A stored generation is damaged and must be rebuilt. */
export class ReadModelsDamaged extends ReadModelsUnavailable {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ReadModelsDamaged';
  }
}

/** The stored JSON of a document or note, whose name is for people; fails with ReadModelsDamaged if it cannot be read. */
export function parseStored(json: string, name: string): Document {
  try {
    return JSON.parse(json) as Document;
  } catch (cause) {
    throw new ReadModelsDamaged(`A view is damaged: ${name} cannot be read.`, { cause });
  }
}

// Names of generations as engines write them: they are parts of file and collection names, and parsed here.

const NAME = /^([A-Za-z][A-Za-z0-9_-]*)@(\d+)\.(\d+)$/;

/** Parses `channels@2.7`; undefined for anything else. */
export function parseGeneration(text: string): GenerationName | undefined {
  const [, projection, version, generation] = NAME.exec(text) ?? [];
  if (projection === undefined) return undefined;
  return { projection, version: Number(version), generation: Number(generation) };
}

/** The text of a valid name; throws for any other. */
export function storageName(name: GenerationName): string {
  const text = generationText(name);
  if (!parseGeneration(text)) throw new TypeError(`${text} cannot be the name of a generation.`);
  return text;
}
