import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const script = fileURLToPath(new URL('./hiddenClasses.ts', import.meta.url));

/** A round in which garbage is collected, or code that has been compiled is kept, is not like the others. */
const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

describe('rendering the same again and again', () => {
  it('leaves no hidden classes behind (decision 31)', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script]);
    const bytes = JSON.parse(stdout) as number[];
    expect(median(bytes), bytes.join(', ')).to.be.lessThan(4_000);
  });
});
