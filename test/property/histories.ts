/** Histories that are run twice: by the model and by the system under test. */
import { expect } from 'chai';
import fc from 'fast-check';
import { type Commands, COMMANDS, foundSystem, type Verdict, verdictOf } from './systemUnderTest.ts';
import { modelAnswer, seenOfModel } from './model.ts';
import { founded } from './model/organization.ts';
import type { Answer, Step } from './model/step.ts';
import { observedState } from './observedState.ts';
import { history, type History, OPENING } from './steps.ts';

const SEED = Number(process.env.SEED) || 42;
/** Steps of a history at most; half of it on average. */
const LENGTH = 60;

/** Fails at the first step at which the answer or the state of the system is not the model's. */
function liveThrough({ constitution, steps }: History, commands: Commands): void {
  const model = founded(constitution);
  const system = foundSystem(constitution);
  let present = JSON.stringify(seenOfModel(model));
  for (const step of [...OPENING, ...steps]) {
    const answer = modelAnswer(model, step);
    const verdict = verdictOf(system, step, commands);
    expectSameAnswer(step, answer, verdict);
    if ('refused' in answer) continue;
    const seen = seenOfModel(model);
    const before = present;
    present = JSON.stringify(seen);
    const isChange = present !== before;
    expect(verdict.events > 0, `${asJson(step)}: whether there are events`).to.equal(isChange);
    if (isChange && JSON.stringify(observedState(system)) !== present)
      expect(observedState(system), asJson(step)).to.deep.equal(seen);
  }
}

const asJson = (value: object): string => JSON.stringify(value);

/** Both succeed with the same result; or both refuse, the system for one of the reasons that the model has. */
function expectSameAnswer(step: Step, answer: Answer, verdict: Verdict): void {
  if ('result' in answer) {
    expect(verdict, asJson(step)).to.have.deep.property('result', answer.result);
  } else {
    const refused = 'refused' in verdict ? verdict.refused : 'nothing';
    const isReason = answer.refused.some((reason) => refused === reason || refused.startsWith(`${reason}:`));
    const expected = answer.refused.join(' or ');
    expect(isReason, `${asJson(step)}: refused with ${refused}, not ${expected}`).to.equal(true);
  }
}

/** The first difference in a history, if there is one. */
function differenceIn(lived: History, commands: Commands): string | undefined {
  try {
    liveThrough(lived, commands);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

interface Difference {
  readonly steps: readonly Step[];
  /** The whole story, for a reader. */
  readonly text: string;
}

/** The shortest history on which a system with these commands differs; undefined if none is found. */
export function shortestDifference(commands: Partial<Commands>, numRuns = 200): Difference | undefined {
  const all = { ...COMMANDS, ...commands };
  const property = fc.property(history(LENGTH), (lived) => liveThrough(lived, all));
  const { counterexample } = fc.check(property, { seed: SEED, numRuns });
  if (counterexample === null) return undefined;
  const { constitution, steps } = withoutSurplus(counterexample[0], all);
  const difference = differenceIn({ constitution, steps }, all);
  return { steps, text: [asJson(constitution), ...steps.map(asJson), difference].join('\n') };
}

/** Without the steps that the difference does not need: some are left over once the others have shrunk. */
const withoutSurplus = (lived: History, commands: Commands): History =>
  lived.steps.reduceRight((shorter, step) => {
    const without = { ...shorter, steps: shorter.steps.filter((other) => other !== step) };
    return differenceIn(without, commands) === undefined ? shorter : without;
  }, lived);

export function describeHistories(runs: number): void {
  const numRuns = Number(process.env.RUNS) || runs;

  describe(`random histories of channels, subscriptions, groups and roles (SEED=${SEED} RUNS=${numRuns})`, () => {
    it('are answered, refused and remembered as an independent model has it', () => {
      const difference = shortestDifference({}, numRuns);
      expect(difference, difference?.text).to.equal(undefined);
    });
  });
}
