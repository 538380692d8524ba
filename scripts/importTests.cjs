'use strict';
/**
 * Mocha loads test files by `require`, then by `import`, and if both fail it reports the error of `require`: for
 * TypeScript a syntax error, whatever the reason. Here `require` of a test file imports it, so that errors are shown.
 */
const { pathToFileURL } = require('node:url');

require.extensions['.ts'] = (module, path) => {
  module.exports = import(pathToFileURL(path).href);
};
