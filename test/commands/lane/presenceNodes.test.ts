import { expect } from 'chai';
import { type Clock, systemClock } from '../../../src/base/clock.ts';
import type { PresenceLane } from '../../../src/commands/lane/presence.ts';
import { PresenceLanes } from '../../../src/commands/lane/presence.ts';
import { openEventStoreDbLog } from '../../../src/events/log/eventstoredb/log.ts';
import { openTail } from '../../../src/events/log/tail.ts';
import type { OrganizationId, UserId } from '../../../src/base/ids.ts';
import { startEventStoreDb } from '../../support/eventstoredb/server.ts';
import { streamOf } from '../../support/eventLogs.ts';
import { until } from '../../support/waiting.ts';

const STREAM = 'ephemeral-1';
const CROWD = 100;
const MINUTES = 300;

type Server = Awaited<ReturnType<typeof startEventStoreDb>>;

/** A node that follows the log. */
async function nodeAt({ url }: Server, clock: Clock) {
  const log = await openEventStoreDbLog({ url, clock: systemClock });
  const lanes = new PresenceLanes({ log, clock });
  let failure: Error | undefined;
  const tail = await openTail({ log, clock: systemClock });
  const follower = tail.follow({
    after: null,
    filter: { streamPrefixes: ['ephemeral-'] },
    onEvents: (events) => lanes.receive(events),
    onHandlerError: (error) => (failure = error),
  });
  return {
    log,
    lane: await lanes.of(1 as OrganizationId),
    async stop() {
      await lanes.close();
      await follower.stop();
      await tail.stop();
      await log.close();
      expect(failure).to.equal(undefined);
    },
  };
}

const contentOf = ({ state }: PresenceLane) =>
  [...state.people.values()].sort((one, other) => one.userId - other.userId);

describe('two nodes on one log', () => {
  it('record what is reported to either, let go of what is old, and have the same in the end', async () => {
    const server = await startEventStoreDb({ batchAppend: true });
    let now = Date.UTC(2026, 0, 1);
    const clock: Clock = {
      ...systemClock,
      now: () => now,
      monotonic: () => now,
      after: (_delay, action) => systemClock.after(1, action),
    };
    const [one, other] = [await nodeAt(server, clock), await nodeAt(server, clock)];
    const crowd = Array.from({ length: CROWD }, (_, index) => (index + 3) as UserId);
    await Promise.all(crowd.map((userId) => one.lane.report(userId, 'active')));
    for (let minute = 0; minute < MINUTES; minute += 1) {
      now += 60_000;
      await Promise.all([one.lane.report(1 as UserId, 'active'), other.lane.report(2 as UserId, 'idle')]);
    }
    const late = await nodeAt(server, clock);
    const all = contentOf(late.lane);
    expect(all).to.have.length(CROWD + 2);
    await until(() => one.lane.state.revision >= late.lane.state.revision);
    await until(() => other.lane.state.revision >= 2 * MINUTES);
    expect(contentOf(one.lane)).to.deep.equal(all);
    expect(contentOf(other.lane)).to.deep.equal(all);
    const left = await streamOf(late.log, STREAM);
    expect(left.at(-1)?.revision).to.be.at.least(2 * MINUTES);
    expect(left.length).to.be.below(MINUTES + 100);
    await Promise.all([one, other, late].map((node) => node.stop()));
    server.kill();
  });
});
