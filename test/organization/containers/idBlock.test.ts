import { expect } from 'chai';
import { BLOCK_SIZE, IdBlock } from '../../../src/organization/containers/idBlock.ts';

/** Numbers from 0 to `below` that are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

describe('a block of IDs', () => {
  it('holds what a naive set holds, through every change and through its text', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const next = numbers(seed);
      const naive = new Set<number>();
      let block = IdBlock.load(undefined);
      for (let step = 0; step < 40; step += 1) {
        const first = next(BLOCK_SIZE);
        const last = Math.min(first + next(step % 3 === 0 ? 2000 : 20), BLOCK_SIZE - 1);
        const isIn = next(3) > 0;
        block.fill(first, last, isIn);
        for (let index = first; index <= last; index += 1)
          if (isIn) naive.add(index);
          else naive.delete(index);
        if (step % 10 === 9) block = IdBlock.load(block.save());
      }
      const indexes = Array.from({ length: BLOCK_SIZE }, (_, index) => index);
      expect(indexes.filter((index) => block.has(index))).to.deep.equal(
        [...naive].sort((one, other) => one - other),
      );
      expect([...block.runs()].reduce((sum, [first, last]) => sum + last - first + 1, 0)).to.equal(
        naive.size,
      );
    }
  });

  it('finds the next and the previous place that is in, or is not', () => {
    const block = IdBlock.load(undefined);
    block.fill(100, 5000, true);
    block.fill(300, 300, false);
    expect(block.next(0, true)).to.equal(100);
    expect(block.next(100, false)).to.equal(300);
    expect(block.next(301, false)).to.equal(5001);
    expect(block.next(5001, true)).to.equal(BLOCK_SIZE);
    expect(block.previous(BLOCK_SIZE - 1, true)).to.equal(5000);
    expect(block.previous(5000, false)).to.equal(300);
    expect(block.previous(99, true)).to.equal(-1);
  });

  it('is no text where nothing is in it, and a short one without gaps', () => {
    const block = IdBlock.load(undefined);
    expect(block.save()).to.equal(undefined);
    block.fill(0, BLOCK_SIZE - 1, true);
    expect(block.save()!.length).to.be.below(10);
    block.fill(0, BLOCK_SIZE - 1, false);
    expect(block.save()).to.equal(undefined);
  });

  it('never takes more than a bit for each number', () => {
    const block = IdBlock.load(undefined);
    for (let index = 0; index < BLOCK_SIZE; index += 2) block.fill(index, index, true);
    expect(block.save()!.length).to.be.at.most((BLOCK_SIZE / 8) * (4 / 3) + 4);
  });
});
