import { expect } from 'chai';
import { enginesOf } from '../../src/app/core/engines.ts';
import { HistoryThread } from '../../src/app/historyThread.ts';
import { systemClock } from '../../src/base/clock.ts';
import { readConfig } from '../../src/base/config.ts';
import { NotReady, Refused } from '../../src/base/errors.ts';
import { OrganizationId, type UserId } from '../../src/base/ids.ts';
import type { HistoryAsker } from '../../src/live/queues/clientEventBuffer.ts';
import { Hansard } from '../support/hansard.ts';
import { until } from '../support/waiting.ts';

const HERE = OrganizationId.parse(1);
/** Revisions of a stretch. */
const STRETCH = 256;
const STRETCHES = 5;

/** A poll of a person: what it was charged, and how it ends. */
function asker(ownerId = 1) {
  const end = new AbortController();
  const charges: number[] = [];
  const asker: HistoryAsker = {
    ownerId: ownerId as UserId,
    ended: end.signal,
    charge: (polls) => void charges.push(polls),
  };
  return { asker, charges, end: () => end.abort() };
}

/** How a promise fails. */
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'done',
    (error: unknown) => error,
  );

describe('older events for polls', () => {
  let hansard: Hansard;
  let elsewhere: OrganizationId;
  let history: HistoryThread;

  before(async () => {
    hansard = await Hansard.start();
    const owner = await hansard.owner();
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'lunch' }] });
    const send = (content: string) =>
      owner.post('/messages', { type: 'channel', to: 'lunch', topic: 'soup', content });
    for (let sent = 0; sent < STRETCHES * STRETCH; sent += 64)
      await Promise.all(Array.from({ length: 64 }, (_, index) => send(`${sent + index}`)));
    await hansard.organization('acme');
    elsewhere = OrganizationId.parse(2);
    await hansard.settled();
  });
  after(() => hansard.stop());
  beforeEach(() => {
    const engines = enginesOf(readConfig({ DATA_DIR: hansard.folder, EXTERNAL_HOST: 'chat.example.com' }));
    history = new HistoryThread({ engines, logId: '', keys: [] }, systemClock, () => 'chat.example.com');
  });
  afterEach(() => history.close());

  it('are read once for all who ask meanwhile, at the cost of the first', async () => {
    const [first, second, third] = [asker(1), asker(2), asker(3)];
    const [one, same] = await Promise.all([first, second].map((each) => history.after(HERE, 0, each.asker)));
    expect(one).to.equal(same);
    expect(await history.after(HERE, 0, third.asker)).to.equal(one);
    await until(() => first.charges.length === 2);
    expect(first.charges, 'with the stretch ahead').to.deep.equal([1, 1]);
    expect([second.charges, third.charges]).to.deep.equal([[], []]);
  });

  it('cost their asker one poll for each stretch that is read, up to where they begin as well', async () => {
    const late = asker();
    await history.after(HERE, STRETCHES * STRETCH - 1, late.asker);
    await until(() => late.charges.length > 0);
    expect(late.charges[0]).to.be.within(STRETCHES, STRETCHES + 1);
  });

  it('are read no further for who has gone, at the cost of what was read', async () => {
    const [early, gone] = [asker(), asker()];
    early.end();
    expect(await failure(history.after(HERE, 600, early.asker))).to.be.instanceOf(NotReady);
    const reading = failure(history.after(HERE, STRETCHES * STRETCH - 1, gone.asker));
    gone.end();
    expect(await reading).to.be.instanceOf(NotReady);
    await until(() => early.charges.length === 1 && gone.charges.length === 1);
    expect(Math.max(...early.charges, ...gone.charges)).to.be.at.most(1);
    // Who asks again is not given what has ended.
    const { upTo } = await history.after(HERE, STRETCHES * STRETCH - 1, asker().asker);
    expect(upTo).to.be.above(0);
  });

  it('come on for the others when one of those who share them has gone', async () => {
    const [gone, stays] = [asker(1), asker(2)];
    const readings = [gone, stays].map((each) => failure(history.after(HERE, 0, each.asker)));
    gone.end();
    expect(await readings[0]).to.be.instanceOf(NotReady);
    expect(await readings[1]).to.equal('done');
  });

  it('are not asked for more than sixteen times at once by one person, while others are served', async () => {
    const flood = Array.from({ length: 17 }, () => asker(1));
    const statuses = flood.map((each, index) =>
      failure(history.after(HERE, (index % STRETCHES) * STRETCH, each.asker)),
    );
    const other = history.after(elsewhere, 0, asker(1).asker);
    const refused = await statuses[16];
    expect(refused).to.be.instanceOf(Refused).with.property('code', 'RATE_LIMIT_HIT');
    let served = 0;
    for (const each of statuses) void each.then(() => (served += 1));
    expect((await other).entries.length).to.be.above(0);
    expect(served, 'readings of the flood before it').to.be.at.most(3);
    for (const { end } of flood) end();
    await Promise.all(statuses);
  });
});
