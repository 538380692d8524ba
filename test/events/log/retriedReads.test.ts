import { expect } from 'chai';
import { LogUnavailable, type StoredEvent } from '../../../src/events/log/eventLog.ts';
import { withRetriedReads } from '../../../src/events/log/retriedReads.ts';
import { Misconfigured } from '../../../src/base/errors.ts';
import { temporaryEventLogs } from '../../support/disk/temporaryEventLogs.ts';
import { everythingOf, failureOf, idsOf, sampleEvents, streamOf } from '../../support/eventLogs.ts';
import { HurriedClock } from '../../support/hurriedClock.ts';
import type { OpenedLog } from '../../contract/eventLog.ts';

type Pages = AsyncIterable<readonly StoredEvent[]>;

/** Pages of three events, of which every second one is lost on the way until the reading begins anew. */
async function* lossy(pages: Pages, failure: () => Error | undefined): Pages {
  for await (const page of pages)
    for (let start = 0; start < page.length; start += 3) {
      yield page.slice(start, start + 3);
      const error = failure();
      if (error) throw error;
    }
}

describe('Patient reads', () => {
  let opened: OpenedLog;
  let ids: readonly string[];

  before(async () => {
    opened = await temporaryEventLogs().open();
    const events = sampleEvents(20);
    await opened.log.append('a', events, 'no stream');
    ids = idsOf(events);
  });
  after(() => opened.close());

  /** The log, whose readings end now and then with a failure. */
  const failing = (error: () => Error) => {
    const { log } = opened;
    let turn = 0;
    const sometimes = () => ((turn += 1) % 2 === 0 ? error() : undefined);
    return {
      ...withRetriedReads(log, { clock: new HurriedClock() }),
      readStream: (...parameters: Parameters<typeof log.readStream>) =>
        lossy(log.readStream(...parameters), sometimes),
      readAll: (...parameters: Parameters<typeof log.readAll>) =>
        lossy(log.readAll(...parameters), sometimes),
    };
  };
  const away = () => new LogUnavailable('away');
  const openRetried = () => withRetriedReads(failing(away), { clock: new HurriedClock() });

  it('go on behind the last event, each event once, in both directions and up to a limit', async () => {
    expect(idsOf(await everythingOf(openRetried()))).to.deep.equal(ids);
    expect(idsOf(await streamOf(openRetried(), 'a', { from: 2 }))).to.deep.equal(ids.slice(2));
    expect(idsOf(await streamOf(openRetried(), 'a', { direction: 'backwards' }))).to.deep.equal(
      ids.toReversed(),
    );
    expect(idsOf(await everythingOf(openRetried(), { direction: 'backwards' }))).to.deep.equal(
      ids.toReversed(),
    );
    expect(idsOf(await everythingOf(openRetried(), { limit: 7 }))).to.deep.equal(ids.slice(0, 7));
    expect(idsOf(await streamOf(openRetried(), 'a', { limit: 7 }))).to.deep.equal(ids.slice(0, 7));
  });

  it('give up at the end of the patience, and tell of every try until then', async () => {
    const clock = new HurriedClock();
    const delays: number[] = [];
    const log = { ...opened.log, head: () => Promise.reject(away()) };
    const policy = {
      clock,
      milliseconds: 1_000,
      onRetry: (_: Error, delay: number) => void delays.push(delay),
    };
    const failure = await failureOf(withRetriedReads(log, policy).head());
    expect(failure).to.be.instanceOf(LogUnavailable);
    expect(delays.slice(0, 3)).to.deep.equal([100, 200, 400]);
  });

  for (const error of [new Misconfigured('wrong password'), new TypeError('our bug')])
    it(`pass on at once what does not pass by itself: ${error.message}`, async () => {
      const log = withRetriedReads(
        failing(() => error),
        { clock: new HurriedClock() },
      );
      expect(await failureOf(everythingOf(log))).to.equal(error);
    });
});
