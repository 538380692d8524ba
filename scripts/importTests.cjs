'use strict';
/**
 * Mocha loads test files by `require`, then by `import`, and if both fail it reports the error of `require`: for
 * TypeScript a syntax error, whatever the reason. Here `require` of a test file imports it, so that errors are shown.
 */
const { readFileSync } = require('node:fs');
const { relative } = require('node:path');
const { pathToFileURL } = require('node:url');
const { failureText } = require('./failureText.cjs');
const { note } = require('./testNotes.cjs');

/** Linux counts the processor time of processes that have ended in ticks of so many milliseconds. */
const TICK = 10;

require.extensions['.ts'] = (module, path) => {
  module.exports = import(pathToFileURL(path).href);
};

/** Milliseconds that this process has worked, and those that it has started and seen end. */
function worked() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + workedByEnded();
}

/** Only Linux tells it. */
function workedByEnded() {
  try {
    const [, fields] = readFileSync('/proc/self/stat', 'latin1').split(') ');
    const [user, system] = fields.split(' ').slice(13, 15);
    return (Number(user) + Number(system)) * TICK;
  } catch {
    return 0;
  }
}

/** File → milliseconds worked for it, of those that are not noted yet. */
const work = new Map();
let before = 0;

function count(file) {
  const now = worked();
  work.set(file, (work.get(file) ?? 0) + now - before);
  before = now;
}

exports.mochaHooks = {
  /** A test that has failed is told at once: the reporter hears of it only when all tests of its file are over. */
  afterEach() {
    const { currentTest } = this;
    if (currentTest?.state === 'failed') process.stdout.write(failureText(currentTest, currentTest.err));
    if (currentTest?.file !== undefined) count(relative(process.cwd(), currentTest.file));
  },

  /** Where several processes run tests, after each file. */
  afterAll() {
    const last = [...work.keys()].at(-1);
    if (last !== undefined) count(last);
    for (const [file, milliseconds] of work) note({ file, work: milliseconds });
    work.clear();
  },
};
