'use strict';
const { relative } = require('node:path');
const { reporters, Runner } = require('mocha');
const { failureText } = require('./failureText.cjs');
const { note } = require('./testNotes.cjs');

/** How long the process may live on after the last test; one that does has left something open. */
const GRACE = 30_000;

/** Mocha's own report; what the summary needs of it is noted for whoever writes that (testSummary.js). */
module.exports = class TestReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.on(Runner.constants.EVENT_TEST_PENDING, (test) => note({ skipped: nameOf(test) }));
    runner.on(Runner.constants.EVENT_TEST_FAIL, (test, error) => {
      const file = relative(process.cwd(), test.file ?? '');
      note({ failed: { file, title: test.fullTitle(), reason: String(error?.message ?? error) } });
      // A test has told it itself, when it failed (importTests.cjs).
      if (test.type === 'hook') process.stdout.write(failureText(test, error));
    });
    runner.once(Runner.constants.EVENT_RUN_END, () => {
      note({ passed: this.stats.passes });
      endWithin(GRACE);
    });
  }
};

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
