/**
 * Verifies views: rebuilds the projections in a scratch store, in one reading of the log, and compares each with the
 * served one, document by document. The server may continue meanwhile: apparent differences are checked again at a
 * common checkpoint.
 */
import { createHash, hash } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { EventLog, Position } from '../../events/log/eventLog.ts';
import {
  type Document,
  type DocumentKey,
  type FillingGeneration,
  type Generation,
  type GenerationName,
  type ReadModels,
  ReadModelsDamaged,
  type StoredDocument,
  unlessRemoved,
} from '../store/readModels.ts';
import { type BuildProgress, fillUpTo } from './build.ts';
import type { Projection } from './define.ts';
import { GenerationWriter } from './generationWriter.ts';
import type { ProjectionLogger } from './logLines.ts';
import { quarantineRecords, skipRecords } from './quarantine.ts';

// Digests of documents: equal views have equal digests.

/** JSON text with the keys of every object in code unit order: equal values have equal texts. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sortKeys);

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const document = value as Document;
  return Object.fromEntries(
    Object.keys(document)
      .sort()
      .map((key) => [key, document[key]]),
  );
}

/** SHA-256 over ID, position and content of a document, base64url. */
const documentDigest = ({ id, position, document }: StoredDocument): string =>
  hash('sha256', canonicalJson([id, position, document]), 'base64url');

/** SHA-256 over the digests of a collection's documents in order of organization and ID, base64url. */
export class CollectionDigest {
  readonly #hash = createHash('sha256');
  documents = 0;

  add(organizationId: OrganizationId, documentDigest: string): void {
    this.documents += 1;
    this.#hash.update(`${organizationId} ${documentDigest}\n`);
  }

  /** Finishes the digest; may be called once. */
  text(): string {
    return this.#hash.digest('base64url');
  }
}

/** The digest of a collection in a generation that does not change meanwhile. */
export async function collectionDigest(generation: Generation, collection: string): Promise<string> {
  const digest = new CollectionDigest();
  for await (const page of generation.scan(collection)) {
    for (const found of page) digest.add(found.organizationId, documentDigest(found));
  }
  return digest.text();
}

interface VerifyOptions {
  readonly log: EventLog;
  readonly readModels: ReadModels;
  readonly projections: readonly Projection[];
  /** An empty store for the rebuilt views; the caller disposes of it. */
  readonly scratch: ReadModels;
  readonly clock: Clock;
  readonly logger: ProjectionLogger;
  readonly onProgress?: (progress: BuildProgress) => void;
}

/** A served document that does not match the log: changed, missing, or superfluous. */
interface Difference extends DocumentKey {
  readonly projection: string;
  readonly kind: 'changed' | 'removed' | 'added';
}

/** One collection as rebuilt from the log. */
interface VerifiedCollection {
  readonly collection: string;
  readonly documents: number;
  readonly digest: string;
}

export interface Verification {
  readonly projection: string;
  /** Position up to which the views were compared. */
  readonly checkpoint: Position | null;
  readonly status: 'same' | 'different' | 'not served' | 'damaged';
  /** What is damaged: the rest of the view is not compared. */
  readonly fault?: string;
  readonly collections: readonly VerifiedCollection[];
  /** The first ones, in order of collection, organization and ID. */
  readonly differences: readonly Difference[];
  readonly differenceCount: number;
  /** Their documents are not compared. */
  readonly quarantined: readonly OrganizationId[];
}

const MAX_DIFFERENCES = 20;
const RECHECK_MS = 500;
const FILL_BATCH = 2_000;
const MAX_TRIES = 100;

/** Compares every projection; never changes what is served. Yields each outcome as it is known. */
export async function* verify(options: VerifyOptions): AsyncIterable<Verification> {
  const served = await options.readModels.served();
  const comparisons = new Map<Projection, Comparison>();
  const damaged = new Map<Projection, Verification>();
  try {
    for (const projection of options.projections) {
      const name = served[projection.name];
      if (name?.version !== projection.version) continue;
      const opened = await Comparison.open(options, projection, name).catch(damageOf(projection));
      if (opened instanceof Comparison) comparisons.set(projection, opened);
      else damaged.set(projection, opened);
    }
    await buildTogether(options, comparisons.values());
    for (const projection of options.projections)
      yield (
        damaged.get(projection) ??
        (await comparisons.get(projection)?.run().catch(damageOf(projection))) ??
        notCompared(projection, 'not served')
      );
  } finally {
    for (const { scratch } of comparisons.values()) await options.scratch.drop(scratch.generation.name);
  }
}

/** For `catch`: the outcome for a view that is damaged; other errors are thrown. */
const damageOf =
  (projection: Projection) =>
  (error: unknown): Verification => {
    if (!(error instanceof ReadModelsDamaged)) throw error;
    return { ...notCompared(projection, 'damaged'), fault: error.message };
  };

const notCompared = ({ name }: Projection, status: Verification['status']): Verification => ({
  projection: name,
  checkpoint: null,
  status,
  collections: [],
  differences: [],
  differenceCount: 0,
  quarantined: [],
});

/** Builds every scratch up to where the served view is. */
async function buildTogether(options: VerifyOptions, comparisons: Iterable<Comparison>): Promise<void> {
  const ends: [GenerationWriter, Position][] = [];
  for (const { scratch, checkpoint } of comparisons) {
    if (checkpoint !== null) ends.push([scratch.writer, checkpoint]);
  }
  await fillUpTo({ ...options, batch: FILL_BATCH }, ends);
}

/** The rebuilt projection, advanced on request. */
class Scratch {
  readonly generation: FillingGeneration;
  readonly writer: GenerationWriter;
  readonly #options: VerifyOptions;

  private constructor(options: VerifyOptions, generation: FillingGeneration, writer: GenerationWriter) {
    this.#options = options;
    this.generation = generation;
    this.writer = writer;
  }

  static async open(options: VerifyOptions, projection: Projection): Promise<Scratch> {
    const { readModels, scratch, clock, logger } = options;
    const known = skipRecords(scratch.notes, projection);
    for (const skip of await skipRecords(readModels.notes, projection).list()) await known.put(skip);
    const name = { projection: projection.name, version: projection.version, generation: 1 };
    const generation = await scratch.fill(name, projection.collections);
    const writer = await GenerationWriter.open(projection, generation, {
      notes: scratch.notes,
      clock,
      logger,
    });
    return new Scratch(options, generation, writer);
  }

  async come(upTo: Position | null): Promise<void> {
    if (upTo === null || (this.writer.position ?? -1) >= upTo) return;
    await fillUpTo({ ...this.#options, batch: FILL_BATCH }, [[this.writer, upTo]]);
  }
}

type OwnedDocument = StoredDocument & { readonly organizationId: OrganizationId };

/** A served view and its scratch. */
class Comparison {
  readonly scratch: Scratch;
  readonly served: Generation;
  /** Where the served view was when the comparison began. */
  readonly checkpoint: Position | null;
  readonly #projection: Projection;
  readonly #quarantined: ReadonlySet<OrganizationId>;

  private constructor(
    scratch: Scratch,
    served: Generation,
    checkpoint: Position | null,
    quarantined: ReadonlySet<OrganizationId>,
  ) {
    this.scratch = scratch;
    this.served = served;
    this.checkpoint = checkpoint;
    this.#projection = scratch.writer.projection;
    this.#quarantined = quarantined;
  }

  static async open(
    options: VerifyOptions,
    projection: Projection,
    name: GenerationName,
  ): Promise<Comparison> {
    const served = await options.readModels.open(name, projection.collections);
    const set = await quarantineRecords(options.readModels.notes, name).list();
    const quarantined = new Set(set.map(({ organizationId }) => organizationId));
    const checkpoint = await served.checkpoint();
    return new Comparison(await Scratch.open(options, projection), served, checkpoint, quarantined);
  }

  async run(): Promise<Verification> {
    const checkpoint = await this.served.checkpoint();
    await this.scratch.come(checkpoint);
    const collections: VerifiedCollection[] = [];
    const suspects: DocumentKey[] = [];
    for (const collection of Object.keys(this.#projection.collections)) {
      const digest = new CollectionDigest();
      await this.#scan(collection, digest, suspects);
      collections.push({ collection, documents: digest.documents, digest: digest.text() });
    }
    const all: Difference[] = [];
    for (let start = 0; start < suspects.length; start += RECHECK_MS) {
      all.push(...(await this.#settle(suspects.slice(start, start + RECHECK_MS))));
    }
    return {
      projection: this.#projection.name,
      checkpoint,
      status: all.length === 0 ? 'same' : 'different',
      collections,
      differences: all.slice(0, MAX_DIFFERENCES),
      differenceCount: all.length,
      quarantined: [...this.#quarantined],
    };
  }

  /** Walks both sides of a collection in order and collects the keys that differ. */
  async #scan(collection: string, digest: CollectionDigest, suspects: DocumentKey[]): Promise<void> {
    const [ours, theirs] = [
      new DocumentWalk(this.scratch.generation.scan(collection)),
      new DocumentWalk(this.served.scan(collection)),
    ];
    let [expected, found] = [await ours.next(), await theirs.next()];
    for (let key = first(expected, found); key; key = first(expected, found)) {
      const { organizationId, id } = key;
      const [left, right] = [expected, found].map((each) =>
        each && isSameKey(each, key) ? each : undefined,
      );
      const [expectedDigest, servedDigest] = [left && documentDigest(left), right && documentDigest(right)];
      if (!this.#quarantined.has(organizationId)) {
        if (expectedDigest) digest.add(organizationId, expectedDigest);
        if (expectedDigest !== servedDigest) suspects.push({ collection, organizationId, id });
      }
      if (left) expected = await ours.next();
      if (right) found = await theirs.next();
    }
  }

  /** Compares documents again at one checkpoint of both sides: what still differs is a difference. */
  async #settle(keys: readonly DocumentKey[]): Promise<Difference[]> {
    const { checkpoint, documents } = await this.#image(keys);
    await this.scratch.come(checkpoint);
    const expected = (await this.scratch.generation.load(keys)).map(unlessRemoved);
    return keys.flatMap((key, index) => {
      const kind = difference(expected[index], documents[index]);
      return kind ? [{ projection: this.#projection.name, ...key, kind }] : [];
    });
  }

  /** Documents with the checkpoint at which they were read, between two batches of the live side. */
  async #image(keys: readonly DocumentKey[]) {
    for (let tries = 0; ; tries += 1) {
      const checkpoint = await this.served.checkpoint();
      const documents = (await this.served.load(keys)).map(unlessRemoved);
      if ((await this.served.checkpoint()) === checkpoint) return { checkpoint, documents };
      if (tries === MAX_TRIES) throw new Error(`${this.#projection.name} moves too fast to be verified.`);
    }
  }
}

/** Iterates over documents of pages. */
class DocumentWalk {
  readonly #pages: AsyncIterator<readonly OwnedDocument[]>;
  #page: readonly OwnedDocument[] = [];
  #at = 0;

  constructor(pages: AsyncIterable<readonly OwnedDocument[]>) {
    this.#pages = pages[Symbol.asyncIterator]();
  }

  async next(): Promise<OwnedDocument | undefined> {
    while (this.#at >= this.#page.length) {
      const { done, value } = await this.#pages.next();
      if (done) return undefined;
      this.#page = value;
      this.#at = 0;
    }
    return this.#page[this.#at++];
  }
}

/** The document that comes first in the order of organization and ID. */
function first(one: OwnedDocument | undefined, other: OwnedDocument | undefined): OwnedDocument | undefined {
  if (!one || !other) return one ?? other;
  return (one.organizationId - other.organizationId || compareIds(one.id, other.id)) <= 0 ? one : other;
}

const isSameKey = (one: OwnedDocument, other: OwnedDocument): boolean =>
  one.organizationId === other.organizationId && one.id === other.id;

function compareIds(one: number | string, other: number | string): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
}

function difference(expected?: StoredDocument, served?: StoredDocument): Difference['kind'] | undefined {
  if (!expected || !served) return expected ? 'removed' : served && 'added';
  return documentDigest(expected) === documentDigest(served) ? undefined : 'changed';
}
