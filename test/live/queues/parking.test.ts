import { expect } from 'chai';
import type { UserId } from '../../../src/ids.ts';
import { Parking } from '../../../src/live/queues/parking.ts';
import { Bitset } from '../../../src/organization/bitset.ts';
import { nextTurn } from '../../../src/turns.ts';

const userId = 7 as UserId;
const audience = Bitset.of([userId]);

describe('polls that wait', () => {
  it('are woken once each, 64 in a turn of the event loop, also those that come meanwhile', async () => {
    const parking = new Parking();
    let woken = 0;
    const park = (count: number): void => {
      for (let index = 0; index < count; index += 1) parking.add({ userId, wake: () => void (woken += 1) });
    };
    park(100);
    parking.wake(audience);
    expect(woken).to.equal(64);
    park(20);
    parking.wake(audience);
    expect([woken, parking.size]).to.deep.equal([64, 0]);
    await nextTurn();
    expect(woken).to.equal(120);
    park(1);
    parking.wake(audience);
    await nextTurn();
    expect(woken).to.equal(121);
  });
});
