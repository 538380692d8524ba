import { expect } from 'chai';
import { EMPTY_DIRECTORY } from '../../src/rendering/rendered.ts';
import { render } from '../../src/rendering/markdown.ts';
import { isTimeout, withinProcessorTime, runWithinTime } from '../../src/rendering/jobs.ts';
import { hostilePatterns } from './hostile/patterns.ts';
import { undisturbed } from '../support/undisturbed.ts';

function failure(work: () => unknown): unknown {
  try {
    return void work();
  } catch (error) {
    return error;
  }
}

describe('work within a limit of processor time', () => {
  /** Work that takes too long the first time, on a machine that gave it so many milliseconds meanwhile. */
  const attempt = (given: number) => {
    const reports: boolean[] = [];
    let attempts = 0;
    let spent = 0;
    const work = () => {
      if (attempts++ === 0) for (;;);
      return attempts;
    };
    const time = () => (spent += given);
    const outcome = failure(() =>
      expect(withinProcessorTime(20, work, (again) => reports.push(again), time)).to.equal(2),
    );
    return { outcome, reports };
  };

  it('is done once more where the machine gave it less, and announces that', () => {
    expect(attempt(5)).to.deep.equal({ outcome: undefined, reports: [true, false] });
  });

  it('is given up where it had its time', () => {
    const { outcome, reports } = attempt(20);
    expect(isTimeout(outcome)).to.equal(true);
    expect(reports).to.deep.equal([]);
  });
});

describe('work within a time limit', () => {
  it('gives what it gives', () => {
    expect(runWithinTime(1000, () => ({ answer: 42 }))).to.deep.equal({ answer: 42 });
  });

  it('is given up in time, and other work follows', () => {
    const [passed, ours] = [performance.now(), undisturbed()];
    const error = failure(() =>
      runWithinTime(20, () => {
        for (;;);
      }),
    );
    expect(isTimeout(error)).to.equal(true);
    expect(performance.now() - passed).to.be.at.least(19);
    expect(undisturbed() - ours).to.be.at.most(1000);
    expect(runWithinTime(1000, () => 'next')).to.equal('next');
  });

  it('fails as itself', () => {
    const own = new RangeError('too deep');
    const error = failure(() =>
      runWithinTime(1000, () => {
        throw own;
      }),
    );
    expect(error).to.equal(own);
    expect(isTimeout(error)).to.equal(false);
  });
});

describe('a text that was given up', () => {
  const SPOKEN = [
    '# A *title* with `code`, ~~more~~ and [a link](https://example.com "so")',
    '- [ ] one\n  1. two\n\n> quoted _words_ @**all** :smile: <time:2026-11-25T12:00:00Z>',
    '| a | b |\n|---|:-:|\n| c | https://example.com |\n\nA note.[^1]\n\n[^1]: Here.',
    '```js\nconst a = `b ${c}`; // d\n```\n\n~~~ python\ndef f(): return """x"""\n~~~',
    '$$x^2_i \\frac{a}{b}$$ and\n\n```math\n\\sum_{i=0}^n \\sqrt{i}\n```\n\n```spoiler Look\nhere\n```',
  ];
  const spoken = () => SPOKEN.map((source) => render(source, EMPTY_DIRECTORY).html);

  it('leaves no trace in those that follow, wherever the parser was', () => {
    const before = spoken();
    const patterns = Object.values(hostilePatterns).flatMap((family) => Object.entries(family));
    let givenUp = 0;
    patterns.forEach(([name, pattern], index) => {
      const source = pattern();
      const error = failure(() => runWithinTime(1 + (index % 7), () => render(source, EMPTY_DIRECTORY)));
      if (isTimeout(error)) givenUp += 1;
      expect(spoken(), name).to.deep.equal(before);
    });
    expect(givenUp).to.be.at.least(patterns.length / 2);
  });
});
