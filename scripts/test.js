/**
 * Runs the tests, their files in random order.
 *
 *     npm test                             type-check, build, every test/**\/*.test.ts
 *     npm test -- test/commands            only files below these paths, or these files; what computes alone is not built
 *     npm test -- --quick                  only the tiers that need no server, no process and no disk of their own
 *     npm test -- test/spec.test.ts --grep=reminders    only tests whose titles match
 *     npm run test:long                    test/**\/*.long.ts, and those that repeat something, as often as promised
 *     SEED=42 npm test                     the order of an earlier run
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, freemem, tmpdir, userInfo } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildForTests } from './build.js';
import { filesToRunAgain, summary } from './testSummary.js';
import { checkTypes } from './types.js';

/** Fewer are done before more processes have started. */
const MANY_FILES = 20;

/** Files in memory on Linux, and the bytes that have to be free there. */
const MEMORY = '/dev/shm';
const ROOM = 8 * 1024 ** 3;

/** Milliseconds that a test may take; those that repeat a fault a thousand times take longer than .mocharc.json lets others. */
const LONGEST_LONG_TEST = 4 * 60 * 60_000;

/** Processes for each core: a test of the whole server waits for half of its time. */
const PROCESSES_PER_CORE = 2;

/** Files that take longest start first, then their tiers, so that no process is left with one at the end. */
const LONGEST =
  /\/(backupKills|importKills|spec|eventStoreDbFaults|webPage|cost|lookingAround|queueKills)\.test/;
const LONG =
  /^test\/(cost|isolation|matrix)\.test|^test\/(journeys|cli|contract)\/|\/hostile\/|api\/(thousands|delayed)/;

/** Tiers that compute and do not wait. */
const PURE =
  /^test\/(base|commands|events|live|mail|organization|projections|reactors|rendering|sealing|wire)\/|^test\/\w+\.test/;

/** Tests that start servers or processes in them, or work for seconds. */
const IMPURE =
  /eventstoredb|failover|mongodb|hostile|hiddenClasses|\/(process|timeLimit|engines|nodes|subscriptionMemory|tls|facts|presenceNodes)\.test|projections\/(running|store)\/|^test\/(apiExamples|architecture|bin|build|compose|cost|docs|isolation|matrix|readme|smoke|spec|watching)\.test|^test\/base\/sqlite/;

/** Tests that are repeated more often in a long run. */
const REPEATING = /support\/repetitions\.ts/;

/** Tests that measure time or have deadlines: these files run when all others have ended, one by one. */
const IN_TIME = /^test\/(api\/subscriptionDescriptions|events\/log\/failover)/;
const MEASURING = /support\/turns\.ts|\.loopDelay\(|\bcpuUsage\(|isMeasured: true/;

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');

const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));

const isQuick = flags.includes('--quick');
const isLong = flags.includes('--long');
const seed = Number(process.env.SEED) || Math.floor(Math.random() * 2 ** 31);
const isPure = (name) => PURE.test(name) && !IMPURE.test(name);
const files = shuffled(testFiles(), seed);

/** What computes alone, and is named, needs no build; `npm run types` checks its types. */
const isChecked = !isQuick && !flags.includes('--only') && !(wanted.length > 0 && files.every(isPure));
if (isChecked) {
  process.env.HANSARD_TEST_BUILT = buildForTests();
}
if (isLong) process.env.HANSARD_TEST_LONG = 'on';
else if (isChecked) useMemoryForFiles();
const notes = join(mkdtempSync(join(tmpdir(), 'hansard-notes-')), 'notes');
process.once('exit', () => rmSync(dirname(notes), { recursive: true, force: true }));
writeFileSync(notes, '');
process.env.HANSARD_TEST_NOTES = notes;
process.stdout.write(`Order of the files: SEED=${seed}\n`);
const began = performance.now();
// The compiler runs beside the tests: it is done long before all of them are.
const ends = await Promise.all([runAllTwice(longestFirst(files)), isChecked ? checkTypes() : 0]);
process.stdout.write(summary(notes, performance.now() - began));
process.exit(ends.find((code) => code !== 0) ?? 0);

/** Runs a program on Node to its end; resolves with its exit code. */
async function ended(words) {
  const child = spawn(process.execPath, words, { cwd: root, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  return code ?? 1;
}

function testFiles() {
  const files = readdirSync(join(root, 'test'), { recursive: true })
    .map((name) => join('test', name).split(sep).join('/'))
    .filter((name) => name.endsWith('.test.ts') || name.endsWith('.long.ts'))
    .filter(
      (name) => name.endsWith(isLong ? '.long.ts' : '.test.ts') || (isLong && mentions(name, REPEATING)),
    )
    .filter((name) => wanted.length === 0 || wanted.some((path) => name.startsWith(path)))
    .filter((name) => !isQuick || isPure(name))
    .sort();
  if (files.length > 0) return files;
  process.stderr.write(`There is no such test file: ${wanted.join(' ')}\n`);
  return process.exit(2);
}

function mentions(name, words) {
  return words.test(readFileSync(join(root, name), 'utf8'));
}

/** The same seed gives the same order, by a linear congruential generator. */
function shuffled(files, start) {
  let state = start;
  const draw = (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const order = [...files];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = draw(last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

function longestFirst(order) {
  const rank = (name) => (LONGEST.test(name) ? 0 : LONG.test(name) ? 1 : 2);
  return [...order].sort((one, other) => rank(one) - rank(other));
}

/**
 * Lets tests make their files in memory where there is room, since most of what they wait for is a disk: a process that is
 * killed leaves there what it would leave on one.
 */
function useMemoryForFiles() {
  if (process.env.TMPDIR !== undefined || !existsSync(MEMORY)) return;
  const { bsize, bavail } = statfsSync(MEMORY);
  if (Math.min(bsize * bavail, freemem()) < ROOM) return;
  const folder = mkdtempSync(join(MEMORY, 'hansard-tests-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // What tsx has compiled before stays on the disk.
  const compiled = `tsx-${userInfo().uid}`;
  mkdirSync(join(tmpdir(), compiled), { recursive: true });
  symlinkSync(join(tmpdir(), compiled), join(folder, compiled));
  process.env.HANSARD_TEST_DISK = tmpdir();
  process.env.TMPDIR = folder;
}

/** Where many files were run beside each other and few of them failed, these are run again, one after the other. */
async function runAllTwice(names) {
  const code = await runAll(names);
  if (code === 0 || isLong || names.length < MANY_FILES) return code;
  const again = filesToRunAgain(notes).filter((name) => names.includes(name));
  if (again.length === 0) return code;
  process.stdout.write(`\nRun again, alone: ${again.join(', ')}\n`);
  process.env.HANSARD_TEST_SECOND = 'on';
  return run(again, 1);
}

/** Many files are run by more than one process: each takes the next file when it is done with one. */
async function runAll(names) {
  if (names.length < MANY_FILES) return run(names, 1);
  const isMeasuring = (name) => IN_TIME.test(name) || mentions(name, MEASURING);
  const together = await run(
    names.filter((name) => !isMeasuring(name)),
    PROCESSES_PER_CORE * availableParallelism(),
  );
  const alone = await run(names.filter(isMeasuring), 1);
  return together === 0 ? alone : together;
}

function run(names, processes) {
  if (names.length === 0) return 0;
  const parallel = processes > 1 ? ['--parallel', '--jobs', String(processes)] : [];
  const mocha = join(modules, 'mocha', 'bin', 'mocha.js');
  const reporter = join(root, 'scripts', 'testReporter.cjs');
  const titles = flags.filter((flag) => flag.startsWith('--grep='));
  const limit = isLong ? ['--timeout', String(LONGEST_LONG_TEST)] : [];
  return ended([mocha, ...parallel, ...limit, ...titles, '--reporter', reporter, ...names]);
}
