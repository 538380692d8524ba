import { expect } from 'chai';
import type { Position, StoredEvent } from '../../../src/events/log/eventLog.ts';
import type { FollowOptions } from '../../../src/events/log/follower.ts';
import { openTail, type Tail } from '../../../src/events/log/tail.ts';
import { temporaryEventLogs } from '../../support/disk/temporaryEventLogs.ts';
import { idsOf, sampleEvents } from '../../support/eventLogs.ts';
import { TestClock } from '../../support/testClock.ts';
import { FakeLog } from './fakeLog.ts';

/** A tail on a fake log whose clock stands still. */
async function fixture(interval = 5_000) {
  const [log, clock] = [new FakeLog(), new TestClock()];
  log.add(3);
  const delays: number[] = [];
  const onRetry = (_: Error, delay: number) => void delays.push(delay);
  const tail = await openTail({ log: log.port, clock, interval, onRetry });
  return { log, clock, tail, delays };
}

/** Follows the tail and notes the positions of what it receives. */
function follow(tail: Tail, options: Partial<FollowOptions> = {}) {
  const handled: Position[] = [];
  const checkpoints: Position[] = [];
  const errors: Error[] = [];
  const follower = tail.follow({
    after: null,
    onEvents: (events: readonly StoredEvent[]) =>
      void handled.push(...events.map(({ position }) => position)),
    onCheckpoint: (position) => checkpoints.push(position),
    onHandlerError: (error) => errors.push(error),
    ...options,
  });
  return { follower, handled, checkpoints, errors };
}

describe('The tail', () => {
  it('gives followers what is there, then what comes when it is rung', async () => {
    const { log, clock, tail } = await fixture();
    const { follower, handled } = follow(tail);
    await clock.advance(0);
    expect([handled, follower.caughtUp, follower.position]).to.deep.equal([[3], true, 3]);
    log.add(7);
    log.add(9);
    log.ring();
    await clock.advance(0);
    expect([handled, follower.position]).to.deep.equal([[3, 7, 9], 9]);
    await follower.stop();
    await tail.stop();
  });

  it('reads an event once, however many follow', async () => {
    const { log, clock, tail } = await fixture();
    const all = Array.from({ length: 7 }, () => follow(tail, { after: 3 }));
    for (let position = 10; position <= 260; position += 1) log.add(position);
    log.ring();
    await clock.advance(10_000);
    for (const { handled } of all) expect(handled).to.have.length(251);
    expect([log.given, log.readFrom]).to.deep.equal([251, []]);
    await tail.stop();
  });

  it('looks now and then while nothing rings, and often until the bell is armed again', async () => {
    const { log, clock, tail } = await fixture();
    const { handled } = follow(tail, { after: 3 });
    await clock.advance(200);
    const looks = log.pages;
    expect(log.isArmed).to.equal(true);
    log.add(5);
    await clock.advance(4_000);
    expect([log.pages, handled]).to.deep.equal([looks, []]);
    await clock.advance(1_000);
    expect(handled).to.deep.equal([5]);
    await clock.advance(1_000);
    log.isArmed = false;
    log.ring();
    await clock.advance(0);
    expect(log.isArmed).to.equal(true);
    log.isArmed = false;
    log.ring();
    await clock.advance(0);
    log.add(6);
    await clock.advance(10);
    expect([log.isArmed, handled]).to.deep.equal([false, [5, 6]]);
    await clock.advance(100);
    expect(log.isArmed).to.equal(true);
    await tail.stop();
  });

  it('arms the bell anew that has kept silent', async () => {
    const { log, clock, tail } = await fixture();
    await clock.advance(200);
    const armings = log.armings;
    log.add(5);
    await clock.advance(5_000);
    expect([log.armings, log.isArmed]).to.deep.equal([armings + 1, true]);
    await tail.stop();
  });

  it('tries again, later and later, where the log cannot be read', async () => {
    const { log, clock, tail, delays } = await fixture();
    const { follower, handled } = follow(tail, { after: 3 });
    await clock.advance(200);
    log.unreachable = true;
    log.ring();
    await clock.advance(30_000);
    expect(delays.slice(0, 6)).to.deep.equal([100, 200, 400, 800, 1_000, 1_000]);
    expect(log.isArmed).to.equal(false);
    log.unreachable = false;
    log.add(8);
    await clock.advance(5_000);
    expect([handled, follower.position]).to.deep.equal([[8], 8]);
    await tail.stop();
  });

  it('tells a follower when it last had everything up to the head', async () => {
    const { log, clock, tail } = await fixture();
    const start = clock.monotonic();
    let release = (): void => {};
    const { follower } = follow(tail, { after: 3, onEvents: () => new Promise((done) => (release = done)) });
    await clock.advance(4_000);
    expect(follower.lastHeadSeenAt).to.be.within(start, start + 200);
    await clock.advance(2_000);
    const seen = follower.lastHeadSeenAt ?? NaN;
    expect(seen).to.be.above(start + 200);
    log.add(4);
    log.ring();
    await clock.advance(20_000);
    expect(follower.lastHeadSeenAt).to.be.below(start + 7_000);
    release();
    await clock.advance(0);
    expect(follower.lastHeadSeenAt).to.be.above(start + 20_000);
    log.unreachable = true;
    await clock.advance(60_000);
    expect(follower.lastHeadSeenAt).to.be.below(start + 32_000);
    await tail.stop();
  });

  it('keeps events in bounds, and who is further behind reads what is gone', async () => {
    const { log, clock, tail } = await fixture();
    let release = (): void => {};
    const slow = follow(tail, { after: 3, onEvents: () => new Promise((done) => (release = done)) });
    const fast = follow(tail, { after: 3 });
    log.add(4);
    log.ring();
    await clock.advance(0);
    for (let position = 5; position < 65; position += 1)
      log.add(position, 'organization-1', JSON.stringify('x'.repeat(800_000)));
    log.ring();
    await clock.advance(0);
    for (let turns = 0; turns < 100 && fast.handled.at(-1) !== 64; turns += 1) await clock.advance(0);
    expect(tail.characters).to.be.below(16_000_001);
    expect(fast.handled).to.have.length(61);
    expect(log.readFrom).to.deep.equal([]);
    release();
    await clock.advance(0);
    expect(log.readFrom).to.deep.equal([4]);
    release();
    await slow.follower.stop();
    await tail.stop();
  });

  it('has nobody wait for a slow follower, and hands that one batch at a time', async () => {
    const { log, clock, tail } = await fixture();
    let [handling, most] = [0, 0];
    const slow = follow(tail, {
      after: 3,
      onEvents: async () => {
        most = Math.max(most, (handling += 1));
        await new Promise(() => {});
      },
    });
    const quick = follow(tail, { after: 3 });
    for (const position of [4, 5, 6]) {
      log.add(position);
      log.ring();
      await clock.advance(0);
    }
    expect([quick.handled, most, slow.follower.position]).to.deep.equal([[4, 5, 6], 1, 3]);
    await tail.stop();
  });

  it('says how far a follower has come though nothing matches', async () => {
    const { log, clock, tail } = await fixture();
    const { follower, handled, checkpoints } = follow(tail, { filter: { streamPrefixes: ['server'] } });
    log.add(5, 'ephemeral-1');
    log.ring();
    await clock.advance(0);
    expect([handled, follower.position, checkpoints.at(-1)]).to.deep.equal([[], 5, 5]);
    await tail.stop();
  });

  for (const [who, options] of [
    ['its handler', { onEvents: () => Promise.reject(new Error('cannot be applied')) }],
    [
      'whoever is told of a checkpoint',
      {
        filter: { types: ['Nothing'] },
        onCheckpoint: () => {
          throw new Error('cannot be applied');
        },
      },
    ],
  ] as const)
    it(`ends a follower by the error of ${who}, told once`, async () => {
      const { log, clock, tail } = await fixture();
      const { follower, errors } = follow(tail, options);
      await clock.advance(0);
      log.add(5);
      log.ring();
      await clock.advance(10_000);
      expect(errors.map(({ message }) => message)).to.deep.equal(['cannot be applied']);
      await follower.stop();
      await tail.stop();
    });

  it('is silent once stopped', async () => {
    const { log, clock, tail } = await fixture();
    const { follower, handled } = follow(tail, { after: 3 });
    await clock.advance(0);
    await follower.stop();
    await tail.stop();
    const pages = log.pages;
    log.add(5);
    log.ring();
    await clock.advance(60_000);
    expect([handled, log.pages]).to.deep.equal([[], pages]);
  });

  it('follows the embedded log, and goes on where it was stopped', async () => {
    const opened = await temporaryEventLogs().open();
    const tail = await openTail({ log: opened.log, clock: new TestClock() });
    const ids: string[] = [];
    const run = (after: Position | null, last: string) =>
      new Promise<Position | null>((resolve, reject) => {
        const onEvents = (events: readonly StoredEvent[]) => {
          ids.push(...idsOf(events));
          if (ids.includes(last))
            setImmediate(() => void follower.stop().then(() => resolve(follower.position)));
        };
        const follower = tail.follow({ after, onEvents, onHandlerError: reject });
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
