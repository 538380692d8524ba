import { expect } from 'chai';
import { sqliteReadModels } from '../projections/store/engines.ts';
import { broken, brokenEngines } from './brokenReadModels.ts';
import { checkNamed, runCheck } from './readModels.ts';

describe('The ReadModels contract', () => {
  for (const title of new Set(brokenEngines.flatMap(({ caughtBy }) => caughtBy))) {
    it(`passes "${title}" on an engine that is only wrapped`, () =>
      runCheck(checkNamed(title), broken(sqliteReadModels, {})));
  }

  for (const { fault, breakage, caughtBy } of brokenEngines) {
    describe(`on an engine that ${fault}`, () => {
      for (const title of caughtBy) {
        it(`fails "${title}"`, async () => {
          const failure = await runCheck(checkNamed(title), broken(sqliteReadModels, breakage)).then(
            () => undefined,
            (error: unknown) => error,
          );
          expect(failure).to.be.instanceOf(Error);
        });
      }
    });
  }
});
