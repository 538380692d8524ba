'use strict';
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

const root = join(__dirname, '..');

/** Builds what is older than its source, then hands this process over to `dist/<entry>.js`. */
module.exports = async function launch(entry) {
  // An image or an installed copy comes without sources: there is nothing to build from.
  if (existsSync(join(root, 'src'))) {
    const { buildIfNeeded } = await import('../scripts/build.js');
    buildIfNeeded();
  }
  const module = join(root, 'dist', `${entry}.js`);
  process.argv[1] = module;
  await import(pathToFileURL(module).href);
};
