import { expect } from 'chai';
import { openEventLog } from '../../../../src/app/core/engines.ts';
import { inspectLog } from '../../../../src/audit/inspection.ts';
import { systemClock } from '../../../../src/base/clock.ts';
import { type EventLog, ForeignEvents } from '../../../../src/events/log/eventLog.ts';
import { startEventStoreDb } from '../../../support/eventstoredb/server.ts';
import type { EventStoreDbStandIn } from '../../../support/eventstoredb/server.ts';
import { FOREIGN_EVENTS, leaveForeignEvents, renewed } from '../../../support/eventstoredb/foreignEvents.ts';

describe('A log server that other programs use too', () => {
  let server: EventStoreDbStandIn;
  let log: EventLog;

  beforeEach(async () => {
    server = await startEventStoreDb();
    log = await openEventLog({ engine: 'eventstoredb', url: server.url }, { clock: systemClock });
  });

  afterEach(async () => {
    await log.close();
    server.kill();
  });

  it('is intact where what others left stands around what is ours', async () => {
    const left = leaveForeignEvents(server.store);
    const foreign = new ForeignEvents();
    const { breakCount, events } = await inspectLog(log, () => {}, undefined, foreign);
    expect([breakCount, foreign.count, events]).to.deep.equal([0, left, 0]);
  });

  for (const [kind, event] of Object.entries(FOREIGN_EVENTS))
    it(`is at fault where a stream with a name of ours has ${kind}`, async () => {
      server.store.append('organization-1', 'any', [renewed(event)]);
      expect((await inspectLog(log, () => {})).breakCount).to.equal(1);
    });

  it('is at fault where a stream with a name of ours is gone for ever', async () => {
    server.store.tombstone('organization-1');
    expect((await inspectLog(log, () => {})).breakCount).to.equal(1);
  });
});
