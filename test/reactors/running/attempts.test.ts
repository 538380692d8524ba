import { expect } from 'chai';
import { getEventListeners } from 'node:events';
import { NotReady, Refused } from '../../../src/base/errors.ts';
import { LogUnavailable, OutcomeUnknown } from '../../../src/events/log/eventLog.ts';
import { ReadModelsUnavailable } from '../../../src/projections/store/readModels.ts';
import {
  type AttemptOptions,
  runWithRetries,
  type EffectOutcome,
} from '../../../src/reactors/running/attempts.ts';
import { VaultUnavailable } from '../../../src/vault/vault.ts';
import { TestClock } from '../../support/testClock.ts';

const MINUTE = 60_000;

/** An effect that runs the given attempts, one after the other, and then succeeds. */
function attempting(...failures: readonly unknown[]) {
  const clock = new TestClock();
  const times: number[] = [];
  const delays: number[] = [];
  const ending = new AbortController();
  const options: AttemptOptions = {
    clock,
    random: () => 1,
    ending: ending.signal,
    onFailure: (_, delay) => void delays.push(delay),
  };
  const carryOut = async (): Promise<void> => {
    const failure = failures[times.push(clock.monotonic()) - 1];
    if (failure !== undefined) throw failure as Error;
  };
  const fates: EffectOutcome[] = [];
  void runWithRetries({ id: 'effect', run: carryOut }, options).then((fate) => fates.push(fate));
  return { clock, times, delays, fates, end: () => ending.abort() };
}

describe('an effect', () => {
  it('is carried out once where that succeeds', async () => {
    const { clock, fates, times } = attempting();
    await clock.advance(MINUTE);
    expect(fates).to.deep.equal([{ status: 'done' }]);
    expect(times).to.have.length(1);
  });

  it('is tried again with growing pauses, until it succeeds', async () => {
    const bug = new TypeError('A bug.');
    const { clock, fates, times, delays } = attempting(bug, bug, bug);
    await clock.advance(MINUTE);
    expect(delays).to.deep.equal([100, 200, 400]);
    expect(times).to.deep.equal([0, 100, 300, 700]);
    expect(fates).to.deep.equal([{ status: 'done' }]);
  });

  it('is given up after eight failures by our fault, with the last of them', async () => {
    const bugs = Array.from({ length: 10 }, (_, index) => new Error(`Bug ${index}.`));
    const { clock, fates, times } = attempting(...bugs);
    await clock.advance(60 * MINUTE);
    expect(times).to.have.length(8);
    expect(fates).to.deep.equal([{ status: 'abandoned', error: bugs[7] }]);
  });

  it('is given up at once where it is refused', async () => {
    const refusal = new Refused('No.');
    const { clock, fates, times } = attempting(new Error('A bug.'), refusal);
    await clock.advance(MINUTE);
    expect(times).to.have.length(2);
    expect(fates).to.deep.equal([{ status: 'abandoned', error: refusal }]);
  });

  it('waits for what is not ready as long as that takes, half a minute at most each time', async () => {
    const { clock, fates, delays } = attempting(
      ...Array.from({ length: 30 }, () => new NotReady('Not yet.')),
    );
    await clock.advance(60 * MINUTE);
    expect(Math.max(...delays)).to.equal(30_000);
    expect(fates).to.deep.equal([{ status: 'done' }]);
  });

  it('waits for an engine that is away as long as that takes, too', async () => {
    const away = [LogUnavailable, OutcomeUnknown, ReadModelsUnavailable, VaultUnavailable];
    const { clock, fates } = attempting(...[...away, ...away, ...away].map((Kind) => new Kind('Away.')));
    await clock.advance(60 * MINUTE);
    expect(fates).to.deep.equal([{ status: 'done' }]);
  });

  it('is left for the next start where the server stops and nobody answers within three seconds', async () => {
    const clock = new TestClock();
    const ending = new AbortController();
    const silent = { id: 'effect', run: () => new Promise<void>(() => {}) };
    const fates: EffectOutcome[] = [];
    const onFailure = (): void => {};
    void runWithRetries(silent, { clock, ending: ending.signal, onFailure }).then((fate) => fates.push(fate));
    await clock.advance(MINUTE);
    ending.abort();
    await clock.advance(2_900);
    expect(fates).to.deep.equal([]);
    await clock.advance(200);
    expect(fates).to.deep.equal([{ status: 'interrupted' }]);
  });

  it('listens for the end of the server no longer than it lasts', async () => {
    const clock = new TestClock();
    const { signal } = new AbortController();
    let failures = 9;
    const carryOut = async (): Promise<void> => {
      if ((failures -= 1) > 0) throw new NotReady('Not yet.');
    };
    void runWithRetries({ id: 'effect', run: carryOut }, { clock, ending: signal, onFailure: () => {} });
    await clock.advance(1_000);
    expect(getEventListeners(signal, 'abort')).to.have.length(1);
    await clock.advance(10 * MINUTE);
    expect(getEventListeners(signal, 'abort')).to.deep.equal([]);
  });

  it('is left for the next start where the server stops while it waits', async () => {
    const { clock, fates, times, end } = attempting(new Error('A bug.'));
    await clock.advance(0);
    end();
    await clock.advance(MINUTE);
    expect(fates).to.deep.equal([{ status: 'interrupted' }]);
    expect(times).to.have.length(1);
  });

  it('may fail by something that is no error', async () => {
    const { clock, fates } = attempting('a text');
    await clock.advance(MINUTE);
    expect(fates).to.deep.equal([{ status: 'done' }]);
  });

  it('is spread: its pauses are between a half and the whole of what they may be', async () => {
    const clock = new TestClock();
    const delays: number[] = [];
    const failing = { id: 'effect', run: () => Promise.reject(new Error('A bug.')) };
    const never = new AbortController().signal;
    void runWithRetries(failing, {
      clock,
      ending: never,
      random: () => 0,
      onFailure: (_, d) => delays.push(d),
    });
    await clock.advance(0);
    expect(delays).to.deep.equal([50]);
  });
});
