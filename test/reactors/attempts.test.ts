import { expect } from 'chai';
import { NotReady, Refused } from '../../src/errors.ts';
import { type AttemptOptions, carriedOut, type Fate } from '../../src/reactors/attempts.ts';
import { TestClock } from '../support/testClock.ts';

const MINUTE = 60_000;

/** An effect that does what it is told, one attempt after the other, and then succeeds. */
function attempting(...failures: readonly unknown[]) {
  const clock = new TestClock();
  const times: number[] = [];
  const delays: number[] = [];
  let end = (): void => {};
  const options: AttemptOptions = {
    clock,
    random: () => 1,
    ending: new Promise<void>((resolve) => (end = resolve)),
    onFailure: (_, delay) => void delays.push(delay),
  };
  const carryOut = async (): Promise<void> => {
    const failure = failures[times.push(clock.monotonic()) - 1];
    if (failure !== undefined) throw failure as Error;
  };
  const fates: Fate[] = [];
  void carriedOut({ id: 'effect', carryOut }, options).then((fate) => fates.push(fate));
  return { clock, times, delays, fates, end: () => end() };
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
    const refusal = new Refused('BAD_REQUEST', 'No.');
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
    const failing = { id: 'effect', carryOut: () => Promise.reject(new Error('A bug.')) };
    const never = new Promise<void>(() => {});
    void carriedOut(failing, { clock, ending: never, random: () => 0, onFailure: (_, d) => delays.push(d) });
    await clock.advance(0);
    expect(delays).to.deep.equal([50]);
  });
});
