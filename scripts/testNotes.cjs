'use strict';
const { appendFileSync, readFileSync } = require('node:fs');

/** The file in which processes that run tests note what the summary says of all of them: a line of JSON for each note. */
const path = process.env.HANSARD_TEST_NOTES;

/**
 * @param note `{ file, work }`, `{ skipped: title }`, `{ failed: { file, title, reason } }` or `{ passed: count }`; those of
 *   files that are run a second time carry `isSecond`
 */
exports.note = (note) => {
  const isSecond = process.env.HANSARD_TEST_SECOND === 'on' ? { isSecond: true } : {};
  if (path !== undefined) appendFileSync(path, `${JSON.stringify({ ...note, ...isSecond })}\n`);
};

exports.notesIn = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
