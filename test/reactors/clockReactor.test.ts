import { expect } from 'chai';
import { startClockReactor } from '../../src/reactors/clockReactor.ts';
import type { Lanes } from '../../src/commands/lane/lanes.ts';
import { NotReady } from '../../src/base/errors.ts';
import { createLogger } from '../../src/base/logger.ts';
import { example, organizationAfter } from '../support/examples.ts';
import { TestClock } from '../support/testClock.ts';

const MINUTE = 60_000;

/** A lane in whose organization an invitation has expired, and the names of the commands submitted to it. */
function laneOf({ isInTrouble }: { readonly isInTrouble: boolean }) {
  const commandNames: string[] = [];
  const state = organizationAfter(example.invitationSent({ invitationId: 1, expiresAt: 1 }));
  const submit = async ({ name }: { readonly name: string }): Promise<void> => {
    commandNames.push(name);
    if (isInTrouble) throw new NotReady('This organization is in trouble.');
  };
  return { commandNames, state, submit };
}

describe('the time that passes', () => {
  it('is told to every organization, whatever becomes of others', async () => {
    const clock = new TestClock();
    const all = [true, false, false].map((isInTrouble) => laneOf({ isInTrouble }));
    const lanes = { all: () => all } as unknown as Lanes;
    const timed = startClockReactor(lanes, clock, createLogger('silent'));
    await clock.advance(2 * MINUTE);
    await timed.stop();
    await clock.advance(MINUTE);
    const twice = ['ExpireInvitations', 'ExpireInvitations'];
    expect(all.map(({ commandNames }) => commandNames)).to.deep.equal([twice, twice, twice]);
  });
});
