import { expect } from 'chai';
import { InvalidArgumentError } from 'commander';
import { parseDuration, parsePointInTime, parseRetention } from '../../../src/cli/terminal/durations.ts';

const refuses = (read: (text: string) => unknown, ...texts: readonly string[]): void => {
  for (const text of texts) expect(() => read(text), text).to.throw(InvalidArgumentError);
};

describe('what operators write', () => {
  it('is a duration with its unit', () => {
    expect(['90s', '15m', '1h', '7d'].map(parseDuration)).to.deep.equal([
      90_000, 900_000, 3_600_000, 604_800_000,
    ]);
    refuses(parseDuration, '', '1', 'h', '0h', '-1h', '1.5h', '1w', '1h30m', '1000000d', ' 1h');
  });

  it('keeps a number of back-ups, or those of a time', () => {
    expect(parseRetention('14')).to.deep.equal({ count: 14 });
    expect(parseRetention('30d')).to.deep.equal({ age: 2_592_000_000 });
    refuses(parseRetention, '', '0', '-3', '1.5', '0d', 'all');
  });

  it('names a position, or a time with its zone', () => {
    expect(parsePointInTime('0')).to.deep.equal({ position: 0 });
    expect(parsePointInTime('157087')).to.deep.equal({ position: 157_087 });
    const time = Date.UTC(2026, 10, 26, 10);
    for (const text of ['2026-11-26T10:00Z', '2026-11-26T10:00:00.000Z', '2026-11-26T12:00:00+02:00'])
      expect(parsePointInTime(text), text).to.deep.equal({ time });
    expect(parsePointInTime('2026-11-26')).to.deep.equal({ time: Date.UTC(2026, 10, 26) });
    refuses(parsePointInTime, '', 'yesterday', '2026-11-26T10:00', '2026-13-01', '10:00', '-5', '1.5');
  });
});
