/** The promise that every engine behind the `ReadModels` port keeps, as a list of named checks. */
import type { ReadModels } from '../../src/projections/store/readModels.ts';
import { askingChecks } from './readModels/queries.ts';
import {
  type Check,
  collections,
  type ReadModelsEngine,
  samples,
  type Fixture,
} from './readModels/fixture.ts';
import { switchingChecks } from './readModels/switching.ts';
import { wordsChecks } from './readModels/wordSearch.ts';
import { writingChecks } from './readModels/writing.ts';

export type { Check, ReadModelsEngine } from './readModels/fixture.ts';

const chapters: Readonly<Record<string, readonly Check[]>> = {
  writing: writingChecks,
  asking: askingChecks,
  'finding words': wordsChecks,
  'switching generations': switchingChecks,
};

/** Runs one check on a storage of its own. */
export async function runCheck({ check }: Check, engine: ReadModelsEngine): Promise<void> {
  const storage = await engine.storage();
  const opened: ReadModels[] = [];
  const fixture: Fixture = {
    async readModels() {
      const readModels = await storage.open();
      opened.push(readModels);
      return readModels;
    },
    generation: async (name = samples) => (await fixture.readModels()).open(name, collections),
  };
  try {
    await check(fixture);
  } finally {
    for (const readModels of opened) await readModels.close();
    await storage.discard();
  }
}

/** The check of that title. */
export function checkNamed(title: string): Check {
  const found = Object.values(chapters)
    .flat()
    .find((check) => check.title === title);
  if (!found) throw new Error(`The contract has no check "${title}".`);
  return found;
}

/** Declares the contract, or some chapters of it, as a mocha suite. */
export function describeReadModels(
  name: string,
  engine: ReadModelsEngine,
  chosen: readonly string[] = Object.keys(chapters),
): void {
  describe(`${name} keeps the ReadModels contract`, () => {
    for (const [chapter, checks] of Object.entries(chapters).filter(([title]) => chosen.includes(title))) {
      describe(chapter, () => {
        for (const check of checks) it(check.title, () => runCheck(check, engine));
      });
    }
  });
}
