'use strict';
const { relative } = require('node:path');

/** Where a test or a hook has failed, and why. */
exports.failureText = (runnable, error) => {
  const file = runnable.file === undefined ? '' : ` (${relative(process.cwd(), runnable.file)})`;
  const reason = error?.stack ?? error?.message ?? String(error);
  return `\nFAILED: ${runnable.fullTitle()}${file}\n${reason.replaceAll(/^/gm, '    ')}\n\n`;
};
