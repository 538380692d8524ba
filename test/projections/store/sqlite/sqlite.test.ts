import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../../../src/base/clock.ts';
import { CommitThread } from '../../../../src/projections/store/sqlite/commitThread.ts';
import { openServing } from '../../../../src/projections/store/sqlite/file.ts';
import { SqliteGeneration } from '../../../../src/projections/store/sqlite/generation.ts';
import { openSqliteReadModels } from '../../../../src/projections/store/sqlite/readModels.ts';
import { ReadModelsUnavailable } from '../../../../src/projections/store/readModels.ts';
import { startWorker } from '../../../../src/base/workerThread.ts';
import { batch, collections, expectWholeBatches, name } from '../batches.ts';

const WRITER = fileURLToPath(new URL('../writer.ts', import.meta.url));
const ROUNDS = 8;

/** Starts the writer, kills it once it has acknowledged so many batches, and returns the last acknowledged. */
const writeUntilKilled = (folder: string, batches: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', WRITER, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.split('\n').length > batches) child.kill('SIGKILL');
    });
    child.once('error', reject);
    child.once('close', () => resolve(Number(output.slice(0, output.lastIndexOf('\n')).split('\n').at(-1))));
  });

describe('SQLite read models', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hansard-views-'));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('hold whole batches and everything acknowledged after kill -9', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const acknowledged = await writeUntilKilled(folder, 20 + Math.floor(Math.random() * 200));
      const readModels = await openSqliteReadModels({ folder });
      const checkpoint = await expectWholeBatches(await readModels.open(name, collections));
      expect(checkpoint).to.be.at.least(acknowledged);
      await readModels.close();
    }
  });

  it('are read in another thread while they are written', async () => {
    const readModels = await openSqliteReadModels({ folder });
    const generation = await readModels.open(name, collections);
    await generation.commit(batch(1), 1);
    const reader = startWorker(new URL('../reader.ts', import.meta.url), { workerData: { folder } });
    const seen = new Promise<{ checkpoints: number[]; refused: boolean }>((resolve, reject) => {
      reader.once('message', resolve).once('error', reject);
    });
    let reading = true;
    void seen.finally(() => (reading = false));
    for (let n = 2; reading; n++) {
      await generation.commit(batch(n), n);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { checkpoints, refused } = await seen;
    expect(checkpoints).to.deep.equal([...checkpoints].sort((one, other) => one - other));
    expect(checkpoints.at(-1)).to.be.greaterThan(checkpoints[0] as number);
    expect(refused, 'a write to read-only read models').to.equal(true);
    await reader.terminate();
    await readModels.close();
  });

  it('say that they are unavailable where the thread that commits finds no folder, and go on with the next', async () => {
    const thread = new CommitThread();
    await thread.start();
    const file = { name, path: join(folder, 'missing', 'crash.sqlite'), collections };
    const failure = await thread.commit(file, batch(1), 1).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(ReadModelsUnavailable);
    await thread.commit({ ...file, path: join(folder, 'crash.sqlite') }, batch(1), 1);
    await thread.end();
    const stored = new SqliteGeneration(
      name,
      openServing(join(folder, 'crash.sqlite'), true),
      collections,
      'reading',
    );
    expect(await expectWholeBatches(stored)).to.equal(1);
    stored.close();
  });

  it('are unavailable once closed, and where there are none to read', async () => {
    const readModels = await openSqliteReadModels({ folder });
    const generation = await readModels.open(name, collections);
    await readModels.close();
    expect(await generation.checkpoint().catch((error: unknown) => error)).to.be.instanceOf(
      ReadModelsUnavailable,
    );
    const nowhere = openSqliteReadModels({ folder: join(folder, 'missing'), readOnly: true });
    expect(await nowhere.catch((error: unknown) => error)).to.be.instanceOf(ReadModelsUnavailable);
  });

  it('leave nothing of a dropped generation on disk', async () => {
    const readModels = await openSqliteReadModels({ folder });
    await (await readModels.open(name, collections)).commit(batch(1), 1);
    const filling = await readModels.fill({ ...name, generation: 2 }, collections);
    await filling.commit(batch(1), 1);
    await readModels.drop(name);
    await readModels.drop(filling.name);
    expect(readdirSync(join(folder, 'views')).filter((file) => file.startsWith('crash@'))).to.deep.equal([]);
    await readModels.close();
  });

  it('fill faster than they take live batches', async () => {
    const readModels = await openSqliteReadModels({ folder });
    const live = await readModels.open(name, collections);
    const filling = await readModels.fill({ ...name, generation: 2 }, collections);
    const seconds = async (work: () => Promise<void>): Promise<number> => {
      const start = systemClock.monotonic();
      await work();
      return systemClock.monotonic() - start;
    };
    const all = Array.from({ length: 2_000 }, (_, index) => index + 1);
    const taken = await seconds(async () => {
      for (const n of all) await live.commit(batch(n), n);
    });
    const filled = await seconds(async () => {
      for (const n of all) await filling.commit(batch(n), n);
      await filling.seal();
    });
    expect(filled).to.be.lessThan(taken);
    expect(await expectWholeBatches(filling)).to.equal(2_000);
    await readModels.close();
  });
});
