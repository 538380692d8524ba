import { expect } from 'chai';
import type { WebhookResponse } from '../../../src/reactors/webhooks/sendRequest.ts';
import { nextAttemptAt, retryAfterOf } from '../../../src/reactors/webhooks/attemptResult.ts';
import { evaluateAttempt } from '../../../src/reactors/webhooks/attemptResult.ts';
import type { PendingDelivery } from '../../../src/organization/slices/bots.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Milliseconds after which each attempt is made that follows a failed one at once, until none does. */
function attemptsAt(random: number, took = 0): readonly number[] {
  const times: number[] = [0];
  for (let now = took; ; now += took) {
    const next = nextAttemptAt({ attempts: times.length, triggeredAt: 0, now, random });
    if (next === undefined) return times;
    times.push((now = next));
  }
}

describe('attempts at a delivery', () => {
  it('are eight within a day, whatever their jitter and however long each takes', () => {
    for (const random of [0, 0.5, 0.999_999]) {
      const times = attemptsAt(random, 15_000);
      expect(times).to.have.length(8);
      expect(times.at(-1)).to.be.within(0.6 * DAY, DAY);
    }
  });

  it('follow at growing distances, the first after a second', () => {
    const [first = 0, second = 0, ...later] = attemptsAt(0.5);
    expect([first, second]).to.deep.equal([0, 1000]);
    let [before, pause] = [second, 1000];
    for (const time of later) {
      expect(time - before).to.be.at.least(2 * pause);
      [before, pause] = [time, time - before];
    }
    expect(attemptsAt(0)[1]).to.be.below(1000);
    expect(attemptsAt(0.999)[1]).to.be.above(1000);
  });

  it('wait for as long as the receiver asks for, and are over where that is too long', () => {
    const failed = { attempts: 1, triggeredAt: 0, now: 0, random: 0.5 };
    expect(nextAttemptAt({ ...failed, retryAfter: 60_000 })).to.equal(60_000);
    expect(nextAttemptAt({ ...failed, retryAfter: 10 })).to.equal(1000);
    expect(nextAttemptAt({ ...failed, retryAfter: DAY })).to.equal(DAY);
    expect(nextAttemptAt({ ...failed, retryAfter: DAY + 1 })).to.equal(undefined);
  });

  it('are asked for in seconds or by a date', () => {
    const now = Date.UTC(2026, 0, 1);
    expect(retryAfterOf('120', now)).to.equal(120_000);
    expect(retryAfterOf('Thu, 01 Jan 2026 00:00:30 GMT', now)).to.equal(30_000);
    expect(retryAfterOf('Thu, 01 Jan 2015 00:00:30 GMT', now)).to.equal(0);
    for (const nonsense of ['soon', '-5', '1e9', '', '9999999999']) {
      expect(retryAfterOf(nonsense, now) ?? 0, nonsense).to.be.at.most(400 * 365 * DAY);
    }
    expect(retryAfterOf(undefined, now)).to.equal(undefined);
    expect(retryAfterOf('soon', now)).to.equal(undefined);
  });
});

describe('what a post comes to', () => {
  const delivery = (attempts: number, isReported = false): PendingDelivery =>
    ({ attempts, isReported, triggeredAt: 0, status: 'pending' }) as PendingDelivery;
  const verdict = (outcome: WebhookResponse, attempts = 0, isReported = false) =>
    evaluateAttempt(outcome, { delivery: delivery(attempts, isReported), now: 0, random: 0.5 });
  const answered = (status: number, retryAfter?: string): WebhookResponse => ({
    kind: 'answered',
    status,
    body: '',
    isWhole: true,
    retryAfter,
  });
  const unanswered: WebhookResponse = { kind: 'unanswered', reason: 'ECONNREFUSED' };

  it('is taken where the answer says so', () => {
    for (const status of [200, 201, 202, 204, 299])
      expect(verdict(answered(status))).to.include({ kind: 'delivered', status });
  });

  it('is tried again where that may help', () => {
    for (const status of [408, 429, 500, 502, 503, 504, 599])
      expect(verdict(answered(status)).kind, String(status)).to.equal('failed');
    expect(verdict(unanswered)).to.include({ kind: 'failed', nextAttemptAt: 1000 });
    expect(verdict(answered(503, '30'))).to.include({ nextAttemptAt: 30_000 });
  });

  it('is over where it may not, or after the eighth attempt', () => {
    for (const status of [100, 300, 301, 304, 307, 400, 401, 403, 404, 405, 407, 409, 422, 451])
      expect(verdict(answered(status)), String(status)).to.include({ kind: 'parked', isGone: false });
    expect(verdict({ kind: 'forbidden' })).to.include({ kind: 'parked', isGone: false, shouldReport: true });
    expect(verdict(answered(410))).to.include({ kind: 'parked', isGone: true });
    expect(verdict(answered(500), 6).kind).to.equal('failed');
    expect(verdict(answered(500), 7).kind).to.equal('parked');
    expect(verdict(unanswered, 7).kind).to.equal('parked');
    expect(verdict(answered(429, '90000')).kind).to.equal('parked');
  });

  it('is told once: at once where the receiver answered, else after the third attempt', () => {
    expect(verdict(answered(500))).to.include({ shouldReport: true });
    expect(verdict(answered(500), 3, true)).to.include({ shouldReport: false });
    const silent = [0, 1, 2, 3].map((attempts) => verdict(unanswered, attempts));
    expect(silent.map((each) => 'shouldReport' in each && each.shouldReport)).to.deep.equal([
      false,
      false,
      true,
      true,
    ]);
    expect(verdict(unanswered, 7, true)).to.include({ shouldReport: false });
    expect(verdict(answered(404), 1, true)).to.include({ shouldReport: false });
  });
});
