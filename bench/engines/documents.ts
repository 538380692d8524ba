/** The MongoDB adapter against its driver: batches in one transaction with their checkpoint. */
import { type Collection, MongoClient } from 'mongodb';
import { systemClock } from '../../src/base/clock.ts';
import type { OrganizationId } from '../../src/base/ids.ts';
import { messages } from '../../src/projections/messages/projection.ts';
import type { Document, DocumentWrite } from '../../src/projections/store/readModels.ts';
import { openMongoReadModels } from '../../src/projections/store/mongodb/readModels.ts';
import { MongoServer } from '../../test/support/mongodb/server.ts';
import type { Report } from '../support/report.ts';
import { interleaved, ROUND_TIME, timed } from '../support/rounds.ts';

const PROGRAM = process.env.HANSARD_TEST_MONGOD;
const DOCUMENTS = 200;
const DURABLE = { writeConcern: { w: 'majority', j: true }, readConcern: { level: 'snapshot' } } as const;

/** A batch begins after the position and answers when it is durable. */
type Commit = (position: number) => Promise<unknown>;

export async function documentEngine(report: Report): Promise<void> {
  if (!PROGRAM) return report.skipped('MongoDB adapter', 'HANSARD_TEST_MONGOD is not set');
  const server = await MongoServer.start(PROGRAM);
  const client = await MongoClient.connect(server.url);
  const readModels = await openMongoReadModels({ url: server.url, clock: systemClock });
  const name = { projection: 'messages', version: 1, generation: 1 };
  const generation = await readModels.open(name, messages.collections);
  const raw = await rawCommits(client);
  const adapter: Commit = (position) => generation.commit(writesAfter(position), position + DOCUMENTS);
  const positions = { raw: 0, ours: 0 };
  const measured = await interleaved({
    raw: () => committing(raw, positions, 'raw'),
    ours: () => committing(adapter, positions, 'ours'),
  });
  report.figure(
    `MongoDB driver, ${DOCUMENTS} documents and a checkpoint to a transaction`,
    measured.raw.perSecond,
    'documents/s',
  );
  report.goal('  the adapter, of that', measured.ours.perSecond / measured.raw.perSecond, { atLeast: 0.7 });
  await server.freeze();
  const milliseconds = await timed(() => adapter(positions.ours).catch(() => {}));
  server.thaw();
  report.goal('a batch for a frozen MongoDB, answered within', milliseconds / 1000, { atMost: 5 }, 's');
  await readModels.close();
  await client.close(true);
  await server.stop();
}

async function committing(
  commit: Commit,
  positions: Record<string, number>,
  key: string,
): Promise<{ perSecond: number }> {
  const started = performance.now();
  let committed = 0;
  while (performance.now() - started < ROUND_TIME) {
    await commit(positions[key] ?? 0);
    positions[key] = (positions[key] ?? 0) + DOCUMENTS;
    committed += DOCUMENTS;
  }
  return { perSecond: (committed / (performance.now() - started)) * 1000 };
}

/** The same documents with the same indexes, guarded in the same way: what the driver makes of it without us. */
async function rawCommits(client: MongoClient): Promise<Commit> {
  const db = client.db('raw');
  const documents: Collection<{ _id: string }> = db.collection('messages');
  const checkpoints: Collection<{ _id: string }> = db.collection('checkpoints');
  for (const fields of messages.collections.messages?.indexes ?? [])
    await documents.createIndex(
      Object.fromEntries(fields.map((field) => [field === 'id' ? '_id' : field, 1])),
    );
  await checkpoints.insertOne({ _id: 'messages' });
  return (position) =>
    client.withSession((session) =>
      session.withTransaction(async () => {
        const operations = writesAfter(position).map(({ id, document }) => ({
          updateOne: {
            filter: { _id: `1/${id}` },
            update: { $set: { position, ...document } },
            upsert: true,
          },
        }));
        await documents.bulkWrite(operations, { session, ordered: false });
        await checkpoints.updateOne({ _id: 'messages' }, { $set: { position } }, { session });
      }, DURABLE),
    );
}

const writesAfter = (position: number): DocumentWrite[] =>
  Array.from({ length: DOCUMENTS }, (_, index) => ({
    collection: 'messages',
    organizationId: 1 as OrganizationId,
    id: position + index + 1,
    position: position + index + 1,
    document: message(position + index),
  }));

const message = (index: number): Document => ({
  conversation: `c:${index % 50}:topic`,
  channelId: index % 50,
  topic: 'topic',
  senderId: index % 100,
  content: 'x'.repeat(160),
  sentAt: index,
  client: 'benchmark',
  readBySender: true,
});
