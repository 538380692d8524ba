/**
 * Files in MongoDB: bytes in GridFS, and beside them a document per digest that refers to them. Every write
 * is acknowledged by most members with their journals on disk. Each write is recorded before it begins, so that a crash leaves
 * nothing that a sweep does not find.
 */
import type { Collection, GridFSBucket, MongoClient, ObjectId } from 'mongodb';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../base/clock.ts';
import type { OrganizationId, UserId } from '../base/ids.ts';
import { createDurableClient, databaseName, isDuplicateKey, isTransientError } from '../base/mongodb.ts';
import {
  type ByteRange,
  type Files,
  FilesUnavailable,
  isDigest,
  type PartialFile,
  type StoredBytes,
  type StoredFile,
} from './files.ts';

interface GridFsOptions {
  /** Connection string; a database named in it is used unless `database` is set. */
  readonly url: string;
  readonly clock: Clock;
  readonly database?: string;
}

/** Refers from a digest of an organization to its bytes. */
interface StoredDocument {
  readonly _id: string;
  readonly organizationId: OrganizationId;
  readonly digest: string;
  readonly bytesId: ObjectId;
  readonly size: number;
  readonly storedAt: number;
}

/** Bytes that no digest stands for yet, or no longer. */
interface LooseBytes {
  readonly _id: ObjectId;
  readonly since: number;
}

interface BegunDocument extends PartialFile {
  readonly _id: string;
  readonly organizationId: OrganizationId;
}

const DEADLINE_MS = 4_000;
const DATABASE = 'hansard';
/** Beside the databases of the read models and of the vault: it is saved and grows in another way. */
const SUFFIX = '_files';
const PAGE_SIZE = 500;
const CHUNK_BYTES = 1_044_480;

/** Opens or makes the files of a database. Fails with FilesUnavailable. */
export async function openGridFsFiles({ url, clock, database }: GridFsOptions): Promise<Files> {
  const { GridFSBucket, ObjectId } = await import('mongodb');
  const client = await createDurableClient(url, DEADLINE_MS);
  const db = client.db(database ?? `${databaseName(url) ?? DATABASE}${SUFFIX}`);
  const files = new GridFsFiles({
    client,
    clock,
    newId: () => new ObjectId(),
    bucket: new GridFSBucket(db, { bucketName: 'bytes', chunkSizeBytes: CHUNK_BYTES }),
    stored: db.collection('stored'),
    loose: db.collection('loose'),
    begun: db.collection('begun'),
  });
  try {
    await files.prepare();
    return files;
  } catch (error) {
    client.close(true).catch(() => undefined);
    throw error;
  }
}

interface GridFsCollections {
  readonly client: MongoClient;
  readonly clock: Clock;
  readonly bucket: GridFSBucket;
  readonly stored: Collection<StoredDocument>;
  readonly loose: Collection<LooseBytes>;
  readonly begun: Collection<BegunDocument>;
  readonly newId: () => ObjectId;
}

class GridFsFiles implements Files {
  readonly #parts: GridFsCollections;

  constructor(parts: GridFsCollections) {
    this.#parts = parts;
  }

  async prepare(): Promise<void> {
    const { begun, stored, loose } = this.#parts;
    await answer(async () => {
      await begun.createIndex({ begunAt: 1 });
      await begun.createIndex({ organizationId: 1, ownerId: 1 });
      await stored.createIndex({ organizationId: 1, storedAt: 1, _id: 1 });
      await stored.createIndex({ bytesId: 1 });
      await loose.createIndex({ since: 1 });
    });
  }

  async store(organizationId: OrganizationId, source: AsyncIterable<Uint8Array>): Promise<StoredBytes> {
    const { clock, loose, newId } = this.#parts;
    const bytesId = newId();
    await answer(() => loose.insertOne({ _id: bytesId, since: clock.now() }));
    let isNamed = false;
    try {
      const written = await this.#write(bytesId, source);
      isNamed = await this.#name(bytesId, organizationId, written);
      return written;
    } finally {
      if (isNamed) await answer(() => loose.deleteOne({ _id: bytesId }));
      else await this.#discard(bytesId).catch(() => undefined);
    }
  }

  async sizeOf(organizationId: OrganizationId, digest: string): Promise<number | undefined> {
    return (await this.#find(organizationId, digest))?.size;
  }

  async open(
    organizationId: OrganizationId,
    digest: string,
    range?: ByteRange,
  ): Promise<Readable | undefined> {
    const found = await this.#find(organizationId, digest);
    if (found === undefined) return undefined;
    const { start = 0, end = found.size - 1 } = range ?? {};
    if (end < start) return Readable.from([]);
    return this.#parts.bucket.openDownloadStream(found.bytesId, { start, end: end + 1 });
  }

  async *storedBefore(organizationId: OrganizationId, time: number): AsyncGenerator<readonly StoredFile[]> {
    for (let last: StoredDocument | undefined; ;) {
      const beyond = last && [
        { storedAt: last.storedAt, _id: { $gt: last._id } },
        { storedAt: { $gt: last.storedAt } },
      ];
      const filter = { organizationId, storedAt: { $lt: time }, ...(beyond && { $or: beyond }) };
      const cursor = this.#parts.stored.find(filter, { sort: { storedAt: 1, _id: 1 }, limit: PAGE_SIZE });
      const page = await answer(() => cursor.toArray());
      if (page.length === 0) return;
      yield page.map(({ digest, storedAt }) => ({ digest, storedAt }));
      last = page.at(-1);
    }
  }

  async remove(organizationId: OrganizationId, digest: string, time: number): Promise<boolean> {
    const { stored, loose } = this.#parts;
    const found = await this.#find(organizationId, digest);
    if (found === undefined || found.storedAt >= time) return false;
    const { _id, bytesId } = found;
    return answer(async () => {
      await loose.updateOne({ _id: bytesId }, { $set: { since: time } }, { upsert: true });
      const removed = await stored.findOneAndDelete({ _id, bytesId, storedAt: { $lt: time } });
      if (removed) await this.#discard(bytesId);
      else await loose.deleteOne({ _id: bytesId });
      return removed !== null;
    });
  }

  savePartial(
    organizationId: OrganizationId,
    file: PartialFile,
    before: number | undefined,
  ): Promise<boolean> {
    const { begun } = this.#parts;
    const _id = keyOf(organizationId, file.id);
    return answer(async () => {
      if (before !== undefined)
        return (await begun.updateOne({ _id, offset: before }, { $set: { ...file } })).matchedCount === 1;
      const noted = { upsert: true };
      const { upsertedCount } = await begun.updateOne(
        { _id },
        { $setOnInsert: { ...file, organizationId } },
        noted,
      );
      return upsertedCount === 1;
    });
  }

  async findPartial(organizationId: OrganizationId, id: string): Promise<PartialFile | undefined> {
    const found = await answer(() => this.#parts.begun.findOne({ _id: keyOf(organizationId, id) }));
    return found ? begunFile(found) : undefined;
  }

  async findPartialsOf(organizationId: OrganizationId, ownerId: UserId): Promise<readonly PartialFile[]> {
    const found = await answer(() => this.#parts.begun.find({ organizationId, ownerId }).toArray());
    return found.map(begunFile);
  }

  async removePartial(organizationId: OrganizationId, id: string): Promise<void> {
    await answer(() => this.#parts.begun.deleteOne({ _id: keyOf(organizationId, id) }));
  }

  async removeUnfinished(time: number): Promise<void> {
    const { begun: noted, stored, loose } = this.#parts;
    await answer(() => noted.deleteMany({ begunAt: { $lt: time } }));
    const begun = await answer(() => loose.find({ since: { $lt: time } }).toArray());
    for (const { _id: bytesId } of begun)
      if (await answer(() => stored.findOne({ bytesId })))
        await answer(() => loose.deleteOne({ _id: bytesId }));
      else await this.#discard(bytesId);
  }

  async close(): Promise<void> {
    await this.#parts.client.close(true).catch(() => undefined);
  }

  async #find(organizationId: OrganizationId, digest: string): Promise<StoredDocument | undefined> {
    if (!isDigest(digest)) return undefined;
    const found = await answer(() => this.#parts.stored.findOne({ _id: keyOf(organizationId, digest) }));
    return found ?? undefined;
  }

  async #write(bytesId: ObjectId, source: AsyncIterable<Uint8Array>): Promise<StoredBytes> {
    const hash = createHash('sha256');
    let size = 0;
    const hashed = async function* () {
      for await (const bytes of source) {
        hash.update(bytes);
        size += bytes.length;
        yield bytes;
      }
    };
    const target = this.#parts.bucket.openUploadStreamWithId(bytesId, '');
    await answer(() => pipeline(hashed, target));
    return { digest: hash.digest('hex'), size };
  }

  /** False where the digest stands for other bytes already: the same ones, which count as stored now. */
  async #name(
    bytesId: ObjectId,
    organizationId: OrganizationId,
    { digest, size }: StoredBytes,
  ): Promise<boolean> {
    const { clock, stored } = this.#parts;
    const name = () =>
      stored.updateOne(
        { _id: keyOf(organizationId, digest) },
        {
          $set: { storedAt: clock.now() },
          $setOnInsert: { organizationId, digest, bytesId, size },
        },
        { upsert: true },
      );
    // Of two that store the same at once one may learn that it came second: then there is something to update.
    const { upsertedCount } = await answer(() =>
      name().catch((error: unknown) => {
        if (isDuplicateKey(error)) return name();
        throw error;
      }),
    );
    return upsertedCount === 1;
  }

  /** Removes bytes, whole or not, and then the note of them. */
  #discard(bytesId: ObjectId): Promise<void> {
    const { bucket, loose } = this.#parts;
    return answer(async () => {
      await bucket.delete(bytesId).catch((error: unknown) => {
        // Of what was cut off there are chunks, and no file: those are deleted before this error is thrown.
        if (!/^File not found/.test((error as Error).message)) throw error;
      });
      await loose.deleteOne({ _id: bytesId });
    });
  }
}

const begunFile = ({ _id, organizationId: _, ...file }: BegunDocument): PartialFile => file;

const keyOf = (organizationId: OrganizationId, digest: string): string => `${organizationId}/${digest}`;

/** Fails with FilesUnavailable where a later try may succeed. */
async function answer<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isTransientError(error)
      ? new FilesUnavailable(`MongoDB: ${error.message}`, { cause: error })
      : error;
  }
}
