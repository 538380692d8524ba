import { expect } from 'chai';
import { failureOf } from '../support/eventLogs.ts';
import { temporaryEventLogs } from '../support/disk/temporaryEventLogs.ts';
import { broken, brokenEngines, untouched } from './brokenEventLogs.ts';
import { checkNamed, runCheck } from './eventLog.ts';

/** Enough for a check to see what comes; what a broken engine never delivers is not waited for much longer. */
const PATIENCE = 1_500;

describe('The EventLog contract', () => {
  for (const title of new Set(brokenEngines.flatMap(({ caughtBy }) => caughtBy)))
    it(`passes "${title}" on an engine that is only wrapped`, () =>
      runCheck(checkNamed(title), broken(temporaryEventLogs(), untouched)));

  for (const { fault, caughtBy, breakage } of brokenEngines)
    describe(`on an engine that ${fault}`, () => {
      for (const title of caughtBy)
        it(`fails "${title}"`, async () => {
          const failure = await failureOf(
            runCheck(checkNamed(title), broken(temporaryEventLogs(), breakage), PATIENCE),
          );
          expect(failure).to.be.instanceOf(Error);
        });
    });
});
