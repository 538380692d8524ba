import { expect } from 'chai';
import { layoutFor, remaining } from '../../../src/cli/terminal/progress.ts';

describe('the progress of a command', () => {
  /** The longest line: every field at its widest. */
  const widest = (columns: number): number => {
    const { format, barsize } = layoutFor(columns);
    return format
      .replace('{label}', 'x'.repeat(17))
      .replace('{bar}', 'x'.repeat(barsize))
      .replace('{percentage}', '100')
      .replace('{remaining}', '23 h 59 min left').length;
  };

  it('fits one line of any terminal that has room for a name', () => {
    for (let columns = 25; columns <= 300; columns += 1)
      expect(widest(columns), `${columns}`).to.be.at.most(columns);
  });

  it('drops the time first, and the bar last', () => {
    expect(layoutFor(80).format).to.include('{bar}').and.include('{remaining}');
    expect(layoutFor(40).format).to.include('{bar}').and.not.include('{remaining}');
    expect(layoutFor(26).format).not.to.include('{bar}');
  });

  it('estimates once a hundredth is done', () => {
    expect(remaining({ done: 0, total: 1_000, eta: 0 })).to.equal('estimating');
    expect(remaining({ done: 9, total: 1_000, eta: 4 })).to.equal('estimating');
    expect(remaining({ done: 10, total: 1_000, eta: 4 })).to.equal('4 s left');
    expect(remaining({ done: 500, total: 1_000, eta: 74.2 })).to.equal('1 min 15 s left');
    expect(remaining({ done: 500, total: 1_000, eta: 7_170 })).to.equal('2 h 0 min left');
    expect(remaining({ done: 0, total: 0, eta: 0 })).to.equal('0 s left');
  });
});
