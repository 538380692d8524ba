import { expect } from 'chai';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './cli/installation.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const FILES_OF_A_CHECKOUT = ['package.json', 'package-lock.json', 'tsconfig.json'];

/** The modules that are found by their place, as their paths below `src/`. */
const modulesFoundByUrl = (): readonly string[] =>
  readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(ROOT, 'src', name), 'utf8'))
    .flatMap((text) =>
      [...text.matchAll(/(?:module|program)Url\('([^']+)'\)/g)].map(([, path = '']) => path),
    );

describe('A build', () => {
  // Where a thread cannot start, the server goes on without it, and nothing else would tell.
  it('has a file of its own for every module that is found by its place', () => {
    build();
    const modules = modulesFoundByUrl();
    expect(modules).to.include('rendering/threadWorker');
    expect(modules.filter((path) => !existsSync(join(ROOT, 'dist', `${path}.js`)))).to.deep.equal([]);
  });

  it('is never seen in part, also where several are made at once', async () => {
    build();
    const programs = ['main', 'cli'].map((name) => join(ROOT, 'dist', `${name}.js`));
    const whole = programs.map((path) => readFileSync(path, 'utf8'));
    const builds = [1, 2, 3].map(() =>
      once(spawn(process.execPath, ['scripts/build.js'], { cwd: ROOT, stdio: 'inherit' }), 'exit'),
    );
    const codes = Promise.all(builds).then((ended) => ended.map(([code]) => code as number));
    let goOn = true;
    void codes.finally(() => (goOn = false));
    while (goOn) {
      expect(programs.map((path) => readFileSync(path, 'utf8'))).to.deep.equal(whole);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await codes).to.deep.equal([0, 0, 0]);
    expect(readdirSync(join(ROOT, 'dist')).filter((name) => /\.\d+$/.test(name))).to.deep.equal([]);
  });

  it('that cannot be written ends in one sentence', () => {
    const checkout = mkdtempSync(join(tmpdir(), 'hansard-build-'));
    try {
      for (const name of ['bin', 'scripts', 'src', 'web', 'packages/client/src', ...FILES_OF_A_CHECKOUT]) {
        cpSync(join(ROOT, name), join(checkout, name), { recursive: true });
      }
      symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
      // Permissions do not stop root, and a file in place of the folder does.
      writeFileSync(join(checkout, 'dist'), '');
      for (const program of ['scripts/build.js', 'bin/hansard.cjs', 'bin/start.cjs']) {
        const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
          cwd: checkout,
          encoding: 'utf8',
        });
        expect({ program, status, stdout }).to.deep.equal({ program, status: 2, stdout: '' });
        expect(stderr).to.match(/^(Building Hansard …\n)?Hansard's source has changed [^\n]*dist[^\n]*\.\n$/);
      }
    } finally {
      rmSync(checkout, { recursive: true, force: true });
    }
  });
});
