import { expect } from 'chai';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './cli/installation.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The modules that are found by their place, as their paths below `src/`. */
const foundByPlace = (): readonly string[] =>
  readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(ROOT, 'src', name), 'utf8'))
    .flatMap((text) => [...text.matchAll(/moduleAddress\('([^']+)'\)/g)].map(([, path = '']) => path));

describe('A build', () => {
  // Where a thread cannot start, the server goes on without it, and nothing else would tell.
  it('has a file of its own for every module that is found by its place', () => {
    build();
    const modules = foundByPlace();
    expect(modules).to.include('rendering/worker');
    expect(modules.filter((path) => !existsSync(join(ROOT, 'dist', `${path}.js`)))).to.deep.equal([]);
  });
});
