/**
 * Two ways of writing a batch with its checkpoint. A transaction writes both or neither, and two writers
 * conflict on the checkpoint. Without transactions each document is guarded by its position, deletions leave
 * tombstones, and the checkpoint is written after the documents are acknowledged: an interrupted batch is
 * written again with the same result.
 */
import type { AnyBulkWriteOperation, ClientSession, Collection, MongoBulkWriteError } from 'mongodb';
import { pause } from '../../../base/clock.ts';
import { isDuplicateKey } from '../../../base/mongodb.ts';
import type { Position } from '../../../events/log/eventLog.ts';
import { ReadModelsUnavailable } from '../readModels.ts';
import { type MongoConnection, TRANSACTION, type WorkDeadline } from './connection.ts';
import type { DocumentRecord } from './documents.ts';
import type { Sessions } from './sessions.ts';

/** The stored record of a generation. */
export interface GenerationRecord {
  /** `channels@2.7` */
  readonly _id: string;
  readonly checkpoint: Position | null;
  readonly filling: boolean;
  /** Time of the last write, in UNIX milliseconds; absent before the first write of this release. */
  readonly touchedAt?: number;
}

/** A prepared batch: by collection, each document once. */
export interface PreparedBatch {
  readonly writes: ReadonlyMap<Collection<DocumentRecord>, readonly DocumentRecord[]>;
  readonly checkpoint: Position;
  /** UNIX milliseconds. */
  readonly touchedAt: number;
  readonly deadline: WorkDeadline;
}

type Records = Collection<GenerationRecord>;

/** Milliseconds, times the number of attempts so far. */
const RETRY_DELAY_MS = 5;
/**
 * Documents per command: enough to be efficient, few enough that a slow server answers before the deadline.
 */
const DOCUMENTS_PER_COMMAND = 500;
const GUARDED_PER_COMMAND = 100;

function* slices<Item>(items: readonly Item[], size: number): Iterable<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** The record of a generation, unless its checkpoint has passed the batch already. */
const notBeyond = (_id: string, checkpoint: Position) => ({
  _id,
  $or: [{ checkpoint: null }, { checkpoint: { $lte: checkpoint } }],
});

/** Milliseconds after which a blocking writer counts as dead; a live one needs a few. */
const STUCK_WRITER_MS = 1_000;

/** Documents and checkpoint in one transaction, retried while other writers block it. */
export async function writeInTransaction(
  { clock }: MongoConnection,
  records: Records,
  generation: string,
  batch: PreparedBatch,
  sessions: Sessions,
): Promise<void> {
  const stuckAt = clock.monotonic() + STUCK_WRITER_MS;
  await sessions.within(async (session) => {
    for (let attempt = 1; ; attempt++) {
      try {
        session.startTransaction(TRANSACTION);
        await writeAll(session, records, generation, batch);
        return await session.commitTransaction();
      } catch (error) {
        if (session.inTransaction()) await session.abortTransaction();
        if (!isTransient(error) || batch.deadline.hasPassed) throw error;
        if (clock.monotonic() > stuckAt) await sessions.endOthers();
        await pause(clock, attempt * RETRY_DELAY_MS);
      }
    }
  });
}

const isTransient = (error: unknown): boolean =>
  ((error as { errorLabels?: readonly string[] }).errorLabels ?? []).includes('TransientTransactionError');

async function writeAll(
  session: ClientSession,
  records: Records,
  generation: string,
  { writes, checkpoint, touchedAt, deadline }: PreparedBatch,
): Promise<void> {
  const advance = { $set: { checkpoint, touchedAt } };
  const before = await records.findOneAndUpdate(notBeyond(generation, checkpoint), advance, { session });
  if (!before) return requireThere(await records.findOne({ _id: generation }, { session }), generation);
  for (const [collection, documents] of writes) {
    for (const slice of slices(documents, DOCUMENTS_PER_COMMAND)) {
      deadline.renew();
      await replaceAll(collection, await current(collection, slice, before.checkpoint, session), session);
    }
  }
}

/**
 * The documents without those that are newer in the store. No stored document is beyond the checkpoint, so
 * only a batch with older events (an organization that catches up after a quarantine) has to check.
 */
async function current(
  collection: Collection<DocumentRecord>,
  documents: readonly DocumentRecord[],
  checkpoint: Position | null,
  session: ClientSession,
): Promise<readonly DocumentRecord[]> {
  if (checkpoint === null || documents.every(({ position }) => position > checkpoint)) return documents;
  const keys = documents.map(({ _id }) => _id);
  const found = collection.find({ _id: { $in: keys } }, { session, projection: { position: 1 } });
  const positions = new Map((await found.toArray()).map(({ _id, position }) => [_id, position]));
  return documents.filter(({ _id, position }) => position > (positions.get(_id) ?? -1));
}

/** Deleting all and inserting the rest takes two commands; as many upserts take twice as long. */
async function replaceAll(
  collection: Collection<DocumentRecord>,
  documents: readonly DocumentRecord[],
  session: ClientSession,
): Promise<void> {
  if (documents.length === 0) return;
  await collection.deleteMany({ _id: { $in: documents.map(({ _id }) => _id) } }, { session });
  const remaining = documents.filter(({ removed }) => !removed);
  if (remaining.length > 0) await collection.insertMany([...remaining], { session, ordered: false });
}

/** Guarded documents first, then the checkpoint. */
export async function writeGuarded(
  records: Records,
  generation: string,
  { writes, checkpoint, touchedAt, deadline }: PreparedBatch,
): Promise<void> {
  const record = await records.findOne({ _id: generation });
  requireThere(record, generation);
  if ((record?.checkpoint ?? -1) > checkpoint) return;
  for (const [collection, documents] of writes) {
    for (const slice of slices(documents, GUARDED_PER_COMMAND)) {
      deadline.renew();
      await replaceGuarded(collection, slice);
    }
  }
  deadline.renew();
  await records.updateOne(notBeyond(generation, checkpoint), { $set: { checkpoint, touchedAt } });
}

/** A generation that another node has dropped accepts no writes, which would be lost. */
function requireThere(record: GenerationRecord | null, generation: string): void {
  if (record === null) throw new ReadModelsUnavailable(`${generation} was dropped.`);
}

/**
 * Replaces every document that is older in the store, or missing. A duplicate key means that the document
 * exists: it is newer, or another writer has just inserted it; a second attempt without inserting decides.
 */
async function replaceGuarded(
  collection: Collection<DocumentRecord>,
  documents: readonly DocumentRecord[],
): Promise<void> {
  const present = await collection.bulkWrite(documents.map(guarded(true)), { ordered: false }).then(
    () => [],
    (error: unknown) => duplicates(error).map((index) => documents[index] as DocumentRecord),
  );
  if (present.length > 0) await collection.bulkWrite(present.map(guarded(false)), { ordered: false });
}

const guarded =
  (upsert: boolean) =>
  (document: DocumentRecord): AnyBulkWriteOperation<DocumentRecord> => {
    const { _id, position } = document;
    return { replaceOne: { filter: { _id, position: { $lt: position } }, replacement: document, upsert } };
  };

/** The indexes of the operations that met a duplicate key; rethrows anything else. */
function duplicates(error: unknown): readonly number[] {
  const { writeErrors } = error as Partial<MongoBulkWriteError>;
  const failed = writeErrors === undefined ? [] : [writeErrors].flat();
  if (failed.length === 0 || !failed.every(isDuplicateKey)) throw error;
  return failed.map(({ index }) => index);
}
