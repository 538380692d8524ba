/** The promise that every engine behind the `EventLog` port keeps, as a list of named checks. */
import { appendingChecks } from './eventLog/appending.ts';
import { followingChecks } from './eventLog/following.ts';
import { readingChecks } from './eventLog/reading.ts';
import { retryingChecks } from './eventLog/retrying.ts';
import { createFixture, type Check, type EngineUnderTest } from './eventLog/fixture.ts';
import { sharedServerChecks } from './eventLog/sharedServer.ts';
import { truncatingChecks } from './eventLog/truncating.ts';

export type { EngineUnderTest, OpenedLog } from './eventLog/fixture.ts';

const chapters: Readonly<Record<string, readonly Check[]>> = {
  appending: appendingChecks,
  'retrying an append': retryingChecks,
  reading: readingChecks,
  following: followingChecks,
  truncating: truncatingChecks,
};

/** The contract of engines whose server is shared with other programs. */
const surrounded: Readonly<Record<string, readonly Check[]>> = { 'sharing a server': sharedServerChecks };

/** Runs one check on a freshly opened log; `timeoutMs` limits each wait. */
export const runCheck = async (
  { check }: Check,
  engine: EngineUnderTest,
  timeoutMs = 300_000,
): Promise<void> => {
  const opened = await engine.open();
  try {
    await check(createFixture(opened, timeoutMs));
  } finally {
    await opened.close();
  }
};

/** The check of that title. */
export const checkNamed = (title: string): Check => {
  const found = Object.values({ ...chapters, ...surrounded })
    .flat()
    .find((check) => check.title === title);
  if (!found) throw new Error(`The contract has no check "${title}".`);
  return found;
};

/** Declares the whole contract as a mocha suite. */
export const describeEventLog = (name: string, engine: EngineUnderTest): void => {
  describe(`${name} keeps the EventLog contract`, () => {
    for (const [chapter, checks] of Object.entries({
      ...chapters,
      ...(engine.hasSharedServer && surrounded),
    }))
      describe(chapter, () => {
        for (const check of checks) it(check.title, () => runCheck(check, engine));
      });
  });
};
