import { expect } from 'chai';
import type { UserId } from '../../../src/base/ids.ts';
import { WaitingPolls } from '../../../src/live/queues/queueSession.ts';
import { Bitset } from '../../../src/organization/containers/bitset.ts';

const [first, other] = [7, 8] as UserId[] as [UserId, UserId];

describe('polls that wait', () => {
  it('are woken once each when their turn comes, if their person is told', () => {
    const turns: (() => void)[] = [];
    const parking = new WaitingPolls({ add: (wake) => void turns.push(wake) });
    const woken: UserId[] = [];
    const park = (userId: UserId): void => parking.add({ userId, wake: () => void woken.push(userId) });
    [first, first, other].forEach(park);
    expect([parking.size, parking.waitingOf(first)]).to.deep.equal([3, 2]);
    parking.wake(Bitset.of([first]));
    parking.wake(Bitset.of([first]));
    expect([woken, parking.size]).to.deep.equal([[], 1]);
    for (const wake of turns.splice(0)) wake();
    expect(woken).to.deep.equal([first, first]);
    park(first);
    parking.wakeAll();
    for (const wake of turns) wake();
    expect(woken).to.have.members([first, first, other, first]);
    expect(parking.size).to.equal(0);
  });
});
