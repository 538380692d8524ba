import { expect } from 'chai';
import { failureOf } from '../support/eventLogs.ts';
import { temporaryEventLogs } from '../support/disk/temporaryEventLogs.ts';
import { broken, brokenEngines, brokenSharers, untouched } from './brokenEventLogs.ts';
import { checkNamed, runCheck } from './eventLog.ts';
import { standIn } from './eventStoreDbEngine.ts';

/** Enough for a check to see what comes; what a broken engine never delivers is not waited for much longer. */
const PATIENCE = 1_500;

describe('The EventLog contract', () => {
  for (const [engine, engines] of [
    [temporaryEventLogs(), brokenEngines],
    [standIn(true), brokenSharers],
  ] as const) {
    for (const title of new Set(engines.flatMap(({ caughtBy }) => caughtBy)))
      it(`passes "${title}" on an engine that is only wrapped`, () =>
        runCheck(checkNamed(title), broken(engine, untouched)));

    for (const { fault, caughtBy, breakage } of engines)
      describe(`on an engine that ${fault}`, () => {
        for (const title of caughtBy)
          it(`fails "${title}"`, async () => {
            const failure = await failureOf(runCheck(checkNamed(title), broken(engine, breakage), PATIENCE));
            expect(failure).to.be.instanceOf(Error);
          });
      });
  }
});
