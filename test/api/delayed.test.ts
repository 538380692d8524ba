import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';

/** Those in which most is read that was just written. */
const FILES = ['conversation', 'messagesReading', 'narrow', 'reactions', 'channels', 'users'];
const DELAY = 200;

describe('the API with every projection 200 ms late', () => {
  it('keeps the promises that it keeps without', async () => {
    const mocha = createRequire(import.meta.url).resolve('mocha/bin/mocha.js');
    const files = FILES.map((name) => `test/api/${name}.test.ts`);
    const run = spawn(process.execPath, [mocha, '--timeout', '60000', '--reporter', 'dot', ...files], {
      env: { ...process.env, TEST_PROJECTION_DELAY_MS: String(DELAY) },
    });
    const said: Buffer[] = [];
    for (const output of [run.stdout, run.stderr]) output.on('data', (chunk: Buffer) => said.push(chunk));
    const code = await new Promise<number | null>((resolve) => run.once('exit', resolve));
    const report = Buffer.concat(said).toString();
    expect(code, report).to.equal(0);
    expect(report).to.match(/\d{2,} passing/);
  });
});
