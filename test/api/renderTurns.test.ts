import { expect } from 'chai';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import { makeBot } from './bots.ts';
import { Hansard, type Person } from '../support/hansard.ts';

/** As much work as fits into five hundred characters, some hundred times that of an ordinary text. */
const FORMULA = `$$${'\\frac{a}{b}'.repeat(44)}$$`;

/** Their formulas are in one line, whoever of them asks: others wait for far fewer than one of each. */
const BOTS = 15;

/** A busy machine renders less in a second, and a text that has waited for too long is turned away: nobody waits so long here. */
const slow: Clock = { ...systemClock, monotonic: () => systemClock.monotonic() / 10 };

describe('A flood of formulas by the bots of one account', () => {
  let hansard: Hansard;
  before(async () => {
    hansard = await Hansard.start({ rendering: { clock: slow } });
  });
  after(() => hansard.stop());

  it('keeps others waiting for a few of them, and is turned away beyond a bound', async () => {
    const [owner, ann] = await Promise.all([hansard.owner(), hansard.account('Ann')]);
    const elsewhere = await hansard.organization('acme');
    const bots = await Promise.all(Array.from({ length: BOTS }, () => makeBot(hansard, owner)));
    for (const content of ['*short*', FORMULA]) await ann.post('/messages/render', { content });
    const rendered: string[] = [];
    const ask = async (who: string, content: string, person: Person): Promise<number> => {
      const { status } = await person.post('/messages/render', { content });
      if (status === 200) rendered.push(who);
      return status;
    };
    const flood = Array.from({ length: 60 }, (_, n) => ask('flood', FORMULA, bots[n % BOTS]!));
    await Promise.race(flood);
    const others = await Promise.all([
      ask('short', '*hello*', ann),
      ask('formula', '$$x$$', ann),
      ask('elsewhere', '$$x$$', elsewhere),
    ]);
    expect(others).to.deep.equal([200, 200, 200]);
    const statuses = new Set(await Promise.all(flood));
    const floodBefore = (who: string): number =>
      rendered.slice(0, rendered.indexOf(who)).filter((other) => other === 'flood').length;
    for (const who of ['short', 'formula', 'elsewhere']) expect(floodBefore(who), who).to.be.at.most(6);
    expect(statuses).to.deep.equal(new Set([200, 503]));
    expect(rendered.length).to.be.above(20);
  });
});
