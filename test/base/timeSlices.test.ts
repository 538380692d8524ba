import { expect } from 'chai';
import { NotReady, Refused } from '../../src/base/errors.ts';
import { TimeSlices } from '../../src/base/timeSlices.ts';

const person = (organizationId: number, ownerId: number) => ({ organizationId, ownerId });
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('time slices', () => {
  let now: number;
  let slices: TimeSlices;
  beforeEach(() => {
    now = 0;
    slices = new TimeSlices({ monotonic: () => now });
  });

  it('are used up by the clock', async () => {
    const work = slices.begin(person(1, 1));
    expect(work.isOver).to.equal(false);
    now += 2;
    expect(work.isOver).to.equal(true);
    await work.next();
    expect(work.isOver).to.equal(false);
  });

  it('are given one every few turns, to organizations in turns and to people within each', async () => {
    const order: string[] = [];
    const asked = [...Array<number>(3).fill(1), 2].map((ownerId) => person(1, ownerId)).concat(person(2, 1));
    const waiting = asked.map(async (asker) => {
      await slices.begin(asker).next();
      order.push(`${asker.organizationId}/${asker.ownerId}`);
    });
    for (let turn = 0; turn < 9 * asked.length; turn += 1) {
      await nextTurn();
      expect(order).to.have.lengthOf.at.most(1 + turn / 9);
    }
    await Promise.all(waiting);
    expect(order).to.deep.equal(['1/1', '2/1', '1/2', '1/1', '1/1']);
  });

  it('leave what takes long elsewhere to one at a time, and none to those who have gone', async () => {
    const gone = new AbortController();
    let end = (): void => {};
    const done: string[] = [];
    const first = slices.begin(person(1, 1)).alone(() => new Promise<void>((resolve) => (end = resolve)));
    const leaving = slices.begin(person(1, 1), gone.signal).alone(async () => void done.push('left'));
    const last = slices.begin(person(1, 2)).alone(async () => void done.push('last'));
    gone.abort();
    const refusal = await leaving.catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(Refused);
    expect(done).to.deep.equal([]);
    end();
    await Promise.all([first, last]);
    expect(done).to.deep.equal(['last']);
  });

  it('go on after a task that has failed', async () => {
    const fails = slices.begin(person(1, 1)).alone(() => Promise.reject(new Error('lost')));
    const next = slices.begin(person(1, 1)).alone(() => Promise.resolve('found'));
    expect(await fails.catch((error: unknown) => String(error))).to.equal('Error: lost');
    expect(await next).to.equal('found');
  });

  it('are refused to one person who waits for too many, not to others', async () => {
    const waiting = Array.from({ length: 150 }, () => slices.begin(person(1, 1)).next());
    const outcomes = await Promise.allSettled([...waiting, slices.begin(person(1, 2)).next()]);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).to.have.lengthOf(50);
    for (const { reason } of refused) expect(reason).to.be.instanceOf(NotReady);
    expect(outcomes.at(-1)?.status).to.equal('fulfilled');
  });
});
