/**
 * Runs the tests, their files in random order.
 *
 *     npm test                             type-check, build, every test/**\/*.test.ts
 *     npm test -- test/commands            only files below these paths, or these files
 *     npm run test:long                    test/**\/*.long.ts instead
 *     SEED=42 npm test                     the order of an earlier run
 */
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfNeeded } from './build.js';

/** Fewer are done before more processes have started. */
const MANY_FILES = 20;

/** More processes disturb each other. */
const MOST_PROCESSES = 2;

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');

const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));

if (!flags.includes('--only')) {
  typeCheck();
  buildIfNeeded();
}
const seed = Number(process.env.SEED) || Math.floor(Math.random() * 2 ** 31);
process.stdout.write(`Order of the files: SEED=${seed}\n`);
run(shuffled(testFiles(flags.includes('--long') ? '.long.ts' : '.test.ts'), seed));

function typeCheck() {
  const tsc = join(modules, 'typescript', 'bin', 'tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.test.json'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}

function testFiles(ending) {
  const files = readdirSync(join(root, 'test'), { recursive: true })
    .filter((name) => name.endsWith(ending))
    .map((name) => join('test', name).split(sep).join('/'))
    .filter((name) => wanted.length === 0 || wanted.some((path) => name.startsWith(path)))
    .sort();
  if (files.length > 0) return files;
  process.stderr.write(`There is no test file ending in ${ending} ${wanted.join(' ')}\n`);
  return process.exit(2);
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

/** Many files are run by more than one process: each takes the next file when it is done with one. */
function run(files) {
  const processes = files.length < MANY_FILES ? 1 : Math.min(MOST_PROCESSES, availableParallelism());
  const parallel = processes > 1 ? ['--parallel', '--jobs', String(processes)] : [];
  const mocha = join(modules, 'mocha', 'bin', 'mocha.js');
  const reporter = join(root, 'scripts', 'testReporter.cjs');
  const child = spawn(process.execPath, [mocha, ...parallel, '--reporter', reporter, ...files], {
    cwd: root,
    stdio: 'inherit',
  });
  child.once('close', (code) => process.exit(code ?? 1));
}
