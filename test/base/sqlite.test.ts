import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { driverComplaint } from '../../src/base/sqlite.ts';

/** Forgets thousands of statements while promises settle: where the driver is the wrong one, Node ends for that. */
const FORGETFUL = `
  import { Sqlite } from './src/base/sqlite.ts';
  const database = new Sqlite(':memory:');
  const deep = async (depth) => (depth > 0 && (await deep(depth - 1)), { depth });
  for (const end = Date.now() + 1_000; Date.now() < end;) {
    for (let index = 0; index < 50; index += 1) database.prepare('SELECT ' + index);
    await Promise.all(Array.from({ length: 50 }, () => deep(20)));
  }
  console.log('alive');`;

interface Manifest {
  readonly engines: { readonly node: string };
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

const manifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as Manifest;

describe('the driver of SQLite', () => {
  it('is installed in one release, and never in the other', () => {
    const { dependencies, optionalDependencies } = manifest('./');
    expect(Object.keys(dependencies).filter((name) => name.includes('sqlite'))).to.deep.equal([]);
    const links = Object.values(optionalDependencies);
    expect(links).to.deep.equal(['file:drivers/before-node-24', 'file:drivers/since-node-24']);
    const drivers = links.map((link) => manifest(`${link.slice('file:'.length)}/`));
    expect(drivers.map(({ engines }) => engines.node)).to.deep.equal(['<24', '>=24']);
    expect(drivers.map((driver) => Object.keys(driver.dependencies))).to.deep.equal([
      ['better-sqlite3'],
      ['better-sqlite3-13'],
    ]);
  });

  it('is needed by nothing else that npm installs', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Readonly<Record<string, Partial<Manifest>>>;
    };
    const dependents = Object.entries(packages)
      .filter(([, { dependencies = {} }]) =>
        Object.keys(dependencies).some((name) => /^better-sqlite3/.test(name)),
      )
      .map(([path]) => path);
    expect(dependents).to.deep.equal([
      'node_modules/sqlite-before-node-24',
      'node_modules/sqlite-since-node-24',
    ]);
  });

  it('is named by copies of the packages in drivers/: npm deletes the folder behind a link that it gives up', () => {
    expect(readFileSync('.npmrc', 'utf8').split('\n')).to.include('install-links=true');
  });

  it('lets go of statements while promises settle', () => {
    const words = ['--import', 'tsx', '--input-type=module', '-e', FORGETFUL];
    const { stdout, stderr, status } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect(stderr).to.equal('');
    expect(stdout).to.equal('alive\n');
    expect(status).to.equal(0);
  });

  it('is said to be missing, built for another Node, or broken, each with what to run', () => {
    const complaintFor = (message: string) => driverComplaint('better-sqlite3', new Error(message));
    expect(complaintFor("Cannot find module 'better-sqlite3'\nRequire stack:")).to.match(
      /is not installed: run npm ci/,
    );
    for (const message of [
      "The module '/a.node'\nwas compiled against a different Node.js version using\nNODE_MODULE_VERSION 115.",
      '/a.node: invalid ELF header',
      'Module did not self-register',
    ])
      expect(complaintFor(message)).to.match(/was built for another Node .* run npm ci with this Node\.$/);
    expect(complaintFor('Could not locate the bindings file. Tried:\n → a')).to.match(
      /cannot be loaded \(Could not locate the bindings file\. Tried:\): run npm ci/,
    );
  });
});
