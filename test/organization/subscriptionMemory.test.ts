import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

interface Measured {
  readonly subscriptions: number;
  readonly bytes: number;
  readonly rss: number;
}

const script = fileURLToPath(new URL('./subscriptionMemory.ts', import.meta.url));

describe('half a million subscriptions', () => {
  let measured: Measured;

  before(async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--expose-gc',
      '--import',
      'tsx',
      script,
    ]);
    measured = JSON.parse(stdout) as Measured;
  });

  it('cost at most 32 bytes each, both ways counted', () => {
    expect(measured.subscriptions).to.equal(500_000);
    expect(measured.bytes).to.be.within(1, 32);
    console.log(`      ${measured.bytes.toFixed(1)} bytes each`);
  });

  it('fit in a process of 250 MB', () => {
    expect(measured.rss).to.be.lessThan(250e6);
    console.log(`      ${(measured.rss / 1e6).toFixed(0)} MB resident`);
  });
});
