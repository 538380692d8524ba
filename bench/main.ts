/**
 * Builds server and benchmarks, then runs them as people run the server: what tsx makes of a module is slower.
 *
 *     npm run bench                     all benchmarks
 *     npm run bench -- send memory      these
 *     npm run bench -- --check          exit code 1 when a goal is missed
 */
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { moduleFile } from './support/child.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

const { status } = spawnSync(process.execPath, ['scripts/build.js', 'bench'], { stdio: 'inherit' });
if (status !== 0) process.exit(2);

const run = spawn(process.execPath, [moduleFile('bench/run'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
run.once('exit', (code) => process.exit(code ?? 2));
