/** The thread behind `SearchThread`: it has the searched files open to read. */
import { parentPort } from 'node:worker_threads';
import { openServing, withReadModelErrors } from './file.ts';
import { SqliteGeneration } from './generation.ts';
import type { SearchAnswer, SearchOrder, SearchRequest } from './searchThread.ts';

if (!parentPort) throw new Error('searchWorker runs in a worker thread only.');
const port = parentPort;
const held = new Map<string, SqliteGeneration>();

async function carryOut(request: SearchRequest): Promise<readonly number[]> {
  if (!('close' in request)) {
    const { file, collection, organizationId, query } = request;
    return generationOf(file).findIds(collection, organizationId, query);
  }
  held.get(request.close)?.close();
  held.delete(request.close);
  return [];
}

function generationOf({ name, path, collections }: SearchOrder['file']): SqliteGeneration {
  const generation =
    held.get(path) ??
    withReadModelErrors(() => new SqliteGeneration(name, openServing(path, true), collections, 'reading'));
  held.set(path, generation);
  return generation;
}

async function answerTo(request: SearchRequest): Promise<SearchAnswer> {
  try {
    return { ids: await carryOut(request) };
  } catch (error) {
    const { name, message } = error as Error;
    return { error: name, message };
  }
}

port.on('message', (request: SearchRequest) => {
  // Nothing in it waits, so answers are in the order of the requests.
  void answerTo(request).then((answer) => port.postMessage(answer));
});
