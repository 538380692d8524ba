import { expect } from 'chai';
import fc from 'fast-check';
import { partitionPoint } from '../../src/base/collections.ts';

describe('the point at which a condition ends', () => {
  it('is the first index for which it does not hold, or the end', () => {
    fc.assert(
      fc.property(fc.nat(50), fc.nat(50), fc.nat(120), (from, length, last) => {
        const end = from + length;
        const found = partitionPoint(from, end, (index) => index < last);
        expect(found).to.equal(Math.min(Math.max(last, from), end));
      }),
    );
  });
});
