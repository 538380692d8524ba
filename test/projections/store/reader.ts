/** A thread that looks at a data folder while another writes it, and reports the checkpoints that it has seen. */
import { parentPort, workerData } from 'node:worker_threads';
import { openSqliteReadModels } from '../../../src/projections/store/sqlite/readModels.ts';
import { batch, collections, name } from './batches.ts';

const { folder } = workerData as { readonly folder: string };
const readModels = await openSqliteReadModels({ folder, readOnly: true });
const generation = await readModels.open(name, collections);
const refused = await generation.commit(batch(99_999), 99_999).then(
  () => false,
  () => true,
);
const checkpoints: number[] = [];
while (new Set(checkpoints).size < 5) {
  checkpoints.push((await generation.checkpoint()) ?? 0);
  await new Promise((resolve) => setTimeout(resolve, 5));
}
await readModels.close();
parentPort?.postMessage({ checkpoints, refused });
