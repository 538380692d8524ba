import { expect } from 'chai';
import { systemClock } from '../../../src/base/clock.ts';
import { NotReady, Refused } from '../../../src/base/errors.ts';
import { timeLimitsFor, isWithinNesting } from '../../../src/rendering/bounds.ts';
import { EMPTY_DIRECTORY } from '../../../src/rendering/rendered.ts';
import { loadLibraries, runJob } from '../../../src/rendering/jobs.ts';
import { createRenderer } from '../../../src/rendering/renderer.ts';
import type { Renderer } from '../../../src/rendering/renderer.ts';
import { ordinaryTexts } from './ordinary.ts';
import { hostilePatterns } from './patterns.ts';
import { longestTurnAtBest } from '../../support/turns.ts';
import { crowding } from '../../support/undisturbed.ts';

const DIRECTORY = {
  ...EMPTY_DIRECTORY,
  users: [{ id: 1, name: 'Ann Lee', active: true }],
  channels: [{ id: 1, name: 'a' }],
  emoticons: true,
};

/** Milliseconds on a machine of our own; where others crowd it, everything takes that much longer. */
const ANSWERED_WITHIN = 1000;

/** Twenty times the text, or mathematics. */
const MOST_HTML = 300_000;

/** Milliseconds: what others do to the machine meanwhile is no matter here. */
const UNLIMITED = 60_000;

interface Answer {
  readonly took: number;
  readonly html?: string;
  readonly error?: unknown;
}

/** Number of attempts at a measurement that other programs have disturbed each time. */
const ATTEMPTS = 20;

let requests = 0;

/** Each text is somebody else's. */
async function ask(renderer: Renderer, source: string): Promise<Answer> {
  const start = performance.now();
  try {
    const { html } = await renderer.render(source, DIRECTORY, {
      organizationId: 1,
      ownerId: (requests += 1),
    });
    return { took: performance.now() - start, html };
  } catch (error) {
    return { took: performance.now() - start, error };
  }
}

/** The first answer in time; a machine that is busy with other things may delay some. */
async function bestAnswer(renderer: Renderer, source: string): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const { took, ...answer } = await ask(renderer, source);
    const alone = took < ANSWERED_WITHIN ? took : took / crowding();
    if (alone < ANSWERED_WITHIN || attempt === ATTEMPTS) return { ...answer, took: alone };
    await recovered(renderer);
  }
}

/** Waits for the thread that replaces one that was ended, so that each pattern meets the same renderer. */
async function recovered(renderer: Renderer): Promise<void> {
  const innocent = 'a *long* text. '.repeat(40);
  while ((await ask(renderer, innocent)).error instanceof NotReady);
}

describe('a hostile text', () => {
  let renderer: Renderer;

  before(async () => {
    renderer = createRenderer({ clock: systemClock });
    await renderer.warm();
    await recovered(renderer);
  });
  beforeEach(() => recovered(renderer));
  after(() => renderer.close());

  it('has one of at least 172 shapes, each of 10,000 characters', () => {
    const patterns = Object.values(hostilePatterns).flatMap((family) => Object.values(family));
    expect(new Set(patterns.map((pattern) => pattern())).size)
      .to.equal(patterns.length)
      .and.be.at.least(172);
    for (const pattern of patterns) expect(pattern().length).to.be.within(9000, 10_000);
  });

  for (const [family, patterns] of Object.entries(hostilePatterns)) {
    describe(`of ${family}`, () => {
      for (const [name, pattern] of Object.entries(patterns)) {
        it(`${name}: is rendered or refused within a second, with HTML in proportion`, async () => {
          const { took, html, error } = await bestAnswer(renderer, pattern());
          if (error === undefined) expect(html?.length).to.be.at.most(MOST_HTML);
          else expect(error).to.be.instanceOf(Refused).with.property('message', 'Unable to render message');
          expect(took).to.be.below(ANSWERED_WITHIN);
        });
      }
    });
  }

  describe('of any shape', () => {
    it('leaves the event loop of the caller alone', async () => {
      const all = Object.values(hostilePatterns).map((patterns) => Object.values(patterns)[0]!());
      const askAll = async () => {
        for (const source of all) await ask(renderer, source);
      };
      expect(await longestTurnAtBest(askAll)).to.be.below(50);
    });
  });
});

describe('a long ordinary text', () => {
  before(() => loadLibraries({ source: '$$ ```js', directory: DIRECTORY }, () => undefined));

  for (const [name, text] of Object.entries(ordinaryTexts)) {
    it(`is rendered: ${name}`, () => {
      const source = text();
      expect(source.length).to.be.at.most(10_000);
      expect(isWithinNesting(source)).to.equal(true);
      expect(runJob({ source, directory: DIRECTORY }, UNLIMITED)).not.to.equal(null);
    });
  }
});

describe('a text with few signs', () => {
  it('is rendered however slow the machine is at that moment: a list of a thousand items in 2.5 time limits', () => {
    const list = '- a\n'.repeat(1000);
    expect(timeLimitsFor(list)).to.equal(2.5);
    expect(timeLimitsFor('*a '.repeat(4000))).to.equal(2.5);
    expect(timeLimitsFor('*a '.repeat(4001))).to.equal(1);
    expect(timeLimitsFor('&amp; '.repeat(2001))).to.equal(1);
  });
});

describe('four hostile texts at once', () => {
  let renderer: Renderer;
  before(async () => {
    renderer = createRenderer({ clock: systemClock });
    await Promise.all([renderer.warm(), recovered(renderer)]);
  });
  after(() => renderer.close());

  it('are each answered within a second, while short texts go on', async () => {
    const hostile = ['*a', '*a_', 'a\n=\n', '~a~~b'].map((piece) => piece.repeat(3000).slice(0, 10_000));
    let [slowest, median] = [Infinity, Infinity];
    for (let attempt = 0; (slowest >= ANSWERED_WITHIN || median >= 100) && attempt < ATTEMPTS; attempt += 1) {
      const answers = Promise.all(hostile.map((source) => ask(renderer, source)));
      const short: number[] = [];
      for (let round = 0; round < 50; round += 1) short.push((await ask(renderer, `round *${round}*`)).took);
      for (const { error } of await answers)
        if (error !== undefined) expect(error instanceof Refused || error instanceof NotReady).to.equal(true);
      slowest = Math.max(...(await answers).map(({ took }) => took));
      median = short.sort((one, other) => one - other)[25]!;
      await recovered(renderer);
    }
    expect(slowest).to.be.below(ANSWERED_WITHIN);
    expect(median).to.be.below(100);
  });
});
