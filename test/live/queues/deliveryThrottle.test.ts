import { expect } from 'chai';
import { systemClock } from '../../../src/base/clock.ts';
import { DeliveryThrottle } from '../../../src/live/queues/deliveryThrottle.ts';
import { nextTurn } from '../../../src/base/concurrency.ts';

const busyFor = (milliseconds: number): void => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

describe('deliveries', () => {
  it('have their turns in order, once each, also those that come meanwhile and those that come back', async () => {
    const turns = new DeliveryThrottle(systemClock);
    const done: string[] = [];
    const deliver = (name: string) => turns.enter().then(() => done.push(name));
    const opening = turns.enter(); // a round of its own
    const first = turns.enter().then(async () => {
      done.push('1');
      late = deliver('late');
      await turns.again();
      done.push('1 again');
    });
    let late: Promise<unknown> = Promise.resolve();
    const others = ['2', '3'].map(deliver);
    expect(turns.waiting).to.equal(4);
    await Promise.all([opening, first, ...others]);
    await late;
    expect(done).to.deep.equal(['1', '2', '3', '1 again', 'late']);
    expect(turns.waiting).to.equal(0);
  });

  it('let others go on after a millisecond, however many there are', async () => {
    const turns = new DeliveryThrottle(systemClock);
    let done = 0;
    for (let index = 0; index < 100; index += 1)
      turns.add(() => {
        busyFor(0.4);
        done += 1;
      });
    let most = 0;
    for (let before = 0; done < 100; before = done) {
      await nextTurn();
      most = Math.max(most, done - before);
    }
    expect(most).to.be.within(1, 4);
  });

  it('come less often while the event loop never rests, so that each tells of more', async () => {
    const turns = new DeliveryThrottle(systemClock);
    let worked = 0;
    let isOver = false;
    const work = (): void => {
      worked += 1;
      if (!isOver) setImmediate(work);
    };
    work();
    for (let round = 0; round < 10; round += 1) await turns.enter();
    isOver = true;
    expect(worked).to.be.within(60, 120);
  });
});
