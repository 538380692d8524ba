import { expect } from 'chai';
import { listResponse } from '../../src/api/listings/listResponse.ts';

describe('a long list in an answer', () => {
  it('is made and serialized element by element, with turns for others in between', async () => {
    const elements = Array.from({ length: 100 }, (_, index) => index);
    let made = 0;
    const seen: number[] = [];
    let goesOn = true;
    const look = (): void => {
      seen.push(made);
      if (goesOn) setImmediate(look);
    };
    setImmediate(look);
    const { parts } = await listResponse('all', elements, (index) => {
      made += 1;
      return { index, text: 'x'.repeat(10_000) };
    });
    goesOn = false;
    const between = new Set(seen.filter((count) => count > 0 && count < elements.length));
    expect(between.size).to.be.above(10);
    const { all } = JSON.parse(`{${Buffer.concat([...parts]).toString()}}`) as { all: { index: number }[] };
    expect(all.map(({ index }) => index)).to.deep.equal(elements);
  });

  it('may be empty', async () => {
    const { parts } = await listResponse('all', [], () => ({}));
    expect(Buffer.concat([...parts]).toString()).to.equal('"all":[]');
  });
});
