import { createRequire } from 'node:module';

const { notesIn } = createRequire(import.meta.url)('./testNotes.cjs');

/** Files that are named as those that cost most. */
const DEAREST = 10;

/** The maximal length of a failure's report. */
const LENGTH = 400;

/** Where tests of more files fail, something is wrong that a second run cannot excuse. */
const MOST_SECOND_RUNS = 3;

/**
 * The files that are run a second time, alone, because a test of theirs failed while other files ran beside it: a failure
 * there too is the product's or the test's, and one that is not is named (docs/decisions/0083).
 *
 * @param path the file of notes (testNotes.cjs)
 * @returns none where too many files failed
 */
export function filesToRunAgain(path) {
  const files = new Set(notesIn(path).flatMap(({ failed }) => failed?.file ?? []));
  return files.size > MOST_SECOND_RUNS ? [] : [...files];
}

/**
 * A summary for CI and for those who see only the end of a long report: what was skipped and what failed, by name, the processor
 * seconds of each tier and of the dearest files, the minutes of all, and how many tests passed.
 *
 * @param path the file of notes (testNotes.cjs)
 * @param took milliseconds
 */
export function summary(path, took) {
  const notes = notesIn(path);
  const skipped = notes.flatMap((note) => note.skipped ?? []);
  const first = notes.filter(({ isSecond }) => !isSecond);
  const failures = first.flatMap((note) => note.failed ?? []);
  const runAgain = new Set(notes.flatMap(({ isSecond, file }) => (isSecond && file) || []));
  const failedAgain = notes.flatMap(({ isSecond, failed }) => (isSecond && failed) || []);
  const isAgain = ({ file }) => failedAgain.some((other) => other.file === file);
  const unsteady = failures.filter((each) => runAgain.has(each.file) && !isAgain(each));
  const failed = [...failures.filter((each) => !unsteady.includes(each)), ...failedAgain];
  const passed = first.reduce((sum, note) => sum + (note.passed ?? 0), unsteady.length);
  const files = notes.filter((note) => note.file !== undefined);
  return [
    ...new Set(skipped.map((name) => `skipped: ${name}`)),
    ...unsteady.map((each) => `unsteady (failed beside others, passed alone): ${line(each)}`),
    ...new Set(failed.map((each) => `failed: ${line(each)}`)),
    ...costs(files),
    `minutes: ${(took / 60_000).toFixed(1)}`,
    '',
    `${passed} passed, ${count(failed)} failed, ${skipped.length} skipped, ${unsteady.length} unsteady`,
    '',
  ].join('\n');
}

const line = ({ file, title, reason }) =>
  `${file}: ${title}: ${reason}`.replaceAll('\n', ' ').slice(0, LENGTH);

/** A test that failed twice counts once. */
const count = (failed) => new Set(failed.map(({ file, title }) => `${file} ${title}`)).size;

/** In processor seconds, where there are many files. */
function costs(files) {
  if (files.length <= DEAREST) return [];
  const byFile = sums(files, ({ file }) => file);
  const byTier = sums(files, tierOf);
  return [
    `processor seconds by tier: ${byTier.map(([tier, seconds]) => `${tier} ${seconds}`).join(', ')}`,
    ...byFile.slice(0, DEAREST).map(([file, seconds]) => `dearest: ${file} ${seconds} s`),
  ];
}

const tierOf = ({ file }) => {
  const [, tier] = file.split('/');
  return tier.replace('.test.ts', '');
};

/** Highest first. */
function sums(files, keyOf) {
  const work = new Map();
  for (const entry of files) work.set(keyOf(entry), (work.get(keyOf(entry)) ?? 0) + entry.work);
  return [...work]
    .sort(([, one], [, other]) => other - one)
    .map(([key, sum]) => [key, Math.round(sum / 1000)]);
}
