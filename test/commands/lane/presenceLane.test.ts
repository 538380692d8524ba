import { expect } from 'chai';
import { PresenceLane } from '../../../src/commands/lane/presence.ts';
import { PresenceLanes } from '../../../src/commands/lane/presence.ts';
import { NotReady } from '../../../src/base/errors.ts';
import { newEvent } from '../../../src/events/catalog.ts';
import { type EventLog, LogUnavailable } from '../../../src/events/log/eventLog.ts';
import type { OrganizationId, UserId } from '../../../src/base/ids.ts';
import type { PresenceState } from '../../../src/organization/presence.ts';
import type { OpenedLog } from '../../contract/eventLog.ts';
import { temporaryEventLogs } from '../../support/disk/temporaryEventLogs.ts';
import { everythingOf, failureOf, sampleEvent, streamOf } from '../../support/eventLogs.ts';
import { TestClock } from '../../support/testClock.ts';

const organizationId = 1 as OrganizationId;
const STREAM = 'ephemeral-1';
const [anna, ben] = [1, 2] as [UserId, UserId];

const contentOf = ({ people, revision }: PresenceState) => ({
  revision,
  people: [...people.values()].sort((one, other) => one.userId - other.userId),
});

describe('the presence lane', () => {
  let opened: OpenedLog;
  let clock: TestClock;
  let lane: PresenceLane;

  beforeEach(async () => {
    opened = await temporaryEventLogs().open();
    clock = new TestClock();
    lane = await open();
  });
  afterEach(() => opened.close());

  const open = (log: EventLog = opened.log) => PresenceLane.open({ log, clock }, organizationId);
  const events = () => streamOf(opened.log, STREAM);

  /** Everybody of a crowd reports; a second later it is on record. */
  async function reporting(crowd: number, first = 1): Promise<void> {
    const reports = Array.from({ length: crowd }, (_, index) =>
      lane.report((first + index) as UserId, 'active'),
    );
    await clock.advance(1_000);
    await Promise.all(reports);
  }

  it('records the first report at once, and those of the next second together', async () => {
    await lane.report(anna, 'active');
    const later = [2, 3, 4].map((userId) => lane.report(userId as UserId, 'active'));
    await clock.advance(999);
    expect(await events()).to.have.length(1);
    await clock.advance(1);
    await Promise.all(later);
    expect(await events()).to.have.length(2);
    expect(lane.state.people.size).to.equal(4);
  });

  it('is one event a second at most, however many report however often', async () => {
    for (let second = 0; second < 5; second += 1) {
      const reports = Array.from({ length: 300 }, (_, index) =>
        lane.report((second * 300 + (index % 100) + 1) as UserId, index % 2 ? 'active' : 'idle'),
      );
      await clock.advance(1_000);
      await Promise.all(reports);
    }
    expect((await events()).length).to.be.within(5, 6);
    expect(lane.state.people.size).to.equal(500);
  });

  it('answers what is not worth recording without an event and without waiting', async () => {
    await lane.report(anna, 'active');
    await lane.report(anna, 'active');
    await lane.report(anna, 'idle');
    expect(await events()).to.have.length(1);
  });

  it('takes the activity of who reports from two devices within a second', async () => {
    await lane.report(ben, 'idle');
    const reports = [lane.report(anna, 'idle'), lane.report(anna, 'active'), lane.report(anna, 'idle')];
    await clock.advance(1_000);
    await Promise.all(reports);
    expect(lane.state.people.get(anna)?.activeAt).to.equal(Math.floor(clock.now() / 1000));
  });

  it('hides who had reported just before', async () => {
    await lane.report(ben, 'idle');
    const reports = [lane.report(anna, 'active'), lane.report(anna, 'hidden'), lane.report(anna, 'idle')];
    await clock.advance(1_000);
    await Promise.all(reports);
    expect(lane.state.people.get(anna)?.activeAt).to.equal(null);
  });

  it('has after a restart what it had before, and never an earlier update', async () => {
    for (let minute = 0; minute < 4; minute += 1) {
      await reporting(20, minute * 10 + 1);
      await clock.advance(60_000);
    }
    const again = await open(await opened.reopen());
    expect(contentOf(again.state)).to.deep.equal(contentOf(lane.state));
  });

  it('lets go of what nothing is left of, so that the stream stays short and tells the same', async () => {
    await reporting(100, 1_000);
    for (let minute = 0; minute < 600; minute += 1) {
      await reporting(3);
      await clock.advance(60_000);
    }
    const left = await events();
    expect(lane.state.revision).to.equal(600);
    expect(left.length).to.be.below(256 + 64 + 10);
    expect(left[0]?.revision).to.be.above(300);
    expect(lane.state.people.size).to.equal(103);
    const log = await opened.reopen();
    expect((await everythingOf(log)).length, 'the whole log').to.equal(left.length);
    expect(contentOf((await open(log)).state)).to.deep.equal(contentOf(lane.state));
  });

  it('goes on beyond an event that cannot be read, with everything else', async () => {
    await reporting(2);
    await opened.log.append(
      STREAM,
      [sampleEvent({ type: 'PresencesReported', data: '"', metadata: '{}' })],
      0,
    );
    lane = await open();
    expect(lane.state.people.size).to.equal(2);
    await lane.report(3 as UserId, 'active');
    expect((await open()).state.people.size).to.equal(3);
  });

  it('follows another node, and takes turns with it', async () => {
    const other = await open(await opened.openAnother());
    await other.report(ben, 'active');
    lane.receive(await events());
    expect(lane.state.people.has(ben)).to.equal(true);
    await clock.advance(1_000);
    await Promise.all([other.report(3 as UserId, 'active'), lane.report(anna, 'active')]);
    expect((await open()).state.people.size).to.equal(3);
    expect((await events()).map(({ revision }) => revision)).to.deep.equal([0, 1, 2]);
  });

  it('comes back when another node has let go of what it had not seen yet', async () => {
    await lane.report(ben, 'active');
    const other = await open();
    await clock.advance(60_000);
    await other.report(ben, 'active');
    await clock.advance(60_000);
    await other.report(ben, 'active');
    await opened.log.truncate(STREAM, 2);
    lane.receive(await events());
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(contentOf(lane.state)).to.deep.equal(contentOf(other.state));
  });

  it('is not ready while the log cannot be written, and reports are taken again when it can', async () => {
    let isDown = true;
    const { log } = opened;
    const failing = new Proxy(log, {
      get: (target, name) =>
        name === 'append' && isDown
          ? () => Promise.reject(new LogUnavailable('No.'))
          : (target[name as keyof EventLog] as () => unknown).bind(target),
    });
    lane = await open(failing);
    expect(await failureOf(lane.report(anna, 'active'))).to.be.instanceOf(NotReady);
    isDown = false;
    await reporting(1);
    expect(lane.state.people.has(anna)).to.equal(true);
  });

  it('of a newer release’s events knows that it does not understand them', async () => {
    const { type, data } = newEvent('PresencesReported', {
      at: 0,
      presences: [],
      announcedUserIds: [],
      carriedOver: [],
      forgottenUserIds: [],
    });
    const newer = sampleEvent({ type, data: JSON.stringify(data), metadata: '{"version":99}' });
    await opened.log.append(STREAM, [newer], 'no stream');
    const lanes = new PresenceLanes({ log: opened.log, clock });
    expect(await failureOf(lanes.of(organizationId))).to.be.instanceOf(NotReady);
  });
});
