/**
 * Runs the tests, their files in random order.
 *
 *     npm test                             type-check, build, every test/**\/*.test.ts
 *     npm test -- test/commands            only files below these paths, or these files
 *     npm run test:long                    test/**\/*.long.ts instead
 *     SEED=42 npm test                     the order of an earlier run
 */
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfNeeded } from './build.js';

/** Fewer are done before a second process has started. */
const MANY_FILES = 20;

/** Where each process adds what failed in it, a line each. */
const failures = join(tmpdir(), `hansard-failures-${process.pid}`);

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

/** Many files are dealt out to as many processes as there are processors, two at the most: more disturb each other. */
function run(files) {
  const shares = files.length < MANY_FILES ? 1 : Math.min(2, availableParallelism());
  writeFileSync(failures, '');
  const runs = Array.from({ length: shares }, (_, share) =>
    runShare(
      files.filter((_file, index) => index % shares === share),
      share === 0 ? 'inherit' : 'pipe',
    ),
  );
  Promise.all(runs).then((ended) => {
    for (const { said } of ended) process.stdout.write(said);
    // Once more at the very end: it may be all that somebody sees of a long report.
    process.stdout.write(readFileSync(failures));
    rmSync(failures);
    for (const { code } of ended)
      if (code !== 0) process.stdout.write(`A test process ended with ${code}.\n`);
    process.exit(ended.find(({ code }) => code !== 0)?.code ?? 0);
  });
}

/** What is not shown at once is shown when all have ended. */
function runShare(files, output) {
  const mocha = join(modules, 'mocha', 'bin', 'mocha.js');
  const reporter = join(root, 'scripts', 'testReporter.cjs');
  const child = spawn(process.execPath, [mocha, '--reporter', reporter, ...files], {
    cwd: root,
    env: { ...process.env, HANSARD_TEST_FAILURES: failures },
    stdio: ['inherit', output, output],
  });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk));
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code: code ?? 1, said: Buffer.concat(said) }));
  });
}
