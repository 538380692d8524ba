import { expect } from 'chai';
import { systemClock } from '../../../src/clock.ts';
import { LogUnavailable } from '../../../src/events/log/eventLog.ts';
import type { EventLog, StoredEvent } from '../../../src/events/log/eventLog.ts';
import { openEventStoreDbLog } from '../../../src/events/log/eventstoredb.ts';
import { decodePosition } from '../../../src/events/log/eventstoredb/events.ts';
import { runSubscription } from '../../../src/events/log/subscription.ts';
import { Recorder } from '../../contract/eventLog/scene.ts';
import { idsOf, sampleEvent, sampleEvents, streamOf } from '../../support/eventLogs.ts';
import { startEventStoreDb } from '../../support/eventstoredb/server.ts';
import type { EventStoreDbStandIn } from '../../support/eventstoredb/server.ts';
import { systemEvent } from '../../support/eventstoredb/store.ts';

const PATIENCE = 10_000;

describe('EventStoreDB subscriptions', () => {
  let server: EventStoreDbStandIn;
  let log: EventLog;
  let drops: number;

  const follow = (options: Partial<ConstructorParameters<typeof Recorder>[2]> = {}): Recorder =>
    new Recorder(log, PATIENCE, { after: null, ...options });

  const appendSome = async (stream: string, appends: number, size = 1): Promise<string[]> => {
    const batches = Array.from({ length: appends }, () => sampleEvents(size));
    for (const batch of batches) await log.append(stream, batch, 'any');
    return idsOf(batches.flat());
  };

  beforeEach(async () => {
    drops = 0;
    server = await startEventStoreDb({ liveBuffer: 64 });
    const onDropped = (): void => void (drops += 1);
    log = await openEventStoreDbLog({ url: server.url, clock: systemClock, readDeadline: 500, onDropped });
  });

  afterEach(async () => {
    await log.close();
    server.kill();
  });

  it('go on without a gap or a repeat when the server drops them in bursts', async () => {
    const recorder = follow();
    await recorder.untilCaughtUp();
    const ids = await appendSome('a', 5, 200);
    ids.push(...(await appendSome('b', 3)));
    await recorder.untilId(ids.at(-1) ?? '');
    expect(recorder.ids).to.deep.equal(ids);
    expect(drops).to.be.above(0);
    expect(recorder.failure).to.equal(undefined);
    await recorder.stop();
  });

  it('go on without a gap or a repeat when they are dropped while a batch is being handled', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const recorder = follow({ onEvents: () => held });
    const ids = await appendSome('a', 10);
    await recorder.until('a batch', ({ batches }) => batches.length > 0);
    for (const subscription of server.session.subscriptions) subscription.drop();
    ids.push(...(await appendSome('a', 10)));
    release();
    await recorder.untilId(ids.at(-1) ?? '');
    expect(recorder.ids).to.deep.equal(ids);
    expect(drops).to.equal(1);
    await recorder.stop();
  });

  it('fail when the server drops them again and again before anything came', async () => {
    const dropAll = (): void => server.session.subscriptions.forEach((subscription) => subscription.drop());
    const dropping = setInterval(dropAll, 2);
    const recorder = follow();
    await recorder.until('the failure', ({ failure }) => failure !== undefined);
    clearInterval(dropping);
    expect(recorder.failure).to.be.instanceOf(LogUnavailable);
    expect(drops).to.be.above(3);
  });

  it('deliver nothing of the server itself, and types by their whole name', async () => {
    server.store.append('$stats-0', 'any', [systemEvent('Said'), systemEvent('$stats')]);
    const said = sampleEvent({ type: 'Said' });
    await log.append('a', [sampleEvent({ type: 'SaidLoudly' }), said], 'no stream');
    server.store.append('$stats-0', 'any', [systemEvent('Said')]);
    const foreign = { ...systemEvent('Imported'), contentType: 'application/octet-stream' };
    server.store.append('other', 'any', [foreign]);
    const [all, typed] = [follow(), follow({ filter: { types: ['Said'] } })];
    await Promise.all([all.untilId(foreign.id), typed.untilCaughtUp(), all.untilCaughtUp()]);
    expect(typed.ids).to.deep.equal([said.id]);
    expect(new Set(all.events.map(({ stream }) => stream))).to.deep.equal(new Set(['a', 'other']));
    expect(all.events.at(-1)).to.include({ data: '{}', metadata: '{}' });
    await Promise.all([all.stop(), typed.stop()]);
  });

  it('report the tail as scanned when nothing there matches, though the server does not', async () => {
    await appendSome('a', 1);
    const recorder = follow({ filter: { streamPrefixes: ['wanted'] } });
    await recorder.untilCaughtUp();
    const head = (await log.head()) ?? NaN;
    expect(recorder.checkpoints.at(-1)).to.be.at.least(head);
    const ids = await appendSome('wanted', 1);
    await recorder.untilId(ids[0] ?? '');
    await recorder.stop();
  });

  it('report no checkpoint before the events below it are handled', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const wanted = sampleEvent();
    await log.append('wanted', [wanted], 'no stream');
    await appendSome('other', 10, 100);
    const recorder = follow({ filter: { streamPrefixes: ['wanted'] }, onEvents: () => held });
    await recorder.untilId(wanted.id);
    await appendSome('other', 10, 100);
    expect(recorder.checkpoints).to.deep.equal([]);
    release();
    await recorder.until('a checkpoint', ({ checkpoints }) => checkpoints.length > 0);
    await recorder.stop();
  });

  it('fail when the server dies, and leave it to the caller to start again', async () => {
    const recorder = follow();
    const ids = await appendSome('a', 2);
    await recorder.untilId(ids[1] ?? '');
    server.kill();
    await recorder.until('the failure', ({ failure }) => failure !== undefined);
    expect(recorder.failure).to.be.instanceOf(LogUnavailable);
  });

  it('fail when the server has frozen', async () => {
    const recorder = follow();
    await recorder.untilCaughtUp();
    server.session.freeze();
    await recorder.until('the failure', ({ failure }) => failure !== undefined);
    expect(recorder.failure).to.be.instanceOf(LogUnavailable);
  });

  it('fail at a position that is not of an event', async () => {
    const ids = await appendSome('a', 1);
    const recorder = follow({ after: ((await log.head()) ?? 0) + 1 });
    await recorder.until('the failure', ({ failure }) => failure !== undefined);
    expect(recorder.ids).to.not.include(ids[0]);
  });

  it('that die without a word never report what they did not deliver', async () => {
    const recorder = follow();
    const ids = await appendSome('a', 1);
    await recorder.untilId(ids[0] ?? '');
    for (const subscription of server.session.subscriptions) subscription.silence();
    await appendSome('a', 1);
    const [, event] = await streamOf(log, 'a');
    await new Promise((resolve) => setTimeout(resolve, 1_500)); // longer than it waits before it looks ahead
    expect(recorder.ids).to.deep.equal(ids);
    expect(recorder.checkpoints.every((checkpoint) => checkpoint < (event?.position ?? 0))).to.equal(true);
    await recorder.stop();
  });

  it('are brought back by the runner after dying without a word, a crash and a burst', async () => {
    const got: StoredEvent[] = [];
    const running = runSubscription({
      log,
      clock: systemClock,
      after: null,
      watchdogInterval: 200,
      onEvents: (events) => void got.push(...events),
      onHandlerError: (error) => expect.fail(String(error)),
    });
    const until = async (id: string | undefined): Promise<void> => {
      while (got.at(-1)?.id !== id) await new Promise((resolve) => setTimeout(resolve, 10));
    };
    const ids = await appendSome('a', 3);
    await until(ids.at(-1));
    for (const subscription of server.session.subscriptions) subscription.silence();
    ids.push(...(await appendSome('a', 3)));
    await until(ids.at(-1));
    expect(running.restarts).to.be.above(0);
    server.kill();
    await server.restart();
    ids.push(...(await appendSome('b', 2, 150)));
    await until(ids.at(-1));
    await running.stop();
    expect(idsOf(got)).to.deep.equal(ids);
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
