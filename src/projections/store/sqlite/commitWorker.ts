/** The thread behind `CommitThread`: folds and commits batches in the order in which they arrive. */
import { parentPort, workerData } from 'node:worker_threads';
import type { StoredEvent } from '../../../events/log/eventLog.ts';
import type {
  AppliedBatch,
  DocumentGroup,
  DocumentId,
  DocumentKey,
  DocumentWrite,
  Fold,
} from '../readModels.ts';
import type { CommitOrder, CommitResult, CommitWorkerData, ServedFile } from './commitThread.ts';
import { openServing, withReadModelErrors } from './file.ts';
import { SqliteGeneration } from './generation.ts';
import { unpackEvents } from './packedEvents.ts';

if (!parentPort) throw new Error('commitWorker runs in a worker thread only.');
const port = parentPort;
const held = new Map<string, SqliteGeneration>();

const { module } = workerData as CommitWorkerData;
/** Imported before any order arrives, because reads wait for the first batch. */
const fold = module === undefined ? undefined : ((await import(module)) as { readonly fold: Fold }).fold;

async function carryOut(order: CommitOrder): Promise<AppliedBatch | undefined> {
  if ('close' in order) {
    held.get(order.close)?.close();
    held.delete(order.close);
  } else if ('events' in order) {
    return takeIn(order);
  } else {
    const writes = JSON.parse(order.writes) as readonly DocumentWrite[];
    await generationOf(order.file).commit(writes, order.checkpoint);
  }
  return undefined;
}

type Taking = Extract<CommitOrder, { readonly events: unknown }>;

/** The events of the last fold, shared by all projections that receive them. */
let batch: readonly StoredEvent[] = [];

async function takeIn({ file, events, checkpoint }: Taking): Promise<AppliedBatch | undefined> {
  if (events !== 'same') batch = unpackEvents(events);
  const generation = generationOf(file);
  const touched = new TouchedDocuments();
  const load = (keys: readonly DocumentKey[]) => {
    touched.add(keys);
    return generation.load(keys);
  };
  const writes = await fold?.(file.name, batch, load);
  if (!writes) return undefined;
  if (writes.length > 0) await generation.commit(writes, checkpoint);
  touched.add(writes);
  return { touched: touched.groups(), hasWritten: writes.length > 0 };
}

/**
 * Each document once, in groups: lists of IDs are copied between threads much faster than many small objects.
 */
class TouchedDocuments {
  readonly #groups = new Map<string, Omit<DocumentKey, 'id'> & { readonly ids: Set<DocumentId> }>();

  add(keys: readonly DocumentKey[]): void {
    for (const { collection, organizationId, id } of keys) {
      const name = `${collection}/${organizationId}`;
      let group = this.#groups.get(name);
      if (!group) this.#groups.set(name, (group = { collection, organizationId, ids: new Set() }));
      group.ids.add(id);
    }
  }

  groups(): readonly DocumentGroup[] {
    return Array.from(this.#groups.values(), ({ ids, ...group }) => ({ ...group, ids: [...ids] }));
  }
}

function generationOf({ name, path, collections }: ServedFile): SqliteGeneration {
  const generation =
    held.get(path) ??
    withReadModelErrors(() => new SqliteGeneration(name, openServing(path, false), collections, 'serving'));
  held.set(path, generation);
  return generation;
}

async function outcomeOf(order: CommitOrder): Promise<CommitResult> {
  try {
    return { taken: await carryOut(order) };
  } catch (error) {
    const { name, message } = error as Error;
    return { error: name, message };
  }
}

let before: Promise<unknown> = Promise.resolve();
port.on('message', (order: CommitOrder) => {
  before = before.then(() => outcomeOf(order)).then((done) => port.postMessage(done));
});
port.postMessage('ready');
