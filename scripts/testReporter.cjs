'use strict';
const { relative } = require('node:path');
const { reporters, Runner } = require('mocha');
const { failureText } = require('./failureText.cjs');

/** Files that are named as the slowest, each with the seconds of its tests. */
const SLOWEST = 10;

/** How long the process may live on after the last test; one that does has left something open. */
const GRACE = 30_000;

/**
 * Mocha's own report, then what was skipped and what failed, by name, and one plain line for CI: the end may be all that
 * somebody sees of a long report.
 */
module.exports = class TestReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const skipped = [];
    const failed = [];
    /** File → milliseconds of its tests; what they share beforehand is not counted. */
    const durations = new Map();
    runner.on(Runner.constants.EVENT_TEST_END, ({ file, duration = 0 }) =>
      durations.set(file, (durations.get(file) ?? 0) + duration),
    );
    runner.on(Runner.constants.EVENT_TEST_PENDING, (test) => skipped.push(test));
    runner.on(Runner.constants.EVENT_TEST_FAIL, (test, error) => {
      const file = relative(process.cwd(), test.file ?? '');
      failed.push(`${file}: ${test.fullTitle()}: ${String(error?.message ?? error)}`);
      // A test has told it itself, when it failed (importTests.cjs).
      if (test.type === 'hook') process.stdout.write(failureText(test, error));
    });
    runner.once(Runner.constants.EVENT_RUN_END, () => {
      for (const name of new Set(skipped.map(nameOf))) process.stdout.write(`skipped: ${name}\n`);
      for (const what of failed)
        process.stdout.write(`failed: ${what.replaceAll('\n', ' ').slice(0, 400)}\n`);
      for (const line of slowestOf(durations)) process.stdout.write(`slow: ${line}\n`);
      const { passes, failures, duration } = this.stats;
      process.stdout.write(`minutes: ${(duration / 60_000).toFixed(1)}\n`);
      process.stdout.write(`\n${passes} passed, ${failures} failed, ${skipped.length} skipped\n`);
      endWithin(GRACE);
    });
  }
};

/** The files that take longest, where there are many. */
const slowestOf = (durations) =>
  durations.size <= SLOWEST
    ? []
    : [...durations]
        .sort(([, one], [, other]) => other - one)
        .slice(0, SLOWEST)
        .map(([file, duration]) => `${relative(process.cwd(), file)} ${(duration / 1000).toFixed(1)} s`);

/** Where a whole suite is skipped its name says why; else the test's own. */
function nameOf(test) {
  const reason = test.titlePath().find((title) => title.includes('skipped'));
  return reason ?? test.fullTitle();
}

/** The timer itself keeps nothing alive. */
function endWithin(grace) {
  const giveUp = () => {
    process.stderr.write('The tests are over, but something that they opened keeps the process alive.\n');
    process.exit(1);
  };
  setTimeout(giveUp, grace).unref();
}
