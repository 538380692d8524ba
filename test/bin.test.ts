import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './support/disk/temporaryFolder.ts';

const BIN = fileURLToPath(new URL('../bin/', import.meta.url));

/** Runs an entry under a Node that says it is of the given version. */
async function startedBy(version: string, entry: string, ...words: string[]) {
  const { folder, remove } = await temporaryFolder();
  const disguise = join(folder, 'disguise.cjs');
  writeFileSync(disguise, `Object.defineProperty(process.versions, 'node', { value: '${version}' });`);
  const ended = spawnSync(process.execPath, ['--require', disguise, join(BIN, entry), ...words], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: folder, PORT: '0' },
  });
  await remove();
  return ended;
}

describe('a Node that is too old', () => {
  for (const [version, entry] of [
    ['20.18.3', 'start.cjs'],
    ['6.17.1', 'hansard.cjs'],
  ] as const)
    it(`is told so in one sentence by bin/${entry} (${version})`, async () => {
      const { status, stdout, stderr } = await startedBy(version, entry);
      expect(stderr).to.equal(`Hansard needs Node 20.19 or newer; this is Node ${version}.\n`);
      expect(stdout).to.equal('');
      expect(status).to.equal(2);
    });

  it('understands every file that it reads until then', () => {
    for (const name of ['requireNode.cjs', 'start.cjs', 'hansard.cjs']) {
      const code = readFileSync(join(BIN, name), 'utf8').replaceAll(/\/\/.*/g, '');
      expect(code, name).not.to.match(/\b(import|export|const|let|class|async)\b|=>|`|\.\.\.|\?\.|,\s*\)/);
    }
  });
});

describe('bin/start.cjs', () => {
  const started = (...words: string[]) =>
    spawnSync(process.execPath, [join(BIN, 'start.cjs'), ...words], { encoding: 'utf8' });

  it('explains itself instead of starting a server', () => {
    const { status, stdout } = started('--help');
    expect(stdout).to.match(/^Usage: hansard serve /);
    expect(status).to.equal(0);
  });

  it('refuses arguments that it does not know', () => {
    const { status, stdout, stderr } = started('--port', '8080');
    expect(stderr).to.equal("Unknown option '--port'.\n");
    expect(stdout).to.equal('');
    expect(status).to.equal(2);
  });
});

describe('without the driver of SQLite', function () {
  /** A Node that says it is of the other kind, whose driver npm has not installed. */
  const other = Number.parseInt(process.versions.node, 10) >= 24 ? '22.20.0' : '24.20.0';

  for (const words of [
    ['log', 'verify'],
    ['projections', 'verify'],
    ['status'],
    ['show', 'message', '1'],
    ['backup', 'folder'],
  ])
    it(`hansard ${words.join(' ')} says what is missing, and nothing of the data`, async () => {
      const { status, stdout, stderr } = await startedBy(other, 'hansard.cjs', ...words);
      expect(stderr).to.match(
        /^The package better-sqlite3\S*, which Node \S+ needs, is not installed: run npm ci/,
      );
      expect(stderr).not.to.match(/ {4}at |event log|views/);
      expect(stdout).to.equal('');
      expect(status).to.equal(2);
    });

  it('bin/start.cjs says so in one sentence', async () => {
    const { status, stdout, stderr } = await startedBy(other, 'start.cjs');
    expect(stderr).to.match(
      /^The package better-sqlite3\S*, which Node \S+ needs, is not installed: run npm ci.*\n$/,
    );
    expect(stdout).to.equal('');
    expect(status).to.equal(2);
  });
});

describe('every way to start Hansard', () => {
  const text = (name: string) => readFileSync(join(BIN, '..', name), 'utf8');
  const { scripts } = JSON.parse(text('package.json')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };

  it('asks V8 for no more helpers than there are processors beside the first (decision 32)', () => {
    const ways = [scripts['start'], scripts['cli'], /^CMD (.*)$/m.exec(text('Dockerfile'))?.[1]];
    for (const way of ways) expect(way).to.match(/node\b.*--v8-pool-size=0\b.*bin\//);
  });

  it('gives a server room for what dies young (decision 35)', () => {
    for (const way of [scripts['start'], /^CMD (.*)$/m.exec(text('Dockerfile'))?.[1]])
      expect(way).to.match(/node\b.*--max-semi-space-size=32\b.*bin\//);
  });
});
