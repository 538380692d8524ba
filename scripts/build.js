/**
 * Bundles `src/` into `dist/`, so that a start reads some sixty files of ours instead of four hundred. Packages stay
 * where they are. The client package and the web page are made along with it.
 *
 *     npm run build                        the server
 *     node scripts/build.js bench          the benchmarks and the server that they measure
 *     node scripts/build.js tests          the programs that tests start; prints their folder
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundledPage } from './buildPage.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'dist', '.built');
const tests = 'node_modules/.cache/tests';

/** Packages outside the build for tests: loaded on first use by what they export, or found by their place. */
const PACKAGES_IN_PLACE = [
  '@eventstore/*',
  '@grpc/*',
  '@opentelemetry/*',
  'aws4fetch',
  'cli-progress',
  'emojibase-data',
  'jose',
  'libsodium-wrappers',
  'mongodb',
  'prom-client',
  'sharp',
  'swagger-ui-dist',
  'tsx',
];

/** What packages that are no modules call. */
const REQUIRE = "import { createRequire as from } from 'node:module';const require = from(import.meta.url);";

/** A server that has run since an earlier build may still import what that one made. */
const KEPT_FOR = 7 * 24 * 60 * 60 * 1000;

/** Builds the server where something in `src/`, the page or the client package has changed since the last build. */
export function buildIfNeeded() {
  if (textOf(stamp) === fingerprintOf(SERVED)) return;
  process.stderr.write('Building Hansard …\n');
  buildServer();
}

/** The names and folders of shared files decide what `import.meta.url` is in them: `src/base/workerThread.ts`. */
function buildServer() {
  const fingerprint = fingerprintOf(SERVED);
  const made = bundle({ from: 'src', into: 'dist', entries: startedModules(), shared: 'base/[name]-[hash]' });
  const client = { from: 'packages/client/src', into: 'packages/client/dist' };
  bundle({ ...client, entries: ['client.ts'], shared: '[name]-[hash]' });
  for (const [path, contents] of bundledPage(bundler(), root)) {
    write(join(root, path), contents);
    made.add(path);
  }
  removeOld('dist', made);
  write(stamp, fingerprint);
}

/** Removes what only earlier builds have made; another build may have done so meanwhile. */
function removeOld(folder, made) {
  for (const path of filesIn(folder).map((file) => `${folder}/${file}`)) {
    const { mtimeMs = Infinity } = statSync(join(root, path), { throwIfNoEntry: false }) ?? {};
    if (!made.has(path) && Date.now() - mtimeMs > KEPT_FOR) rmSync(join(root, path), { force: true });
  }
}

function buildBenchmarks() {
  const into = 'node_modules/.cache/bench';
  rmSync(join(root, into), { recursive: true, force: true });
  const entries = [
    ...startedModules().map((module) => `src/${module}`),
    'bench/run.ts',
    ...filesIn('bench/support').map((module) => `bench/support/${module}`),
    'test/organization/subscriptionMemory.ts',
    'test/support/eventstoredb/serve.ts',
  ];
  bundle({ from: '.', into, entries, shared: 'src/base/[name]-[hash]' });
  // It has the version of the server.
  writeFileSync(join(root, into, 'package.json'), textOf(join(root, 'package.json')));
}

/**
 * Builds the server, and the programs that tests start with their packages inside, where something has changed: finding and
 * reading packages takes a third of a start. Returns the programs' folder.
 */
export function buildForTests() {
  buildIfNeeded();
  const folder = join(root, tests);
  const [built, fingerprint] = [join(folder, '.built'), fingerprintOf(['src', 'test/support'])];
  if (textOf(built) === fingerprint) return folder;
  const programs = ['test/support/server.ts', 'test/support/eventstoredb/serve.ts'];
  const made = bundle({
    from: '.',
    into: tests,
    entries: [...programs, ...startedModules().map((module) => `src/${module}`)],
    shared: 'src/base/[name]-[hash]',
    packages: 'bundle',
    sourcemap: false,
    external: PACKAGES_IN_PLACE,
    banner: { js: REQUIRE },
  });
  write(join(folder, 'package.json'), textOf(join(root, 'package.json')));
  linkPage(join(folder, 'dist'));
  removeOld(tests, made);
  write(built, fingerprint);
  return folder;
}

/** The web page of the server; another build may have linked it. */
function linkPage(path) {
  try {
    symlinkSync(join(root, 'dist'), path, 'junction');
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}

/** Modules that are started or imported by name, below `src/`: programs, threads, and the modules that threads import. */
function startedModules() {
  const threads = filesIn('src').filter((file) => /(?:^|\/)(?:worker|\w+Worker)\.ts$/.test(file));
  return ['main.ts', 'cli.ts', 'projections/catalog.ts', ...threads];
}

/** Makes the files; answers with their paths from the root. */
function bundle({ from, into, entries, shared, ...others }) {
  const { outputFiles } = bundler().buildSync({
    absWorkingDir: root,
    entryPoints: entries.map((entry) => join(from, entry)),
    outbase: from,
    outdir: into,
    chunkNames: shared,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    write: false,
    logLevel: 'warning',
    ...others,
  });
  for (const { path, contents } of outputFiles) write(path, contents);
  return new Set(outputFiles.map(({ path }) => relative(root, path).split(sep).join('/')));
}

/** In one step: who reads it meanwhile, or builds the same, finds the old file or the new one, and neither in part. */
function write(path, contents) {
  const part = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(part, contents);
    renameSync(part, path);
  } catch (error) {
    endUnwritten(part, error);
  }
}

/** Nothing of ours is wrong: the account, the folder or the disk has to change, and a stack would hide that. */
function endUnwritten(part, { message }) {
  try {
    rmSync(part, { force: true });
  } catch {
    // What could not be written cannot always be removed either.
  }
  process.stderr.write(
    `Hansard's source has changed since it was built, and the build cannot be written: ${message}. ` +
      'Run npm run build with an account that may write there.\n',
  );
  process.exit(2);
}

/** The folders of what a server serves. */
const SERVED = ['src', 'web', 'packages/client/src'];

/** Changes with every file that is added, removed or changed: times alone miss the first two. */
function fingerprintOf(folders) {
  const sources = folders.flatMap((folder) => filesIn(folder).map((name) => `${folder}/${name}`));
  const inputs = [
    'scripts/build.js',
    'scripts/buildPage.js',
    'tsconfig.json',
    'package-lock.json',
    ...sources,
  ];
  return inputs.map((name) => `${name} ${statSync(join(root, name)).mtimeMs}`).join('\n');
}

/** Files in a folder and below, as paths from it, in order. */
function filesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, folder).length + 1))
    .map((path) => path.split(sep).join('/'))
    .sort();
}

function textOf(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Without threads it ends with each build; else its process would live as long as the server. */
function bundler() {
  process.env.ESBUILD_WORKER_THREADS = '0';
  try {
    return createRequire(import.meta.url)('esbuild');
  } catch {
    const state = existsSync(stamp)
      ? 'The source of Hansard has changed since it was built'
      : 'Hansard is not built';
    process.stderr.write(
      `${state}, and what builds it is not installed, as after npm ci --omit=dev: ` +
        'run npm ci --include=dev && npm run build (and npm prune --omit=dev, if you want it to be small again).\n',
    );
    return process.exit(2);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] === 'bench') buildBenchmarks();
  else if (process.argv[2] === 'tests') process.stdout.write(buildForTests());
  else buildServer();
}
