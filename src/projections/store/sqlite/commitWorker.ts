/** The thread behind `CommitThread`: commits batches in the order in which they arrive. */
import { parentPort } from 'node:worker_threads';
import { type DocumentWrite, ReadModelsUnavailable } from '../readModels.ts';
import type { CommitOrder, Done, ServedFile } from './commitThread.ts';
import { answering, openServing } from './file.ts';
import { SqliteGeneration } from './generation.ts';

if (!parentPort) throw new Error('commitWorker runs in a worker thread only.');
const port = parentPort;
const held = new Map<string, SqliteGeneration>();

async function carryOut(order: CommitOrder): Promise<void> {
  if ('close' in order) {
    held.get(order.close)?.close();
    held.delete(order.close);
    return;
  }
  const writes = JSON.parse(order.writes) as readonly DocumentWrite[];
  await generationOf(order.file).commit(writes, order.checkpoint);
}

function generationOf({ name, path, collections }: ServedFile): SqliteGeneration {
  const generation =
    held.get(path) ??
    answering(() => new SqliteGeneration(name, openServing(path, false), collections, 'serving'));
  held.set(path, generation);
  return generation;
}

async function outcomeOf(order: CommitOrder): Promise<Done> {
  try {
    await carryOut(order);
    return null;
  } catch (error) {
    return { isPassing: error instanceof ReadModelsUnavailable, message: (error as Error).message };
  }
}

let before: Promise<unknown> = Promise.resolve();
port.on('message', (order: CommitOrder) => {
  before = before.then(() => outcomeOf(order)).then((done) => port.postMessage(done));
});
port.postMessage('ready');
