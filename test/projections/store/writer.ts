/** A process that commits batches to a data folder until it is killed, and prints the number of each acknowledged. */
import { openSqliteReadModels } from '../../../src/projections/store/sqlite/readModels.ts';
import { batch, collections, name } from './batches.ts';

const readModels = await openSqliteReadModels({ folder: process.argv[2] as string });
const generation = await readModels.open(name, collections);
for (let n = ((await generation.checkpoint()) ?? 0) + 1; ; n++) {
  await generation.commit(batch(n), n);
  process.stdout.write(`${n}\n`);
}
