/** Histories lived through twice: by the model and by the house. */
import { expect } from 'chai';
import fc from 'fast-check';
import { type Commands, COMMANDS, foundedHouse, verdictOf } from './house.ts';
import { modelAnswer, seenOfModel } from './model.ts';
import { founded } from './model/organization.ts';
import { seenOfHouse } from './seen.ts';
import { history, type History } from './steps.ts';

const SEED = Number(process.env.SEED) || 42;

/** Fails at the first step at which the house answers or becomes other than the model. */
function liveThrough({ constitution, steps }: History, commands: Commands): void {
  const model = founded(constitution);
  const house = foundedHouse(constitution);
  let present = JSON.stringify(seenOfModel(model));
  for (const step of steps) {
    const saying = JSON.stringify(step);
    const answer = modelAnswer(model, step);
    const verdict = verdictOf(house, step, commands);
    if ('told' in answer) {
      expect(verdict, saying).to.have.deep.property('told', answer.told);
    } else {
      expect(verdict, `${saying}, to be refused: ${answer.refused.join(' | ')}`).to.have.property('refused');
      const isReason = answer.refused.some((reason) => isTold(verdict as { refused: string }, reason));
      expect(isReason, `${saying}: ${JSON.stringify(verdict)} for ${answer.refused.join(' | ')}`).to.equal(
        true,
      );
    }
    const before = present;
    present = JSON.stringify(seenOfModel(model));
    expect(verdict.events > 0, `${saying}: events where nothing changes, or none`).to.equal(
      present !== before,
    );
    const seen = seenOfHouse(house);
    if (JSON.stringify(seen) !== present) expect(seen, saying).to.deep.equal(seenOfModel(model));
  }
}

const isTold = ({ refused }: { readonly refused: string }, reason: string): boolean =>
  refused === reason || refused.startsWith(`${reason}: `);

const property = (length: number, commands: Commands) =>
  fc.property(history(length), (lived) => liveThrough(lived, commands));

/** The shortest history that fast-check finds on which the house, with these commands, differs; undefined if none. */
export function shortestDifference(commands: Commands): History | undefined {
  const { counterexample } = fc.check(property(30, commands), { seed: SEED, numRuns: 500 });
  return counterexample?.[0];
}

export function describeHistories(runs: number): void {
  const numRuns = Number(process.env.RUNS) || runs;

  describe(`random histories of channels, subscriptions, groups and roles (SEED=${SEED} RUNS=${numRuns})`, () => {
    it('are answered, refused and remembered as a model of the specification has it', function () {
      this.timeout(Math.max(20_000, numRuns * 100));
      fc.assert(property(30, COMMANDS), { seed: SEED, numRuns });
    });
  });
}
