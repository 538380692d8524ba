/**
 * Checks the types of everything by the native compiler, which remembers what it has checked before. typescript-eslint
 * needs the interface of the older one.
 *
 *     npm run types
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MEMORY = join(ROOT, 'node_modules', '.cache', 'types');
const PROJECTS = { server: 'tsconfig.test.json', page: 'web/tsconfig.json' };

/** Exit code 0, or that of the first project with a fault; the faults are printed. */
export async function checkTypes() {
  mkdirSync(MEMORY, { recursive: true });
  for (const [name, project] of Object.entries(PROJECTS)) {
    const code = await check(name, project);
    if (code !== 0) return code;
  }
  return 0;
}

async function check(name, project) {
  const compiler = join(ROOT, 'node_modules', 'typescript-native', 'bin', 'tsc');
  const memory = ['--incremental', '--tsBuildInfoFile', join(MEMORY, `${name}.json`)];
  const child = spawn(process.execPath, [compiler, '--noEmit', ...memory, '-p', project], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  const [code] = await once(child, 'close');
  return code ?? 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await checkTypes();
