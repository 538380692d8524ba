import { expect } from 'chai';
import { RecentMap } from '../../src/base/collections.ts';

describe('a map of what is recent', () => {
  it('knows the latest entries, a half of its limit at least', () => {
    const map = new RecentMap<number, string>(10);
    for (let key = 0; key < 1_000; key += 1) {
      map.set(key, `number ${key}`);
      for (let back = 0; back < Math.min(5, key + 1); back += 1)
        expect(map.get(key - back), `${key - back} after ${key}`).to.equal(`number ${key - back}`);
    }
  });

  it('forgets what is older than its limit', () => {
    const map = new RecentMap<number, number>(10);
    for (let key = 0; key < 1_000; key += 1) {
      map.set(key, key);
      expect(map.has(key - 10), `${key - 10} after ${key}`).to.equal(false);
    }
  });

  it('keeps what is set again, and tells its latest value, be it undefined', () => {
    const map = new RecentMap<string, number | undefined>(4);
    map.set('kept', 1);
    for (let other = 0; other < 100; other += 1) {
      map.set(`other ${other}`, other);
      map.set('kept', other % 2 ? other : undefined);
      expect(map.has('kept')).to.equal(true);
      expect(map.get('kept')).to.equal(other % 2 ? other : undefined);
    }
    expect(map.has('other 0')).to.equal(false);
    expect(map.get('other 0')).to.equal(undefined);
  });

  it('does not forget for what it holds already', () => {
    const map = new RecentMap<string, number>(4);
    map.set('one', 1);
    map.set('two', 2);
    for (let count = 0; count < 10; count += 1) map.set('two', count);
    expect(map.get('one')).to.equal(1);
  });
});
