import { expect } from 'chai';
import { createWorkerReads } from '../../../../src/app/core/stores.ts';
import { systemClock } from '../../../../src/base/clock.ts';
import type { LogCounts } from '../../../../src/events/log/eventLog.ts';
import type { EventLog, EventToAppend, Position } from '../../../../src/events/log/eventLog.ts';
import { openEventStoreDbLog } from '../../../../src/events/log/eventstoredb/log.ts';
import { decodePosition } from '../../../../src/events/log/eventstoredb/events.ts';
import { openTail } from '../../../../src/events/log/tail.ts';
import { Recorder } from '../../../contract/eventLog/fixture.ts';
import { idsOf, sampleEvent, sampleEvents } from '../../../support/eventLogs.ts';
import { startEventStoreDb } from '../../../support/eventstoredb/server.ts';
import type { EventStoreDbStandIn } from '../../../support/eventstoredb/server.ts';
import { systemEvent } from '../../../support/eventstoredb/store.ts';
import { sleep, until } from '../../../support/waiting.ts';

const TIMEOUT_MS = 10_000;

describe('Following EventStoreDB', () => {
  let server: EventStoreDbStandIn;
  let log: EventLog;
  let counts: LogCounts;

  const follow = (
    options: Partial<ConstructorParameters<typeof Recorder>[2]> = {},
    tailOptions: ConstructorParameters<typeof Recorder>[3] = {},
  ): Recorder => new Recorder(log, TIMEOUT_MS, { after: null, ...options }, tailOptions);

  const appendSome = async (stream: string, appends: number, size = 1, to = log): Promise<string[]> => {
    const batches = Array.from({ length: appends }, () => sampleEvents(size));
    for (const batch of batches) await to.append(stream, batch, 'any');
    return idsOf(batches.flat());
  };

  /** Appends by another process, which wake no follower here. */
  const appendElsewhere = (...events: EventToAppend[]): void => {
    for (const { id, type, data } of events)
      server.store.append('a', 'any', [{ ...systemEvent(type), id, data: Buffer.from(data) }]);
  };

  const isArmed = (): boolean => server.session.subscriptions.size > 0;

  beforeEach(async () => {
    counts = { decoded: 0, subscriptionDrops: 0, conflicts: 0 };
    server = await startEventStoreDb({ liveBuffer: 32 });
    log = await openEventStoreDbLog({ url: server.url, clock: systemClock, readDeadline: 500, counts });
  });

  afterEach(async () => {
    await log.close();
    server.kill();
  });

  it('decodes an event little more than once under load, however many follow', async () => {
    const tail = await openTail({ log, clock: systemClock });
    let handled = 0;
    const followers = Array.from({ length: 7 }, () =>
      tail.follow({
        after: null,
        onEvents: (events) => void (handled += events.length),
        onHandlerError: (error) => expect.fail(String(error)),
      }),
    );
    for (let append = 0; append < 200; append += 1) await log.append('a', sampleEvents(32), 'any');
    await until(() => handled === 7 * 6_400);
    expect(counts.decoded / 6_400).to.be.within(1, 1.2);
    await Promise.all(followers.map((follower) => follower.stop()));
    await tail.stop();
  });

  for (const like of ['23.10', '24.10'] as const)
    it(`decodes events that come one by one once, those of other processes too, as in ${like}`, async () => {
      server.kill();
      server = await startEventStoreDb({ like });
      await log.close();
      log = await openEventStoreDbLog({ url: server.url, clock: systemClock, counts });
      const recorder = follow({}, { interval: 60_000 });
      const ids = await appendSome('a', 1);
      await recorder.untilId(ids[0] ?? '');
      await until(isArmed);
      // The page that closes the gap between the last event and the beginning of the delivery.
      await appendSome('a', 1);
      await new Promise((resolve) => setTimeout(resolve, 300));
      const before = counts.decoded;
      for (let round = 0; round < 20; round += 1) {
        const own = await appendSome('a', 1);
        const other = sampleEvent();
        appendElsewhere(other);
        await recorder.untilId(other.id);
        ids.push(...own, other.id);
      }
      expect(counts.decoded - before).to.equal(40);
      expect(recorder.ids.filter((id) => ids.includes(id))).to.deep.equal(ids);
      await recorder.stop();
    });

  it('misses nothing where an event that follows in its stream is not delivered', async () => {
    const recorder = follow({}, { interval: 60_000 });
    const [first = ''] = await appendSome('a', 1);
    await recorder.untilId(first);
    await until(isArmed);
    await new Promise((resolve) => setTimeout(resolve, 200));
    for (const subscription of server.session.subscriptions) subscription.skip(1);
    const [lost, next] = [sampleEvent(), sampleEvent()];
    appendElsewhere(lost, next);
    await recorder.untilId(next.id);
    expect(recorder.ids).to.deep.equal([first, lost.id, next.id]);
    await recorder.stop();
  });

  it('reads what it has appended where the bell has died without a word', async () => {
    const recorder = follow({}, { interval: 60_000 });
    await until(isArmed);
    await recorder.untilId((await appendSome('a', 1))[0] ?? '');
    for (const subscription of server.session.subscriptions) subscription.silence();
    await recorder.untilId((await appendSome('a', 1))[0] ?? '');
    await until(isArmed);
    await recorder.stop();
  });

  it('is rung by another process, again and again', async () => {
    const recorder = follow({}, { interval: 60_000 });
    await recorder.untilCaughtUp();
    for (let round = 0; round < 3; round += 1) {
      await until(isArmed);
      const event = sampleEvent();
      appendElsewhere(event);
      await recorder.untilId(event.id);
    }
    await recorder.stop();
  });

  it('misses nothing when the server drops the bell, and counts that', async () => {
    const recorder = follow({}, { interval: 60_000 });
    await until(isArmed);
    for (const subscription of server.session.subscriptions) subscription.drop();
    await until(() => counts.subscriptionDrops === 1);
    await until(isArmed);
    const events = sampleEvents(100);
    appendElsewhere(...events);
    await recorder.untilId(events.at(-1)?.id ?? '');
    expect(recorder.ids).to.deep.equal(idsOf(events));
    await recorder.stop();
  });

  it('misses nothing though the bell dies without a word', async () => {
    const recorder = follow({}, { interval: 200 });
    await until(isArmed);
    for (const subscription of server.session.subscriptions) subscription.silence();
    const event = sampleEvent();
    appendElsewhere(event);
    await recorder.untilId(event.id);
    await recorder.stop();
  });

  it('goes on where it was after the server was frozen, and after it was killed', async () => {
    const recorder = follow({}, { interval: 200 });
    const ids = await appendSome('a', 3);
    await recorder.untilId(ids.at(-1) ?? '');
    server.session.freeze();
    await sleep(1_000);
    server.kill();
    await server.restart();
    ids.push(...(await appendSome('b', 2, 150)));
    await recorder.untilId(ids.at(-1) ?? '');
    expect([recorder.ids, recorder.failure]).to.deep.equal([ids, undefined]);
    await recorder.stop();
  });

  it('misses nothing from a position whose event has been scavenged', async () => {
    const before: Position[] = [];
    const ids: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      const { position } = await log.append('ephemeral-9', sampleEvents(100), 'any');
      before.push(position);
      ids.push(...(await appendSome('organization-9', 1)));
    }
    await appendSome('other', 1);
    await log.truncate('ephemeral-9', 1_999);
    server.store.scavenge('scavenge-1');
    const filter = { streamPrefixes: ['organization-'] };
    for (const [at, after] of before.entries()) {
      const recorder = follow({ after, filter });
      await recorder.untilId(ids.at(-1) ?? '');
      expect(recorder.ids).to.deep.equal(ids.slice(at));
      await recorder.stop();
    }
  });

  it('reads in another thread what lies far behind', async () => {
    const ids = await appendSome('organization-1', 50, 100);
    const readInWorker = createWorkerReads({ engine: 'eventstoredb', url: server.url });
    let elsewhere = 0;
    const counting: EventLog['readAll'] = async function* (options) {
      for await (const page of readInWorker(options)) {
        elsewhere += page.length;
        yield page;
      }
    };
    const recorder = follow({}, { readInWorker: counting });
    await recorder.untilId(ids.at(-1) ?? '');
    expect(recorder.ids).to.deep.equal(ids);
    expect(elsewhere).to.be.within(2_000, 3_000);
    expect(counts.decoded).to.be.below(3_000);
    await recorder.stop();
  });

  it('delivers nothing of the server itself, and types by their whole name', async () => {
    server.store.append('$stats-0', 'any', [systemEvent('Said'), systemEvent('$stats')]);
    const saidEvent = sampleEvent({ type: 'Said' });
    await log.append('a', [sampleEvent({ type: 'SaidLoudly' }), saidEvent], 'no stream');
    server.store.append('$stats-0', 'any', [systemEvent('Said')]);
    const foreign = { ...systemEvent('Imported'), contentType: 'application/octet-stream' };
    server.store.append('other', 'any', [foreign]);
    const [all, typed] = [follow(), follow({ filter: { types: ['Said'] } })];
    await Promise.all([all.untilId(foreign.id), typed.untilCaughtUp(), all.untilCaughtUp()]);
    expect(typed.ids).to.deep.equal([saidEvent.id]);
    expect(new Set(all.events.map(({ stream }) => stream))).to.deep.equal(new Set(['a', 'other']));
    expect(all.events.at(-1)).to.include({ data: '{}', metadata: '{}' });
    await Promise.all([all.stop(), typed.stop()]);
  });

  it('says how far it has come though nothing there matches', async () => {
    await appendSome('a', 1);
    const recorder = follow({ filter: { streamPrefixes: ['wanted'] } });
    await recorder.untilCaughtUp();
    const head = (await log.head()) ?? NaN;
    expect(recorder.checkpoints.at(-1)).to.be.at.least(head);
    const ids = await appendSome('wanted', 1);
    await recorder.untilId(ids[0] ?? '');
    await recorder.stop();
  });

  it('reads a page that ends with events of the server no further than the page went', async () => {
    await appendSome('a', 1);
    const recorder = follow({}, { interval: 100 });
    await recorder.untilCaughtUp();
    for (let count = 0; count < 1_200; count += 1)
      server.store.append('$stats-0', 'any', [systemEvent('$stats')]);
    const ids = await appendSome('a', 1);
    await recorder.untilId(ids[0] ?? '');
    await recorder.stop();
  });
});

describe('EventStoreDB positions', () => {
  it('are the commit position, where that is the prepare position and a safe integer', () => {
    expect(decodePosition({ commit: 118n, prepare: 118n })).to.equal(118);
    expect(() => decodePosition({ commit: 118n, prepare: 117n })).to.throw(RangeError);
    expect(() => decodePosition({ commit: 1n << 53n, prepare: 1n << 53n })).to.throw(RangeError);
  });

  it('of the head leave out what the server wrote itself', async () => {
    const server = await startEventStoreDb();
    const log = await openEventStoreDbLog({ url: server.url, clock: systemClock });
    expect(await log.head()).to.equal(null);
    const { position } = await log.append('a', [sampleEvent()], 'no stream');
    for (let index = 0; index < 300; index += 1)
      server.store.append('$stats', 'any', [systemEvent('$stats')]);
    expect(await log.head()).to.equal(position);
    expect(await log.head()).to.equal(position);
    await log.close();
    server.kill();
  });
});
