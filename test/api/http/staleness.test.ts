import { expect } from 'chai';
import { systemClock } from '../../../src/base/clock.ts';
import { type EventStoreDbStandIn, startEventStoreDb } from '../../support/eventstoredb/server.ts';
import { Hansard, type Person } from '../../support/hansard.ts';
import { expectRefusal } from '../expected.ts';
import { undisturbed } from '../../support/undisturbed.ts';
import { sleep, until } from '../../support/waiting.ts';

/** The machine's time until a test sets its clock on, or has so much time pass between two looks at the log. */
class SkippingClock {
  /** Milliseconds by which the operator has set the clock forward. */
  setForward = 0;
  /** Milliseconds that nobody noticed passing. */
  skipped = 0;
  readonly after = systemClock.after;
  readonly every = systemClock.every;
  readonly now = (): number => systemClock.now() + this.setForward + this.skipped;
  readonly monotonic = (): number => systemClock.monotonic() + this.skipped;
}

const DAY = 24 * 60 * 60_000;

describe('A server that has not seen the head of its log for longer than MAX_STALENESS_SECONDS', () => {
  const clock = new SkippingClock();
  let log: EventStoreDbStandIn;
  let hansard: Hansard;
  let owner: Person;

  before(async () => {
    log = await startEventStoreDb();
    const environment = { MAX_STALENESS_SECONDS: '100', EVENTSTOREDB_URL: log.url };
    hansard = await Hansard.start({ clock, environment });
    owner = await hansard.owner();
  });
  after(async () => {
    log.session.thaw();
    await hansard.stop();
    log.kill();
  });
  afterEach(() => {
    log.session.thaw();
    Object.assign(clock, { setForward: 0, skipped: 0 });
  });

  const answers = () => hansard.anonymous('GET', '/users/me', undefined, owner.headers);

  it('answers nobody, rather than on old rights', async () => {
    log.session.freeze();
    clock.skipped = 101_000;
    const answer = await answers();
    const refused = { code: 'SERVER_NOT_READY', status: 503 };
    expectRefusal(answer, 'This server has lost touch with its event log.', refused);
    expect(answer.headers.get('retry-after')).to.equal('5');
  });

  it('goes on until then', async () => {
    clock.skipped = 60_000;
    expect((await answers()).status).to.equal(200);
  });

  it('is none with a log of its own, whose head it has in hand', async () => {
    const embedded = await Hansard.start({ clock, environment: { MAX_STALENESS_SECONDS: '100' } });
    const { headers } = await embedded.owner();
    clock.skipped = 101_000;
    const ask = async () => (await embedded.anonymous('GET', '/users/me', undefined, headers)).status;
    // A follower that is still folding the last events when the time is skipped is level again a turn later.
    await until(async () => (await ask()) === 200);
    await embedded.stop();
  });

  it('looks more often the sooner it would stop answering', async () => {
    const own = await startEventStoreDb();
    const environment = { MAX_STALENESS_SECONDS: '1', EVENTSTOREDB_URL: own.url };
    const eager = await Hansard.start({ environment });
    const { headers } = await eager.owner();
    for (let look = 0; look < 10; look += 1) {
      const [passed, ours] = [performance.now(), undisturbed()];
      await sleep(250);
      const { status } = await eager.anonymous('GET', '/users/me', undefined, headers);
      // A server that had no processor for so long may not have looked: that proves nothing.
      const isDisturbed = performance.now() - passed - (undisturbed() - ours) > 250;
      if (!isDisturbed) expect(status).to.equal(200);
    }
    await eager.stop();
    own.kill();
  });

  it('answers nobody where it cannot follow the log, as long after that', async () => {
    const broken = await Hansard.start({ clock, environment: { MAX_STALENESS_SECONDS: '100' } });
    const { headers } = await broken.owner();
    const ask = async () => (await broken.anonymous('GET', '/users/me', undefined, headers)).status;
    const lane = broken.app.lanes.bySubdomain('')!;
    const { revision } = lane.state;
    const strange = { id: 'x', type: 'Strange', data: '{}', metadata: '{}', stream: 'organization-1' };
    expect(() => lane.receive([{ ...strange, revision: revision + 1, position: 1e6 }])).to.throw();
    expect(await ask()).to.equal(200);
    clock.skipped = 60_000;
    expect(await ask()).to.equal(200);
    clock.skipped = 101_000;
    expect(await ask()).to.equal(503);
    await broken.app.stop();
  });

  it('is not one whose clock is set forward, or back', async () => {
    for (const setForward of [DAY, -DAY]) {
      clock.setForward = setForward;
      expect((await answers()).status, String(setForward)).to.equal(200);
    }
  });
});
