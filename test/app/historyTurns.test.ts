import { expect } from 'chai';
import { HistoryTurns, type SlicedReading } from '../../src/app/historyTurns.ts';
import { until } from '../support/waiting.ts';

describe('readings of older events', () => {
  let turns: HistoryTurns;
  let worked: string[];
  let cancelled: string[];
  let numbers: number;

  beforeEach(() => {
    turns = new HistoryTurns();
    [worked, cancelled, numbers] = [[], [], 0];
  });

  /** A reading such as `1a`: of organization 1, by owner `a`; it takes so many slices. */
  function ask(name: string, slices = 1): SlicedReading {
    let left = slices;
    const reading = {
      number: (numbers += 1),
      organizationId: Number(name[0]),
      async work() {
        worked.push(name);
        return (left -= 1) === 0;
      },
      async cancel() {
        cancelled.push(name);
      },
    };
    turns.add(reading, name.charCodeAt(1));
    return reading;
  }
  const count = (slices: number) => until(() => worked.length === slices);

  it('have organizations take turns by slices, however long the reading of one is', async () => {
    ask('1a', 4);
    ask('2a', 2);
    ask('3a');
    await count(7);
    expect(worked).to.deep.equal(['1a', '2a', '3a', '1a', '2a', '1a', '1a']);
  });

  it('have people of an organization take turns by readings', async () => {
    for (const name of ['1a', '1a', '1a', '1b']) ask(name, 2);
    await count(8);
    expect(worked.join(' ')).to.equal('1a 1a 1b 1b 1a 1a 1a 1a');
  });

  it('begin when the first of those who share them has a turn, and are done once', async () => {
    for (let more = 0; more < 3; more += 1) ask('1a');
    const shared = ask('1a');
    turns.add(shared, 'b'.charCodeAt(0));
    ask('1c');
    await count(5);
    ask('1d');
    await count(6);
    expect(worked).to.deep.equal(['1a', '1a', '1c', '1a', '1a', '1d']);
  });

  it('end without a further slice when nobody waits for them', async () => {
    const endless = ask('1a', Infinity);
    const waiting = ask('1a');
    await until(() => worked.length > 3);
    await turns.cancel(waiting.number);
    await turns.cancel(endless.number);
    const slices = worked.length;
    ask('2a', 3);
    await count(slices + 3);
    expect(worked.slice(slices)).to.deep.equal(['2a', '2a', '2a']);
    expect(cancelled).to.deep.equal(['1a', '1a']);
    await turns.cancel(endless.number);
    expect(cancelled).to.have.lengthOf(2);
  });

  it('are those of four organizations at a time; a fifth follows the first that has ended', async () => {
    for (const organization of [1, 2, 3, 4]) ask(`${organization}a`, 2);
    ask('5a');
    ask('1b');
    await count(10);
    expect(worked.slice(0, 4)).to.deep.equal(['1a', '2a', '3a', '4a']);
    expect(worked.indexOf('5a')).to.be.within(4, 8);
    expect(worked.indexOf('5a'), 'before the next of the first').to.be.below(worked.indexOf('1b'));
  });
});
