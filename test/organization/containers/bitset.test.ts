import { expect } from 'chai';
import fc from 'fast-check';
import { Bitset } from '../../../src/organization/containers/bitset.ts';

const ids = fc.array(fc.integer({ min: 1, max: 200 }));
const ascending = (set: Iterable<number>): number[] => [...set].sort((a, b) => a - b);

describe('Bitset', () => {
  it('holds what a set of numbers holds, ascending', () => {
    fc.assert(
      fc.property(ids, ids, (added, removed) => {
        const expected = new Set(added);
        for (const id of removed) expected.delete(id);
        const bitset = Bitset.of(added).without(removed);
        expect([...bitset]).to.deep.equal(ascending(expected));
        expect(bitset.size).to.equal(expected.size);
        for (let id = 0; id <= 260; id += 1) expect(bitset.has(id)).to.equal(expected.has(id));
      }),
    );
  });

  it('unites, intersects and subtracts as sets do', () => {
    fc.assert(
      fc.property(ids, ids, (left, right) => {
        const [one, other] = [Bitset.of(left), Bitset.of(right)];
        const common = left.filter((id) => right.includes(id));
        expect([...one.union(other)]).to.deep.equal(ascending(new Set([...left, ...right])));
        expect([...one.intersection(other)]).to.deep.equal(ascending(new Set(common)));
        expect([...one.difference(other)]).to.deep.equal(
          ascending(new Set(left.filter((id) => !right.includes(id)))),
        );
        expect(one.intersects(other)).to.equal(common.length > 0);
        expect(one.union(other).size).to.equal(new Set([...left, ...right]).size);
      }),
    );
  });

  it('leaves the set it was made from as it was', () => {
    const before = Bitset.of<number>([1, 40]);
    before.with([2, 999]);
    before.without(40);
    expect([...before]).to.deep.equal([1, 40]);
  });

  it('returns itself where nothing changes', () => {
    const set = Bitset.of<number>([3, 64]);
    expect(set.with(64)).to.equal(set);
    expect(set.without([5, 1000])).to.equal(set);
    expect(set.union(Bitset.of())).to.equal(set);
  });

  it('equals another set with the same members, however many words each has', () => {
    expect(
      Bitset.of<number>([1, 2, 99])
        .without(99)
        .equals(Bitset.of<number>([1, 2])),
    ).to.equal(true);
    expect(Bitset.of<number>([1, 2]).equals(Bitset.of<number>([1, 2, 99]).without(99))).to.equal(true);
    expect(Bitset.of<number>([1, 2]).equals(Bitset.of<number>([1, 99]))).to.equal(false);
    expect(Bitset.of<number>([1, 99]).equals(Bitset.of<number>([1, 2]))).to.equal(false);
    expect(Bitset.of<number>([1, 2]).equals(Bitset.of<number>([1]))).to.equal(false);
  });

  it('counts an ID that is added twice once', () => {
    expect(Bitset.of([7, 7, 7]).size).to.equal(1);
  });

  it('takes no other integer for one of its IDs, whatever 32 bits would make of it', () => {
    const set = Bitset.of<number>([5, 31, 40]);
    for (const other of [5 + 2 ** 32, 40 + 2 ** 40, 5 - 2 ** 32, -1, -27, 0, Number.MAX_SAFE_INTEGER]) {
      expect(set.has(other), String(other)).to.equal(false);
      expect(set.without(other)).to.equal(set);
    }
  });

  it('comes back from its text', () => {
    fc.assert(
      fc.property(ids, (members) => {
        const set = Bitset.load(Bitset.of(members).save());
        expect([...set]).to.deep.equal(ascending(new Set(members)));
        expect(set.size).to.equal(new Set(members).size);
      }),
    );
  });
});
