'use strict';
/**
 * Mocha loads test files by `require`, then by `import`, and if both fail it reports the error of `require`: for
 * TypeScript a syntax error, whatever the reason. Here `require` of a test file imports it, so that errors are shown.
 */
const { pathToFileURL } = require('node:url');
const { failureText } = require('./failureText.cjs');

require.extensions['.ts'] = (module, path) => {
  module.exports = import(pathToFileURL(path).href);
};

/** A test that has failed is told at once: the reporter hears of it only when all tests of its file are over. */
exports.mochaHooks = {
  afterEach() {
    const { currentTest } = this;
    if (currentTest?.state === 'failed') process.stdout.write(failureText(currentTest, currentTest.err));
  },
};
