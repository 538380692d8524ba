import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { checks } from '../src/cli/doctor/doctor.ts';
import { SUPPORTED_NODES } from '../src/cli/doctor/machine.ts';

const RECOMMENDED = '24';
const OLDEST = '20.19';

/** The same words wherever somebody reads which Node to install. */
const SENTENCES =
  'Node 24 is recommended: `npm ci` compiles nothing and takes 15 seconds there, and on 26, which works as well. ' +
  'Node 22 and 20 (from 20.19) work, too: they need a C++ compiler, make and Python 3 where the prebuilt binary of the ' +
  'SQLite driver cannot be downloaded, and 20 gets no security fixes any more.';

const text = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

const oneLine = (name: string): string => text(name).replaceAll(/\s+/g, ' ');

const engines = (name: string): unknown =>
  (JSON.parse(text(name)) as { engines: { node: string } }).engines.node;

/** Lines that CI asks, such as 20.19. */
const testedVersions = (): readonly string[] =>
  /^readonly NODE_LINES='(.*)'$/m.exec(text('.ci/nodes.sh'))![1]!.split(' ');

describe('the Node to install', () => {
  for (const name of ['README.md', 'docs/operations.md', 'CONTRIBUTING.md'])
    it(`is said in the same words in ${name}`, () => expect(oneLine(name)).to.include(SENTENCES));

  it('is recommended to version managers, by the doctor and in the image', () => {
    expect(text('.nvmrc')).to.equal(`${RECOMMENDED}\n`);
    const advice = checks.find(({ name }) => name === 'node')?.advice;
    expect(advice).to.equal(`Run the server on Node ${RECOMMENDED}, which is recommended.`);
    const images = [...text('Dockerfile').matchAll(/\bnode:(\d+)[\w.-]*/g)].map(([, line]) => line);
    expect([...new Set(images)]).to.deep.equal([RECOMMENDED]);
  });

  it('is one that CI asks, the oldest first, and the doctor knows until when each gets fixes', () => {
    expect(testedVersions()[0]).to.equal(OLDEST);
    expect(testedVersions()).to.include(RECOMMENDED);
    expect(testedVersions().map((line) => line.split('.')[0])).to.deep.equal(Object.keys(SUPPORTED_NODES));
  });

  it('compiles no driver that brings its binaries: `gypfile: false` in package-lock.json, which `npm install` removes', () => {
    const { packages } = JSON.parse(text('package-lock.json')) as { packages: Record<string, object> };
    expect(packages['node_modules/better-sqlite3-13']).to.include({ gypfile: false });
  });

  it('is not older than packages, start and types say', () => {
    for (const name of ['package.json', 'packages/client/package.json'])
      expect(engines(name), name).to.equal(`>=${OLDEST}`);
    expect(text('bin/requireNode.cjs')).to.include(`var LEAST = [${OLDEST.replace('.', ', ')}];`);
    const { devDependencies } = JSON.parse(text('package.json')) as {
      devDependencies: Record<string, string>;
    };
    expect(devDependencies['@types/node']).to.match(new RegExp(`^~${OLDEST.replace('.', '\\.')}\\.\\d+$`));
  });
});
