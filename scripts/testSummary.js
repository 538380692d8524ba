import { createRequire } from 'node:module';

const { notesIn } = createRequire(import.meta.url)('./testNotes.cjs');

/** Files that are named as those that cost most. */
const DEAREST = 10;

/** How much of a failure is said. */
const LENGTH = 400;

/**
 * What CI and whoever sees only the end of a long report need: what was skipped and what failed, by name, the processor
 * seconds of each tier and of the dearest files, the minutes of all, and how many tests passed.
 *
 * @param path the file of notes (testNotes.cjs)
 * @param took milliseconds
 */
export function summary(path, took) {
  const notes = notesIn(path);
  const skipped = notes.flatMap((note) => note.skipped ?? []);
  const failed = notes.flatMap((note) => note.failed ?? []);
  const passed = notes.reduce((sum, note) => sum + (note.passed ?? 0), 0);
  const files = notes.filter((note) => note.file !== undefined);
  return [
    ...new Set(skipped.map((name) => `skipped: ${name}`)),
    ...failed.map((what) => `failed: ${what.replaceAll('\n', ' ').slice(0, LENGTH)}`),
    ...costs(files),
    `minutes: ${(took / 60_000).toFixed(1)}`,
    '',
    `${passed} passed, ${failed.length} failed, ${skipped.length} skipped`,
    '',
  ].join('\n');
}

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
