import { expect } from 'chai';
import { spawnSync } from 'node:child_process';

/** Forgets thousands of statements while promises settle: where the driver is the wrong one, Node ends for that. */
const FORGETFUL = `
  import { Sqlite } from './src/sqlite.ts';
  const database = new Sqlite(':memory:');
  const deep = async (depth) => (depth > 0 && (await deep(depth - 1)), { depth });
  for (const end = Date.now() + 1_000; Date.now() < end;) {
    for (let index = 0; index < 50; index += 1) database.prepare('SELECT ' + index);
    await Promise.all(Array.from({ length: 50 }, () => deep(20)));
  }
  console.log('alive');`;

describe('the driver of SQLite', () => {
  it('lets go of statements while promises settle', () => {
    const words = ['--import', 'tsx', '--input-type=module', '-e', FORGETFUL];
    const { stdout, stderr, status } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect(stderr).to.equal('');
    expect(stdout).to.equal('alive\n');
    expect(status).to.equal(0);
  });
});
