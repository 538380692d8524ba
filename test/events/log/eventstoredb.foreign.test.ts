import { expect } from 'chai';
import { openEventLog } from '../../../src/app/engines.ts';
import { inspectLog } from '../../../src/audit/inspection.ts';
import { systemClock } from '../../../src/clock.ts';
import { type EventLog, ForeignEvents } from '../../../src/events/log/eventLog.ts';
import { openTail } from '../../../src/events/log/tail.ts';
import { everythingOf, idsOf, sampleEvents } from '../../support/eventLogs.ts';
import { startEventStoreDb } from '../../support/eventstoredb/server.ts';
import type { EventStoreDbStandIn } from '../../support/eventstoredb/server.ts';
import { FOREIGN_EVENTS, leaveForeignEvents, renewed } from './foreignEvents.ts';

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

  it('holds an empty log while nothing is ours', async () => {
    const foreign = new ForeignEvents();
    const left = leaveForeignEvents(server.store);
    expect([await log.head(), await everythingOf(log, { foreign }), foreign.count]).to.deep.equal([
      null,
      [],
      left,
    ]);
    expect(await log.nextPage(null)).to.deep.include({ events: [], atEnd: true });
    const again = new ForeignEvents();
    const { breakCount, events } = await inspectLog(log, () => {}, undefined, again);
    expect([breakCount, again.count, events]).to.deep.equal([0, left, 0]);
  });

  it('gives what is ours and nothing else, from every door', async () => {
    const ids: string[] = [];
    let last = 0;
    for (let round = 0; round < 3; round += 1) {
      leaveForeignEvents(server.store);
      const events = sampleEvents(3);
      ids.push(...idsOf(events));
      last = (await log.append('organization-1', events, 'any')).position;
    }
    const left = leaveForeignEvents(server.store);
    const foreign = new ForeignEvents();
    expect(await log.head()).to.equal(last);
    expect(idsOf(await everythingOf(log, { foreign }))).to.deep.equal(ids);
    expect(foreign.count).to.equal(4 * left);
    await everythingOf(log, { foreign });
    expect(foreign.count).to.equal(4 * left);
    expect(idsOf(await everythingOf(log, { direction: 'backwards', limit: 2 }))).to.deep.equal(
      ids.slice(-2).reverse(),
    );
    const seen: string[] = [];
    const tail = await openTail({ log, clock: systemClock });
    const onHandlerError = (error: Error): void => expect.fail(String(error));
    tail.follow({ after: null, onEvents: (events) => void seen.push(...idsOf(events)), onHandlerError });
    while (seen.length < ids.length) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(seen).to.deep.equal(ids);
    await tail.stop();
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
