/**
 * Compiles server and benchmarks, then runs them as plain JavaScript: what tsx makes of a module is slower than what
 * people run.
 *
 *     npm run bench                     all benchmarks
 *     npm run bench -- send memory      these
 *     npm run bench -- --check          exit code 1 when a goal is missed
 */
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiled = join(root, 'node_modules', '.cache', 'bench');

mkdirSync(compiled, { recursive: true });
// It says that the compiled files are modules, and which version of the server they are.
copyFileSync(join(root, 'package.json'), join(compiled, 'package.json'));

const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const project = join(root, 'bench', 'tsconfig.json');
const { status } = spawnSync(process.execPath, [compiler, '-p', project], { cwd: root, stdio: 'inherit' });
if (status !== 0) process.exit(2);

const entry = join(compiled, 'bench', 'run.js');
const run = spawn(process.execPath, [entry, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
run.once('exit', (code) => process.exit(code ?? 2));
