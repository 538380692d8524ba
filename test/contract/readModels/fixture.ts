/** Fixture and sample collections of the `ReadModels` contract. */
import type { OrganizationId } from '../../../src/base/ids.ts';
import type {
  CollectionDefinition,
  Document,
  DocumentId,
  DocumentWrite,
  Generation,
  GenerationName,
  ReadModels,
} from '../../../src/projections/store/readModels.ts';

/** An engine whose storage outlives its handles: `open` gives another handle on the same storage. */
export interface Storage {
  open(): Promise<ReadModels>;
  discard(): Promise<void>;
}

export interface ReadModelsEngine {
  storage(): Promise<Storage>;
}

/** Handles on one storage; all of them are closed after the check. */
export interface Fixture {
  readModels(): Promise<ReadModels>;
  /** A generation of the sample collections on a handle of its own. */
  generation(name?: GenerationName): Promise<Generation>;
}

export interface Check {
  readonly title: string;
  check(fixture: Fixture): Promise<void>;
}

export const ACME = 1 as OrganizationId;
export const BRAND = 2 as OrganizationId;

export const samples: GenerationName = { projection: 'samples', version: 2, generation: 7 };
export const nextGeneration: GenerationName = { ...samples, generation: 8 };

export const collections: Readonly<Record<string, CollectionDefinition>> = {
  messages: {
    id: 'number',
    fields: { channel: 'number', topic: 'text', words: 'texts', readers: 'numbers' },
    indexes: [['channel', 'topic', 'id'], ['topic']],
  },
  people: { id: 'text', fields: { age: 'number' }, indexes: [['age']] },
  texts: { id: 'number', words: true },
};

/** A write to `messages`. */
export const put = (
  id: number,
  position: number,
  document: Document,
  organizationId = ACME,
): DocumentWrite => ({
  collection: 'messages',
  organizationId,
  id,
  position,
  document,
});

export const remove = (id: number, position: number): DocumentWrite => ({
  collection: 'messages',
  organizationId: ACME,
  id,
  position,
});

export const person = (id: string, position: number, document: Document = {}): DocumentWrite => ({
  collection: 'people',
  organizationId: ACME,
  id,
  position,
  document,
});

/** One document of `messages`, with its position; undefined where there is none. */
export async function message(generation: Generation, id: number) {
  const [found] = await generation.load([{ collection: 'messages', organizationId: ACME, id }]);
  return found?.document && { position: found.position, document: found.document };
}

export const ids = (documents: readonly { readonly id: DocumentId }[]): DocumentId[] =>
  documents.map(({ id }) => id);
