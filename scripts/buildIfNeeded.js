/** Compiles `src/` into `dist/` when something in it is newer than the last build. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'dist', '.built');

/** Ends the process with one sentence where the compiler is missing, and with its own output where it refuses. */
export function buildIfNeeded() {
  const fingerprint = fingerprintOfSources();
  if (textOf(stamp) === fingerprint) return;
  process.stderr.write('Building Hansard …\n');
  // Standard output belongs to the program that is about to start.
  const stdio = ['ignore', 2, 2];
  const { status } = spawnSync(process.execPath, [compiler(), '-p', 'tsconfig.json'], { cwd: root, stdio });
  if (status !== 0) process.exit(1);
  writeFileSync(stamp, fingerprint);
}

/** Changes with every file that is added, removed or changed: times alone miss the first two. */
function fingerprintOfSources() {
  const sources = readdirSync(join(root, 'src'), { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join('src', name));
  const inputs = ['tsconfig.json', 'package-lock.json', ...sources.sort()];
  return inputs.map((name) => `${name} ${statSync(join(root, name)).mtimeMs}`).join('\n');
}

function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function compiler() {
  try {
    return createRequire(import.meta.url).resolve('typescript/bin/tsc');
  } catch {
    process.stderr.write('Hansard is not built and its compiler is not installed: run npm ci first.\n');
    return process.exit(2);
  }
}
