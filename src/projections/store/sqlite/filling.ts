/**
 * A generation while it is filled: one transaction without a journal from the first event to the seal, with a
 * buffer in front, so that a document that changes often is written once and not parsed for each change.
 */
import type { OrganizationId } from '../../../base/ids.ts';
import type { Position } from '../../../events/log/eventLog.ts';
import {
  type DocumentId,
  type DocumentKey,
  type DocumentWrite,
  type FillingGeneration,
  type GenerationName,
  generationText,
  type Query,
  ReadModelsUnavailable,
  type StoredDocument,
  type WordsQuery,
  type Collections,
} from '../readModels.ts';
import { checkBatch, unknownCollection } from '../resolvedQuery.ts';
import { beginFlushing, openFilling, openServing, publish, withReadModelErrors } from './file.ts';
import { completeFile, SqliteGeneration } from './generation.ts';

/**
 * Documents of a collection kept in memory before they are written: more would outlive the young heap and
 * cost more.
 */
const BUFFERED_DOCUMENTS = 512;

/** The last unwritten write of each document of one collection. */
class WriteBuffer {
  size = 0;
  #byOrganization = new Map<OrganizationId, Map<DocumentId, DocumentWrite>>();

  get({ organizationId, id }: DocumentKey): DocumentWrite | undefined {
    return this.#byOrganization.get(organizationId)?.get(id);
  }

  put(write: DocumentWrite): void {
    const documents = this.#documentsOf(write.organizationId);
    const before = documents.get(write.id);
    if (before && before.position >= write.position) return;
    if (!before) this.size++;
    const isReworded = write.words !== undefined || before?.words === undefined || !write.document;
    documents.set(write.id, isReworded ? write : { ...write, words: before.words });
  }

  /** Removes and returns all of it. */
  *drain(): Iterable<DocumentWrite> {
    const drained = this.#byOrganization;
    this.#byOrganization = new Map();
    this.size = 0;
    for (const documents of drained.values()) yield* documents.values();
  }

  #documentsOf(organizationId: OrganizationId): Map<DocumentId, DocumentWrite> {
    let documents = this.#byOrganization.get(organizationId);
    if (!documents) this.#byOrganization.set(organizationId, (documents = new Map()));
    return documents;
  }
}

export class SqliteFilling implements FillingGeneration {
  readonly name: GenerationName;
  readonly #path: string;
  readonly #collections: Collections;
  readonly #database;
  readonly #buffers: ReadonlyMap<string, WriteBuffer>;
  #generation: SqliteGeneration;
  #checkpoint: Position | null = null;
  #state: 'filling' | 'sealed' | 'spoilt' = 'filling';

  /** `path` is the file's final name; until the seal its name is that of `fillingPath`. */
  constructor(name: GenerationName, path: string, collections: Collections) {
    this.name = name;
    this.#path = path;
    this.#collections = collections;
    this.#buffers = new Map(Object.keys(collections).map((collection) => [collection, new WriteBuffer()]));
    this.#database = withReadModelErrors(() => openFilling(fillingPath(path)));
    this.#generation = new SqliteGeneration(name, this.#database, collections, 'filling');
    this.#database.exec('BEGIN');
  }

  async checkpoint(): Promise<Position | null> {
    return this.#state === 'sealed' ? this.#generation.checkpoint() : this.#checkpoint;
  }

  async load(
    keys: readonly DocumentKey[],
    characters?: number,
  ): Promise<readonly (StoredDocument | undefined)[]> {
    if (this.#state === 'sealed') return this.#generation.load(keys, characters);
    return withReadModelErrors(() => keys.map((key) => this.#loadOne(key)));
  }

  async commit(writes: readonly DocumentWrite[], checkpoint: Position): Promise<void> {
    if (this.#state === 'sealed') return this.#generation.commit(writes, checkpoint);
    checkBatch(writes, checkpoint);
    if (checkpoint < (this.#checkpoint ?? 0)) return;
    for (const write of writes) this.#bufferOf(write).put(write);
    this.#checkpoint = checkpoint;
    this.#flush((buffer) => buffer.size >= BUFFERED_DOCUMENTS);
  }

  async find(
    collection: string,
    organizationId: OrganizationId,
    query?: Query,
  ): Promise<readonly StoredDocument[]> {
    return this.#sealed().find(collection, organizationId, query);
  }

  async findIds(
    collection: string,
    organizationId: OrganizationId,
    query: WordsQuery,
  ): Promise<readonly number[]> {
    return this.#sealed().findIds(collection, organizationId, query);
  }

  #sealed(): SqliteGeneration {
    if (this.#state === 'sealed') return this.#generation;
    throw new Error(`${generationText(this.name)} is being filled and answers no questions yet.`);
  }

  async *scan(collection: string): AsyncGenerator<(StoredDocument & { organizationId: OrganizationId })[]> {
    if (this.#state !== 'sealed') this.#flush();
    yield* this.#generation.scan(collection);
  }

  async seal(): Promise<void> {
    if (this.#state === 'sealed') return;
    this.#flush();
    this.#irrevocably(() => {
      beginFlushing(fillingPath(this.#path));
      completeFile(this.#database, this.#collections);
      this.#database.exec('COMMIT');
      this.#database.close();
      publish(fillingPath(this.#path), this.#path);
      const served = openServing(this.#path, false);
      this.#generation = new SqliteGeneration(this.name, served, this.#collections, 'serving');
    });
    this.#state = 'sealed';
  }

  close(): void {
    this.#generation.close();
  }

  #loadOne(key: DocumentKey): StoredDocument | undefined {
    const buffered = this.#bufferOf(key).get(key);
    if (!buffered) return this.#generation.table(key.collection).get(key.organizationId, key.id);
    const { id, position, document } = buffered;
    return document && { id, position, document };
  }

  #bufferOf({ collection }: DocumentKey): WriteBuffer {
    const buffer = this.#buffers.get(collection);
    if (buffer) return buffer;
    throw unknownCollection(generationText(this.name), collection);
  }

  /**
   * Writes the buffers that are due. Small collections stay in memory, because their documents change all the
   * time.
   */
  #flush(isDue: (buffer: WriteBuffer) => boolean = () => true): void {
    const checkpoint = this.#checkpoint;
    if (checkpoint === null) return;
    for (const buffer of this.#buffers.values())
      if (isDue(buffer)) this.#irrevocably(() => this.#generation.write(buffer.drain(), checkpoint));
  }

  /** Without a journal nothing can be rolled back: after a failure the file is worthless. */
  #irrevocably(work: () => void): void {
    if (this.#state === 'spoilt') {
      throw new ReadModelsUnavailable(
        `Filling ${generationText(this.name)} failed before; it must be filled again.`,
      );
    }
    try {
      withReadModelErrors(work);
    } catch (error) {
      this.#state = 'spoilt';
      throw error;
    }
  }
}

/** The name of an incomplete file, by which an interrupted rebuild is recognized. */
export const fillingPath = (path: string): string => path.replace(/\.sqlite$/, '.filling.sqlite');
