import { expect } from 'chai';
import type { Position, StoredEvent } from '../../../src/events/log/eventLog.ts';
import {
  runSubscription,
  type RunSubscriptionOptions,
  type SubscriptionRestart,
} from '../../../src/events/log/subscription.ts';
import { temporaryEventLogs } from '../../support/disk/temporaryEventLogs.ts';
import { idsOf, sampleEvents } from '../../support/eventLogs.ts';
import { TestClock } from '../../support/testClock.ts';
import { FakeLog } from './fakeLog.ts';

/** A runner on a fake log and a clock that stands still, and everything that it told. */
const follow = (options: Partial<RunSubscriptionOptions> = {}) => {
  const [log, clock] = [new FakeLog(), new TestClock()];
  const handled: Position[] = [];
  const checkpoints: Position[] = [];
  const restarts: SubscriptionRestart[] = [];
  const handlerErrors: Error[] = [];
  const running = runSubscription({
    log: log.port,
    clock,
    after: null,
    onEvents: (events: readonly StoredEvent[]) =>
      void handled.push(...events.map(({ position }) => position)),
    onCheckpoint: (position) => checkpoints.push(position),
    onHandlerError: (error) => handlerErrors.push(error),
    onRestart: (restart) => restarts.push(restart),
    random: () => 1,
    ...options,
  });
  return { log, clock, running, handled, checkpoints, restarts, handlerErrors };
};

describe('A running subscription', () => {
  it('knows how far it has handled and scanned the log', async () => {
    const { log, running, handled, checkpoints } = follow({ after: 4 });
    expect(log.latest.after).to.equal(4);
    await log.latest.onEvents([log.add(7), log.add(9)]);
    expect([running.position, handled]).to.deep.equal([9, [7, 9]]);
    log.latest.onCheckpoint?.(12);
    expect([running.position, checkpoints]).to.deep.equal([12, [12]]);
    await running.stop();
  });

  it('starts again after the last handled event when the engine fails', async () => {
    const { log, clock, running, restarts } = follow();
    await log.latest.onEvents([log.add(3)]);
    log.latest.onFailed?.(new Error('consumer too slow'));
    expect(log.asked).to.have.length(1);
    await clock.advance(100);
    expect(log.latest.after).to.equal(3);
    expect([running.restarts, log.asked.length]).to.deep.equal([1, 2]);
    expect(restarts[0]).to.include({ reason: 'failed', after: 3, delay: 100 });
    await running.stop();
  });

  it('waits longer after each failure, up to some seconds, and briefly again once something came', async () => {
    const { log, clock, running, restarts } = follow({ watchdogInterval: 1e9 });
    log.unreachable = true;
    log.latest.onFailed?.(new Error('gone'));
    await clock.advance(30_000);
    const delays = restarts.map(({ delay }) => delay);
    expect(delays.slice(0, 8)).to.deep.equal([100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
    log.unreachable = false;
    await clock.advance(5_000);
    await log.latest.onEvents([log.add(1)]);
    log.latest.onFailed?.(new Error('gone again'));
    expect(restarts.at(-1)?.delay).to.equal(100);
    await running.stop();
  });

  it('spreads its restarts', async () => {
    const { log, running, restarts } = follow({ random: () => 0 });
    log.latest.onFailed?.(new Error('gone'));
    expect(restarts[0]?.delay).to.equal(50);
    await running.stop();
  });

  it('starts again only after the batch in hand, and after that batch', async () => {
    let finish = () => {};
    const { log, clock, running } = follow({
      onEvents: () => new Promise<void>((resolve) => (finish = resolve)),
    });
    void log.latest.onEvents([log.add(5)]);
    log.latest.onFailed?.(new Error('gone'));
    await clock.advance(10_000);
    expect(log.asked).to.have.length(1);
    finish();
    await clock.advance(0);
    expect([log.asked.length, log.latest.after]).to.deep.equal([2, 5]);
    await running.stop();
  });

  it('is restarted when nothing comes for a round though something should have come', async () => {
    const { log, clock, running, restarts } = follow();
    await log.latest.onEvents([log.add(1)]);
    log.add(2);
    await clock.advance(5_000);
    expect(running.restarts).to.equal(0);
    await clock.advance(5_100);
    expect(restarts).to.deep.equal([{ reason: 'stalled', after: 1, delay: 100 }]);
    expect([log.latest.after, log.asked.length, log.stopped]).to.deep.equal([1, 2, [0]]);
    await running.stop();
  });

  it('moves on to the head when nothing that it wants is before it', async () => {
    const { log, clock, running, checkpoints } = follow({ filter: { streamPrefixes: ['organization-'] } });
    await log.latest.onEvents([log.add(1)]);
    log.add(2, 'ephemeral-1');
    await clock.advance(10_000);
    expect([running.position, running.restarts, checkpoints]).to.deep.equal([2, 0, [2]]);
    await running.stop();
  });

  it('is left alone while its handler is slow', async () => {
    const { log, clock, running } = follow({ onEvents: () => new Promise<void>(() => {}) });
    void log.latest.onEvents([log.add(1)]);
    log.add(2);
    await clock.advance(60_000);
    expect([running.restarts, log.asked.length]).to.deep.equal([0, 1]);
  });

  it('does not listen to a subscription that it has given up', async () => {
    const { log, clock, running, handled } = follow();
    const missed = log.add(1);
    await clock.advance(10_200);
    expect(log.asked).to.have.length(2);
    await log.asked[0]?.onEvents([missed]);
    log.asked[0]?.onFailed?.(new Error('late'));
    expect([handled, running.position, running.restarts]).to.deep.equal([[], null, 1]);
    await running.stop();
  });

  it('tells when it last had everything up to the head', async () => {
    const { log, clock, running } = follow();
    const start = clock.monotonic();
    clock.set(0);
    expect([running.lastHeadSeenAt, running.caughtUp]).to.deep.equal([null, false]);
    log.latest.onCaughtUp?.();
    expect([running.lastHeadSeenAt, running.caughtUp]).to.deep.equal([start, true]);
    await clock.advance(5_000);
    expect(running.lastHeadSeenAt).to.equal(start + 5_000);
    const event = log.add(1);
    await clock.advance(7_000);
    expect(running.lastHeadSeenAt).to.equal(start + 5_000);
    await log.latest.onEvents([event]);
    expect(running.lastHeadSeenAt).to.equal(start + 10_000);
    log.unreachable = true;
    await clock.advance(60_000);
    expect(running.lastHeadSeenAt).to.equal(start + 10_000);
    await running.stop();
  });

  it('ends with the error of its handler, told once', async () => {
    const fault = new Error('cannot be applied');
    const { log, clock, running, handlerErrors } = follow({ onEvents: () => Promise.reject(fault) });
    const error = await Promise.resolve(log.latest.onEvents([log.add(1)])).catch((thrown: unknown) => thrown);
    log.latest.onFailed?.(fault);
    await clock.advance(60_000);
    expect(error).to.equal(fault);
    expect(handlerErrors).to.deep.equal([fault]);
    expect([running.position, running.restarts, log.asked.length]).to.deep.equal([null, 0, 1]);
  });

  it('ends with the error of whoever is told of a checkpoint', async () => {
    const fault = new Error('cannot be kept');
    const onCheckpoint = () => {
      throw fault;
    };
    const { log, handlerErrors } = follow({ onCheckpoint });
    log.latest.onCheckpoint?.(5);
    expect([handlerErrors, log.stopped]).to.deep.equal([[fault], [0]]);
  });

  it('is silent once stopped', async () => {
    const { log, clock, running, handled } = follow();
    log.latest.onFailed?.(new Error('gone'));
    await running.stop();
    await clock.advance(60_000);
    await log.latest.onEvents([log.add(1)]);
    expect([log.asked.length, handled]).to.deep.equal([1, []]);
  });

  it('follows the embedded log, and goes on where it was stopped', async () => {
    const opened = await temporaryEventLogs().open();
    const ids: string[] = [];
    const run = (after: Position | null, last: string) =>
      new Promise<Position | null>((resolve, reject) => {
        const onEvents = (events: readonly StoredEvent[]) => {
          ids.push(...idsOf(events));
          if (ids.includes(last))
            setImmediate(() => void running.stop().then(() => resolve(running.position)));
        };
        const running = runSubscription({
          log: opened.log,
          clock: new TestClock(),
          after,
          onEvents,
          onHandlerError: reject,
        });
      });
    const events = sampleEvents(5);
    await opened.log.append('organization-1', events.slice(0, 3), 'no stream');
    const position = await run(null, events[2]?.id ?? '');
    await opened.log.append('organization-1', events.slice(3), 2);
    await run(position, events[4]?.id ?? '');
    await opened.close();
    expect(ids).to.deep.equal(idsOf(events));
  });
});
