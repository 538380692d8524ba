import { expect } from 'chai';
import { failureOf } from '../support/eventLogs.ts';
import { temporaryEventLogs } from '../support/disk/temporaryEventLogs.ts';
import { broken, brokenEngines, brokenSharers, untouched } from './brokenEventLogs.ts';
import { checkNamed, runCheck } from './eventLog.ts';
import { standIn } from './eventStoreDbEngine.ts';

/** Milliseconds that a check waits for events; a broken engine never delivers some. */
const TIMEOUT_MS = 1_500;

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
            const failure = await failureOf(
              runCheck(checkNamed(title), broken(engine, breakage), TIMEOUT_MS),
            );
            expect(failure).to.be.instanceOf(Error);
          });
      });
  }
});
